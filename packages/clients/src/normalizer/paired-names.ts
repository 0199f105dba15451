import type { ClientField } from '@chancery/core'
import { joints } from './column-words.ts'
import { wordsOf } from './fold.ts'
import { fieldNamed } from './known-columns.ts'

/** What two values in one column are together. */
const pairs: readonly (readonly [first: ClientField, second: ClientField, both: ClientField])[] = [
  ['postcode', 'locality', 'locality'],
  ['givenName', 'familyName', 'name'],
  ['familyName', 'givenName', 'name'],
]

/** The field of a column that has two values: "PLZ/Ort", "CAP e città", "Příjmení a jméno". */
export function pairedField(column: string): ClientField | undefined {
  const words = wordsOf(column.slice(0, 60)).filter((word) => !joints.has(word) && !/^\p{Script=Latin}$/u.test(word))
  for (let at = 1; at < words.length; at++) {
    const [first, second] = [fieldNamed(words.slice(0, at).join(' ')), fieldNamed(words.slice(at).join(' '))]
    const both = pairs.find((pair) => pair[0] === first && pair[1] === second)?.[2]
    if (both !== undefined) return both
  }
  return undefined
}
