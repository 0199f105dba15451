import type { ClientRecord } from '../../model/client-record.ts'
import { shortDigest } from '../matching/block-keys.ts'
import { searchTermsOf } from './search-terms.ts'

/** Begins the terms of a space, so that one index of words serves all: nothing for the common one, else digits. */
const markOf = (space: string): string => (space === '' ? '' : `${shortDigest(space)}@`)

/** What an index of words keeps of a client of a space. */
export function searchKeys(space: string, record: ClientRecord): readonly string[] {
  const mark = markOf(space)
  return mark === '' ? searchTermsOf(record) : searchTermsOf(record).map((term) => mark + term)
}

/** `beginnings` of a space as the question of an index of words. */
export const searchQuery = (
  space: string,
  beginnings: readonly (readonly string[])[],
): readonly (readonly string[])[] => beginnings.map((each) => each.map((begin) => markOf(space) + begin))
