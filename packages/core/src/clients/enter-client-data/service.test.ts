import { describe, expect, it } from 'vitest'
import { ChanceryError } from '../../errors.ts'
import { parseInput } from '../../operation.ts'
import type { Ports } from '../../ports/index.ts'
import { answerOf, faultOf, leftAlready, violationsOf } from '../../testing/calls.test-support.ts'
import { inline, now, textOf } from '../../testing/document-texts.test-support.ts'
import { aClient, aRow } from '../../testing/fake-clients.test-support.ts'
import { fakePorts, limits } from '../../testing/fake-ports.test-support.ts'
import { remark } from '../../testing/fake-reading.test-support.ts'
import { deleteClient } from '../delete-client/index.ts'
import { enterClientData } from './index.ts'

const file = { provider: 'csv', document: inline('csv:clients', { filename: 'clients.csv' }) }
const crm = { provider: 'crm' }
const enter = async (ports: Ports, input: object, context = {}) =>
  await answerOf(enterClientData, input, ports, context)
const failure = (ports: Ports, input: object, context = {}) => faultOf(enter(ports, input, context))
const rows = (count: number) => Array.from({ length: count }, (_, at) => aRow(at + 1, { Name: `Client ${at + 1}` }))

describe('an import', () => {
  it('tells of each row what became of it, and keeps the clients', async () => {
    const { ports, csv, directory } = fakePorts()
    csv.found.rows = [
      aRow(1, { Name: 'Ada Lovelace', Email: 'ada@example.com' }),
      aRow(2, { Email: 'none' }),
      aRow(3, { Name: 'Ada Lovelace', Email: 'ada@example.com' }),
      { ...aRow(4, { Name: 'Alan Turing' }), externalId: '7' },
    ]
    const { data, warnings } = await enter(ports, { source: file })
    expect(data).toEqual({
      summary: { read: 4, created: 2, updated: 0, unchanged: 0, merged: 1, rejected: 1 },
      clients: [
        { row: 1, id: 'id1', name: 'Ada Lovelace', status: 'created', warnings: [] },
        { row: 3, id: 'id1', name: 'Ada Lovelace', status: 'merged', matchedBy: 'email', warnings: [] },
        { row: 4, id: 'id3', name: 'Alan Turing', status: 'created', warnings: [] },
      ],
      review: [],
      conflicts: [],
      rejected: [{ row: 2, raw: { Email: 'none' }, errors: [expect.objectContaining({ code: 'no_name' })] }],
      mapping: [
        { column: 'Name', field: 'name', confidence: 1, reason: 'name' },
        { column: 'Email', field: 'email', confidence: 1, reason: 'name' },
      ],
    })
    expect(warnings).toEqual([])
    expect([...directory.records.keys()]).toEqual(['id1', 'id3'])
    expect(directory.records.get('id3')?.externalIds).toEqual([{ source: 'csv', id: '7' }])
  })

  it('answers the rejected rows as a file too, which can be mended and imported again', async () => {
    const { ports, csv } = fakePorts()
    csv.found.rows = [aRow(1, { Name: '=Ada' }), aRow(2, { Email: '=none, "x"' })]
    const rejected = async (rejects: object) => {
      const { data, warnings = [] } = await enter(ports, { source: file, rejects })
      const text = Buffer.from(data.rejectsFile?.content ?? '', 'base64').toString()
      return { file: data.rejectsFile, text, warnings: warnings.map(({ code }) => code) }
    }
    const line = `,"'=none, ""x""",2,no_name,There is no name.`
    expect(await rejected({})).toMatchObject({
      file: { filename: 'rejected.csv', contentType: 'text/csv; charset=utf-8' },
      text: `Name,Email,chancery.row,chancery.code,chancery.reason\r\n${line}\r\n`,
    })
    expect((await rejected({ bom: true })).text.startsWith('\uFEFFName')).toBe(true)
    const output = { path: 'rejected/first.csv' }
    expect((await rejected({ output })).file).toMatchObject({ stored: { path: 'rejected/first.csv' } })
    // The rows are entered by then: where it cannot be stored, it is answered.
    expect(await rejected({ output: { ...output, provider: 'none' } })).toMatchObject({
      warnings: ['rejects_not_stored'],
      text: expect.stringContaining(line),
    })
    csv.found.rows = [aRow(1, { Name: 'Ada' })]
    expect((await rejected({})).file).toBeUndefined()
  })

  it('does not enter a row of a client who was deleted into another one without a word', async () => {
    const { ports, csv, directory } = fakePorts()
    csv.found.rows = [aRow(1, { Name: 'Ada Lovelace', Email: 'ada@example.com', Phone: '+1' })]
    await enter(ports, { source: file })
    await answerOf(deleteClient, { client: 'ada@example.com' }, ports)
    directory.records.set('new', aClient('new', { name: 'Ada Lovelace', emails: ['ada@example.com'] }))
    const left = await enter(ports, { source: file, deleted: 'reject' })
    expect(left.data.rejected).toMatchObject([{ row: 1, errors: [{ code: 'client_deleted' }] }])
    expect(directory.records.get('new')?.phones).toEqual([])
    const entered = await enter(ports, { source: file })
    expect(entered.data.clients).toMatchObject([
      { id: 'new', status: 'updated', warnings: [{ code: 'client_deleted', severity: 'warning' }] },
    ])
    expect((await enter(ports, { source: file })).data.clients).toMatchObject([{ status: 'unchanged', warnings: [] }])
  })

  it('tells of a row whose client was deleted, and leaves it out where that is wanted', async () => {
    const { ports, csv, directory } = fakePorts()
    csv.found.rows = [aRow(1, { Name: 'Ada Lovelace', Email: 'ada@example.com' }), aRow(2, { Name: 'Bob' })]
    await enter(ports, { source: file })
    const deleted = await answerOf(deleteClient, { client: 'ada@example.com' }, ports)
    const deletedAt = new Date(now).toISOString()
    expect(deleted.data.deletion).toEqual({ client: 'id1', deletedAt })
    const left = await enter(ports, { source: file, deleted: 'reject' })
    expect(left.data.summary).toMatchObject({ unchanged: 1, rejected: 1 })
    expect(left.data.rejected).toMatchObject([{ row: 1, errors: [{ code: 'client_deleted' }] }])
    expect(directory.records.size).toBe(1)
    const dry = await enter(ports, { source: file, dryRun: true })
    expect(dry.data.clients[0]).toMatchObject({ status: 'created', warnings: [{ code: 'client_deleted' }] })
    const again = await enter(ports, { source: file })
    expect(again.data.clients[0]).toMatchObject({ status: 'created', warnings: [{ code: 'client_deleted' }] })
    expect((await enter(ports, { source: file })).data.clients[0]).toMatchObject({ status: 'unchanged', warnings: [] })
  })

  it('knows a client who was deleted by the id of its system, whatever else has changed', async () => {
    const { ports, csv } = fakePorts()
    const known = (row: number, name: string, externalId: string) => ({ ...aRow(row, { Name: name }), externalId })
    csv.found.rows = [known(1, 'Ada Byron', '7')]
    await enter(ports, { source: file })
    await answerOf(deleteClient, { client: 'id1' }, ports)
    csv.found.rows = [known(1, 'Ada Lovelace', '7'), known(2, 'Ada Lovelace', '8')]
    const left = await enter(ports, { source: file, deleted: 'reject' })
    expect(left.data.rejected).toMatchObject([{ row: 1, errors: [{ code: 'client_deleted' }] }])
    csv.found.rows = [known(1, 'Ada Lovelace', '7')]
    const again = await enter(ports, { source: file })
    expect(again.data.clients[0]).toMatchObject({ warnings: [{ code: 'client_deleted' }] })
    csv.found.rows = [known(1, 'Augusta Ada Lovelace', '7')]
    expect((await enter(ports, { source: file })).data.clients[0]).toMatchObject({ status: 'updated', warnings: [] })
  })

  it('knows who was there before', async () => {
    const { ports, csv, directory } = fakePorts()
    directory.records.set('c1', aClient('c1', { name: 'Ada', emails: ['ada@example.com'] }))
    directory.records.set('c2', aClient('c2', { name: 'Alan', emails: ['alan@example.com'] }))
    csv.found.rows = [
      aRow(1, { Name: 'Ada', Email: 'ada@example.com' }),
      aRow(2, { Name: 'Alan Turing', Email: 'alan@example.com' }),
    ]
    const { data } = await enter(ports, { source: file })
    expect(data.summary).toEqual({ read: 2, created: 0, updated: 1, unchanged: 1, merged: 0, rejected: 0 })
    expect(data.clients).toMatchObject([
      { status: 'unchanged', matchedBy: 'email', id: 'c1' },
      { status: 'updated', matchedBy: 'email', id: 'c2' },
    ])
  })

  it.each([
    ['merge', 'Alan Turing', 'updated'],
    ['replace', 'Alan Turing', 'updated'],
    ['skip', 'Alan', 'unchanged'],
  ])('does with a known client what it is told to: %s', async (onConflict, name, status) => {
    const { ports, csv, directory } = fakePorts()
    directory.records.set('c2', aClient('c2', { name: 'Alan', emails: ['alan@example.com'], phones: ['+44'] }))
    csv.found.rows = [aRow(1, { Name: 'Alan Turing', Email: 'alan@example.com' })]
    const { data } = await enter(ports, { source: file, onConflict })
    expect(data.clients[0]?.status).toBe(status)
    expect(directory.records.get('c2')).toMatchObject({ name, phones: onConflict === 'replace' ? [] : ['+44'] })
  })

  it('recognizes clients by what the call says alone', async () => {
    const { ports, csv, directory } = fakePorts()
    csv.found.rows = [{ ...aRow(1, { Name: 'Ada', Email: 'ada@example.com' }), externalId: '1' }]
    await enter(ports, { source: file })
    csv.found.rows = [{ ...aRow(1, { Name: 'Ada B', Email: 'ada@example.com' }), externalId: '2' }]
    await enter(ports, { source: file, matchBy: ['externalId'] })
    expect(directory.records.size).toBe(2)
    expect(
      (await enter(ports, { source: { ...file, system: 'other' }, matchBy: ['email'] })).data.clients[0]?.matchedBy,
    ).toBe('email')
    const systems = [...directory.records.values()].flatMap(({ externalIds }) =>
      externalIds.map(({ source }) => source),
    )
    expect(new Set(systems)).toEqual(new Set(['csv', 'other']))
  })

  it('joins rows of one known client, also of two batches', async () => {
    const { ports, csv, directory } = fakePorts()
    directory.records.set('c1', aClient('c1', { name: 'Ada', emails: ['ada@example.com'] }))
    const again = aRow(1, { Name: 'Ada', Email: 'ada@example.com' })
    const other = aRow(1, { Name: 'Ada', Email: 'ADA@example.com' })
    csv.found.rows = [again, again, ...rows(498), other]
    const { data } = await enter(ports, { source: file })
    expect(data.summary).toMatchObject({ unchanged: 2, merged: 1, created: 498 })
  })

  it('knows in a dry run who is there, and who would be by now', async () => {
    const { ports, csv, directory } = fakePorts()
    directory.records.set('c1', aClient('c1', { name: 'Alan', emails: ['ada@example.com'] }))
    const row = aRow(1, { Name: 'Alan Turing', Email: 'ada@example.com' })
    csv.found.rows = [row, ...rows(499), row]
    const { data } = await enter(ports, { source: file, dryRun: true })
    expect(data.summary).toMatchObject({ updated: 1, unchanged: 1, created: 499 })
    expect(directory.records.get('c1')?.name).toBe('Alan')
  })

  it('lets no row vanish that was not normalized', async () => {
    const { ports, csv, normalizer } = fakePorts()
    csv.found.rows = rows(2)
    const normalize: typeof normalizer.normalize = async (...given) => (await normalizer.normalize(...given)).slice(1)
    const { data } = await enter({ ...ports, clientNormalizer: { ...normalizer, normalize } }, { source: file })
    expect(data.rejected).toMatchObject([
      { row: 2, raw: { Name: 'Client 2' }, errors: [{ code: 'not_normalized', severity: 'error' }] },
    ])
  })

  it('leaves an external id with the client that has it, whatever it recognizes by', async () => {
    const { ports, csv, directory } = fakePorts()
    directory.records.set('c1', aClient('c1', { externalIds: [{ source: 'csv', id: '7' }] }))
    csv.found.rows = [{ ...aRow(1, { Name: 'Bob' }), externalId: '7' }]
    const { data } = await enter(ports, { source: file, matchBy: ['email'] })
    expect(data.clients[0]?.warnings).toMatchObject([
      { code: 'external_id_taken', severity: 'warning', location: { field: 'externalId' } },
    ])
    expect(directory.records.get('id1')?.externalIds).toEqual([])
  })

  it('says by what it recognized each', async () => {
    const { ports, csv } = fakePorts()
    csv.found.rows = [
      { ...aRow(1, { Name: 'Ada', Phone: '+4420' }), externalId: '1' },
      { ...aRow(2, { Name: 'Countess' }), externalId: '1' },
      aRow(3, { Name: 'Ada', Phone: '+4420' }),
    ]
    const { data } = await enter(ports, { source: file, matchBy: ['phone', 'externalId'] })
    expect(data.clients.map(({ matchedBy }) => matchedBy)).toEqual([undefined, 'externalId', undefined])
    csv.found.rows = [aRow(1, { Name: 'Countess', Phone: '+4420', Email: 'new@example.com' })]
    expect((await enter(ports, { source: file })).data.clients[0]?.matchedBy).toBe('phone')
  })

  it('says why each column goes where it does', async () => {
    const { ports, normalizer } = fakePorts()
    const reasons = ['given', 'name', 'content', 'unknown'] as const
    const map = async () =>
      reasons.map((reason) => ({ column: reason, field: 'ignore' as const, confidence: 0.5, reason }))
    const { data } = await enter({ ...ports, clientNormalizer: { ...normalizer, map } }, { source: file })
    expect(data.mapping.map(({ reason }) => reason)).toEqual(reasons)
  })

  it('keeps nothing in a dry run, and says the same', async () => {
    const { ports, csv, directory } = fakePorts()
    csv.found.rows = rows(2)
    const { data } = await enter(ports, { source: file, dryRun: true })
    expect(data.summary).toMatchObject({ read: 2, created: 2 })
    expect(directory.records.size).toBe(0)
  })

  it('maps and normalizes as the call says', async () => {
    const { ports, csv, normalizer } = fakePorts({}, { locale: 'fr-FR', country: 'fr' })
    csv.found.rows = rows(1)
    const mapping = { Name: 'name', email: 'notes' }
    await enter(ports, { source: file, mapping, country: 'de', locale: 'de-DE' })
    await enter(ports, { source: file })
    expect(normalizer.asked.map).toEqual([
      { columns: ['Name', 'Email'], given: mapping, sample: 1 },
      { columns: ['Name', 'Email'], given: {}, sample: 1 },
    ])
    expect(normalizer.asked.normalize).toEqual([
      { rows: 1, country: 'DE', locale: 'de-DE' },
      { rows: 1, country: 'FR', locale: 'fr-FR' },
    ])
  })

  it('knows no country where nobody says one', async () => {
    const { ports, csv, normalizer } = fakePorts()
    csv.found.rows = rows(1)
    await enter(ports, { source: file })
    expect(normalizer.asked.normalize).toEqual([{ rows: 1, locale: 'en-GB' }])
  })

  it('of nothing has its mapping all the same', async () => {
    const { ports } = fakePorts()
    const { data } = await enter(ports, { source: file })
    expect(data.summary.read).toBe(0)
    expect(data.mapping).toHaveLength(2)
  })

  it('remarks on the document, on what was assumed of it, and on columns that are not there', async () => {
    const { ports, csv } = fakePorts()
    const assumed = { code: 'encoding', severity: 'info' as const, message: 'It was guessed.' }
    csv.found.findings = [assumed]
    const source = { ...file, document: inline('csv:[remark]') }
    const { warnings } = await enter(ports, { source, mapping: { NAME: 'name', Nmae: 'name' } })
    expect(warnings).toEqual([
      remark,
      assumed,
      {
        code: 'column_absent',
        severity: 'warning',
        message: 'The mapping names a column that the source does not have.',
        location: { field: 'Nmae', pointer: '/mapping' },
      },
    ])
  })
})

describe('a file', () => {
  it('is opened whatever its type, and read by its source', async () => {
    const { ports, csv, guard } = fakePorts()
    await enter(ports, { source: file, cursor: 'at-1' })
    expect('accept' in (guard.asked[0] ?? {})).toBe(false)
    expect(csv.asked).toMatchObject([{ cursor: 'at-1' }])
    expect(textOf(csv.asked[0]?.document?.bytes ?? new Uint8Array())).toBe('csv:clients')
    expect(Object.keys(csv.asked[0] ?? {}).sort()).toEqual(['cursor', 'document'])
  })

  it('has to be there for a source that reads one, and must not for another', async () => {
    const { ports, csv, crm: system } = fakePorts()
    expect(await failure(ports, { source: { provider: 'csv' } })).toMatchObject({
      code: 'invalid_request',
      violations: [{ pointer: '/source/document', code: 'document_missing', hint: 'Give `source.document`.' }],
    })
    expect(await failure(ports, { source: { ...file, provider: 'crm' } })).toMatchObject({
      code: 'invalid_request',
      violations: [{ pointer: '/source/document', code: 'unexpected_field' }],
    })
    expect([csv.asked, system.asked]).toEqual([[], []])
  })

  it('goes with nothing that only a connected system takes', async () => {
    const { ports, guard } = fakePorts()
    const more = { connection: 'main', query: 'all', since: '2026-01-01T00:00:00Z' }
    expect(await failure(ports, { source: { ...file, ...more } })).toMatchObject({
      code: 'invalid_request',
      violations: [
        { pointer: '/source/connection', code: 'unexpected_field' },
        { pointer: '/source/query', code: 'unexpected_field' },
        { pointer: '/source/since', code: 'unexpected_field' },
      ],
    })
    expect(guard.asked).toEqual([])
  })

  it('that cannot be opened or read is pointed at', async () => {
    const { ports, csv } = fakePorts()
    const told = { code: 'document_corrupt', violations: [{ pointer: '/source/document' }] }
    expect(await failure(ports, { source: { ...file, document: inline('csv:[broken]') } })).toMatchObject(told)
    csv.found.endsWith = new ChanceryError('document_corrupt', 'A quote is not closed.')
    expect(await failure(ports, { source: file })).toMatchObject(told)
    csv.found.fault = new ChanceryError('document_corrupt', 'It is no table.')
    expect(await failure(ports, { source: file })).toMatchObject(told)
    const violations = [{ pointer: '/cursor', code: 'invalid_cursor', message: '' }]
    csv.found.fault = new ChanceryError('invalid_request', 'No such cursor.', { violations })
    expect(await failure(ports, { source: file })).toMatchObject({ violations: [{ pointer: '/cursor' }] })
    csv.found.fault = new ChanceryError('invalid_request', 'It cannot.', {})
    expect(await failure(ports, { source: file })).toMatchObject({ violations: [{ pointer: '/source/document' }] })
  })
})

describe('a connected system', () => {
  it('is asked as the call says', async () => {
    const { ports, crm: system } = fakePorts()
    const asked = { connection: 'main', query: 'all', since: '2026-01-01T00:00:00Z' }
    await enter(ports, { source: { ...crm, ...asked }, cursor: 'x' })
    await enter(ports, { source: crm })
    expect(system.asked).toEqual([{ ...asked, cursor: 'x' }, {}])
  })

  it('says what its columns are; what the call says goes first', async () => {
    const { ports, crm: system, normalizer } = fakePorts()
    system.found.fields = { Name: 'name', Email: 'email', Tier: 'custom.Tier' }
    system.found.asOf = '2026-01-01T00:00:00.000Z'
    const { data } = await enter(ports, { source: crm, mapping: { tier: 'notes' } })
    expect(normalizer.asked.map[0]?.given).toEqual({ Name: 'name', Email: 'email', tier: 'notes' })
    expect(data.asOf).toBe('2026-01-01T00:00:00.000Z')
  })

  it('tells who is gone; the clients stay as they are', async () => {
    const { ports, crm: system, directory } = fakePorts()
    const known = (id: string, external: string) =>
      aClient(id, { name: id, externalIds: [{ source: 'crm', id: external }] })
    for (const client of [known('c1', '1'), known('c2', '2')]) directory.records.set(client.id, client)
    system.found.rows = [
      { ...aRow(1, {}), externalId: '1', gone: { reason: 'deleted' } },
      { ...aRow(2, {}), externalId: '1', gone: { reason: 'merged', into: '2' } },
      { ...aRow(3, {}), externalId: '9', gone: { reason: 'deleted' } },
      aRow(4, { Name: 'Ada' }),
    ]
    for (const dryRun of [true, false]) {
      const { data } = await enter(ports, { source: crm, dryRun })
      expect(data.summary).toMatchObject({ read: 4, created: 1, rejected: 0, gone: 3 })
      expect(data.gone).toEqual([
        { row: 1, externalId: '1', reason: 'deleted', client: 'c1' },
        { row: 2, externalId: '1', reason: 'merged', into: '2', client: 'c1', intoClient: 'c2' },
        { row: 3, externalId: '9', reason: 'deleted' },
      ])
    }
    expect([...directory.records.values()].map(({ version }) => version)).toEqual([1, 1, 1])
  })

  it('recognizes a client by an id that became part of another', async () => {
    const { ports, crm: system, directory } = fakePorts()
    const known = (id: string, external: string) =>
      aClient(id, { name: 'Ada', externalIds: [{ source: 'crm', id: external }] })
    directory.records.set('c1', known('c1', '1'))
    system.found.rows = [{ ...aRow(1, { Name: 'Countess' }), externalId: '2', formerIds: ['1'] }]
    const { data } = await enter(ports, { source: crm })
    expect(data.clients).toMatchObject([{ id: 'c1', status: 'updated', matchedBy: 'externalId', warnings: [] }])
    expect(directory.records.get('c1')?.externalIds.map(({ id }) => id)).toEqual(['1', '2'])

    directory.records.set('c3', known('c3', '3'))
    system.found.rows = [{ ...aRow(1, { Name: 'Countess' }), externalId: '2', formerIds: ['1', '3'] }]
    const both = await enter(ports, { source: crm })
    expect(both.data.clients).toMatchObject([{ id: 'c1', warnings: [{ code: 'merged_in_source' }] }])
    // Whoever does not trust ids is not matched by old ones either.
    const bare = fakePorts()
    bare.directory.records.set('c1', known('c1', '1'))
    bare.crm.found.rows = system.found.rows
    const { data: apart } = await enter(bare.ports, { source: crm, matchBy: ['email'] })
    expect(apart.clients).toMatchObject([{ status: 'created' }])
  })

  it('that is not there is told', async () => {
    const { ports } = fakePorts()
    expect(await failure(ports, { source: { provider: 'none' } })).toMatchObject({
      code: 'provider_not_configured',
      violations: [{ pointer: '/source/provider' }],
      details: { configured: ['csv', 'crm'] },
    })
  })
})

describe('many rows', () => {
  it('are learnt from 500 at first, then read and entered 100 at a time', async () => {
    const { ports, crm: system, normalizer, events } = fakePorts()
    system.found.rows = rows(701)
    expect((await enter(ports, { source: crm })).data.summary).toMatchObject({ read: 701, created: 701 })
    expect(normalizer.asked.normalize.map((asked) => asked.rows)).toEqual([500, 100, 100, 1])
    expect(normalizer.asked.map).toHaveLength(1)
    expect(events).toEqual([...Array<string>(7).fill('change 100'), 'change 1'])
  })

  it('let others have their turn between two transactions', async () => {
    const { ports, crm: system, directory } = fakePorts()
    system.found.rows = rows(500)
    let turn = 0
    const others = (): void => void (turn++, (next = setImmediate(others)))
    let next = setImmediate(others)
    const turns = new Set<number>()
    const change: typeof directory.change = (...given) => {
      turns.add(turn)
      return directory.change(...given)
    }
    await enter(
      { ...ports, clientDirectory: { ...directory, match: directory.match.bind(directory), change } },
      { source: crm },
    )
    clearImmediate(next)
    expect(turns.size).toBe(5)
  })

  it('of just one batch leave nothing to enter', async () => {
    const { ports, crm: system, normalizer } = fakePorts()
    system.found.rows = rows(500)
    expect((await enter(ports, { source: crm })).data.nextCursor).toBeUndefined()
    expect(normalizer.asked.normalize).toHaveLength(1)
  })

  it('go on behind the last that was entered, until there is no more', async () => {
    const { ports, crm: system } = fakePorts()
    system.found.rows = rows(5)
    const read: (string | undefined)[] = []
    let cursor: string | undefined
    do {
      const { data } = await enter(ports, { source: crm, limit: 2, ...(cursor === undefined ? {} : { cursor }) })
      cursor = data.nextCursor
      read.push(`${data.summary.read} ${cursor}`)
    } while (cursor !== undefined)
    expect(read).toEqual(['2 at-2', '2 at-4', '1 undefined'])
  })

  it('are as many as are configured at the most, whatever the call says', async () => {
    const { ports, crm: system } = fakePorts({}, limits({ clientRows: 3 }))
    system.found.rows = rows(4)
    for (const [limit, read] of [
      [undefined, 3],
      [2, 2],
      [3, 3],
      [4, 3],
    ]) {
      const { data, warnings } = await enter(ports, { source: crm, ...(limit === undefined ? {} : { limit }) })
      expect(data).toMatchObject({ summary: { read }, nextCursor: `at-${read}` })
      expect(warnings?.map(({ code }) => code)).toEqual(read === 3 ? ['rows_left'] : [])
    }
    system.found.rows = rows(3)
    expect((await enter(ports, { source: crm })).data.nextCursor).toBeUndefined()
  })

  it('are fewer where each is like many clients: what is compared is bounded, too', async () => {
    const { ports, crm: system } = fakePorts({}, limits({ clientRows: 1000 }))
    const named = (email: (at: number) => string) =>
      Array.from({ length: 1100 }, (_, at) =>
        aRow(at + 1, { Name: `G${at.toString(36)} F${(at * 7919).toString(36)}`, Email: email(at) }),
      )
    system.found.rows = named(() => 'office@example.com')
    const { data, warnings } = await enter(ports, { source: crm })
    expect(data).toMatchObject({ summary: { read: 500, created: 500 }, nextCursor: 'at-500' })
    expect(warnings?.map(({ code }) => code)).toEqual(['rows_left'])
    const { ports: others, crm: second } = fakePorts({}, limits({ clientRows: 1000 }))
    second.found.rows = named((at) => `m${at}@example.com`)
    expect((await enter(others, { source: crm })).data.summary.read).toBe(1000)
  })

  it('are fewer where each has many telephones, and batches are smaller where each says much', async () => {
    const { ports, crm: system, normalizer } = fakePorts({}, limits({ clientRows: 1000 }))
    const telephones = (at: number): string => Array.from({ length: 12 }, (_, n) => `+49${at}${n}`).join(', ')
    const more = Object.fromEntries(Array.from({ length: 38 }, (_, n) => [`More ${n}`, 'x']))
    system.found.rows = Array.from({ length: 600 }, (_, at) =>
      aRow(at + 1, { Name: `G${at.toString(36)} F${(at * 7919).toString(36)}`, Phone: telephones(at), ...more }),
    )
    const { data, warnings } = await enter(ports, { source: crm })
    expect(normalizer.asked.normalize.map(({ rows }) => rows)).toEqual([250, 100, 100])
    expect(data).toMatchObject({ summary: { read: 450, created: 450 }, nextCursor: 'at-450' })
    expect(warnings?.map(({ code }) => code)).toEqual(['rows_left'])
  })

  it('are fewer where each says more than most, whatever it is', async () => {
    const { ports, crm: system } = fakePorts({}, limits({ clientRows: 400 }))
    const much = Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`More ${n}`, 'x']))
    system.found.rows = Array.from({ length: 600 }, (_, at) => aRow(at + 1, { Name: `G${at} F${at * 7919}`, ...much }))
    const { data, warnings } = await enter(ports, { source: crm })
    expect(data).toMatchObject({ summary: { read: 300, created: 300 }, nextCursor: 'at-300' })
    expect(warnings?.map(({ code }) => code)).toEqual(['rows_left'])
  })

  it('are fewer where each has many properties of a card', async () => {
    const { ports, crm: system } = fakePorts({}, limits({ clientRows: 400 }))
    const cardProperties = Array.from({ length: 100 }, (_, n) => ({ name: `X-${n}`, text: 'x', group: 'item1' }))
    system.found.rows = Array.from({ length: 600 }, (_, at) => ({
      ...aRow(at + 1, { Name: `G${at} F${at * 7919}` }),
      cardProperties,
    }))
    const { data, warnings } = await enter(ports, { source: crm })
    expect(data).toMatchObject({ summary: { read: 40, created: 40 }, nextCursor: 'at-40' })
    expect(warnings?.map(({ code }) => code)).toEqual(['rows_left'])
  })

  it('end in time: a fifth of it is kept for the last batch and the answer', async () => {
    const { ports, crm: system, normalizer, clock } = fakePorts()
    system.found.rows = rows(900)
    const slow = (ms: number): Ports => ({
      ...ports,
      clientNormalizer: {
        ...normalizer,
        normalize: (...given) => {
          clock.at += ms
          return normalizer.normalize(...given)
        },
      },
    })
    const readOf = async (ms: number) => {
      clock.at = now
      const { data } = await enter(slow(ms), { source: crm, dryRun: true }, { deadline: now + 1000 })
      return [data.summary.read, data.nextCursor]
    }
    expect(await readOf(300)).toEqual([700, 'at-700'])
    expect(await readOf(200)).toEqual([900, undefined])
    expect(await readOf(201)).toEqual([800, 'at-800'])
    expect(await readOf(0)).toEqual([900, undefined])
  })

  it('are kept as far as they came, where a later one fails', async () => {
    const { ports, crm: system, directory } = fakePorts()
    system.found.rows = rows(650)
    system.found.endsWith = new ChanceryError('provider_unavailable', 'Away.')
    expect((await failure(ports, { source: crm })).code).toBe('provider_unavailable')
    expect(directory.records.size).toBe(600)
  })

  it('end when the caller leaves', async () => {
    const { ports, crm: system, directory, normalizer } = fakePorts()
    expect((await failure(ports, { source: crm }, leftAlready())).code).toBe('cancelled')
    expect(system.asked).toEqual([])
    const leaving = new AbortController()
    system.found.rows = rows(1200)
    const clientNormalizer = {
      ...normalizer,
      normalize: (...given: Parameters<typeof normalizer.normalize>) => {
        if (directory.records.size > 0) leaving.abort()
        return normalizer.normalize(...given)
      },
    }
    const anyTime = { change: directory.change.bind(directory) }
    const clientDirectory = {
      ...directory,
      change: (...[identifiers, decide]: Parameters<typeof directory.change>) =>
        anyTime.change(identifiers, decide, { signal: new AbortController().signal }),
    }
    const context = { signal: leaving.signal }
    const fault = await failure({ ...ports, clientNormalizer, clientDirectory }, { source: crm }, context)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(fault.code).toBe('cancelled')
    expect(directory.records.size).toBe(600)
  })
})

describe('what it takes', () => {
  const source = file

  it('is work on a document, with an effect', () => {
    expect(enterClientData).toMatchObject({
      name: 'enter-client-data',
      area: 'clients',
      effect: true,
      cost: 'documents',
      takesDocuments: true,
      producesDocuments: true,
    })
    expect(parseInput(enterClientData.input, { source })).toEqual({
      source,
      matchBy: ['externalId', 'email', 'phone', 'likeness'],
      mode: 'upsert',
      deleted: 'enter',
      onConflict: 'merge',
      dryRun: false,
    })
  })

  it('maps to a field, to one of its own, or to nothing', () => {
    const to = (target: string) => violationsOf(enterClientData, { source, mapping: { Column: target } })
    for (const target of ['ignore', 'name', 'externalId', 'custom.x', `custom.${'x'.repeat(64)}`])
      expect(to(target)).toEqual([])
    for (const target of ['', 'nmae', 'custom.', `custom.${'x'.repeat(65)}`, 'constructor'])
      expect(to(target)).toEqual([['/mapping/Column', 'unknown_client_field']])
  })

  it('tells which field was meant', () => {
    const violation = { pointer: '/mapping/Column', hint: 'Did you mean `postcode`?' }
    expect(() => parseInput(enterClientData.input, { source, mapping: { Column: 'postCod' } })).toThrow(
      expect.objectContaining({ violations: [expect.objectContaining(violation)] }),
    )
  })

  it.each([
    ['source', { provider: 'p' }, { provider: '' }, '/source/provider', 'too_small'],
    ['source', { provider: 'p'.repeat(64) }, { provider: 'p'.repeat(65) }, '/source/provider', 'too_big'],
    [
      'source',
      { ...crm, connection: 'c'.repeat(128) },
      { ...crm, connection: 'c'.repeat(129) },
      '/source/connection',
      'too_big',
    ],
    ['source', { ...crm, query: 'q'.repeat(4096) }, { ...crm, query: 'q'.repeat(4097) }, '/source/query', 'too_big'],
    [
      'source',
      { ...crm, since: '2026-01-01T00:00:00+01:00' },
      { ...crm, since: '2026' },
      '/source/since',
      'invalid_format',
    ],
    [
      'source',
      { ...crm, system: 's'.repeat(64) },
      { ...crm, system: 's'.repeat(65) },
      '/source/system',
      'invalid_format',
    ],
    ['matchBy', ['phone'], [], '/matchBy', 'too_small'],
    [
      'matchBy',
      ['externalId', 'email', 'phone', 'likeness'],
      ['email', 'email', 'email', 'email', 'email'],
      '/matchBy',
      'too_big',
    ],
    ['onConflict', 'merge', 'overwrite', '/onConflict', 'invalid_value'],
    ['country', 'De', 'DEU', '/country', 'invalid_format'],
    ['locale', 'de', 'no locale', '/locale', 'invalid_locale'],
    ['limit', 1, 0, '/limit', 'too_small'],
    ['limit', 100_000, 100_001, '/limit', 'too_big'],
    ['cursor', 'c'.repeat(4096), 'c'.repeat(4097), '/cursor', 'too_big'],
  ])('bounds %s', (field, most, more, pointer, code) => {
    expect(violationsOf(enterClientData, { source, [field]: most })).toEqual([])
    expect(violationsOf(enterClientData, { source, [field]: more })).toEqual([[pointer, code]])
  })
})
