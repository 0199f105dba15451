import * as z from 'zod'

/** A place, as precise as its kind allows; the fields that make no sense for it are absent. */
export const location = z.lazy(() =>
  z
    .object({
      part: z.string().optional().describe('Part of a document, in words: "Body", "Header 2, first page".'),
      paragraph: z.int().optional().describe('Number of the paragraph in its part, from 1.'),
      table: z.int().optional().describe('Number of the table in its part, from 1.'),
      row: z.int().optional().describe('Row, from 1.'),
      column: z.int().optional().describe('Column of a table or of a line of text, from 1.'),
      line: z.int().optional().describe('Line, from 1.'),
      field: z
        .string()
        .optional()
        .describe(
          'Field of an e-mail template (subject, html, text or mjml), or the place that is no text of its paragraph: alternative text.',
        ),
      tag: z.string().optional().describe('The tag, as written.'),
      path: z.string().optional().describe('The data path, with dots.'),
      heading: z.string().optional().describe('The nearest heading above.'),
      start: z.int().optional().describe('UTF-16 offset in the text of the paragraph or field, inclusive.'),
      end: z.int().optional().describe('UTF-16 offset, exclusive.'),
      text: z.string().optional().describe('The text around it.'),
      excerpt: z
        .object({
          text: z.string(),
          start: z.int().describe('Where in the excerpt it begins, in UTF-16 units.'),
          end: z.int().describe('Exclusive.'),
        })
        .readonly()
        .optional()
        .describe('The text around it, with its range.'),
      caret: z.string().optional().describe('Two lines: the text around it, and carets below its range.'),
      pointer: z.string().optional().describe('JSON pointer into the request.'),
      related: z.string().optional().describe('The other end, in words: where the loop was opened.'),
    })
    .meta({ id: 'Location' }),
)

export const severity = z.enum(['error', 'warning', 'info'])

/** What every remark has. */
export const findingFields = () => ({
  code: z.string(),
  severity,
  message: z.string(),
  hint: z.string().optional().describe('What to do about it.'),
  location: location.optional(),
})

/** One remark of a validation, or one warning. */
export const finding = z.lazy(() =>
  z.object(findingFields()).meta({ id: 'Finding', description: 'One remark: what, how grave, where, and what to do.' }),
)

/** See `location` for units; what makes no sense for a kind of place is absent. */
export type Location = {
  readonly [K in keyof z.output<typeof location>]?: Exclude<z.output<typeof location>[K], undefined>
}
/** In a validation an `error` makes the template not valid, on a row of client data it rejects the row. */
export interface Finding {
  readonly code: string
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
  readonly hint?: string
  readonly location?: Location
}
