import { expect, it } from 'vitest'
import type { SourceRow } from '@chancery/core'
import { createClientNormalizer } from './client-normalizer.ts'

/** What a row says, by its columns, which are mapped by their names. */
async function dataOf(values: Readonly<Record<string, string>>, locale = 'de') {
  const row: SourceRow = {
    row: 1,
    values: Object.entries(values).map(([column, value]) => ({ column, value })),
    faults: [],
    cursor: '1',
  }
  const normalizer = createClientNormalizer()
  const mapping = await normalizer.map(Object.keys(values), [row], {})
  const [result] = await normalizer.normalize([row], mapping, { locale, country: 'CH' })
  const { kind, name, givenName, familyName, honorific, custom } = result?.data ?? {}
  return { kind, name, givenName, familyName, honorific, custom }
}

const firmOrFamily = (name: string, given: string, honorific: string) => ({
  'Firma/Nachname': name,
  'Firmenzusatz/Vorname': given,
  Anrede: honorific,
  'E-Mail': 'a@example.com',
})

it('is the family name of who has a given name, where a column is for firms and family names', async () => {
  expect(await dataOf(firmOrFamily('Caduff', 'Ladina', 'Frau'))).toMatchObject({
    kind: 'person',
    name: 'Ladina Caduff',
    givenName: 'Ladina',
    familyName: 'Caduff',
  })
  expect(await dataOf(firmOrFamily('Caduff', '', 'Frau'))).toMatchObject({ kind: 'person', familyName: 'Caduff' })
  expect(await dataOf(firmOrFamily('Pro Montagna', '', ''))).toMatchObject({
    kind: 'organization',
    name: 'Pro Montagna',
  })
  expect(await dataOf(firmOrFamily('Rhätia Holz AG', 'Abteilung Bau', ''))).toMatchObject({
    kind: 'organization',
    name: 'Rhätia Holz AG',
    custom: { 'Firmenzusatz/Vorname': 'Abteilung Bau' },
  })
})

it('is a person’s or a company’s, as it looks, in a column of either', async () => {
  const column = 'Nom ou raison sociale'
  expect(await dataOf({ [column]: 'Jean-Guy Thibodeau' }, 'fr')).toMatchObject({
    kind: 'person',
    familyName: 'Thibodeau',
  })
  for (const name of ['Boulangerie Thibodeau inc.', 'Étude Bélanger & associés s.e.n.c.r.l.']) {
    expect(await dataOf({ [column]: name }, 'fr')).toMatchObject({ kind: 'organization' })
  }
})

it.each([
  ['a legal form among the forms of address', { Civilité: 'SARL', Nom: "LES GENÊTS D'OR", Prénom: '' }],
  ['a firm among them', { Anrede: 'Firma', Nachname: 'Körner Bau', Vorname: '' }],
  ['a legal form in the family name', { Anrede: '', Nachname: 'Körner Bau GmbH', Vorname: '' }],
])('is an organization’s with %s', async (_name, values) => {
  const { kind, familyName } = await dataOf(values)
  expect([kind, familyName]).toEqual(['organization', undefined])
})

it('is a person’s who has a given name, whatever the form of address says', async () => {
  expect(await dataOf({ Anrede: 'Firma', Nachname: 'Körner', Vorname: 'Anna' })).toMatchObject({ kind: 'person' })
})

it('begins with the family name where the column says so', async () => {
  const column = 'Cognome e Nome'
  expect(await dataOf({ [column]: 'Bonfanti Ludovica' }, 'it')).toMatchObject({
    name: 'Ludovica Bonfanti',
    familyName: 'Bonfanti',
  })
})

it.each([
  ['Fam. Hinterseer', { name: 'Hinterseer', honorific: 'Fam.' }],
  ['Familie Hinterseer', { name: 'Hinterseer', honorific: 'Familie' }],
  ['Eheleute Karl u. Vroni Obermüller', { name: 'Karl u. Vroni Obermüller', honorific: 'Eheleute' }],
])('of a couple or a family is no given name: %s', async (name, expected) => {
  expect(await dataOf({ Name: name })).toMatchObject({ ...expected, givenName: undefined })
})
