import * as z from 'zod'

/** A box on a page, as fractions of its width and height (0 to 1), origin top left. */
export const box = z.lazy(() =>
  z
    .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
    .meta({ id: 'Box', description: 'Fractions of the page (0 to 1), origin top left.' }),
)

/** A stretch of text: `text.slice(start, end)`. */
export const span = z.lazy(() =>
  z
    .object({
      start: z.int().min(0).describe('UTF-16 offset, inclusive.'),
      end: z.int().min(0).describe('UTF-16 offset, exclusive.'),
      page: z.int().optional().describe('Page, from 1.'),
      box: box.optional(),
    })
    .meta({ id: 'Span', description: 'UTF-16 offsets into the `text` that goes with it.' }),
)

/** On the page as it is shown, turned by its `rotation`. */
export type Box = z.output<typeof box>
/** UTF-16 offsets, the end exclusive; `page` (from 1) and `box` are absent where they are not known. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly page?: number
  readonly box?: Box
}
