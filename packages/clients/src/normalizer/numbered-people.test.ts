import { expect, it } from 'vitest'
import { mapColumns } from './map-columns.ts'
import { numberedPeople } from './numbered-people.ts'

const fieldsOf = (columns: readonly string[]) =>
  mapColumns(columns, [], {})
    .map(({ column, field }) => [column, field] as const)
    .filter(([, field]) => !field.startsWith('custom.'))

it('takes no numbered contact for a client who is named otherwise', () => {
  const columns = ['Pupil legal surname', 'Student first name', 'Contact 1 Name', 'Contact 2 Name', 'Contact 1 Email']
  expect([...numberedPeople(columns).others]).toEqual(['Contact 1 Name', 'Contact 2 Name', 'Contact 1 Email'])
})

it('are the first one and others', () => {
  const columns = ['Ref', 'Client 1 First Name', 'Client 1 Last Name', 'Client 1 Email', 'Client 2 First Name']
  expect(fieldsOf([...columns, 'Client 2 Last Name', 'Client 2 Email', 'Town'])).toEqual([
    ['Client 1 First Name', 'givenName'],
    ['Client 1 Last Name', 'familyName'],
    ['Client 1 Email', 'email'],
    ['Town', 'locality'],
  ])
})

it('have their number behind, too', () => {
  const columns = ['Vorname 1', 'Nachname 1', 'E-Mail 1', 'Vorname 2', 'Nachname 2', 'E-Mail 2', 'PLZ', 'Ort']
  expect(fieldsOf(columns).map(([column]) => column)).toEqual(['Vorname 1', 'Nachname 1', 'E-Mail 1', 'PLZ', 'Ort'])
})

it('are all others beside a client who has no number', () => {
  const columns = ['First Name', 'Last Name', 'Email', 'Guest 1 Name', 'Guest 1 Email', 'Guest 2 Name', 'Guest 2 Email']
  expect(fieldsOf(columns).map(([column]) => column)).toEqual(['First Name', 'Last Name', 'Email'])
})

it.each([
  [['Nombre', 'Apellido 1', 'Apellido 2', 'Teléfono 1', 'Teléfono 2']],
  [['First Name', 'E-mail 1 - Value', 'E-mail 2 - Value', 'Address 1 - Street', 'Address 2 - Street']],
  [['Förnamn 1', 'Förnamn 2', 'Efternamn', 'Telefon 1', 'Telefon 2']],
  [['Name 1', 'Name 2', 'Straße 1', 'Straße 2']],
])('are not several values of one: %s', (columns) => {
  expect(numberedPeople(columns)).toEqual({ names: new Map(), others: new Set() })
})
