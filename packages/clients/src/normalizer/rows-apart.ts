import type { ClientField, SourceRow } from '@chancery/core'

/** Fields that records of another form call otherwise. Ids are not among them: two systems count from 1 each. */
const alike: ReadonlySet<string> = new Set<ClientField>([
  'name',
  'givenName',
  'familyName',
  'honorific',
  'organization',
  'jobTitle',
  'postcode',
  'locality',
  'region',
  'country',
  'birthDate',
  'website',
  'language',
])

/**
 * Tells whether two columns of one field are of records of two forms, as a file has them that was put together: no row has
 * both. `{"name": …}` and `{"full_name": …}` are names of clients alike.
 */
export function rowsApart(sample: readonly SourceRow[]): (field: string, one: string, other: string) => boolean {
  const rows = new Map<string, Set<number>>()
  for (const [index, { values }] of sample.entries())
    for (const { column, value } of values) {
      if (value.trim() === '') continue
      const those = rows.get(column)
      if (those === undefined) rows.set(column, new Set([index]))
      else those.add(index)
    }
  return (field, one, other) => {
    if (!alike.has(field)) return false
    const [rowsOfOne, rowsOfOther] = [rows.get(one), rows.get(other)]
    if (rowsOfOne === undefined || rowsOfOther === undefined) return false
    for (const row of rowsOfOne) if (rowsOfOther.has(row)) return false
    return true
  }
}
