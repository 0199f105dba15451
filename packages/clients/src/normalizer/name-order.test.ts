import { expect, it } from 'vitest'
import { familyFirstParts, isFamilyFirst } from './name-order.ts'
import { readName } from './person-name.ts'

it.each([
  ['Cognome e Nome', true],
  ['Nachname, Vorname', true],
  ['Name Vorname', true],
  ['NOM PRÉNOM', true],
  ['Nazwisko i imię', true],
  ['Фамилия Имя Отчество', true],
  ['ФИО', true],
  ['Vorname Nachname', false],
  ['Nome e Cognome', false],
  ['Name', false],
  ['Client Name', false],
  ['x'.repeat(10_000), false],
])('the family name stands first: %s', (column, expected) => {
  expect(isFamilyFirst(column)).toBe(expected)
})

it.each([
  ['Bonfanti Ludovica', { familyName: 'Bonfanti', givenName: 'Ludovica' }],
  ['LE BIHAN Gwenaëlle', { familyName: 'LE BIHAN', givenName: 'Gwenaëlle' }],
  ['Gwenaëlle LE BIHAN', { familyName: 'LE BIHAN', givenName: 'Gwenaëlle' }],
  ["DELL'ORTO Pier Paolo", { familyName: "DELL'ORTO", givenName: 'Pier Paolo' }],
  ['Щербакова Ульяна Игоревна', { familyName: 'Щербакова', givenName: 'Ульяна Игоревна' }],
  ["Dell'Orto Pier Paolo", undefined],
  ['ROSSI MARIA GRAZIA', undefined],
  ['Prince', undefined],
])('%s', (name, parts) => {
  expect(familyFirstParts(name.split(' '))).toEqual(parts)
})

it('is written given name first, and stays whole where its parts are not to be seen', () => {
  expect(readName('Dott. Bonfanti Ludovica', 'it', true)).toEqual({
    kind: 'person',
    name: 'Ludovica Bonfanti',
    givenName: 'Ludovica',
    familyName: 'Bonfanti',
    honorific: 'Dott.',
  })
  expect(readName("Dell'Orto Pier Paolo", 'it', true)).toEqual({ kind: 'person', name: "Dell'Orto Pier Paolo" })
  expect(readName('Bonfanti, Ludovica', 'it', true)).toMatchObject({ familyName: 'Bonfanti' })
  expect(readName('Studio Bonfanti S.r.l.', 'it', true)).toMatchObject({ kind: 'organization' })
})
