import {
  type Context,
  type DocumentGuard,
  defaultSettings,
  enterClientData,
  execute,
  deleteClient,
  exportClients,
  findClients,
  type Hasher,
  type Ports,
  providers,
  settleClients,
} from '@chancery/core'
import { sealForTest } from '@chancery/port-contracts/seal-for-test'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createMemoryClientDirectory } from './directory.ts'
import {
  createClientNormalizer,
  createCsvSource,
  createJscontactSource,
  createJsonSource,
  createVcardSource,
} from './index.ts'

const refuse = (): never => {
  throw new TypeError('not here')
}

const guard: DocumentGuard = {
  identify: () => 'csv',
  archivedNames: refuse,
  async vet(bytes) {
    const start = new TextDecoder().decode(bytes.slice(0, 6))
    return vettedForTest(bytes, start === 'BEGIN:' ? 'vcard' : start.startsWith('[\n') ? 'json' : 'csv', 'people.csv')
  },
}

const hasher: Hasher = {
  sha256(data) {
    const hash = createHash('sha256')
    for (const piece of data instanceof Uint8Array ? [data] : data) hash.update(piece)
    return hash.digest('hex')
  },
  async sha256OfStream(pieces) {
    const hash = createHash('sha256')
    for await (const piece of pieces) hash.update(piece)
    return hash.digest('hex')
  },
}

/** What exports and imports need, real but for the guard. */
function service() {
  const directory = createMemoryClientDirectory(sealForTest)
  let ids = 0
  const ports: Ports = {
    clientDirectory: directory,
    clientNormalizer: createClientNormalizer(),
    clientSources: providers({
      csv: createCsvSource(),
      json: createJsonSource(),
      vcard: createVcardSource(),
      jscontact: createJscontactSource(),
    }),
    guard,
    ids: { next: () => `id${String(++ids).padStart(20, '0')}` },
    clock: { now: () => 1_800_000_000_000 },
    hasher,
    stores: { names: [], get: refuse },
    settings: defaultSettings,
  } as Pick<Ports, never> as Ports
  const context: Context = {
    principal: { id: 'test', operations: '*' },
    requestId: 'r',
    signal: new AbortController().signal,
    deadline: 1_800_000_060_000,
  }
  const enter = async (provider: string, text: string, more: object = {}) => {
    const document = { content: Buffer.from(text).toString('base64'), filename: 'people.csv' }
    return (await execute(enterClientData, { source: { provider, document }, ...more }, ports, context)).data
  }
  const write = async (format: string, more: object = {}) => {
    const { data } = await execute(exportClients, { format, ...more }, ports, context)
    return { ...data, text: Buffer.from(data.document.content ?? '', 'base64').toString() }
  }
  const all = async () => (await execute(findClients, { limit: 100 }, ports, context)).data.clients
  const remove = async (client: string) => await execute(deleteClient, { client }, ports, context)
  const join = async (client: string, other: string) =>
    await execute(settleClients, { client, other, decision: 'same' }, ports, context)
  return { enter, write, all, remove, join }
}

const rowsOf = ({ summary }: { readonly summary: Readonly<Record<string, number | undefined>> }) =>
  Object.fromEntries(Object.entries(summary).filter(([, count]) => (count ?? 0) > 0))

const people = `Name,Title,E-mail,Phone,Company,Street,ZIP,City,Country,Date of birth,Notes,=SUM(A1),Website
"Dr. Ada King von Lovelace",,ada@example.com; ada@work.example,+44 20 7946 0958;+49 30 123456 ext 12,,"Long ""Row"" 1, 2",01234,London,UK,1985-03-05,"first
- second",-1+1,www.example.com
Pine & Co. Ltd,,info@pine.example,030 1234,Pine & Co. Ltd,,,,,,@cmd,=1+1|x,n/a
"Müller, Jörg",,,0171 1234567,"Müller; Söhne",Weg 1,,Łódź,Nowhere,,+49 later,,n/a
Cher,,+strange@example.com,,,,,,,,=cmd|' /C calc'!A0,,n/a
山田太郎,,,,,,,,JP,,,,
`

describe('clients that were exported', () => {
  it.each([
    ['csv', 'csv'],
    ['vcard', 'vcard'],
    ['vcard-3.0', 'vcard'],
    ['json', 'json'],
    ['jscontact', 'jscontact'],
  ])(
    'as %s change nothing when they are imported again, and are the same in another directory',
    async (format, provider) => {
      const { enter, write, all } = service()
      expect(rowsOf(await enter('csv', people, { country: 'DE' }))).toEqual({ read: 5, created: 5 })
      const before = await all()
      const { text, count } = await write(format, { bom: true })
      expect(count).toBe(5)
      expect(rowsOf(await enter(provider, text))).toEqual({ read: 5, unchanged: 5 })
      expect(await all()).toEqual(before)
      const other = service()
      expect(rowsOf(await other.enter(provider, text))).toEqual({ read: 5, created: 5 })
      expect((await other.all()).map(said)).toEqual(before.map(said))
      expect(rowsOf(await other.enter(provider, text))).toEqual({ read: 5, unchanged: 5 })
    },
  )

  /** Values as sources may give them: whatever stands in a cell. */
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      '',
      'Dr.',
      'n/a',
      '=1+1',
      '+49 30 123456',
      '-',
      '@x',
      'ada@example.com',
      'A;B',
      'a,b',
      'data:x,y',
    ),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('\\', '\\n', '"', "'", "'=x", 'x\ny', ' x ', ';;', ':', '::', 'Müller GmbH', 'Herr und Frau Maier'),
  )
  /** As an import of cards calls what the fields have no room for. */
  const cardColumns = [
    'N.additional',
    'N.suffix',
    'ORG.unit',
    'ORG 2',
    'ORG 2.unit',
    'TITLE 2',
    'TEL.fax',
    'ADR.box',
  ].concat(['ADR.type', 'ADR 2.street', 'ADR 2.country', 'ADR 2.type', 'ADR 3.locality'])
  const columns = [
    'Name',
    'Vorname',
    'Nachname',
    'Anrede',
    'E-Mail',
    'Telefon',
    'Firma',
    'Straße',
    'PLZ',
    'Ort',
    'Land',
  ]
  const more = [
    'Geburtsdatum',
    'Notiz',
    'Website',
    'X-SKYPE',
    'NICKNAME',
    'ROLE',
    'custom.x',
    'kind',
    'Büro Straße',
    'USt-IdNr.',
    'Handy',
    'Phone 1 - Label',
    'Phone 1 - Value',
    ...cardColumns,
  ]
  const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`
  const tables = fc.array(fc.tuple(...[...columns, ...more].map(() => cell)), { minLength: 1, maxLength: 4 })

  it.each([
    ['csv', 'csv'],
    ['vcard', 'vcard'],
    ['vcard-3.0', 'vcard'],
    ['json', 'json'],
    ['jscontact', 'jscontact'],
  ])('as %s are what they were, whatever they say', async (format, provider) => {
    await fc.assert(
      fc.asyncProperty(tables, async (rows) => {
        const { enter, write, all } = service()
        await enter('csv', [[...columns, ...more], ...rows].map((row) => row.map(quoted).join(',')).join('\r\n'))
        const before = await all()
        if (before.length === 0) return
        const { text } = await write(format)
        expect(rowsOf(await enter(provider, text))).toEqual({ read: before.length, unchanged: before.length })
        expect(await all()).toEqual(before)
        const other = service()
        await other.enter(provider, text)
        expect((await other.all()).map(said)).toEqual(before.map(said))
      }),
      { numRuns: 25 },
    )
  })

  it.each([
    ['csv', 'csv'],
    ['vcard', 'vcard'],
    ['vcard-3.0', 'vcard'],
    ['json', 'json'],
    ['jscontact', 'jscontact'],
  ])('as %s before one was deleted, and one became part of another, are told so', async (format, provider) => {
    const { enter, write, all, remove, join } = service()
    await enter('csv', people)
    const [ada, pine, jorg, cher, yamada] = (await all()).map(({ id }) => id) as [
      string,
      string,
      string,
      string,
      string,
    ]
    const { text } = await write(format)
    await remove(ada)
    await join(jorg, cher)
    // Who became part of one that is deleted is deleted too.
    await join(pine, yamada)
    await remove(pine)
    const before = await all()
    const codes = ({ clients }: Awaited<ReturnType<typeof enter>>) =>
      clients.flatMap(({ row, warnings }) =>
        warnings.flatMap(({ code }) => (code.startsWith('client_') ? `${row} ${code}` : [])),
      )
    const refused = await enter(provider, text, { deleted: 'reject', onConflict: 'replace' })
    expect(rowsOf(refused)).toEqual({ read: 5, updated: 1, merged: 1, rejected: 3 })
    expect(refused.rejected.map(({ row, errors }) => `${row} ${errors[0]?.code}`)).toEqual(
      [1, 2, 5].map((row) => `${row} client_deleted`),
    )
    expect(codes(refused)).toEqual(['4 client_merged'])
    const kept = await all()
    expect(kept.map(({ id, name }) => [id, name])).toEqual(before.map(({ id, name }) => [id, name]))
    const entered = await enter(provider, text)
    expect(rowsOf(entered)).toMatchObject({ read: 5, created: 3 })
    expect(codes(entered)).toEqual([1, 2, 4, 5].map((row) => `${row} client_${row === 4 ? 'merged' : 'deleted'}`))
    // They are clients again.
    expect(codes(await enter(provider, text))).toEqual(['4 client_merged'])
  })

  describe('with properties of cards that are none of ours', () => {
    const card = (version: string, ...lines: readonly string[]): string =>
      ['BEGIN:VCARD', `VERSION:${version}`, 'FN:Ada', ...lines, 'END:VCARD', ''].join('\r\n')
    const writers = [
      ['vcard', 'vcard'],
      ['vcard-3.0', 'vcard'],
      ['jscontact', 'jscontact'],
    ] as const

    it('have their parameters, however often they go from one form into another', async () => {
      const name = fc.constantFrom('X-A', 'X-SOCIALPROFILE', 'NICKNAME', 'IMPP', 'CATEGORIES', 'RELATED', 'GEO')
      const parameterName = fc.constantFrom('TYPE', 'X-SERVICE', 'LABEL', 'PREF', 'ALTID', 'VALUE', 'MEDIATYPE')
      const word = fc.oneof(
        fc.constantFrom('home', 'a,b', 'x;y', 'z:1', '"', '^', '^n', 'ü', '1', ' ', 'line\nbreak', "^'"),
        fc.string({ unit: 'grapheme', maxLength: 8 }),
      )
      const parameters = fc.array(fc.tuple(parameterName, fc.array(word, { minLength: 1, maxLength: 3 })), {
        maxLength: 3,
      })
      const raw = fc.oneof(
        fc.constantFrom('a\\,b', 'a,b;c', ';;x\\;y;z', '\\n', 'a\\nb', '\\\\', 'https://x.example/a,b', 'a\\b', 'A  b'),
        fc.string({ unit: 'grapheme', maxLength: 10 }).map((text) => text.replaceAll(/[\r\n]/g, '')),
      )
      const property = fc.record({ name, parameters, raw, group: fc.constantFrom('', 'item1.', 'Home.') })
      const encoded = (value: string): string =>
        `"${value
          .replaceAll('^', '^^')
          .replaceAll('\n', '^n')
          .replaceAll('"', "^'")
          .replaceAll(/\p{Cc}/gu, '')}"`
      const lineOf = (each: { name: string; group: string; raw: string; parameters: [string, string[]][] }): string =>
        `${each.group}${each.name}${each.parameters.map(([key, values]) => `;${key}=${values.map(encoded).join(',')}`).join('')}:${each.raw}`
      await fc.assert(
        fc.asyncProperty(
          fc.array(property, { minLength: 1, maxLength: 5 }),
          fc.shuffledSubarray([...writers]),
          async (properties, ways) => {
            let last = service()
            await last.enter('vcard', card('4.0', ...properties.map(lineOf)))
            const [first] = await last.all()
            if (first === undefined) throw new Error('Nobody was entered.')
            for (const [format, provider] of ways) {
              const next = service()
              const { text } = await last.write(format)
              expect(rowsOf(await last.enter(provider, text))).toEqual({ read: 1, unchanged: 1 })
              await next.enter(provider, text)
              const [again] = await next.all()
              expect([again?.custom, again?.cardProperties]).toEqual([first.custom, first.cardProperties])
              last = next
            }
          },
        ),
        { numRuns: 25 },
      )
    })

    it.each(writers)('have parts, further ones and labels where %s has them', async (format, provider) => {
      const { enter, write, all } = service()
      const lines = [
        'N:King;Ada;Augusta;Countess;FRS',
        'ORG:Engines Ltd;Research;Poetry',
        'ORG:Royal Society',
        'TITLE:Analyst',
        'TITLE:Fellow',
        'EMAIL;TYPE=work:ada@engines.example',
        'item1.EMAIL;TYPE=home:ada@home.example',
        'item1.X-ABLabel:Mornings only',
        'TEL;TYPE=cell;VALUE=uri:tel:+447911123456',
        'TEL;TYPE="work,fax":+442079460958',
        'TEL;TYPE=pager:+442079460959',
        'ADR;TYPE=work:PO Box 1;;Row 1;London;;W1;GB',
        'ADR;TYPE=home:;;Lane 2;Ockham;Surrey;;',
      ]
      await enter('vcard', card('4.0', ...lines))
      const { text } = await write(format)
      expect(text).not.toMatch(/x-chancery-custom/i)
      expect(rowsOf(await enter(provider, text))).toEqual({ read: 1, unchanged: 1 })
      const other = service()
      await other.enter(provider, text)
      const [first] = await all()
      expect((await other.all()).map(said)).toEqual([first].map((each) => each && said(each)))
      expect(first).toMatchObject({
        contactLabels: {
          'ada@engines.example': ['work'],
          'ada@home.example': ['private', 'Mornings only'],
          '+447911123456': ['mobile'],
        },
        custom: {
          'N.additional': 'Augusta',
          'ORG.unit': 'Research\nPoetry',
          'ORG 2': 'Royal Society',
          'ADR 2.type': 'home',
        },
      })
    })

    it('are those of JSContact, where it has them', async () => {
      const { enter, write, all } = service()
      const lines = ['NICKNAME:Addie', 'NICKNAME:Countess', 'ROLE:Poet', 'IMPP:xmpp:ada@x.example', 'CATEGORIES:friend']
      await enter('vcard', card('4.0', 'TITLE:Analyst', ...lines))
      const { text } = await write('jscontact')
      const [written] = JSON.parse(text) as [object]
      expect(written).toMatchObject({
        nicknames: { k1: { name: 'Addie' }, k2: { name: 'Countess' } },
        titles: { t1: { kind: 'title', name: 'Analyst' }, r1: { kind: 'role', name: 'Poet' } },
        onlineServices: { s1: { uri: 'xmpp:ada@x.example' } },
        keywords: { friend: true },
      })
      expect(written).not.toHaveProperty('vCardProps')
      expect(rowsOf(await enter('jscontact', text))).toEqual({ read: 1, unchanged: 1 })
      const other = service()
      await other.enter('jscontact', text)
      expect((await other.all())[0]?.custom).toEqual((await all())[0]?.custom)
    })

    it('are written as they were read, from vCard 2.1 too', async () => {
      const { enter, write, all } = service()
      await enter(
        'vcard',
        card(
          '2.1',
          'item1.X-SOCIAL;HOME;X-SERVICE=a,"b:c":https://x.example/ada',
          'X-PLAIN:just text',
          'X-NAME;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE;WORK:M=FCller=2C Co',
          String.raw`X-PLACE;TYPE=home:;;Row 1\; Garden;London`,
        ),
      )
      const lines = [
        'item1.X-SOCIAL;TYPE=HOME;X-SERVICE=a,"b:c":https://x.example/ada',
        'X-PLAIN:just text',
        'X-NAME;TYPE=WORK:Müller, Co',
        String.raw`X-PLACE;TYPE=home:;;Row 1\; Garden;London`,
      ]
      for (const format of ['vcard', 'vcard-3.0']) {
        const { text } = await write(format)
        expect(text.replaceAll('\r\n ', '').split('\r\n')).toEqual(expect.arrayContaining(lines))
      }
      const [{ vCardProps } = { vCardProps: [] }] = JSON.parse((await write('jscontact')).text) as [
        { readonly vCardProps: readonly unknown[] },
      ]
      expect(vCardProps).toEqual(
        expect.arrayContaining([
          ['x-social', { type: 'HOME', 'x-service': ['a', 'b:c'], group: 'item1' }, 'unknown', 'https://x.example/ada'],
          ['x-place', { type: 'home' }, 'unknown', String.raw`;;Row 1\; Garden;London`],
        ]),
      )
      // What was changed in a table is written anew.
      await enter('csv', (await write('csv')).text.replace('just text', 'x').replace('Müller, Co', 'Bo'))
      expect((await write('vcard')).text).toContain('X-NAME:Bo\r\n')
      expect((await all())[0]?.custom['X-PLAIN']).toBe('x')
    })
  })

  it.each([
    ['csv', 'csv'],
    ['vcard', 'vcard'],
    ['vcard-3.0', 'vcard'],
    ['json', 'json'],
    ['jscontact', 'jscontact'],
  ])('as %s say what they agreed to, and where all comes from', async (format, provider) => {
    const { enter, write, all } = service()
    const table = `Name,E-mail,Newsletter,Opted out,Since\nAda,ada@example.com,"yes",no,2026-01-02\nBob,bob@example.com,perhaps,x,`
    const mapping = { Newsletter: 'consent.news; "x"', 'Opted out': 'withdrawal.post', Since: 'consent.data' }
    const answer = await enter('csv', table, { mapping })
    expect(answer.clients[1]?.warnings).toMatchObject([{ code: 'invalid_consent' }])
    const [ada, bob] = await all()
    expect(ada?.consents).toEqual([
      { purpose: 'news; "x"', withdrawn: false, source: 'csv: people.csv' },
      { purpose: 'data', withdrawn: false, givenAt: '2026-01-02T00:00:00.000Z', source: 'csv: people.csv' },
    ])
    expect(bob?.consents).toEqual([{ purpose: 'post', withdrawn: true, source: 'csv: people.csv' }])
    expect(bob?.custom).toEqual({ Newsletter: 'perhaps' })
    const { text } = await write(format)
    expect(rowsOf(await enter(provider, text))).toEqual({ read: 2, unchanged: 2 })
    const other = service()
    await other.enter(provider, text)
    const [again] = await other.all()
    expect([again?.consents, again?.custom]).toEqual([ada?.consents, {}])
    expect(again?.origin).toMatchObject({ source: provider, name: 'people.csv', row: 1 })
    if (format !== 'csv') {
      // Where it comes from, once for each row, and not as something that the client said.
      expect(text.match(/X-CHANCERY-SOURCE|chancery\.dev:provenance|"provenance"/g)).toHaveLength(2)
    }
  })

  it('take over what was changed in the table', async () => {
    const { enter, write, all } = service()
    await enter('csv', people)
    const { text } = await write('csv')
    const answer = await enter('csv', text.replace('Łódź', 'Kraków').replace('Cher', 'Cherilyn Sarkisian'))
    expect(rowsOf(answer)).toEqual({ read: 5, updated: 2, unchanged: 3 })
    expect((await all()).map(({ name }) => name)).toContain('Cherilyn Sarkisian')
  })

  it('are no formulas in a spreadsheet', async () => {
    const { enter, write } = service()
    await enter('csv', people)
    const { text } = await write('csv', { bom: true })
    expect(text.startsWith('\uFEFFchanceryId,kind,name,')).toBe(true)
    for (const cellText of text.split(/,|\r?\n/)) expect(cellText.replace(/^"/, '')).not.toMatch(/^[=+@\t\r]/)
    expect(text).toContain("'=cmd|' /C calc'!A0")
    expect(text).toContain("'+442079460958")
    await enter('csv', 'name,email,street\nX,x@example.com,＝SUM(A1)\n')
    expect((await write('csv')).text).toContain("'＝SUM(A1)")
    expect(rowsOf(await enter('csv', (await write('csv')).text))).toEqual({ read: 6, unchanged: 6 })
  })

  it('come page by page, and only those that are wanted', async () => {
    const { enter, write } = service()
    await enter('csv', people)
    expect(await write('csv', { name: 'mull' })).toMatchObject({ count: 1, document: { filename: 'clients.csv' } })
    const texts: string[] = []
    let cursor: string | undefined
    do {
      const page = await write('vcard', { limit: 2, ...(cursor === undefined ? {} : { cursor }) })
      texts.push(page.text)
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(texts.map((text) => text.match(/^BEGIN:VCARD/gm)?.length)).toEqual([2, 2, 1])
    expect(texts.join('')).toBe((await write('vcard')).text)
    for (const line of texts.join('').split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })
})

/** What a client is, without what its directory made of it. */
function said({
  id: _id,
  version: _version,
  externalIds: _externalIds,
  rows: _rows,
  origin: _origin,
  parts: _parts,
  saidAt: _said,
  createdAt: _created,
  updatedAt: _updated,
  ...rest
}: Awaited<ReturnType<ReturnType<typeof service>['all']>>[number]) {
  return rest
}
