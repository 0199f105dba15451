import type { ClientField } from '@chancery/core'
import { namesAnother } from './column-name.ts'
import { joints, qualifiers } from './column-words.ts'
import { wordsOf } from './fold.ts'
import { fieldNamed } from './known-columns.ts'

/** As many columns with one word say whose list it is. */
const fewest = 3

const ownNames: ReadonlySet<string> = new Set<ClientField>(['name', 'givenName', 'familyName', 'organization'])
export const isOwnName = (field: string): boolean => ownNames.has(field)

/** A column's name without its first or its last word, or without the first signs where words have no spaces between. */
function partings(column: string): readonly (readonly [word: string, rest: string])[] {
  const all = wordsOf(column.slice(0, 120)).filter((word) => !joints.has(word))
  const [first = '', second] = all
  if (second !== undefined) {
    return [
      [`${first} …`, all.slice(1).join(' ')],
      [`… ${all.at(-1)}`, all.slice(0, -1).join(' ')],
    ]
  }
  const isHan = /^[\p{Script=Han}\p{Script=Katakana}ー]{3,}/u.test(first)
  return isHan ? [2, 3, 4, 5].map((at) => [`${first.slice(0, at)}…`, first.slice(at)] as const) : []
}

/** "Organization - Phone" is that of the organization, "Phone - Label" is none. */
const mayBeShared = (word: string): boolean => {
  const field = fieldNamed(word)
  return field === undefined || field === 'organization' || qualifiers.has(word)
}

/**
 * What columns are called without the word that says whose list it is, whichever word that is: "Buyer Name", "Buyer City",
 * "Buyer Zip". The word stands in the same place of three names or more, one of which is then a person's or a company's
 * name and another a way to reach them; no other column may be such a name, or these are of somebody beside the client.
 * @param isNamed whether a column that is no part of it is already known to be the name of the client
 */
export function withoutSharedWord(
  columns: readonly string[],
  isNamed: (column: string) => boolean,
): ReadonlyMap<string, string> {
  const groups = new Map<string, Map<string, string>>()
  for (const column of columns) {
    for (const [word, rest] of partings(column)) {
      const group = groups.get(word) ?? new Map<string, string>()
      groups.set(word, group.set(column, rest))
    }
  }
  const names = columns.filter(isNamed)
  const found = [...groups].find(([shared, group]) => {
    const word = shared.replaceAll(/[… ]/gu, '')
    if (group.size < fewest || namesAnother(word) || !mayBeShared(word)) return false
    if (!names.every((column) => group.has(column))) return false
    const fields = [...group.values()].map((rest) => fieldNamed(rest) ?? '')
    return fields.some(isOwnName) && fields.some((field) => ['email', 'phone', 'street', 'locality'].includes(field))
  })
  return found?.[1] ?? new Map()
}
