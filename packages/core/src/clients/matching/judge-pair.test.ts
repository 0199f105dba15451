import { describe, expect, it } from 'vitest'
import type { ClientData } from '../../model/client-record.ts'
import { blockKeys } from './block-keys.ts'
import { type Profile, profileOf } from './compare-clients.ts'
import { comparedValues } from './comparison.ts'
import { isNoKey, judgePair } from './judge-pair.ts'
import { expectedModel, learnModel } from './match-model.ts'
import { WordCounts } from './word-counts.ts'

type Said = Partial<ClientData> & { readonly street?: string; readonly postcode?: string; readonly locality?: string }

const person = (given: string | undefined, family: string | undefined, said: Said = {}): ClientData => {
  const { street, postcode, locality, ...data } = said
  return {
    kind: 'person',
    name: [given, family].filter((part) => part !== undefined).join(' '),
    ...(given === undefined ? {} : { givenName: given }),
    ...(family === undefined ? {} : { familyName: family }),
    emails: [],
    phones: [],
    custom: {},
    address: {
      ...(street === undefined ? {} : { street }),
      ...(postcode === undefined ? {} : { postcode }),
      ...(locality === undefined ? {} : { locality }),
    },
    ...data,
  }
}
const firm = (name: string, said: Said = {}): ClientData => ({
  ...person(undefined, undefined, said),
  kind: 'organization',
  name,
})

const judge = (a: ClientData, b: ClientData) => judgePair(profileOf(a), profileOf(b), expectedModel, new WordCounts())
const home = { street: 'Lindenweg 4', postcode: '79098', locality: 'Freiburg' }
const phone = { phones: ['+497615550101'] }
const born = { birthDate: '1981-04-17' }

describe('two people are one', () => {
  it.each<[what: string, a: ClientData, b: ClientData]>([
    [
      'with name, birthday and address',
      person('Ada', 'Lovelace', { ...born, ...home }),
      person('Ada', 'Lovelace', { ...born, ...home }),
    ],
    ['with name and birthday alone', person('Ada', 'Lovelace', born), person('Ada', 'Lovelace', born)],
    ['with a slip in the name', person('Adelheid', 'Lovelace', born), person('Adelhied', 'Lovelace', born)],
    [
      'with names exchanged',
      person('Ada', 'Lovelace', { ...born, ...home }),
      person('Lovelace', 'Ada', { ...born, ...home }),
    ],
    [
      'with a slip in the birthday',
      person('Ada', 'Lovelace', { birthDate: '1981-04-17', ...home }),
      person('Ada', 'Lovelace', { birthDate: '1981-04-11', ...home }),
    ],
    [
      'with day and month exchanged',
      person('Ada', 'Lovelace', { birthDate: '1981-04-07', ...phone }),
      person('Ada', 'Lovelace', { birthDate: '1981-07-04', ...phone }),
    ],
    [
      'with name and telephone, in another house',
      person('Ada', 'Lovelace', { ...home, ...phone }),
      person('Ada', 'Lovelace', { ...phone, street: 'Marktplatz 1', postcode: '10115' }),
    ],
    [
      'with another family name, and birthday and mailbox',
      person('Ada', 'Byron', { ...born, emails: ['ada.byron@x.org'] }),
      person('Ada', 'King', { ...born, emails: ['ada.byron@x.org'] }),
    ],
    [
      'with a short form of the given name',
      person('Elizabeth', 'Lovelace', { ...born, ...home }),
      person('Liz', 'Lovelace', { ...born, ...home }),
    ],
    [
      'with a short form of the given name, and a short family name',
      person('William', 'Kaya', { ...born, ...home }),
      person('Bill', 'Kaya', { ...born, ...home }),
    ],
    [
      'with names in Cyrillic and in Latin letters',
      person('Дмитро', 'Ковальчук', { ...born, ...phone }),
      person('Dmytro', 'Kovalchuk', { ...born, ...phone }),
    ],
    [
      'with umlauts written in two letters',
      person('Åse', 'Bjørndal', { ...born, ...home }),
      person('Aase', 'Bjoerndal', { ...born, ...home }),
    ],
    [
      'with another family name, and birthday, telephone and house',
      person('Ada', 'Byron', { ...born, ...home, ...phone, emails: ['a.byron@x.org'] }),
      person('Ada', 'King', { ...born, ...home, ...phone }),
    ],
    [
      'with one of two family names, and a short form of the given name',
      person('Francisco', 'Olmedo Rivas', { ...born, ...home }),
      person('Paco', 'Olmedo', { ...born, ...home }),
    ],
    [
      'with initials of two given names',
      person('Howard', 'Lovelace', { ...born, ...home }),
      person('H. S.', 'Lovelace', { ...born, ...home }),
    ],
    [
      'with a Cyrillic ending that Latin letters have otherwise',
      person('Юрий', 'Цветков', { ...born, ...home }),
      person('Yury', 'Tsvetkov', { ...born, ...home }),
    ],
    ...[
      ['Wladimir Smirnow', 'Vladimir Smirnoff'],
      ['Tatjana Tschernowa', 'Татьяна Чернова'],
      ['Juri Schischkin', 'Yuriy Shishkin'],
      ['Sergej Wolkow', 'Sergey Volkov'],
      ['Natalja Schukowa', 'Наталья Жукова'],
      ['Jewgeni Zwetajew', 'Evgeny Tsvetaev'],
      ['Boris Jelzin', 'Boris Yeltsin'],
      ['Darja Kusnezowa', 'Darya Kuznetsova'],
      ['Anna Chochlowa', 'Anna Khokhlova'],
      ['Igor Saizew', 'Igor Zaytsev'],
      ['Serhij Tschornowol', 'Serhii Chornovol'],
    ].map(
      (names) =>
        [
          `in the spelling of two languages: ${names.join(', ')}`,
          ...names.map((name) => person(...(name.split(' ') as [string, string]), { ...born, ...home })),
        ] as [string, ClientData, ClientData],
    ),
    ['with a middle name more', person('Ada', 'Lovelace', born), person('Ada Augusta', 'Lovelace', born)],
    [
      'with name and birthday, in another town',
      person('Gertrud', 'Amberger', { ...born, ...home }),
      person('Gertrud', 'Amberger', { ...born, street: 'Markt 40', postcode: '85049', locality: 'Ingolstadt' }),
    ],
    ...['Beate Beatte', 'Edeltraud Edeltraut', 'Rainer Reiner', 'Sophie Sofie'].map((names) => {
      const [one, other] = names.split(' ')
      const own = { ...born, ...home }
      return [`with names that are heard alike: ${names}`, person(one, 'Kohl', own), person(other, 'Kohl', own)] as [
        string,
        ClientData,
        ClientData,
      ]
    }),
    [
      'with slips in the family name and the day',
      person('Wilhelmine', 'Storck', { birthDate: '1936-02-29', ...home }),
      person('Wilhelmine', 'Stork', { birthDate: '1936-02-28', ...home }),
    ],
    [
      'with a slip in the family name, a mailbox for each use, and one house',
      person('Ewan', 'McAllister', { ...born, ...home, emails: ['ewan.mcallister@x.org'] }),
      person('Ewan', 'MacAllister', { ...born, ...home, emails: ['office12@y.org'] }),
    ],
    [
      'with more slips in the family name than are counted, in one house',
      person('Robert', 'Bennett', { ...born, ...home, emails: ['robert.bennett@x.org'] }),
      person('Robert', 'Befntt', { ...born, ...home }),
    ],
  ])('%s', (_, a, b) => {
    expect(judge(a, b).verdict).toBe('same')
    expect(judge(b, a).verdict).toBe('same')
    expect(blockKeys(a).some((key) => blockKeys(b).includes(key))).toBe(true)
  })
})

describe('two people are never taken for one', () => {
  it.each<[what: string, a: ClientData, b: ClientData]>([
    [
      'who are twins',
      person('Ada', 'Lovelace', { ...born, ...home, ...phone }),
      person('Max', 'Lovelace', { ...born, ...home, ...phone }),
    ],
    [
      'of whom one has a name that goes on, on the mailbox of both',
      person('Jan', 'Oppermann', { ...home, emails: ['oppermann@x.org'] }),
      person('Jannis', 'Oppermann', { ...home, emails: ['oppermann@x.org'] }),
    ],
    [
      'whose names begin otherwise, on the mailbox of both',
      person('Carla', 'Reuter', { ...home, emails: ['reuter@x.org'] }),
      person('Karla', 'Reuter', { ...home, emails: ['reuter@x.org'] }),
    ],
    [
      'of whom one is an initial, on the mailbox of a family',
      person('K.', 'Schlüter', { ...home, emails: ['schlueter237@x.org'] }),
      person('Karin', 'Schlüter', { ...home, emails: ['schlueter237@x.org'] }),
    ],
    [
      'who are twins of one initial',
      person('R.', 'Sander', { ...born, ...home, emails: ['reiner.sander@x.org'] }),
      person('R.', 'Sander', { ...born, ...home, emails: ['sander235@x.org'] }),
    ],
    [
      'who are married',
      person('Andrea', 'Lovelace', { ...home, ...phone }),
      person('Andreas', 'Lovelace', { ...home, ...phone }),
    ],
    [
      'who are father and son',
      person('Max', 'Lovelace', { birthDate: '1951-04-17', ...home, ...phone }),
      person('Max', 'Lovelace', { birthDate: '1983-04-17', ...home, ...phone }),
    ],
    [
      'who share a name and a house, as father and son do',
      person('Max', 'Lovelace', home),
      person('Max', 'Lovelace', home),
    ],
    [
      'who have a mailbox each, and one telephone',
      person('Max', 'Lovelace', { ...home, ...phone, emails: ['senior@x.org'] }),
      person('Max', 'Lovelace', { ...home, ...phone, emails: ['junior12@x.org'] }),
    ],
    ...([
      'Jan Jana',
      'Julia Julian',
      'Paul Pauline',
      'Tim Tom',
      'Lena Lea',
      'Michel Michelle',
      'Stefan Stefanie',
      'Jonas Jonah',
      'Marlon Marlin',
      'Jayden Hayden',
      'Sara Zara',
      'Mats Mads',
      'Marie-Laure Marie-Louise',
      'Sven Svenja',
    ].map((names) => {
      const [one, other] = names.split(' ')
      const own = { ...born, ...home, ...phone }
      return [`who are twins: ${names}`, person(one, 'Lovelace', own), person(other, 'Lovelace', own)]
    }) as [string, ClientData, ClientData][]),
    [
      'who were born on one day, with names nearly the same and a mailbox each',
      person('Stefan', 'Thistlewood', { ...born, emails: ['stefan1@x.org'] }),
      person('Stefan', 'Thistlewod', { ...born, emails: ['thistle2@x.org'] }),
    ],
    [
      'who share the mailbox of a parent',
      person('Jayden', 'Lovelace', { ...born, emails: ['mum@x.org'] }),
      person('Hayden', 'Lovelace', { ...born, emails: ['mum@x.org'] }),
    ],
    ...['Lara Laura', 'Arno Aron'].map((names) => {
      const [one, other] = names.split(' ')
      const own = { ...born, ...home, emails: ['lovelace@x.org'] }
      return [
        `who share the mailbox of the family: ${names}`,
        person(one, 'Lovelace', own),
        person(other, 'Lovelace', own),
      ] as [string, ClientData, ClientData]
    }),
    [
      'who were born on one day, with both names nearly the same',
      person('Dominik', 'Sauer', { ...born, ...home, emails: ['d.sauer@x.org'] }),
      person('Dominic', 'Bauer', { ...born, postcode: '80331', emails: ['d.bauer@y.org'] }),
    ],
    [
      'who have one name and birthday, and all else otherwise',
      person('Thomas', 'Lang', { ...born, ...home, ...phone, emails: ['thomas.lang@x.org'] }),
      person('Thomas', 'Lang', { ...born, postcode: '80331', phones: ['+4989600600'], emails: ['tlang71@y.org'] }),
    ],
    [
      'who are sisters, born a year one after the other',
      person('Johanna', 'Lovelace', { birthDate: '2005-05-05', ...home, ...phone }),
      person('Hanna', 'Lovelace', { birthDate: '2004-05-05', ...home, ...phone }),
    ],
    [
      'whose names are heard alike, born two years one after the other',
      person('Finn', 'Lovelace', { birthDate: '2011-01-05', ...home, emails: ['lovelace@x.org'] }),
      person('Fynn', 'Lovelace', { birthDate: '2013-01-05', ...home, emails: ['lovelace@x.org'] }),
    ],
    [
      'with a slip in the name and another year, in one mailbox',
      person('Xiaoming', 'Wang', { birthDate: '1985-01-15', emails: ['wang@x.org'] }),
      person('Xiaomin', 'Wang', { birthDate: '1987-01-15', emails: ['wang@x.org'] }),
    ],
    [
      'who have a tax id each',
      person('Max', 'Lovelace', { ...born, ...home, ...phone, taxId: '86095742719' }),
      person('Max', 'Lovelace', { ...born, ...home, ...phone, taxId: '47036892816' }),
    ],
    [
      'with slips in the name and in the birthday',
      person('Nguyen', 'Van An', { birthDate: '1990-03-02', ...home }),
      person('Nguyen', 'Van Anh', { birthDate: '1990-10-02', ...home }),
    ],
    [
      'whose birthday is the one that systems write where none is known',
      person('Mohammed', 'Lovelace', { birthDate: '1980-01-01', postcode: '79098' }),
      person('Mohamed', 'Lovelace', { birthDate: '1980-01-01', postcode: '79098' }),
    ],
    [
      'of whom one is the third',
      person('Max', 'Lovelace', { ...home, ...phone, name: 'Max Lovelace III' }),
      person('Max', 'Lovelace', { ...home, ...phone }),
    ],
    [
      'who share a common name and a town',
      person('Anna', 'Schmidt', { locality: 'Berlin' }),
      person('Anna', 'Schmidt', { locality: 'Berlin' }),
    ],
    [
      'who share a birthday and a flat',
      person('Ada', 'Lovelace', { ...born, ...home }),
      person('Max', 'Bauer', { ...born, ...home }),
    ],
    [
      'who share an address and no name',
      person(undefined, undefined, { ...home, ...phone }),
      person('Max', 'Bauer', { ...home, ...phone }),
    ],
    ['of whom one has half a name', person('Ada', undefined, born), person('Ada', 'Lovelace', born)],
    ['of whom nothing is known', person(undefined, undefined), person(undefined, undefined)],
  ])('%s', (_, a, b) => {
    expect(judge(a, b).verdict).not.toBe('same')
    expect(judge(b, a).verdict).not.toBe('same')
  })

  it('and the married are no doubt, but twins are', () => {
    const max = person('Max', 'Lovelace', { ...home, ...phone })
    expect(judge(person('Ada', 'Lovelace', { ...home, ...phone }), max).verdict).toBe('other')
    expect(judge(person('Ada', 'Lovelace', { ...home, ...born }), { ...max, ...born }).verdict).toBe('doubt')
  })
})

it('tells less of many clients: a name and a birthday are those of two', () => {
  const [one, other] = [person('Anna', 'Weber', born), person('Anna', 'Weber', { ...born, ...home })].map(profileOf)
  const judgedAmong = (clients: number) => {
    const counts = new WordCounts()
    for (let n = 0; n < clients; n++) counts.add(profileOf(person(`Given${n % 200}`, `Family${n % 500}`)))
    for (let n = 0; n < clients / 10; n++) counts.add(profileOf(person('Anna', 'Weber')))
    return judgePair(one as Profile, other as Profile, expectedModel, counts)
  }
  expect(judgedAmong(1000).verdict).toBe('same')
  expect(judgedAmong(20_000).verdict).toBe('doubt')
})

it('does not take twins for one whose given and family names were put in each other’s place', () => {
  const counts = new WordCounts()
  for (const given of ['Anna', 'Margarete', 'Ada'])
    for (let n = 0; n < 4; n++) counts.add(profileOf(person(given, `F${n}`)))
  const judgedAs = (given: string, one: string, other: string) =>
    judgePair(
      profileOf(person(given, one, { ...born, ...home, ...phone })),
      profileOf(person(given, other, { ...born, ...home, ...phone })),
      expectedModel,
      counts,
    ).verdict
  expect(judgedAs('Smith', 'Anna', 'Margarete')).toBe('doubt')
  expect(judgedAs('Ada', 'Byron', 'King')).toBe('same')
  // Names that no other client has: any of the two may be the given one.
  expect(judgedAs('Thistle', 'Byron', 'King')).toBe('doubt')
  expect(judgedAs('Thistle', 'Mira', 'Mila')).toBe('doubt')
  // Of many clients by the name of King none has it as a given name.
  for (let n = 0; n < 4; n++) counts.add(profileOf(person(`G${n}`, 'King')))
  expect(judgedAs('Thistle', 'Byron', 'King')).toBe('same')
})

it('does not take twins for one of whom one has the names in each other’s place', () => {
  const own = { ...born, ...home, ...phone }
  for (const [given, other] of [
    ['Lena', 'Lina'],
    ['Sven', 'Svenja'],
  ] as const) {
    expect(judge(person(given, 'Wendt', own), person('Wendt', other, own)).verdict).toBe('doubt')
    expect(judge(person('Wendt', given, own), person(other, 'Wendt', own)).verdict).toBe('doubt')
  }
})

it('does not take brothers for one who were born in two years, by an initial and a telephone', () => {
  const own = { ...home, ...phone }
  const [knut, k] = [person('Knut', 'Haas', { ...own, birthDate: '1966-11-20' }), { birthDate: '1975-11-20' }]
  expect(judge(knut, person('K.', 'Haas', { ...own, ...k })).verdict).toBe('doubt')
})

describe('a given name with another letter', () => {
  const judgedAmong = (...names: readonly string[]) => judgedOn('mila.lovelace@x.org', ...names)
  const judgedOn = (mailbox: string, ...names: readonly string[]) => {
    const own = { ...born, ...home, emails: [mailbox] }
    const [mila, mira] = [person('Mila', 'Lovelace', own), person('Mira', 'Lovelace', own)].map(profileOf)
    const counts = new WordCounts()
    for (let n = 0; n < 1000; n++) counts.add(profileOf(person(`Given${n % 90}`, `Family${n % 70}`)))
    for (const name of names) counts.add(profileOf(person(name, 'Lovelace')))
    return judgePair(mila as Profile, mira as Profile, expectedModel, counts).verdict
  }

  it('is another name where both are met again, and a slip where one never is', () => {
    expect(judgedAmong('Mila', 'Mila', 'Mira', 'Mira')).toBe('doubt')
    expect(judgedAmong('Mila', 'Mila', 'Mila', 'Mira')).toBe('same')
    // Of a twin whose name is rare, on a mailbox that says neither.
    expect(judgedOn('mum@x.org', 'Mila', 'Mila', 'Mila', 'Mira')).toBe('doubt')
  })

  it('is another name where the file has neither of them twice', () => {
    expect(judgedAmong('Mila', 'Mira')).toBe('doubt')
  })
})

describe('two organizations', () => {
  it.each<[verdict: string, what: string, a: ClientData, b: ClientData]>([
    [
      'same',
      'without the legal form',
      firm('Adler Metallbau GmbH', home),
      firm('Adler Metallbau', { ...home, street: 'Lindenweg 4' }),
    ],
    [
      'same',
      'with the legal form in one word and in many',
      firm('Adler Metallbau S.r.l.', home),
      firm('Adler Metallbau Società a responsabilità limitata', home),
    ],
    ['same', 'in Greek and in Latin letters', firm('Πλοία Αιγαίου Α.Ε.', home), firm('Ploia Aigaiou', home)],
    ['same', 'with the form before or behind', firm('株式会社山本商店', home), firm('山本商店(株)', home)],
    ['same', 'with a name that it trades as', firm('Adler Bakery', home), firm('Adler Bakery (trading as Wing)', home)],
    [
      'doubt',
      'of two legal forms',
      firm('Adler Metallbau GmbH', { ...home, ...phone }),
      firm('Adler Metallbau GmbH & Co. KG', { ...home, ...phone }),
    ],
    [
      'doubt',
      'of which one holds the other',
      firm('Adler Metallbau Holding GmbH', { ...home, ...phone }),
      firm('Adler Metallbau GmbH', { ...home, ...phone }),
    ],
    [
      'same',
      'in another order',
      firm('Hotel Adler', { ...phone, ...home }),
      firm('Adler Hotel', { ...phone, ...home }),
    ],
    [
      'same',
      'with a shortened street',
      firm('Arnie’s Delicatessen', { street: '12224 Ventura Boulevard', locality: 'Studio City' }),
      firm('Arnies Delicatessen', { street: '12224 Ventura Blvd.', locality: 'Studio City' }),
    ],
    [
      'doubt',
      'with part of a name',
      firm('Adler Metallbau', home),
      firm('Adler Metallbau Service', { ...home, ...phone }),
    ],
    [
      'doubt',
      'of one chain and telephone',
      firm('Adler Metallbau', { ...home, ...phone }),
      firm('Adler Metallbau', { ...home, ...phone, street: 'Lindenweg 40' }),
    ],
    [
      'doubt',
      'with another number in the name',
      firm('Adler Metallbau 2', { ...home, ...phone }),
      firm('Adler Metallbau', { ...home, ...phone }),
    ],
    [
      'same',
      'with words run together',
      firm('Adler Metallbau', { ...home, ...phone }),
      firm('AdlerMetallbau', { ...home, ...phone }),
    ],
    [
      'same',
      'with a usual name at one house, and two numbers',
      firm('Sonnen Apotheke', { ...home, ...phone }),
      firm('Sonnen Apotheke', { ...home, street: 'Lindenwge 4', phones: ['+497619990000'] }),
    ],
    [
      'same',
      'with the form joined to a word',
      firm('Adler Vertriebs GmbH', { ...home, ...phone }),
      firm('Adler Vertriebsgesellschaft mbH', { ...home, ...phone }),
    ],
    ['same', 'with and without an apostrophe', firm("O'Malley's Pub", home), firm('OMalleys Pub', home)],
    [
      'doubt',
      'with words cut short, as "Stadt" is in "Stadtwerke"',
      firm('Internationale Spedition Adler', { ...home, ...phone }),
      firm('Int. Sped. Adler', { ...home, ...phone }),
    ],
    [
      'same',
      'with the name of the owner',
      firm('Adler Metallbau (Inh. Max Bauer)', home),
      firm('Adler Metallbau', home),
    ],
    [
      'same',
      'with a Turkish form',
      firm('Adler Tekstil Sanayi ve Ticaret A.Ş.', home),
      firm('Adler Tekstil San. ve Tic. Anonim Şirketi', home),
    ],
    [
      'same',
      'with a Danish "and"',
      firm('Adler og Sønner ApS', { ...home, ...phone }),
      firm('Adler & Sønner ApS', { ...home, ...phone }),
    ],
    ...['OG:GmbH', 'sp.j.:Sp. z o.o.', 'HB:AB', 'v.o.s.:a.s.'].map((pair) => {
      const [one, other] = pair.split(':')
      const of = (form = '') => firm(`Adler Metallbau ${form}`, { ...home, ...phone })
      return ['doubt', `of two legal forms, ${pair}`, of(one), of(other)] as [string, string, ClientData, ClientData]
    }),
    ...['spółka jawna:sp. j.', 'Spółka z o.o.:Sp. z o.o.', 'Handelsbolag:HB', 'akciová společnost:a.s.'].map((pair) => {
      const [one, other] = pair.split(':')
      const of = (form = '') => firm(`Adler Metallbau ${form}`, { ...home, ...phone })
      return ['same', `with one legal form, ${pair}`, of(one), of(other)] as [string, string, ClientData, ClientData]
    }),
    [
      'doubt',
      'whose owner has another letter',
      firm('Notar Dubosc', { ...home, ...phone }),
      firm('Notar Dubost', { ...home, ...phone }),
    ],
    [
      'doubt',
      'with a tax id each',
      firm('Adler Metallbau', { ...home, ...phone, taxId: 'DE351954714' }),
      firm('Adler Metallbau', { ...home, ...phone, taxId: 'DE160714352' }),
    ],
    ...[
      ['other', 'Gemeinde'],
      ['doubt', 'Stadt'],
    ].map(
      ([verdict, name]) =>
        [
          verdict,
          `of which one name goes on: ${name}`,
          firm(`${name} Adler`, { ...home, ...phone }),
          firm(`${name}werke Adler`, { ...home, ...phone }),
        ] as [string, string, ClientData, ClientData],
    ),
    ['other', 'of one house', firm('Adler Metallbau GmbH', home), firm('Praxis Dr. Bauer', home)],
    [
      'doubt',
      'of one chain and town',
      firm('Sonnen Apotheke', { postcode: '79098' }),
      firm('Sonnen Apotheke', { postcode: '79098', ...phone, street: 'Weg 1' }),
    ],
    [
      'other',
      'of one chain elsewhere',
      firm('Sonnen Apotheke', home),
      firm('Sonnen Apotheke', { street: 'Marktplatz 1', postcode: '10115', locality: 'Berlin' }),
    ],
  ])('are %s: %s', (verdict, _, a, b) => {
    // A word that many have tells little.
    const counts = new WordCounts()
    for (let n = 0; n < 60; n++) counts.add(profileOf(firm(`Sonnen Apotheke ${n}`)))
    expect(judgePair(profileOf(a), profileOf(b), expectedModel, counts).verdict).toBe(verdict)
  })
})

describe('two organizations of one name and one postcode', () => {
  // The name is met as often as others.
  const counts = new WordCounts()
  for (let at = 0; at < 20_000; at++) counts.add({ words: ['wing'], postcode: '79098', locality: 'freiburg' })
  const town = { postcode: home.postcode, locality: home.locality }
  const verdict = (one: Said, other: Said, name = 'Wing GmbH') =>
    judgePair(profileOf(firm('Wing GmbH', one)), profileOf(firm(name, other)), expectedModel, counts).verdict
  it('are worth a look, whatever their numbers and mailboxes', () => {
    expect(verdict(town, town)).toBe('doubt')
    expect(verdict({ ...town, ...phone }, { ...town, phones: ['+497615550999'] })).toBe('doubt')
    expect(verdict({ ...town, emails: ['a@x.org'] }, { ...town, emails: ['b@y.org'] })).toBe('doubt')
  })
  it('are two in other streets or places, with another tax id or legal form', () => {
    expect(verdict(home, { ...home, street: 'Marktplatz 1' })).toBe('other')
    expect(verdict({ ...town, postcode: '79098' }, { locality: 'Freiburg' })).toBe('other')
    expect(verdict({ ...town, taxId: 'DE123456789' }, { ...town, taxId: 'DE987654321' })).toBe('other')
    expect(verdict(town, town, 'Wing AG')).toBe('other')
  })
})

describe('two organizations of one name and one tax id', () => {
  const taxed = (said: Said) => firm('Adler Metallbau GmbH', { ...said, taxId: 'DE351954714' })

  it.each([
    ['in one house', home],
    ['of whom one says no address', {}],
    ['of whom one says the place alone', { postcode: '79098', locality: 'Freiburg' }],
  ])('are one %s', (_, said) => {
    expect(judge(taxed(home), taxed(said)).verdict).toBe('same')
  })

  it.each([
    ['in another street', { ...home, street: 'Marktplatz 1' }],
    ['in another town', { street: 'Marktplatz 1', postcode: '10115', locality: 'Berlin' }],
    ['in another house of the street', { ...home, street: 'Lindenweg 40' }],
  ])('may be branches, or one that has moved, %s', (_, said) => {
    expect(judge(taxed({ ...home, ...phone }), taxed({ ...said, ...phone })).verdict).toBe('doubt')
  })
})

it('shows two side by side', () => {
  const [a, b] = [person('Ada', 'Lovelace', { ...born, ...phone }), person('Adda', 'Lovelace', home)]
  expect(comparedValues(a, b, judge(a, b).agreements)).toEqual([
    { field: 'givenName', incoming: 'Ada', known: 'Adda', agreement: 'similar' },
    { field: 'familyName', incoming: 'Lovelace', known: 'Lovelace', agreement: 'same' },
    { field: 'birthDate', incoming: '1981-04-17', agreement: 'absent' },
    { field: 'phone', incoming: '+497615550101', agreement: 'absent' },
    { field: 'street', known: 'Lindenweg 4', agreement: 'absent' },
    { field: 'locality', known: '79098 Freiburg', agreement: 'absent' },
  ])
})

describe('a model that is learnt', () => {
  const pair = (agreements: Partial<ReturnType<typeof judge>['agreements']>) => ({
    ...judge(person('Ada', 'Lovelace', born), person('Ada', 'Lovelace', born)).agreements,
    ...agreements,
  })

  it('is what was expected where there is nothing to learn from', () => {
    const learnt = learnModel([], [])
    for (const [field, { match, other }] of Object.entries(expectedModel)) {
      const of = learnt[field as keyof typeof learnt]
      for (const level of ['same', 'similar', 'different'] as const) {
        expect(of.match[level]).toBeCloseTo(match[level], 10)
        expect(of.other[level]).toBeCloseTo(other[level], 10)
      }
    }
  })

  it('knows a file in which telephones change, and one in which all have the same', () => {
    const changing = Array.from({ length: 300 }, () => pair({ phone: 'different' }))
    const shared = Array.from({ length: 300 }, () =>
      pair({ given: 'different', family: 'different', birthDate: 'different', phone: 'same' }),
    )
    const learnt = learnModel(changing, shared)
    expect(learnt.phone.match.different).toBeGreaterThan(0.8)
    expect(learnt.phone.other.same).toBeGreaterThan(50 * expectedModel.phone.other.same)
  })
})

describe('a name is no key by itself', () => {
  const counts = new WordCounts()
  for (let time = 0; time < 1000; time++) counts.add(profileOf(person('Anna', 'Smith')))
  const isNone = (data: ClientData): boolean => isNoKey(profileOf(data), counts)
  const full = { ...born, ...home, ...phone, emails: ['anna@example.com'] }

  it.each<[what: string, data: ClientData, isNone: boolean]>([
    ['where many have it, and enough else is said', person('Anna', 'Smith', full), true],
    ['but a rare one', person('Ottilie', 'Thistlewood', full), false],
    ['but that of a row that says little else', person('Anna', 'Smith', { ...phone, ...home }), false],
    ['nor where nothing is said that has a place in no key', person('Anna', 'Smith', { ...phone, ...born }), true],
    ['but where a tax id is said', person('Anna', 'Smith', { ...full, taxId: 'DE123456789' }), false],
    ['but that of an organization', firm('Anna Smith', full), false],
  ])('%s', (_, data, expected) => expect(isNone(data)).toBe(expected))
})

it('are looked for by a tax id, however they write their name', () => {
  const [one, other] = [
    firm('Delta Logistics B.V.', { taxId: 'NL 8123.45.678.B01' }),
    firm('Delta Logistik BV', { taxId: 'nl812345678b01' }),
  ]
  expect(blockKeys(one).filter((key) => blockKeys(other).includes(key))).toHaveLength(1)
  expect(blockKeys(firm('DLX', { taxId: '12345' }))).toEqual(blockKeys(firm('DLX')))
  expect(judge(one, other).verdict).toBe('same')
})
