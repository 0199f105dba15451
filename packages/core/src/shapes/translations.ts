import * as z from 'zod'

/** Dictionaries by language, for `{t "key"}` and `{value | t}`. */
export const translations = z.lazy(() =>
  z
    .record(z.string().min(2).max(35), z.record(z.string().min(1).max(1000), z.string().max(10_000)))
    .describe(
      'Dictionaries by language tag: `{"de": {"Due date": "Fällig am"}}`. `{t "Due date"}` writes the text of the locale; the key itself where there is none.',
    ),
)
