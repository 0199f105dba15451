import type { ClientField } from '@chancery/core'

/** What databases, spreadsheets and people write where there is nothing. */
const nothing = new Set(
  [
    '\\N (null) <null> [null] #N/A #NA #NV #REF! #VALUE! #NAME? #DIV/0! #NUM! #NULL! #WERT! #BEZUG! N/A n/a n.a. N.A. #¡REF! #¡VALOR!',
    '- -- --- – — . .. ... ? ?? ??? * / //',
  ]
    .join(' ')
    .split(' '),
)
const words = new Set('NULL null None none NONE NaN nan undefined nil'.split(' '))

/** There are people called so. */
const names: ReadonlySet<string> = new Set<ClientField>(['givenName', 'familyName'])
const wholeNames: ReadonlySet<string> = new Set<ClientField>(['name', 'organization'])

/**
 * Whether a value of a field says that there is none. "Null" and "None" are names of people, and "NULL" of one who is
 * written in capitals: of a name alone, or a firm's, "null" and "NULL" say that there is none.
 */
export function isAbsent(text: string, field: string): boolean {
  if (text.length > 9) return false
  if (nothing.has(text)) return true
  if (!words.has(text) || names.has(field)) return false
  return !wholeNames.has(field) || text.toLowerCase() === 'null'
}
