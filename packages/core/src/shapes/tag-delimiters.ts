import * as z from 'zod'
import type { TagDelimiters } from '../ports/document-templates.ts'
import { crossField } from '../model/cross-field.ts'

const sign = z.lazy(() =>
  z
    .string()
    .min(1)
    .max(8)
    // Not a `pattern` of the schema: not every dialect that reads it has \p.
    .refine((text) => /^[^\p{L}\p{N}\p{C}\s"'.]+$/u.test(text), {
      message: 'Must be signs: no letters, digits, spaces, quotation marks or dots.',
      params: { code: 'invalid_format' },
    })
    .describe('Signs: no letters, digits, spaces, quotation marks or dots.'),
)

/** What stands around tags, as answers tell it. */
export const tagDelimiters = z.lazy(() => z.object({ open: sign, close: sign }).meta({ id: 'TagDelimiters' }))

/** The caller's choice of delimiters. */
export const delimiterChoice = z.lazy(() =>
  z
    .union([
      z.literal('auto'),
      z.strictObject({ open: sign, close: sign }).refine(({ open, close }) => open !== close, {
        ...crossField,
        path: ['close'],
        message: 'Must differ from the opening one.',
        params: { code: 'same_delimiters', hint: 'Give another sign for one of them, such as `<<` and `>>`.' },
      }),
    ])
    .describe(
      'What stands around tags: `auto` takes `{{ }}` where the template has them, else `{ }`. Others, such as `<< >>`, are given.',
    ),
)

/** The choice as the port takes it. */
export const delimitersOf = (
  choice: z.output<typeof delimiterChoice> | undefined,
): { readonly delimiters?: TagDelimiters } => (choice === undefined || choice === 'auto' ? {} : { delimiters: choice })
