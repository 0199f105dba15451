import type { DocumentType } from '../model/document-type.ts'
import type { VettedDocument } from '../model/vetted-document.ts'
import { ChanceryError } from '../errors.ts'

/** Types of documents that can be templates. */
export const templateTypes = ['docx', 'odt'] as const satisfies readonly DocumentType[]

/** What filled documents can be: of the type of their template, or PDF. */
export const filledFormats = [...templateTypes, 'pdf'] as const
export type FilledFormat = (typeof filledFormats)[number]

/** Of a template; one that is no OpenDocument text is taken for a Word document. */
export const templateType = ({ type }: Pick<VettedDocument, 'type'>): (typeof templateTypes)[number] =>
  type === 'odt' ? 'odt' : 'docx'

/** What is asked for, or the type of the template. @throws `unsupported_option` for the type of another */
export function filledFormat(
  template: Pick<VettedDocument, 'type'>,
  asked: FilledFormat | undefined,
  pointer: string,
): FilledFormat {
  const own = templateType(template)
  if (asked === undefined || asked === own || asked === 'pdf') return asked ?? own
  const message = `A template of type ${own} cannot be filled as ${asked}.`
  throw new ChanceryError('unsupported_option', message, {
    violations: [{ pointer, code: 'unsupported_option', message, hint: `Ask for ${own} or pdf, or leave it out.` }],
  })
}
