import { ChanceryError } from '@chancery/core'
import type { Delimiters } from '@chancery/tags'

/** Delimiters in one template, and tags that something else than braces carries. */
const [maxDelimiters, maxCarried] = [20_000, 20_000]

/** Refuses a template of nothing but braces before anything looks at them twice. @throws `payload_too_large`. */
export function refuseTagBomb(texts: readonly string[], given: Delimiters | undefined): void {
  const signs = given === undefined ? ['{', '}'] : [given.open, given.close]
  let count = 0
  for (const text of texts) {
    for (const sign of signs) {
      for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + sign.length)) count++
    }
  }
  // Both braces of `{{ }}` count once.
  if (count > maxDelimiters * 2) {
    throw new ChanceryError('payload_too_large', 'The template has too many tags.', {
      details: { what: 'delimiters', limit: maxDelimiters, actual: count },
    })
  }
}

/** Refuses a template of nothing but fields and content controls. @throws `payload_too_large`. */
export function refuseCarriedBomb(count: number): void {
  if (count <= maxCarried) return
  throw new ChanceryError('payload_too_large', 'The template has too many fields and content controls.', {
    details: { what: 'fields and content controls', limit: maxCarried },
  })
}
