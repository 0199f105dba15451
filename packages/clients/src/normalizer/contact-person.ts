import type { ClientField, ColumnMapping } from '@chancery/core'
import { contactWords, joints } from './column-words.ts'
import { wordsOf } from './fold.ts'
import { fieldNamed } from './known-columns.ts'

const names: ReadonlySet<string> = new Set<ClientField>(['name', 'givenName', 'familyName'])
const reached: ReadonlySet<string> = new Set<ClientField>(['email', 'phone'])

/** What a column of a contact person says of them: "email" of "Email de contacto"; `undefined` of all other columns. */
function saidOfContact(column: string): string | undefined {
  const all = wordsOf(column.slice(0, 120)).filter((word) => !joints.has(word))
  const rest = all.filter((word) => !contactWords.has(word))
  return rest.length < all.length ? rest.join(' ') : undefined
}

/** Names of the people that one speaks to: "Contact", "Nome de contacto". */
const namesContact = (column: string): boolean => {
  const said = saidOfContact(column)
  return said !== undefined && (said === '' || names.has(fieldNamed(said) ?? ''))
}

/**
 * Columns of whom one speaks to at a client, where the client has a name and such columns of its own: "Contact email" of a table with
 * "Name", "Email" and "Contact name". They would prove that two clients with the same bookkeeper are one.
 */
export function columnsOfContacts(
  columns: readonly string[],
  mapped: ReadonlyMap<string, ColumnMapping>,
): readonly string[] {
  const ofContacts = columns.filter((column) => saidOfContact(column) !== undefined)
  if (!ofContacts.some((column) => !mapped.has(column) && namesContact(column))) return []
  const contacts = new Set(ofContacts)
  const own = new Set(columns.flatMap((column) => (contacts.has(column) ? [] : (mapped.get(column)?.field ?? []))))
  if (!own.has('organization') && ![...names].some((field) => own.has(field as ClientField))) return []
  return ofContacts.filter((column) => {
    const is = mapped.get(column)
    return is !== undefined && is.reason !== 'given' && reached.has(is.field) && own.has(is.field)
  })
}
