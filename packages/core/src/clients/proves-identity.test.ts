import { describe, expect, it } from 'vitest'
import type { ClientData } from '../model/client-record.ts'
import type { KnownNames } from './matching/names-in-place.ts'
import { provesIdentity as provesBeside } from './proves-identity.ts'

const unknown: KnownNames = { isRatherGiven: () => false, isKnown: () => false }
const provesIdentity = (
  kind: Parameters<typeof provesBeside>[0],
  value: string,
  a: ClientData,
  b: ClientData,
  known = unknown,
): boolean => provesBeside(kind, value, a, b, known)

const data = (parts: Partial<ClientData> = {}): ClientData => ({
  kind: 'person',
  name: 'Ada Lovelace',
  emails: [],
  phones: [],
  custom: {},
  ...parts,
})

describe('a shared value', () => {
  const proves = (kind: 'email' | 'phone' | 'externalId' | 'row', value: string, one: string, other: string): boolean =>
    provesIdentity(kind, value, data({ name: one }), data({ name: other }))

  it('is proof where it is the id of a system, or a row that came before', () => {
    expect(proves('externalId', '7', 'Ada', 'Bob')).toBe(true)
    expect(proves('row', 'd', 'Ada', 'Bob')).toBe(true)
  })

  it('that several may have is proof with an agreeing name alone', () => {
    for (const [kind, value] of [
      ['phone', '+1'],
      ['email', 'info@x.org'],
      ['email', 'Buchhaltung@x.org'],
      ['email', 'no-reply@x.org'],
    ] as const) {
      expect(proves(kind, value, 'Ada Lovelace', 'A. Lovelace')).toBe(true)
      expect(proves(kind, value, 'Ada Lovelace', 'Ada King')).toBe(false)
    }
  })

  it.each([
    ['Ada Byron', 'Ada King', true],
    ['Mary Smith', 'John Smith', false],
    ['Cher', 'Madonna', false],
    ['Al', 'Alan', true],
    ['Alan', 'Al', true],
    ['Ann', 'Bob', false],
    ['Anna', 'Anne', false],
    ['Julia', 'Julian', false],
    ['Paul', 'Pauline', false],
    ['Tim', 'Tom', false],
    ['Lena', 'Lea', false],
    ['Ann', 'Anx', false],
    ['Anna', 'Abbe', false],
    ['Jonathan', 'Jonahtan', true],
    ['Jonathan', 'Jonahtna', true],
    ['Jonathan', 'Jonahxyz', false],
    ['Michael', 'Mihcale', false],
    ['Michael', 'Mihcael', true],
    ['Michaela', 'Mihcaeal', true],
    ['Katherine', 'Catherin', true],
    ['Smith', 'Smyth', true],
    ['Smith', 'Smythe', false],
    ['Smithson', 'Smythsen', true],
    ['Smithson', 'Smythsenn', false],
    ['Miller', 'Muller', false],
    ['Muller', 'Mueller', true],
    ['Lopez Maria', 'Maria Lopes', true],
    ['Alcie', 'Alice', true],
    ['Marlon', 'Marlin', false],
    ['Elias', 'Elisa', false],
    ['Jayden', 'Hayden', false],
    ['Jonas', 'Jonah', false],
    ['Mats', 'Mads', false],
    ['Sara', 'Zara', false],
    ['Stefan', 'Stefanie', false],
    ['Michel', 'Michelle', false],
    ['Yulia', 'Julia', true],
    ['Jan', 'Jannis', false],
    ['Tim', 'Timon', false],
    ['Ann', 'Annika', false],
    ['Philip', 'Philippa', false],
    ['Christin', 'Christian', false],
    ['Carla', 'Karla', false],
    ['Konrad Weiss', 'Conrad Weiss', false],
    ['Kristina', 'Cristina', true],
    ['Seb', 'Sebastian', true],
    ['Phil', 'Philip', true],
    ['Annamaria Lohr', 'Anna Maria Lohr', true],
    ['Bob Smith', 'Robert Smith', true],
    ['Betty Smith', 'Elizabeth Smith', true],
    ['Иван Соколов', 'Ivan Sokolov', true],
    ['Ελένη Χατζηδάκη', 'Eleni Chatzidaki', true],
    ['Alice', 'Alicex', true],
    ['Eliza', 'Liza', false],
    ['Elizabeth', 'Elizabet', true],
    ['abcdefgh', 'bcdefghi', true],
    ['abcdefgh', 'cdefghij', false],
    ['abcdefghij', 'cdefghij', true],
    ['abcdefghijk', 'defghijk', false],
    ['***', 'Ada', true],
    ['Ada', '***', true],
  ])('as a personal e-mail address is proof for %s and %s: %s', (one, other, proof) => {
    expect(proves('email', 'ada@x.org', one, other)).toBe(proof)
    expect(proves('email', 'ada@x.org', other, one)).toBe(proof)
  })

  it('is none for father and son, nor for half a name', () => {
    const max = data({ name: 'Max Bauer', birthDate: '1951-04-17', emails: ['max@x.org'], phones: ['+1'] })
    const son = { ...max, birthDate: '1983-04-17', emails: ['junior@x.org'] }
    const { birthDate: _, ...undated } = son
    const proves = (kind: 'email' | 'phone', one: ClientData, other: ClientData) => [
      provesIdentity(kind, 'x@x.org', one, other),
      provesIdentity(kind, 'x@x.org', other, one),
    ]
    expect(proves('email', max, son)).toEqual([false, false])
    expect(proves('phone', max, son)).toEqual([false, false])
    // A mailbox of one's own.
    expect(proves('phone', max, undated)).toEqual([false, false])
    expect(proves('phone', max, { ...undated, emails: [] })).toEqual([true, true])
    expect(proves('phone', max, { ...max, emails: ['junior@x.org'] })).toEqual([true, true])
    const [junior, senior] = [data({ name: 'Max Bauer, Jr' }), data({ name: 'Max Bauer sen.' })]
    expect(proves('email', junior, senior)).toEqual([false, false])
    expect(proves('email', junior, data({ name: 'Max Bauer' }))).toEqual([true, true])
    expect(proves('phone', junior, data({ name: 'Max Bauer' }))).toEqual([false, false])
    expect(proves('phone', data({ name: 'Bauer' }), data({ name: 'Max Bauer' }))).toEqual([false, false])
    expect(proves('phone', data({ name: 'Bauer' }), data({ name: 'Bauer' }))).toEqual([true, true])
  })

  it('is none for sisters, and for two given names of which one is the same', () => {
    const child = (givenName: string, birthDate: string) =>
      data({ name: `${givenName} Bauer`, givenName, familyName: 'Bauer', birthDate })
    const proves = (one: ClientData, other: ClientData) => [
      provesIdentity('email', 'bauers@x.org', one, other),
      provesIdentity('email', 'bauers@x.org', other, one),
    ]
    expect(proves(child('Hanna', '2004-05-05'), child('Johanna', '2005-05-05'))).toEqual([false, false])
    expect(proves(child('Hanna', '2004-05-05'), child('Johanna', '2004-05-05'))).toEqual([true, true])
    expect(proves(child('Finn', '2004-05-05'), child('Fynn', '2006-05-05'))).toEqual([false, false])
    expect(proves(child('Lara', '2004-05-05'), child('Laura', '2004-05-05'))).toEqual([false, false])
    expect(proves(child('Sofie', '2004-05-05'), child('Sophie', '2004-05-05'))).toEqual([true, true])
    expect(proves(child('Xiaoming', '2004-05-05'), child('Xiaomin', '2006-05-05'))).toEqual([false, false])
    const laure = child('Marie-Laure', '2008-08-08')
    expect(proves(laure, child('Marie-Louise', '2008-08-08'))).toEqual([false, false])
    expect(proves(laure, child('Marie', '2008-08-08'))).toEqual([true, true])
  })

  it('is proof for who is called by a part of a name that the mailbox or the birthday tells', () => {
    const [short, long] = [data({ name: 'Jann Opper' }), data({ name: 'Jannes Opper' })]
    const proves = (mailbox: string, more: Partial<ClientData> = {}) =>
      provesIdentity('email', mailbox, { ...short, ...more }, { ...long, ...more })
    expect([proves('opper@x.org'), proves('jann.opper@x.org'), proves('jannes.opper@x.org')]).toEqual([
      false,
      false,
      true,
    ])
    expect(proves('opper@x.org', { birthDate: '1990-05-05' })).toBe(true)
    const karla = data({ name: 'Karla Opper', birthDate: '1990-05-05' })
    expect(provesIdentity('email', 'opper@x.org', karla, { ...karla, name: 'Carla Opper' })).toBe(true)
  })

  it('is proof for who has another family name, where something tells which name is the given one', () => {
    const named = (givenName: string, familyName: string, ...emails: readonly string[]) =>
      data({ name: `${givenName} ${familyName}`, givenName, familyName, emails })
    const proves = (mailbox: string, known?: KnownNames) =>
      provesIdentity('email', mailbox, named('Sander', 'Anna', mailbox), named('Sander', 'Berta', mailbox), known)
    expect([proves('sander@x.org'), proves('home@x.org'), proves('anna.sander@x.org')]).toEqual([false, false, false])
    expect([proves('sander.anna@x.org'), proves('s.berta@x.org')]).toEqual([true, true])
    const isKnown: KnownNames['isKnown'] = (word, as) => word === 'sander' && as === 'given'
    expect(proves('home@x.org', { ...unknown, isKnown })).toBe(true)
    expect(proves('home@x.org', { isRatherGiven: (word) => word === 'anna', isKnown })).toBe(false)
    // Of twins one may have the names in each other's place.
    for (const [one, other] of [
      [named('Lena', 'Wendt'), named('Wendt', 'Lina')],
      [named('Wendt', 'Lena'), named('Lina', 'Wendt')],
    ] as const)
      expect(provesIdentity('email', 'wendt@x.org', one, other)).toBe(false)
  })

  it('is none for an initial on a mailbox that any of the family may read', () => {
    const proves = (mailbox: string, one: string, birthDate?: string) =>
      provesIdentity(
        'email',
        mailbox,
        data({ name: one, ...(birthDate === undefined ? {} : { birthDate }) }),
        data({ name: 'Karin Schlüter', birthDate: '1980-01-01' }),
      )
    for (const name of ['K. Schlüter', 'Schlüter K.']) {
      expect(proves('schlueter237@x.org', name)).toBe(false)
      expect(proves('schlueter237@x.org', name, '1980-01-01')).toBe(true)
      expect([proves('k.schlueter@x.org', name), proves('karin@x.org', name)]).toEqual([true, true])
    }
    expect(proves('schlueter237@x.org', 'Karin Schlüter')).toBe(true)
    const emails = ['schlueter237@x.org']
    const [one, other] = [data({ name: 'K. Schlüter', emails }), data({ name: 'Karin Schlüter', emails })]
    expect(provesIdentity('phone', '+1', one, other)).toBe(false)
    const bob = data({ name: 'Bob' })
    expect(provesIdentity('email', 'bob@x.org', bob, data({ name: 'Bob B' }))).toBe(true)
  })

  it('is none for a town and its works, a bank and its house', () => {
    const proves = (one: string, other: string) =>
      provesIdentity(
        'email',
        'u.krause@x.org',
        data({ kind: 'organization', name: one }),
        data({ kind: 'organization', name: other }),
      )
    expect(proves('Stadt Velbert', 'Stadtwerke Velbert GmbH')).toBe(false)
    expect(proves('Bankhaus Nord AG', 'Bank Nord AG')).toBe(false)
    expect(proves('Wald Immobilien GmbH', 'Waldner Immobilien GmbH')).toBe(false)
    expect(proves('Meier Bau GmbH', 'Meier Bauunternehmen GmbH')).toBe(true)
  })

  it("is none where it is an assistant's", () => {
    const [castro, kolb] = ['Castro', 'Kolb'].map((familyName) => {
      return data({ name: `Fabrice ${familyName}`, givenName: 'Fabrice', familyName })
    }) as [ClientData, ClientData]
    expect(provesIdentity('email', 'fabrice@x.org', castro, kolb, { ...unknown, isKnown: () => true })).toBe(true)
    for (const mailbox of ['assistenz2@x.org', 'pa.board@x.org', 'segreteria@x.org'])
      expect(provesIdentity('email', mailbox, castro, kolb)).toBe(false)
  })

  it('is none for two houses of a chain, nor where one has a name that the other has a part of', () => {
    const shop = (name: string, street: string) => data({ kind: 'organization', name, address: { street } })
    const one = shop('Sonnen Apotheke', 'Hauptstraße 5')
    const proves = (other: ClientData) =>
      (['phone', 'email'] as const).map((kind) => provesIdentity(kind, 'a@x.org', one, other))
    expect(proves(shop('Sonnen Apotheke GmbH', 'Hauptstr. 5'))).toEqual([true, true])
    expect(proves(shop('Sonnen Apotheke', 'Hauptstraße 50'))).toEqual([false, false])
    expect(proves(shop('Sonnen Apotheke am Markt', 'Hauptstraße 5'))).toEqual([false, true])
    expect(proves(shop('Löwen Drogerie', 'Hauptstraße 5'))).toEqual([false, false])
    expect(proves(shop('Sonnen Apotheken', 'Hauptstraße 5'))).toEqual([false, true])
    expect(proves(shop('Sennen Apotheke', 'Hauptstraße 5'))).toEqual([false, false])
    const taxed = (taxId: string) => ({ ...one, taxId })
    expect(provesIdentity('email', 'a@x.org', taxed('DE351954714'), taxed('DE160714352'))).toBe(false)
    // A company that holds the others, and one of another form.
    expect(proves(shop('Sonnen Apotheke Holding', 'Hauptstraße 5'))).toEqual([false, false])
    const form = shop('Sonnen Apotheke GmbH & Co. KG', 'Hauptstraße 5')
    expect(provesIdentity('email', 'a@x.org', shop('Sonnen Apotheke GmbH', 'Hauptstraße 5'), form)).toBe(false)
  })

  it('is proof for who has no name', () => {
    const nameless = data({ name: 'ada@x.org', emails: ['ada@x.org'] })
    expect(provesIdentity('email', 'ada@x.org', nameless, data({ name: 'Bob' }))).toBe(true)
    expect(provesIdentity('email', 'ada@x.org', data({ name: 'Bob' }), nameless)).toBe(true)
  })
})
