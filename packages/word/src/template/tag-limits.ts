import { ChanceryError } from '@chancery/core'

/** Delimiters in one template. */
const maxDelimiters = 20_000

/** Refuses a template of nothing but braces before anything looks at them twice. @throws `payload_too_large`. */
export function refuseTagBomb(texts: readonly string[]): void {
  let count = 0
  for (const text of texts) {
    for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) count++
    for (let at = text.indexOf('}'); at !== -1; at = text.indexOf('}', at + 1)) count++
  }
  // Both braces of `{{ }}` count once.
  if (count > maxDelimiters * 2) {
    throw new ChanceryError('payload_too_large', 'The template has too many tags.', {
      details: { what: 'delimiters', limit: maxDelimiters, actual: count },
    })
  }
}
