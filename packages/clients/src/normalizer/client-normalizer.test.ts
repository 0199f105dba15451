import type { ClientData, ClientField, ColumnMapping, SourceRow } from '@chancery/core'
import { clientNormalizerContract } from '@chancery/port-contracts/client-normalizer'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { dateOrderOf, readBirthDate } from './birth-date.ts'
import { createClientNormalizer } from './client-normalizer.ts'
import { countryCode } from './country-code.ts'
import { readName } from './person-name.ts'
import { readPhone } from './phone-number.ts'

clientNormalizerContract('client normalizer', createClientNormalizer)

type Cells = readonly (readonly [ClientField | `custom.${string}`, string])[]

async function normalize(cells: Cells, options: { country?: string; locale?: string } = {}) {
  const mapping = [...new Set(cells.map(([field]) => field))].map((field): ColumnMapping => ({
    column: field,
    field,
    confidence: 1,
    reason: 'given',
  }))
  const row: SourceRow = {
    row: 1,
    values: cells.map(([column, value]) => ({ column, value })),
    faults: [],
    cursor: '1',
  }
  const [result] = await createClientNormalizer().normalize([row], mapping, { locale: 'en', ...options })
  return { ...result, codes: result?.warnings.map(({ code }) => code) ?? [] }
}

it.each<[string, string, string[]]>([
  ['labels before', 'm: +44 7911 123456, h: +44 20 7946 0958', ['+447911123456', '+442079460958']],
  ['words before', 'Tel. +49 30 123456 / Mobil: +49 171 1234567', ['+4930123456', '+491711234567']],
  ['a letter', 'T +49 30 123456', ['+4930123456']],
  ['behind', '+44 7911 123456 (work)', ['+447911123456']],
])('reads telephones with what says which they are: %s', async (_name, value, phones) => {
  const { data, codes } = await normalize([
    ['name', 'Ada'],
    ['phone', value],
  ])
  expect([data?.phones, codes]).toEqual([phones, []])
})

it.each([
  ['04109 Leipzig', 'Leipzig', '04109'],
  ['D-04109 Leipzig', 'Leipzig', 'D-04109'],
  ['1012 AB Amsterdam', 'Amsterdam', '1012 AB'],
  ['00-238 Warszawa', 'Warszawa', '00-238'],
  ['110 00 Praha 1', 'Praha 1', '110 00'],
  ['Lyon 3e', 'Lyon 3e', undefined],
  ['12345', '12345', undefined],
])('reads a place with its postcode: %s', async (text, locality, postcode) => {
  const { data } = await normalize([
    ['name', 'Ada'],
    ['locality', text],
  ])
  expect([data?.address?.locality, data?.address?.postcode]).toEqual([locality, postcode])
})

it('leaves what is no number', async () => {
  const { data } = await normalize([
    ['name', 'Ada'],
    ['phone', 'ask Bob 2 times'],
  ])
  expect(data).toMatchObject({ phones: [], custom: { phone: 'ask Bob 2 times' } })
})

it.each([
  ['1990. 02. 28.', '1990-02-28'],
  ['1990.02.28.', '1990-02-28'],
  ['28. 2. 1990.', '1990-02-28'],
  ['1990. 02. 30.', undefined],
])('reads dates as they are written in Hungary and on the Balkans: %s', (text, date) => {
  expect(readBirthDate(text, undefined)).toBe(date)
})

it.each([
  ['Ada Lovelace <ADA@example.com>', 'Ada Lovelace', ['ada@example.com']],
  ['"Lovelace, Ada" <ada@example.com>', 'Ada Lovelace', ['ada@example.com']],
  ['Ada <3 Lovelace', 'Ada <3 Lovelace', []],
])('takes the address out of the name: %s', async (value, name, emails) => {
  expect((await normalize([['name', value]])).data).toMatchObject({ name, emails })
  const { data } = await normalize([
    ['name', value],
    ['email', 'first@example.com'],
  ])
  expect(data?.emails).toEqual(['first@example.com', ...emails])
})

it('takes no name of an export apart', async () => {
  const { data } = await normalize([
    ['chanceryId', 'c1'],
    ['kind', 'person'],
    ['name', 'Ada <ada@example.com>'],
  ])
  expect(data).toMatchObject({ name: 'Ada <ada@example.com>', emails: [] })
})

describe('what stands where there is nothing', () => {
  it.each(['NULL', '\\N', '#N/A', 'n/a', '-', '(null)', 'None', '#REF!'])('%s is no value', async (nothing) => {
    const fields = ['email', 'phone', 'jobTitle', 'locality', 'birthDate', 'notes'] as const
    const { data, codes } = await normalize([['name', 'Ada'], ...fields.map((field) => [field, nothing] as const)])
    expect(data).toEqual({ kind: 'person', name: 'Ada', emails: [], phones: [], custom: {} })
    expect(codes).toEqual([])
  })

  it('leaves people who are called so, and what is kept as it is', async () => {
    const { data } = await normalize([
      ['givenName', 'Nan'],
      ['familyName', 'Null'],
      ['custom.rating', 'N/A'],
    ])
    expect(data).toMatchObject({ name: 'Nan Null', custom: { rating: 'N/A' } })
    expect((await normalize([['name', 'None']])).data).toMatchObject({ name: 'None' })
    expect((await normalize([['name', 'NULL']])).errors).toMatchObject([{ code: 'no_identity' }])
  })
})

describe('names', () => {
  it.each<[string, string, Partial<ReturnType<typeof readName>>]>([
    ['Ada Lovelace', 'en', { name: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' }],
    ['Lovelace, Ada', 'en', { name: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' }],
    ['Müller, Dr. Hans', 'de', { name: 'Hans Müller', honorific: 'Dr.', familyName: 'Müller' }],
    [
      'Prof. Dr. med. Eva von der Heide',
      'de',
      { honorific: 'Prof. Dr. med.', givenName: 'Eva', familyName: 'von der Heide' },
    ],
    ['Dipl.-Ing. Karl Maier', 'de', { honorific: 'Dipl.-Ing.', givenName: 'Karl', familyName: 'Maier' }],
    ['Mme Marie Curie', 'fr', { honorific: 'Mme', givenName: 'Marie', familyName: 'Curie' }],
    ['John Smith, PhD', 'en', { name: 'John Smith, PhD', givenName: 'John', familyName: 'Smith' }],
    ['Sammy Davis Jr.', 'en', { name: 'Sammy Davis Jr.', givenName: 'Sammy', familyName: 'Davis' }],
    ['Smith, John, Jr.', 'en', { name: 'John Smith, Jr.', givenName: 'John', familyName: 'Smith' }],
    ['山田 太郎', 'ja', { familyName: '山田', givenName: '太郎' }],
    ['Mr & Mrs Smith', 'en', { name: 'Smith', honorific: 'Mr & Mrs' }],
    ['Mr and Mrs John Smith', 'en', { honorific: 'Mr and Mrs', givenName: 'John', familyName: 'Smith' }],
    ['Herr und Frau Dr. Maier', 'de', { name: 'Maier', honorific: 'Herr und Frau Dr.' }],
    ['M. et Mme Durand', 'fr', { name: 'Durand', honorific: 'M. et Mme' }],
    ['M Smith', 'en', { givenName: 'M', familyName: 'Smith' }],
    ['Ing Wong', 'en', { givenName: 'Ing', familyName: 'Wong' }],
    ['Dr.', 'en', { name: 'Dr.' }],
    [', Ada', 'en', { name: 'Ada' }],
    ['Smith,, Jr.,', 'en', { name: 'Smith, Jr.' }],
  ])('splits %j (%s)', (text, locale, parts) =>
    expect(readName(text, locale)).toMatchObject({ kind: 'person', ...parts }),
  )

  it.each([
    ['Gabriel García Márquez', 'es'],
    ['John & Mary Smith', 'en'],
    ['Hans und Eva Maier', 'de'],
    ['van der Berg Jan', 'nl'],
    ['Nagy László', 'hu'],
    ['毛泽东', 'zh'],
    ['Cher', 'en'],
    [',', 'en'],
    ['Dr. ,', 'en'],
    ['Smith, John, Manager', 'en'],
    ['x'.repeat(100_000), 'en'],
  ])('leaves %.30s whole (%s)', (text, locale) => {
    expect(readName(text, locale)).toEqual({ kind: 'person', name: text })
  })

  it.each([
    'Pine & Co. Ltd',
    'Müller GmbH',
    'Müller GmbH & Co. KG',
    'Acme, Inc.',
    'Volvo AB',
    'Novo Nordisk A/S',
    'Nestlé S.A.',
    'Dupont SARL',
    'SCI Les Pins',
    'Rossi S.p.A.',
    'Rossi S.r.l.',
    'Kowalski Sp. z o.o.',
    'Turnverein Ulm e. V.',
    'Smith & Sons',
    'Stichting Zon',
    'University of York',
    'Fundación La Caixa',
    '株式会社山田',
    '上海贸易有限公司',
    'Janssen B.V.',
    'Müller und Söhne AG',
    'Pine & Co',
  ])('takes %j for an organization', (text) =>
    expect(readName(text, 'en')).toEqual({ kind: 'organization', name: text }),
  )

  it.each([
    'Marc As',
    'Anna Co',
    'Maria Sa',
    'Eva Spa',
    'Bo Ab',
    'MARC AS',
    'Ivan Ag',
    'Anna Bank',
    'Co',
    'Marie Company',
    'Ag',
    'Peter Verein',
    'Li Se',
    'Ed Inga',
    'Rosa Eg',
    'Kim Oy',
  ])('takes %j for a person', (text) => expect(readName(text, 'en').kind).toBe('person'))

  it.each<[Readonly<Record<string, string>>, string, string]>([
    [{ Voornaam: 'Piet', Tussenvoegsel: 'van der', Achternaam: 'Berg' }, 'Piet van der Berg', 'van der Berg'],
    [{ Voornaam: 'Piet', Achternaam: 'Berg', Tussenvoegsel: 'van der' }, 'Piet van der Berg', 'van der Berg'],
    [{ Voornaam: 'Piet', Tussenvoegsel: 'van', Achternaam: 'van Dijk' }, 'Piet van Dijk', 'van Dijk'],
    [{ Nombre: 'Ana', 'Primer apellido': 'García', 'Segundo apellido': 'López' }, 'Ana García López', 'García López'],
    [{ Nombre: 'Ana', Apellido1: 'García', Apellido2: 'García' }, 'Ana García García', 'García García'],
    [{ Nombre: 'Ana', 'Apellido 1': 'García', 'Apellido 2': '' }, 'Ana García', 'García'],
  ])('puts the parts of a family name together: %j', async (cells, name, familyName) => {
    const values = Object.entries(cells).map(([column, value]) => ({ column, value }))
    const rows = [{ row: 1, values, faults: [], cursor: '1' }]
    const normalizer = createClientNormalizer()
    const mapping = await normalizer.map(Object.keys(cells), rows, {})
    const [result] = await normalizer.normalize(rows, mapping, { locale: 'en' })
    expect(result?.data).toMatchObject({ name, familyName, custom: {} })
  })

  it('says who it is by what there is', async () => {
    const nameOf = async (cells: Cells): Promise<Partial<ClientData> | undefined> => (await normalize(cells)).data
    expect(await nameOf([['organization', 'ACME']])).toMatchObject({ kind: 'organization', name: 'ACME' })
    expect(
      await nameOf([
        ['name', 'ACME'],
        ['organization', 'ACME'],
      ]),
    ).toMatchObject({ kind: 'organization' })
    expect(await nameOf([['email', 'a@x.org']])).toMatchObject({ name: 'a@x.org' })
    expect(await nameOf([['phone', '+44 20 7946 0958']])).toMatchObject({ name: '+442079460958' })
    expect(
      await nameOf([
        ['givenName', 'Dr. Ada'],
        ['familyName', 'L'],
      ]),
    ).toMatchObject({ name: 'Ada L', honorific: 'Dr.' })
    expect((await normalize([['notes', 'x']])).errors).toMatchObject([{ code: 'no_identity' }])
  })
})

describe('contact values', () => {
  it.each<[string, string | undefined, string | undefined]>([
    ['+49 (0)30 123456', undefined, '+4930123456'],
    ['0049 30 123456', undefined, '+4930123456'],
    ['030/123456', 'DE', '+4930123456'],
    ['(212) 555-0100', 'US', '+12125550100'],
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['020 7946 0958 ext. 12', 'GB', '+442079460958;ext=12'],
    ['030 123456', undefined, undefined],
    ['12345', 'DE', undefined],
    ['4.91712E+11', 'DE', undefined],
    ['1-800-FLOWERS', 'US', undefined],
    ['call me', 'US', undefined],
    ['030 123456', 'ZZ', undefined],
  ])('reads the number %j in %s', (text, country, number) => expect(readPhone(text, country)).toBe(number))

  it('takes the country of a number from the row before the option', async () => {
    const cells: Cells = [
      ['name', 'A'],
      ['country', 'Österreich'],
      ['phone', '01 5123456'],
    ]
    expect((await normalize(cells, { country: 'DE' })).data?.phones).toEqual(['+4315123456'])
    const kept = await normalize([
      ['name', 'A'],
      ['phone', '030 123456'],
    ])
    expect(kept).toMatchObject({ data: { phones: ['030 123456'] }, codes: ['phone_without_country'] })
  })

  it.each<[string, string[]]>([
    ['Ada@Example.COM', ['ada@example.com']],
    ['"Lovelace, Ada" <ada@x.org>; Bob <b@x.org>', ['ada@x.org', 'b@x.org']],
    ['a@x.org ::: b@x.org', ['a@x.org', 'b@x.org']],
    ['mailto:a@x.org, a@x.org', ['a@x.org']],
  ])('reads the addresses of %j', async (text, emails) =>
    expect(await normalize([['email', text]])).toMatchObject({ data: { emails }, codes: [] }),
  )

  it('keeps what is no address or number, and says so', async () => {
    const result = await normalize([
      ['name', 'A'],
      ['email', 'ada at x'],
      ['phone', 'ask Bob'],
    ])
    expect(result.data).toMatchObject({ emails: [], phones: [], custom: { email: 'ada at x', phone: 'ask Bob' } })
    expect(result.codes).toEqual(['invalid_email', 'invalid_phone'])
  })

  it.each([
    ['ada.example.com', '"ada.example.com" is not an e-mail address. It has no "@".'],
    ['ada@example.com; bob@host', '"bob@host" is not an e-mail address. Its domain has no dot.'],
    ['a..b@x.org', '"a..b@x.org" is not an e-mail address. What stands before the "@" is no name of a mailbox.'],
    ['@x.org', '"@x.org" is not an e-mail address. Nothing stands before the "@".'],
    ['a@192.0.2.1', '"a@192.0.2.1" is not an e-mail address. What stands behind the "@" is no domain.'],
    ['a@x, b@y, c@z.org', '"a@x" is not an e-mail address. Its domain has no dot. The cell holds 2 such.'],
    ['Ada <>', '"Ada <>" holds no e-mail address.'],
  ])('says which address of a cell is none, and why: %s', async (text, message) => {
    const { warnings = [] } = await normalize([
      ['name', 'A'],
      ['email', text],
    ])
    expect(warnings.map((each) => each.message)).toEqual([`${message} The cell is kept as it is.`])
  })
})

describe('dates', () => {
  it.each<[string, 'dmy' | 'mdy' | undefined, string | undefined]>([
    ['1985-03-05', undefined, '1985-03-05'],
    ['19850305', undefined, '1985-03-05'],
    ['1985/3/5', undefined, '1985-03-05'],
    ['1985-03-05T00:00:00Z', undefined, '1985-03-05'],
    ['5.3.1985', undefined, '1985-03-05'],
    ['05/03/1985', 'dmy', '1985-03-05'],
    ['03/05/1985', 'mdy', '1985-03-05'],
    ['03/05/1985', undefined, undefined],
    ['25/03/1985', undefined, '1985-03-25'],
    ['05.03.85', undefined, '1985-03-05'],
    ['05.03.12', undefined, undefined],
    ['5. März 1985', undefined, '1985-03-05'],
    ['March 5, 1985', undefined, '1985-03-05'],
    ['5 de marzo de 1985', undefined, '1985-03-05'],
    ['5. maaliskuuta 1985', undefined, '1985-03-05'],
    ['1985. március 5.', undefined, '1985-03-05'],
    ['5 Mart 1985', undefined, '1985-03-05'],
    ['5 марта 1985 г.', undefined, '1985-03-05'],
    ['1985年3月5日', undefined, '1985-03-05'],
    ['1985年13月5日', undefined, undefined],
    ['5 février 1985', undefined, '1985-02-05'],
    ['05-Mar-1985', undefined, '1985-03-05'],
    ['31.02.1985', undefined, undefined],
    ['1604-03-05', undefined, undefined],
    ['31111', undefined, undefined],
    ['soon', undefined, undefined],
    ['1'.repeat(100_000), undefined, undefined],
  ])('reads %.20s as %s', (text, order, date) => expect(readBirthDate(text, order)).toBe(date))

  it.each<[string[], string, string | undefined, string | undefined, string[]?]>([
    [['01/02/2000'], 'en-GB', undefined, undefined, ['US', 'US', 'GB']],
    [['01/02/2000'], 'en-GB', undefined, 'dmy', ['US', 'GB']],
    [['01/02/2000'], 'en-US', 'US', 'mdy', ['DE']],
    [['13/02/2000'], 'en-GB', undefined, 'dmy', ['US']],
    [['01/02/2000', '25/12/1999'], 'en-US', undefined, 'dmy'],
    [['01/02/2000', '12/25/1999'], 'en-GB', undefined, 'mdy'],
    [['25/12/1999', '12/25/1999'], 'en-GB', undefined, undefined],
    [['01/02/2000'], 'en', undefined, undefined],
    [['01/02/2000'], 'en', 'US', 'mdy'],
    [['01/02/2000'], 'en', 'GB', 'dmy'],
    [['01/02/2000'], 'en-CA', undefined, undefined],
    [['01/02/2000'], 'de', undefined, 'dmy'],
    [['01/02/2000'], 'ja', undefined, undefined],
  ])('finds the order of %j (%s, %s)', (values, locale, country, order, addresses = []) =>
    expect(dateOrderOf(values, { locale, country, addresses })).toBe(order),
  )

  it('reads no date by the locale that the country of the address contradicts', async () => {
    const address = (country: string) =>
      normalize(
        [
          ['name', 'A'],
          ['birthDate', '03/04/1985'],
          ['country', country],
        ],
        { locale: 'en-GB' },
      )
    expect((await address('USA')).codes).toEqual(['ambiguous_date'])
    expect((await address('Ireland')).data?.birthDate).toBe('1985-04-03')
  })

  it.each(['0/0/00', '0.0.0000', '00/00/0000', '0000-00-00'])('takes %s as no date', async (birthDate) => {
    const { data, codes } = await normalize([
      ['name', 'A'],
      ['birthDate', birthDate],
    ])
    expect([data?.birthDate, data?.custom, codes]).toEqual([undefined, {}, []])
  })

  it('keeps a date that is not sure as it is', async () => {
    const { data, codes } = await normalize([
      ['name', 'A'],
      ['birthDate', '03/04/1985'],
    ])
    expect(data?.birthDate).toBeUndefined()
    expect(data?.custom).toEqual({ birthDate: '03/04/1985' })
    expect(codes).toEqual(['ambiguous_date'])
  })

  it.each([
    ['31.02.1990', 'invalid_date'],
    ['soon', 'invalid_date'],
    ['03/04/85', 'ambiguous_date'],
    ['03.04.12', 'ambiguous_date'],
  ])('tells what is no date (%s) from what is not sure', async (birthDate, code) => {
    const { data, codes } = await normalize([
      ['name', 'A'],
      ['birthDate', birthDate],
    ])
    expect(data?.custom).toEqual({ birthDate })
    expect(codes).toEqual([code])
  })
})

it.each([
  ['Germany', 'DE'],
  ['Deutschland', 'DE'],
  ['Allemagne', 'DE'],
  ['Alemania', 'DE'],
  ['Germania', 'DE'],
  ['Alemanha', 'DE'],
  ['Duitsland', 'DE'],
  ['Niemcy', 'DE'],
  ['de', 'DE'],
  ['DEU', 'DE'],
  ['U.S.A.', 'US'],
  ['UK', 'GB'],
  ['England', 'GB'],
  ['ÖSTERREICH', 'AT'],
  ['Schweiz', 'CH'],
  ['Großbritannien', 'GB'],
  ['日本', 'JP'],
  ['ZZ', undefined],
  ['Atlantis', undefined],
  ['D', undefined],
  ['constructor', undefined],
  ['x'.repeat(1e6), undefined],
])('knows the country %.20s', (text, code) => expect(countryCode(text)).toBe(code))

describe('values', () => {
  it('joins a street, keeps second values, and mixes no prototypes', async () => {
    const { data, externalId } = await normalize([
      ['name', 'A'],
      ['street', 'Hauptstraße'],
      ['street', '5a'],
      ['street', 'Hinterhaus'],
      ['country', 'Atlantis'],
      ['jobTitle', 'Clerk'],
      ['jobTitle', 'Judge'],
      ['custom.constructor', 'x'],
      ['custom.__proto__', 'y'],
      ['externalId', ' 7\u0000 '],
    ])
    expect(data?.address).toEqual({ street: 'Hauptstraße 5a, Hinterhaus', country: 'Atlantis' })
    expect(data).toMatchObject({ jobTitle: 'Clerk', custom: { jobTitle: 'Judge', constructor: 'x', proto: 'y' } })
    expect(externalId).toBe('7')
  })

  it('writes a name in one line, whatever breaks its cell has', async () => {
    const { data } = await normalize([
      ['givenName', 'Ada\nMaria'],
      ['familyName', 'Lovelace\r\n King'],
      ['notes', 'one\ntwo'],
    ])
    expect(data).toMatchObject({ name: 'Ada Maria Lovelace King', familyName: 'Lovelace King', notes: 'one\ntwo' })
  })

  it('takes the address that a row has, where others have another', async () => {
    const columns = ['Last Name', 'Business Street', 'Business City', 'Home Street', 'Home City', 'Other City']
    const rows = [
      ['A', 'Works 5', 'Leeds', 'Main St 1', 'London', ''],
      ['B', '', '', 'Main St 1', 'London', 'Hull'],
      ['C', '', 'Leeds', 'Main St 1', '', ''],
      ['D', '', '', '', '', ''],
    ].map((cells, at): SourceRow => ({
      row: at + 1,
      values: cells.flatMap((value, place) => (value === '' ? [] : { column: columns[place] ?? '', value })),
      faults: [],
      cursor: '',
    }))
    const normalizer = createClientNormalizer()
    const mapping = await normalizer.map(columns, rows, {})
    const results = await normalizer.normalize(rows, mapping, { locale: 'en' })
    expect(results.map(({ data }) => [data?.address, data?.custom])).toEqual([
      [
        { street: 'Works 5', locality: 'Leeds' },
        { 'Home Street': 'Main St 1', 'Home City': 'London' },
      ],
      [{ street: 'Main St 1', locality: 'London' }, { 'Other City': 'Hull' }],
      [{ locality: 'Leeds' }, { 'Home Street': 'Main St 1' }],
      [undefined, {}],
    ])
  })

  it('takes out what keeps a spreadsheet from calculating', async () => {
    const { data, codes } = await normalize([
      ['name', 'Ada'],
      ['postcode', '="01067"'],
      ['phone', "'+49 30 123456"],
      ['custom.remark', "'-5"],
      ['custom.quote', "'tis"],
    ])
    expect(data).toMatchObject({ address: { postcode: '01067' }, phones: ['+4930123456'] })
    expect(data?.custom).toEqual({ remark: '-5', quote: "'tis" })
    expect(codes).toEqual([])
  })

  it('takes out what cannot be seen', async () => {
    const { data } = await normalize([['name', '\ufeff A\u0000da\u200b\u202e L\u00a0 \ud800']])
    expect(data?.name).toBe('Ada L \ufffd')
  })

  it.each<[field: ClientField, what: string, make: (size: number) => string]>([
    ['email', 'blanks', (size) => ' '.repeat(size) + 'x'],
    ['email', 'brackets', (size) => '<'.repeat(size)],
    ['email', 'words', (size) => 'a '.repeat(size / 2)],
    ['phone', 'blanks', (size) => '+' + ' '.repeat(size) + '1'],
    ['phone', 'slashes', (size) => '1 / '.repeat(size / 4)],
    ['name', 'commas', (size) => 'a, '.repeat(size / 3)],
    ['name', 'blanks', (size) => `a${' '.repeat(size)}b`],
    ['birthDate', 'slashes', (size) => '1/'.repeat(size / 2)],
    ['country', 'letters', (size) => 'x'.repeat(size)],
    ['street', 'letters', (size) => 'x'.repeat(size)],
    ['honorific', 'titles', (size) => 'dr '.repeat(size / 3)],
  ])('takes linear time for a %s of many %s', async (field, _, make) => {
    await expectLinearTime(125_000, make, (value) =>
      normalize([
        ['organization', 'A'],
        [field, value],
      ]),
    )
  })

  it('normalizes 5,000 rows', async () => {
    const rows = Array.from({ length: 5000 }, (_, n): SourceRow => {
      const values = [
        ['n', `Ada Lovelace ${n}`],
        ['e', `ada${n}@x.org`],
        ['p', `0171 ${1_000_000 + n}`],
        ['c', 'Deutschland'],
        ['b', '5.3.1985'],
      ]
      return { row: n, values: values.map(([column = '', value = '']) => ({ column, value })), faults: [], cursor: '' }
    })
    const fields = { n: 'name', e: 'email', p: 'phone', c: 'country', b: 'birthDate' } as const
    const mapping = Object.entries(fields).map(([column, field]): ColumnMapping => ({
      column,
      field,
      confidence: 1,
      reason: 'given',
    }))
    const results = await createClientNormalizer().normalize(rows, mapping, { locale: 'de' })
    expect(results.every(({ data, warnings }) => data?.birthDate === '1985-03-05' && warnings.length === 0)).toBe(true)
  })
})

it('takes the first tax id that a row has, and keeps another', async () => {
  const normalizer = createClientNormalizer()
  const taxIds = async (own: string, vat: string) => {
    const cells = { Denominazione: 'Ada Rossi', 'Codice fiscale': own, 'Partita IVA': vat }
    const values = Object.entries(cells).map(([column, value]) => ({ column, value }))
    const row: SourceRow = { row: 1, values, faults: [], cursor: '1' }
    const mapping = await normalizer.map(Object.keys(cells), [row], {})
    const [result] = await normalizer.normalize([row], mapping, { locale: 'it' })
    return [result?.data?.taxId, result?.data?.custom]
  }
  expect(await taxIds('RSSDAA80A41G224X', '')).toEqual(['RSSDAA80A41G224X', {}])
  expect(await taxIds('', '01234560528')).toEqual(['01234560528', {}])
  expect(await taxIds('01234560528', '01234560528')).toEqual(['01234560528', {}])
  expect(await taxIds('RSSDAA80A41G224X', '01234560528')).toEqual([
    'RSSDAA80A41G224X',
    { 'Partita IVA': '01234560528' },
  ])
})

it('takes a firm that stands beside the parts of a name for the firm of that person', async () => {
  const parts = [
    ['givenName', 'Fenna'],
    ['familyName', 'Terpstra'],
  ] as const
  expect((await normalize([['name', 'Touwslagerij De Vliet B.V.'], ...parts])).data).toMatchObject({
    kind: 'person',
    name: 'Fenna Terpstra',
    organization: 'Touwslagerij De Vliet B.V.',
  })
  expect((await normalize([['name', 'Fenna M. Terpstra'], ...parts])).data).not.toHaveProperty('organization')
})
