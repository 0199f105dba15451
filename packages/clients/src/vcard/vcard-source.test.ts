import type { ClientData, SourceRow } from '@chancery/core'
import { clientSourceContract } from '@chancery/port-contracts/client-source'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { createClientNormalizer } from '../normalizer/client-normalizer.ts'
import { createJcardSource, createJscontactSource, createVcardSource } from './vcard-source.ts'

const { signal } = new AbortController()

async function read(text: string) {
  const { columns, rows } = await createVcardSource().read({ document: vettedForTest(text, 'vcard') }, { signal })
  const all: SourceRow[] = []
  for await (const row of rows) all.push(row)
  return { columns, rows: all, faults: all.map(({ faults }) => faults.map(({ code }) => code).join()) }
}

async function clientOf(text: string): Promise<ClientData | undefined> {
  const { columns, rows } = await read(text)
  const normalizer = createClientNormalizer()
  const [row] = await normalizer.normalize(rows, await normalizer.map(columns, rows, {}), { locale: 'en' })
  return row?.data
}

const card = (version: string, ...lines: string[]): string =>
  ['BEGIN:VCARD', `VERSION:${version}`, ...lines, 'END:VCARD', ''].join('\r\n')

const escaped = (value: string): string => value.replaceAll(/[\\,;]/g, String.raw`\$&`)

clientSourceContract('vcard', () => ({
  source: createVcardSource(),
  write: (records) =>
    vettedForTest(
      records.map(({ name, note }) => card('4.0', `FN:${escaped(name)}`, `NOTE:${escaped(note)}`)).join(''),
      'vcard',
    ),
  columns: { name: 'FN', note: 'NOTE' },
  damaged: vettedForTest(`${card('3.0', 'FN:Ada')}BEGIN:VCARD\nVERSION:3.0\nFN:Al`, 'vcard'),
}))

const jscontact = (more: object): object => ({ '@type': 'Card', version: '1.0', ...more })

clientSourceContract('jscontact', () => ({
  source: createJscontactSource(),
  write: (records) =>
    vettedForTest(
      JSON.stringify(records.map(({ name, note }) => jscontact({ name: { full: name }, notes: { n: { note } } }))),
      'json',
    ),
  columns: { name: 'FN', note: 'NOTE' },
  damaged: vettedForTest(JSON.stringify([jscontact({ name: { full: 'Ada' } }), 7]), 'json'),
}))

describe('JSContact', () => {
  it('is read as the vCard that RFC 9555 makes of it, and keeps what it does not know', async () => {
    const card = jscontact({
      uid: 'urn:uuid:1',
      kind: 'individual',
      updated: '2026-01-02T03:04:05Z',
      name: {
        components: [
          { kind: 'title', value: 'Dr.' },
          { kind: 'given', value: 'Ada' },
          { kind: 'surname', value: 'Lovelace; K' },
        ],
      },
      organizations: { o: { name: 'Engines', units: [{ name: 'Analytical' }] } },
      titles: { t: { name: 'Analyst' }, r: { kind: 'role', name: 'Lead' } },
      emails: { a: { address: 'b@x.org' }, b: { address: 'a@x.org', pref: 1 } },
      phones: { p: { number: 'tel:+4930123', features: { fax: true } }, q: { number: '030 1' } },
      addresses: {
        a: {
          components: [
            { kind: 'number', value: '1' },
            { kind: 'name', value: 'Row' },
            { kind: 'locality', value: 'London' },
          ],
          countryCode: 'GB',
        },
      },
      anniversaries: { b: { kind: 'birth', date: { year: 1985, month: 3, day: 5 } } },
      onlineServices: { s: { service: 'Skype', user: 'ada' } },
      vCardProps: [['x-foo', {}, 'text', 'bar'], 'none'],
      'example.com:color': { of: 'hair' },
    })
    const document = vettedForTest(JSON.stringify(card), 'json')
    const { rows } = await createJscontactSource().read({ document }, { signal: new AbortController().signal })
    let row: SourceRow | undefined
    for await (const each of rows) row = each
    expect(row?.externalId).toBe('urn:uuid:1')
    expect(row?.faults).toMatchObject([{ code: 'lines_not_read', severity: 'warning' }])
    const values = (row?.values ?? []).map(({ column, value }) => `${column}=${value}`)
    expect(values.toSorted()).toEqual(
      [
        'ADR.street=1 Row',
        'ADR.locality=London',
        'ADR.country=GB',
        'BDAY=1985-03-05',
        'EMAIL=a@x.org',
        'EMAIL=b@x.org',
        'FN=Dr. Ada Lovelace; K',
        'N.family=Lovelace; K',
        'N.given=Ada',
        'N.prefix=Dr.',
        'ORG.unit=Analytical',
        'ORG=Engines',
        'REV=2026-01-02T03:04:05Z',
        'ROLE=Lead',
        'TEL.fax=+4930123',
        'TEL=030 1',
        'TITLE=Analyst',
        'X-FOO=bar',
        'X-SKYPE=ada',
        'X-JSCONTACT-EXAMPLE-COM-COLOR={"of":"hair"}',
      ].toSorted(),
    )
  })

  it.each(['', '7', '[]', '{"a":1}', '[{"name":{}}]'])('is not %j', async (text) => {
    const read = createJscontactSource().read(
      { document: vettedForTest(text, 'json') },
      { signal: new AbortController().signal },
    )
    await expect(read).rejects.toMatchObject({ code: 'document_corrupt' })
  })
})

const jcard = (...properties: readonly unknown[]): unknown => ['vcard', [['version', {}, 'text', '4.0'], ...properties]]

clientSourceContract('jcard', () => ({
  source: createJcardSource(),
  write: (records) =>
    vettedForTest(
      JSON.stringify(records.map(({ name, note }) => jcard(['fn', {}, 'text', name], ['note', {}, 'text', note]))),
      'json',
    ),
  columns: { name: 'FN', note: 'NOTE' },
  damaged: vettedForTest(JSON.stringify([jcard(['fn', {}, 'text', 'Ada']), ['vcard']]), 'json'),
}))

describe('jCards', () => {
  it('have the columns of the vCards that they are', async () => {
    const one = jcard(
      ['fn', {}, 'text', 'Simon "S;P,\\" Perreault'],
      ['n', {}, 'text', ['Perreault', 'Simon', ['A', 'B'], '', 'ing. jr']],
      ['tel', { type: ['work', 'voice'], pref: '1' }, 'uri', 'tel:+1-418-656-9254;ext=102'],
      ['adr', { type: 'work' }, 'text', ['', '', '2875 Laurier', 'Québec', 'QC', 'G1V 2M2', 'Canada']],
      ['bday', {}, 'date', '1985-03-05'],
      ['email', { group: 'a' }, 'text', 's@example.com'],
      'no property',
    )
    const document = vettedForTest(JSON.stringify(one), 'json')
    const { rows } = await createJcardSource().read({ document }, { signal })
    const all: SourceRow[] = []
    for await (const each of rows) all.push(each)
    const [row] = all
    expect(Object.fromEntries(row?.values.map(({ column, value }) => [column, value]) ?? [])).toEqual({
      FN: 'Simon "S;P,\\" Perreault',
      'N.family': 'Perreault',
      'N.given': 'Simon',
      'N.additional': 'A,B',
      'N.suffix': 'ing. jr',
      TEL: '+1-418-656-9254;ext=102',
      'ADR.street': '2875 Laurier',
      'ADR.locality': 'Québec',
      'ADR.region': 'QC',
      'ADR.postcode': 'G1V 2M2',
      'ADR.country': 'Canada',
      'ADR.type': 'work',
      BDAY: '1985-03-05',
      EMAIL: 's@example.com',
    })
    expect(row?.faults.map(({ code }) => code)).toEqual(['lines_not_read'])
  })

  it.each(['', '[]', '{}', '["vcard"]', '[["event",[]]]', '[1'])('refuses %j', (text) =>
    expect(createJcardSource().read({ document: vettedForTest(text, 'json') }, { signal })).rejects.toMatchObject({
      code: 'document_corrupt',
    }),
  )
})

describe('what address books export', () => {
  it('reads Android: 2.1, quoted-printable with soft breaks', async () => {
    const data = await clientOf(
      card(
        '2.1',
        'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=4D=C3=BC=6C=6C=65=72;=4A=C3=B6=72=67;;;',
        'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=4A=C3=B6=72=67=20=4D=C3=BC=6C=6C=',
        '=65=72',
        'TEL;CELL;PREF:+49 171 1234567',
        'TEL;HOME:+49-30-1234567',
        'TEL;WORK;FAX:+49-30-7654321',
        'EMAIL;HOME:joerg@example.com',
        'NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:one=0D=0Atwo=3B three',
        'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD',
        ' AAAA',
        '',
      ),
    )
    expect(data).toMatchObject({
      name: 'Jörg Müller',
      givenName: 'Jörg',
      familyName: 'Müller',
      phones: ['+491711234567', '+49301234567'],
      emails: ['joerg@example.com'],
      notes: 'one\ntwo; three',
      custom: { 'TEL.fax': '+49-30-7654321' },
    })
  })

  it('reads iPhone: 3.0 with groups and labels', async () => {
    const data = await clientOf(
      card(
        '3.0',
        'PRODID:-//Apple Inc.//iPhone OS 17.0//EN',
        'N:Lovelace;Ada;King;Dr.;',
        'FN:Dr. Ada King Lovelace',
        'ORG:Analytical Engines\\, Inc.;Research;',
        'TITLE:Head of Computing',
        'item1.EMAIL;type=INTERNET:other@example.com',
        'EMAIL;type=INTERNET;type=HOME;type=pref:Ada@Example.com',
        'item1.X-ABLabel:_$!<Other>!$_',
        'TEL;type=CELL;type=VOICE;type=pref:+44 20 7946 0958',
        'item2.ADR;type=HOME;type=pref:;;12 St James Sq\\nFlat 3;London;;SW1Y 4JH;United Kingdom',
        'item2.X-ABADR:gb',
        'BDAY;X-APPLE-OMIT-YEAR=1604:1604-12-10',
        'UID:ABC-123:ABPerson',
      ),
    )
    expect(data).toMatchObject({
      name: 'Ada King Lovelace',
      givenName: 'Ada',
      familyName: 'Lovelace',
      honorific: 'Dr.',
      organization: 'Analytical Engines, Inc.',
      jobTitle: 'Head of Computing',
      emails: ['ada@example.com', 'other@example.com'],
      address: { street: '12 St James Sq\nFlat 3', locality: 'London', postcode: 'SW1Y 4JH', country: 'GB' },
      custom: { 'N.additional': 'King', BDAY: '1604-12-10', 'ORG.unit': 'Research' },
    })
    expect(data?.birthDate).toBeUndefined()
  })

  it('reads Outlook: 2.1 in windows-1252', async () => {
    const data = await clientOf(
      card(
        '2.1',
        'N;LANGUAGE=de;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:M=FCller;J=FCrgen;;Herr',
        'FN;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:J=FCrgen M=FCller',
        'ORG:Kanzlei M\\;N;Berlin',
        'TEL;WORK;VOICE:+49 (0)30 1234567',
        'ADR;WORK;PREF;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:;;Hauptstra=DFe 5=0D=0AHinterhaus;Berlin;;10115;Deutschland',
        'EMAIL;PREF;INTERNET:j@example.com',
        'X-MS-OL-DEFAULT-POSTAL-ADDRESS:2',
        'REV:20240101T000000Z',
      ),
    )
    expect(data).toMatchObject({
      name: 'Jürgen Müller',
      honorific: 'Herr',
      organization: 'Kanzlei M;N',
      phones: ['+49301234567'],
      address: { street: 'Hauptstraße 5\nHinterhaus', locality: 'Berlin', postcode: '10115', country: 'DE' },
    })
  })

  it('reads Gmail: 3.0, folded, an organization without a name', async () => {
    const text =
      'BEGIN:VCARD\nVERSION:3.0\nFN:ACME\nN:;;;;\nORG:ACME\nEMAIL;TYPE=INTERNET;TYPE=WORK:info@exam\n ple.com\nNOTE:a long n\n ote\\, folded\nEND:VCARD\n'
    expect(await clientOf(text)).toMatchObject({
      kind: 'organization',
      name: 'ACME',
      emails: ['info@example.com'],
      notes: 'a long note, folded',
    })
  })

  it('reads Thunderbird: 4.0, preferences, URIs, other languages', async () => {
    const data = await clientOf(
      card(
        '4.0',
        'FN:山田太郎',
        'N;ALTID=1;LANGUAGE=jp;SORT-AS="やまだ,たろう":山田;太郎;;;',
        'N;ALTID=1;LANGUAGE=en:Yamada;Taro;;;',
        'EMAIL;PREF=2:second@example.com',
        'EMAIL;PREF=1:first@example.com',
        'TEL;VALUE=URI;TYPE="work,voice":tel:+81-3-1234-5678;ext=5',
        'BDAY;VALUE=DATE:19850305',
        'URL:https://example.com/a:b',
        'PHOTO:data:image/png;base64,AAAA',
      ),
    )
    expect(data).toMatchObject({
      name: '山田太郎',
      familyName: '山田',
      givenName: '太郎',
      emails: ['first@example.com', 'second@example.com'],
      phones: ['+81312345678;ext=5'],
      birthDate: '1985-03-05',
      website: 'https://example.com/a:b',
      custom: { 'N 2.given': 'Taro', 'N 2.family': 'Yamada' },
    })
  })

  it('knows organizations and lists of members', async () => {
    expect(await clientOf(card('4.0', 'KIND:org', 'FN:Stadtwerke', 'ORG:Stadtwerke'))).toMatchObject({
      kind: 'organization',
      name: 'Stadtwerke',
    })
    expect(
      await clientOf(card('3.0', 'N:;;;;', 'FN:Stadtwerke', 'ORG:Stadtwerke AG', 'X-ABShowAs:COMPANY')),
    ).toMatchObject({
      kind: 'organization',
    })
    expect((await read(card('4.0', 'KIND:group', 'FN:Family', 'MEMBER:urn:uuid:1'))).faults).toEqual(['card_is_group'])
  })

  it('says which telephone is which, in every version and in the words of whoever wrote it', async () => {
    const two = await clientOf(
      card('2.1', 'FN:Ada', 'TEL;WORK;VOICE:+49 30 901820', 'TEL;CELL:+49 171 5550199', 'EMAIL;INTERNET;HOME:A@x.org'),
    )
    expect(two?.contactLabels).toEqual({
      'a@x.org': ['private'],
      '+4930901820': ['work', 'voice'],
      '+491715550199': ['mobile'],
    })
    const three = await clientOf(
      card(
        '3.0',
        'FN:Ada',
        'item1.TEL:+49 30 901820',
        'item1.X-ABLabel:_$!<Mobile>!$_',
        'item2.TEL;TYPE=WORK:+49 30 901821',
        'item2.X-ABLabel:Her assistant, mornings',
        'TEL:+49 30 901822',
      ),
    )
    expect(three?.contactLabels).toEqual({
      '+4930901820': ['mobile'],
      '+4930901821': ['work', 'Her assistant mornings'],
    })
    // A fax is no telephone, whoever says so.
    const fax = await clientOf(
      card('3.0', 'FN:Ada', 'item1.TEL:+49 30 901823', 'item1.X-ABLabel:_$!<WorkFAX>!$_', 'TEL;TYPE=fax:+49 30 901824'),
    )
    expect(fax).toMatchObject({ phones: [], custom: { 'TEL.fax': '+49 30 901824\n+4930901823' } })
    // One that comes twice is both.
    const four = await clientOf(card('4.0', 'FN:Ada', 'TEL;TYPE=cell:+4930901820', 'TEL;TYPE="work,text":+4930901820'))
    expect(four).toMatchObject({
      phones: ['+4930901820'],
      contactLabels: { '+4930901820': ['work', 'mobile', 'text'] },
    })
  })

  it('does not mix two addresses, and loses neither', async () => {
    const data = await clientOf(
      card('3.0', 'FN:Ada L', 'ADR;TYPE=home:;;1 St;London;;;', 'ADR;TYPE=work:;;2 St;Leeds;Yorkshire;LS1;UK'),
    )
    expect(data?.address).toEqual({ street: '1 St', locality: 'London' })
    expect(data?.custom).toEqual({
      'ADR.type': 'home',
      'ADR 2.street': '2 St',
      'ADR 2.locality': 'Leeds',
      'ADR 2.region': 'Yorkshire',
      'ADR 2.postcode': 'LS1',
      'ADR 2.country': 'UK',
      'ADR 2.type': 'work',
    })
  })
})

describe('odd cards', () => {
  it('passes over the card of an agent', async () => {
    const { rows, faults } = await read(
      card('2.1', 'FN:Boss', 'AGENT:', 'BEGIN:VCARD', 'VERSION:2.1', 'FN:Secretary', 'END:VCARD', 'TEL:1'),
    )
    expect(rows.map(({ values }) => values)).toEqual([
      [
        { column: 'FN', value: 'Boss' },
        { column: 'TEL', value: '1' },
      ],
    ])
    expect(faults).toEqual([''])
  })

  it('counts a card that another cuts off, and lines that it cannot read', async () => {
    const { faults } = await read(`BEGIN:VCARD\nFN:A\n${card('3.0', 'FN:B', 'no property', 'TEL:1')}`)
    expect(faults).toEqual(['card_cut_off', 'lines_not_read'])
  })

  it.each<[string, string, string]>([
    ['lower case', 'begin:vcard\nversion:3.0\nfn:Ada\nend:vcard', 'Ada'],
    ['a last soft break', card('2.1', 'FN;ENCODING=QUOTED-PRINTABLE:Ada='), 'Ada'],
    ['a wrong charset', card('2.1', 'FN;CHARSET=US-ASCII-X;ENCODING=QUOTED-PRINTABLE:=C3=84da'), 'Äda'],
    ['bytes that are no UTF-8', card('2.1', 'FN;ENCODING=QUOTED-PRINTABLE:=C4da'), 'Äda'],
    ['an escape at the end', card('3.0', 'FN:Ada\\'), 'Ada\\'],
    ['a colon in a quoted parameter', card('4.0', 'FN;X-A="a:b;c":Ada'), 'Ada'],
    ['CR line ends', 'BEGIN:VCARD\rFN:Ada\rEND:VCARD\r', 'Ada'],
    ['a byte order mark', `\ufeff${card('3.0', 'FN:Ada')}`, 'Ada'],
  ])('reads %s', async (_name, text, name) => {
    const { rows } = await read(text)
    expect(rows.flatMap(({ values }) => values)).toContainEqual({ column: 'FN', value: name })
  })

  it.each(['', 'Dear Sir', 'END:VCARD', 'FN:Ada'])('refuses %j', (text) =>
    expect(read(text)).rejects.toMatchObject({ code: 'document_corrupt' }),
  )

  it.each<[what: string, make: (size: number) => string]>([
    ['quoted bytes', (size) => card('2.1', `FN;ENCODING=QUOTED-PRINTABLE:${'=C3=BC'.repeat(2 * size)}`)],
    ['semicolons', (size) => card('3.0', `N:${';'.repeat(size)}`, `NOTE:${'\\'.repeat(5 * size)}`)],
    ['folds', (size) => card('3.0', 'FN:A', ...Array<string>(size / 2).fill(' x'))],
    ['beginnings', (size) => 'BEGIN:VCARD\n'.repeat(size / 2)],
    ['values', (size) => card('3.0', 'FN:A', ...Array.from({ length: size / 4 }, (_, n) => `NOTE:${n}`))],
    ['quotes', (size) => card('3.0', `FN;${'a"'.repeat(size)}:A`, 'FN:B')],
  ])('takes linear time for many %s', async (_, make) => {
    await expectLinearTime(12_500, make, read)
  })
})

it('goes on where a card ended, and reads nothing before it again where the columns are known', async () => {
  const [first, rest] = [card('4.0', 'FN:Ada', 'TITLE:Dr'), card('3.0', 'FN:Alan') + card('4.0', 'FN:Grace')]
  const { columns, rows } = await read(first + rest)
  expect(rows[0]?.cursor).toBe(`1.${first.length + rest.length}.${first.length}`)
  const document = vettedForTest(' '.repeat(first.length) + rest, 'vcard')
  const again = await createVcardSource().read({ document, cursor: rows[0]?.cursor ?? '', columns }, { signal })
  expect(again).toMatchObject({ columns, fields: { TITLE: 'jobTitle' } })
  const behind: SourceRow[] = []
  for await (const row of again.rows) behind.push(row)
  expect(behind).toEqual(rows.slice(1))
})

describe('several lines of a street', () => {
  const addressOf = async (text: string) => (await clientOf(text))?.address
  it.each([
    ['a list', 'High St 1,Back door', 'High St 1\nBack door'],
    ['commas of a text', String.raw`High St 1\, Back door, left`, 'High St 1, Back door, left'],
    ['a number behind a comma', 'Weg 1,2', 'Weg 1,2'],
    ['an escaped line', String.raw`High St 1\nBack door`, 'High St 1\nBack door'],
  ])('are told by %s', async (_, written, street) => {
    expect(await addressOf(card('4.0', 'FN:Ann Lee', `ADR:;;${written};Berlin;;10115;`))).toMatchObject({
      street,
      locality: 'Berlin',
    })
  })

  it('are values of a jCard, whatever they begin with', async () => {
    const { rows } = await createJcardSource().read(
      {
        document: vettedForTest(
          JSON.stringify(jcard(['adr', {}, 'text', ['', '', ['High St 1', '12 Court'], 'Berlin', '', '', '']])),
          'json',
        ),
      },
      { signal },
    )
    for await (const { values } of rows)
      expect(values).toContainEqual({ column: 'ADR.street', value: 'High St 1\n12 Court' })
  })

  it('are put together of the parts of RFC 9554, where they are told by these alone', async () => {
    const parts = ';;;Berlin;;10115;Germany;;Apt 4;;12;High St;;;;;;'
    expect(await addressOf(card('4.0', 'FN:Ann Lee', `ADR:${parts}`))).toEqual({
      street: 'High St 12\nApt 4',
      postcode: '10115',
      locality: 'Berlin',
      country: 'DE',
    })
    const both = ';;12 High St;Berlin;;10115;Germany;;Apt 4;;12;High St;;;;;;'
    expect((await addressOf(card('4.0', 'FN:Ann Lee', `ADR:${both}`)))?.street).toBe('12 High St')
  })
})

it('takes a card of more values than a client has for none', async () => {
  const telephones = (count: number): string[] => Array.from({ length: count }, (_, n) => `TEL:+49 30 ${n}`)
  const { rows, faults } = await read(card('4.0', ...telephones(1001)) + card('4.0', ...telephones(1000)))
  expect(faults).toEqual(['too_many_values', ''])
  expect(rows[0]?.values).toHaveLength(1000)
})
