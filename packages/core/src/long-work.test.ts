import { describe, expect, it } from 'vitest'
import { enterClientData } from './clients/enter-client-data/index.ts'
import { fillEmailTemplate } from './email/fill-email-template/index.ts'
import { partOf, progressTo } from './long-work.ts'
import { preFilling } from './templates/pre-filling/index.ts'
import { providers } from './ports/providers.ts'
import { answerOf } from './testing/calls.test-support.ts'
import { inline } from './testing/document-texts.test-support.ts'
import { aRow } from './testing/fake-clients.test-support.ts'
import { fakePorts } from './testing/fake-ports.test-support.ts'
import { fakeWork } from './testing/fake-work.test-support.ts'

const key = { idempotencyKey: 'key' }
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `name${index}`)

describe('a part of a call', () => {
  it('is done each time where nobody keeps it', async () => {
    let done = 0
    expect([await partOf({}, 'a', async () => ++done), await partOf({}, 'a', async () => ++done)]).toEqual([1, 2])
    progressTo({}, 1, 2)
  })

  it('is done once where it is kept', async () => {
    const { work, told } = fakeWork()
    let done = 0
    const run = () => partOf({ work }, 'a', async () => ({ done: ++done }))
    expect([await run(), await run()]).toEqual([{ done: 1 }, { done: 1 }])
    expect(await partOf({ work }, 'b', async () => ++done)).toBe(2)
    progressTo({ work }, 1, 2)
    expect(told).toEqual([{ done: 1, total: 2 }])
  })
})

describe('e-mails to many', () => {
  const input = {
    template: { subject: 'Hello {{name}}', text: 'Dear {{name}}' },
    from: 'office@example.com',
    recipients: [...names(4), '']
      .map((name) => ({ to: `${name || 'no address'}@example.com`, data: { name } }))
      .slice(0, 4),
  }

  it('go on with the next recipient after the call was cut off', async () => {
    const { ports: all, transport } = fakePorts()
    const capabilities = { ...transport.capabilities, concurrent: 1 }
    const ports = { ...all, transports: providers({ outbox: { ...transport, capabilities } }) }
    const { told, lifeOf } = fakeWork()
    await expect(answerOf(fillEmailTemplate, input, ports, { ...key, ...lifeOf(2) })).rejects.toThrow()
    expect(transport.sent).toHaveLength(3)
    const { data } = await answerOf(fillEmailTemplate, input, ports, { ...key, ...lifeOf() })
    expect(transport.sent.map(({ to }) => to[0]?.address)).toEqual(names(4).map((name) => `${name}@example.com`))
    expect(told.at(-1)).toEqual({ done: 4, total: 4 })
    expect(data).toEqual((await answerOf(fillEmailTemplate, input, fakePorts().ports, key)).data)
  })
})

describe('documents for many records', () => {
  const input = (more: object = {}) => ({
    template: inline('docx:Dear {name}', { filename: 'letter.docx' }),
    records: names(120).map((name) => ({ data: { name } })),
    ...more,
  })

  it('go on with the next batch, and are named as if nothing had happened', async () => {
    const { ports, documentTemplates } = fakePorts()
    const { parts, told, lifeOf } = fakeWork()
    await expect(answerOf(preFilling, input(), ports, { ...key, ...lifeOf(1) })).rejects.toThrow()
    expect([...parts.keys()]).toEqual(['records-0'])
    const before = documentTemplates.asked.fills.length
    const { data } = await answerOf(preFilling, input(), ports, { ...key, ...lifeOf() })
    expect(documentTemplates.asked.fills.length - before).toBe(70)
    expect([...parts.keys()]).toEqual(['records-0', 'records-50', 'records-100'])
    expect(told.at(-1)).toEqual({ done: 120, total: 120 })
    expect(data).toEqual((await answerOf(preFilling, input(), fakePorts().ports, key)).data)
    expect(new Set(data.documents.map(({ filename }) => filename)).size).toBe(120)
  })

  it('know what was stored before the call was cut off', async () => {
    const output = { path: 'letters/{file}.docx', onConflict: 'overwrite' }
    const twins = input({
      output,
      records: names(60).map((name, index, all) => ({ data: { name, file: all[index === 55 ? 3 : index] ?? '' } })),
    })
    const { ports } = fakePorts()
    const { lifeOf } = fakeWork()
    await answerOf(preFilling, twins, ports, { ...key, ...lifeOf(1) }).catch(() => undefined)
    const { data } = await answerOf(preFilling, twins, ports, { ...key, ...lifeOf() })
    const whole = await answerOf(preFilling, twins, fakePorts().ports, key)
    const results = (documents: typeof data.documents) =>
      documents.map(({ filename, error }) => [filename, error?.code])
    expect(results(data.documents)).toEqual(results(whole.data.documents))
    expect(data.documents.flatMap(({ error }, index) => (error === undefined ? [] : [[index, error.code]]))).toEqual([
      [55, 'document_exists'],
    ])
  })
})

describe('rows of clients', () => {
  const rows = [...names(1100), 'name3'].map((name, at) => aRow(at + 1, { Name: name, Email: `${name}@example.com` }))
  const input = { source: { provider: 'csv', document: inline('csv:clients', { filename: 'clients.csv' }) } }
  const withRows = () => {
    const fakes = fakePorts()
    fakes.csv.found.rows = rows
    return fakes
  }

  it('go on with the next batch, and are counted as if nothing had happened', async () => {
    const { ports, directory } = withRows()
    const { parts, lifeOf } = fakeWork()
    await expect(answerOf(enterClientData, input, ports, { ...key, ...lifeOf(2) })).rejects.toThrow()
    expect([...parts.keys()]).toEqual(['rows-0', 'rows-500'])
    parts.delete('rows-1000')
    directory.records.clear()
    const { data } = await answerOf(enterClientData, input, ports, { ...key, ...lifeOf() })
    // Of the first thousand nothing was entered again: the emptied directory has the others alone.
    expect(directory.records.size).toBe(101)
    const whole = await answerOf(enterClientData, input, withRows().ports, key)
    expect(data.clients.slice(0, 1000)).toEqual(whole.data.clients.slice(0, 1000))
    expect(data.mapping).toEqual(whole.data.mapping)
    expect(data.summary.read).toBe(1101)
  })

  it('are not read again as far as they were entered', async () => {
    const { ports, csv } = withRows()
    const { parts, lifeOf } = fakeWork()
    await expect(answerOf(enterClientData, input, ports, { ...key, ...lifeOf(2) })).rejects.toThrow()
    parts.delete('rows-1000')
    await answerOf(enterClientData, input, ports, { ...key, ...lifeOf() })
    expect(csv.asked.map(({ cursor }) => cursor)).toEqual([undefined, 'at-1000'])
  })

  it.each([
    ['more', 700, 1200, 1101, undefined],
    ['fewer', 1200, 600, 1000, 'at-1000'],
  ])('are each entered once when a call may take %s after it was cut off', async (_, before, now, read, nextCursor) => {
    const { ports, directory } = withRows()
    const { parts, lifeOf } = fakeWork()
    const { settings } = ports
    const within = (clientRows: number) => ({
      ...ports,
      settings: { ...settings, limits: { ...settings.limits, clientRows } },
    })
    // It dies when it has answered, or with its last batch.
    await answerOf(enterClientData, input, within(before), { ...key, ...lifeOf(2) }).catch(() => undefined)
    expect([...parts.keys()]).toEqual(['rows-0', 'rows-500'])
    const { data } = await answerOf(enterClientData, input, within(now), { ...key, ...lifeOf() })
    expect(data.clients.map(({ row }) => row)).toEqual(Array.from({ length: read }, (_row, at) => at + 1))
    expect(data.summary.read).toBe(read)
    expect(data.clients.slice(0, 700).every(({ status }) => status === 'created')).toBe(true)
    expect(data.nextCursor).toBe(nextCursor)
    expect(directory.records.size).toBe(1100)
  })

  it('leave nothing behind in a dry run', async () => {
    const { parts, lifeOf } = fakeWork()
    await answerOf(enterClientData, { ...input, dryRun: true }, withRows().ports, { ...key, ...lifeOf() })
    expect([...parts.keys()]).toEqual([])
  })
})
