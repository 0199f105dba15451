import { expect, it } from 'vitest'
import type { ClientData } from '../../model/client-record.ts'
import { profileOf } from './compare-clients.ts'
import { Likeness } from './likeness.ts'

const person = (givenName: string | undefined, familyName: string, said: Partial<ClientData> = {}): ClientData => ({
  kind: 'person',
  name: [givenName, familyName].filter((part) => part !== undefined).join(' '),
  ...(givenName === undefined ? {} : { givenName }),
  familyName,
  emails: ['mail@example.org'],
  phones: ['+497615550101'],
  address: { street: 'Lindenweg 4', postcode: '79098' },
  custom: {},
  ...said,
})
const born = { birthDate: '1981-04-17' }
const verdict = (row: ClientData, ...said: readonly ClientData[]) =>
  new Likeness().judge(profileOf(row), said.map(profileOf)).verdict

it('knows a client by the row without a slip, where another row has another slip', () => {
  const [own, slipped] = [person('Ottilie', 'Walsh', born), person('Ottliei', 'Walsh', born)]
  expect(verdict(person('Otiilie', 'Walsh', born), slipped)).not.toBe('same')
  expect(verdict(person('Otiilie', 'Walsh', born), own, slipped)).toBe('same')
  const [day, third] = [person('Ottilie', 'Walsh', { birthDate: '1981-04-11' }), { birthDate: '1981-11-17' }]
  expect(verdict(person('Ottilie', 'Walsh', third), own, day)).toBe('same')
})

it('asks about a row that says less than tells two of a client apart', () => {
  const father = person('Otto', 'Walsh', { birthDate: '1941-04-17' })
  const bare = person('Otto', 'Walsh')
  expect(verdict(bare, bare)).toBe('same')
  expect(verdict(person('Otto', 'Walsh', born), bare, father)).toBe('doubt')
  expect(verdict(person('O.', 'Walsh', born), person('Otto', 'Walsh', born), person('Emma', 'Walsh', born))).toBe(
    'doubt',
  )
})

it('asks about a row whose second given name is not that of another row', () => {
  const [knut, roland] = [person('Knut', 'Arndt'), person('Knut Roland', 'Arndt')]
  expect(verdict(roland, knut)).toBe('same')
  expect(verdict(person('Knut Ludger', 'Arndt'), knut, roland)).toBe('doubt')
  expect(verdict(knut, roland, person('Knut', 'Arndt', born))).toBe('same')
})
