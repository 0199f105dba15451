import { reservedName } from '../model/document-path.ts'

/** What an operator writes for the space of whoever has none of their own. */
const common = 'common'

/** A space as a principal has it (`''`: the common one), or why the text names none. */
export type SpaceResult = { readonly space: string } | { readonly fault: string }

/** Whether a principal may have it as the name of a space of its own. */
export const isSpaceName = (space: string): boolean =>
  /^[a-z][a-z0-9-]{0,31}$/.test(space) && space !== common && !reservedName.test(space)

/** Reads the name of a space as an operator writes it. */
export function readSpaceName(text: string): SpaceResult {
  if (text === common) return { space: '' }
  if (isSpaceName(text)) return { space: text }
  return {
    fault: reservedName.test(text)
      ? 'The name of a space is none that Windows reserves.'
      : 'The name of a space has 1 to 32 lower-case letters, digits and "-", and begins with a letter.',
  }
}
