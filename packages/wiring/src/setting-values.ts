import * as z from 'zod'

/** One or more of some names, with commas between them; their order counts. */
export const list = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    )
    .pipe(z.array(z.enum(values)).min(1))

/** What stands between commas or spaces. */
export const wordsIn = (text: string): string[] => text.split(/[\s,]+/).filter((item) => item !== '')

/** Words of any kind. */
export const words = z.string().transform(wordsIn)

/** A whole number. */
export const count = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'Must be a whole number.').transform(Number).pipe(z.int().min(min).max(max))
