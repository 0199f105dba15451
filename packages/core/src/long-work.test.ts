import { describe, expect, it } from 'vitest'
import { enterClientData } from './clients/enter-client-data/index.ts'
import { fillEmailTemplate } from './email/fill-email-template/index.ts'
import { ChanceryError } from './errors.ts'
import { partOf, progressTo } from './long-work.ts'
import { preFilling } from './templates/pre-filling/index.ts'
import type { Ports } from './ports/index.ts'
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
  // Some come again, or nearly: what is told of them depends on the batches before, and on how usual their names are there.
  const usual = ['Ada', 'Lovelace', '']
  const rows = (count: number) =>
    [
      ...names(count).map((name, at) => `${usual[at % 8] ?? ''} ${name}`.trim()),
      'name3',
      'Ada Lovelace',
      'Ada Lovelace',
    ]
      .map((name, at) => aRow(at + 1, { Name: name, Email: `${name.toLowerCase().replace(' ', '.')}@example.com` }))
      .map((row, at) => (at === 2 ? aRow(3, { Name: 'Ada Lovelace', Email: 'ada.lovelaces@example.com' }) : row))
      .map((row, at) => (at % 400 === 7 ? aRow(at + 1, { Email: 'nobody@example.com' }) : row))
  const input = { source: { provider: 'crm' } }
  const withRows = (count = 1100) => {
    const fakes = fakePorts()
    fakes.crm.found.rows = rows(count)
    fakes.crm.found.asOf = '2026-01-01T00:00:00Z'
    return fakes
  }
  const told = async (fakes: ReturnType<typeof withRows>, context: object) =>
    await answerOf(enterClientData, input, fakes.ports, { ...key, ...context })
  /** Without what is made anew in each life. */
  const withoutIds = ({ data, warnings }: Awaited<ReturnType<typeof told>>) => {
    const places = new Map(data.clients.map(({ id, row }) => [id, row]))
    return JSON.stringify({ data, warnings }, (name, value: unknown) =>
      name === 'id' ? places.get(String(value)) : value,
    )
  }

  it.each(['before', 'after'] as const)(
    'are told the same when the process dies %s any call of a port',
    async (when) => {
      const whole = withRows(600)
      const undisturbed = await told(whole, fakeWork().lifeOf())
      expect(undisturbed.data.summary).toMatchObject({ created: 599, merged: 2, rejected: 2 })
      expect(undisturbed.data.review).toHaveLength(1)
      let deaths = 0
      for (let at = 1; ; at++) {
        const fakes = withRows(600)
        const { lifeOf, end } = fakeWork()
        const mortal = endingAt(fakes.ports, at, when)
        const first = await told({ ...fakes, ports: mortal }, lifeOf()).catch(() => undefined)
        if (first !== undefined) break
        deaths++
        // What is asked of the source again is of then.
        if (fakes.directory.outcomes.size > 0) fakes.crm.found.asOf = '2026-01-02T00:00:00Z'
        const second = await told(fakes, lifeOf())
        expect(withoutIds(second)).toBe(withoutIds(undisturbed))
        expect(fakes.directory.records.size).toBe(599)
        await end()
        expect(fakes.directory.outcomes.size).toBe(0)
      }
      // Reading, and of each batch at least what it says, who was deleted, and what is written.
      expect(deaths).toBeGreaterThan(7)
    },
  )

  it.each([
    ['more', 1200, 1103, undefined],
    ['fewer', 600, 1000, 'at-1000'],
  ])('are each entered once when a call may take %s after it was cut off', async (_, now, read, nextCursor) => {
    const fakes = withRows()
    const { lifeOf } = fakeWork()
    const { settings } = fakes.ports
    const within = (clientRows: number) => ({
      ...fakes,
      ports: { ...fakes.ports, settings: { ...settings, limits: { ...settings.limits, clientRows } } },
    })
    // It dies when it has answered.
    await told(within(1000), lifeOf())
    const { data } = await told(within(now), lifeOf())
    const rowsTold = [...data.clients, ...data.rejected].map(({ row }) => row).toSorted((a, b) => a - b)
    expect(rowsTold).toEqual(Array.from({ length: read }, (_row, at) => at + 1))
    expect(data.clients.slice(0, 900).every(({ status }) => status === 'created')).toBe(true)
    expect(data.nextCursor).toBe(nextCursor)
    expect(fakes.crm.asked.map(({ cursor }) => cursor)).toEqual([undefined, 'at-1000'])
  })

  it('leave nothing behind in a dry run, or where the caller waits', async () => {
    const fakes = withRows()
    const { lifeOf } = fakeWork()
    await answerOf(enterClientData, { ...input, dryRun: true }, fakes.ports, { ...key, ...lifeOf() })
    await told(fakes, {})
    expect([...fakes.directory.outcomes.keys()]).toEqual([])
  })
})

/** Ports of a life that ends with the n-th call of the directory, the normalizer or the source: before it is done, or after. */
function endingAt(ports: Ports, n: number, when: 'before' | 'after'): Ports {
  let calls = 0
  const mortal = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return async (...given: unknown[]) => {
          const isLast = ++calls === n
          if (isLast && when === 'before') throw new ChanceryError('cancelled', 'The process died.')
          const answer: unknown = await Reflect.apply(method, target, given)
          if (isLast) throw new ChanceryError('cancelled', 'The process died.')
          return answer
        }
      },
    })
  return {
    ...ports,
    clientDirectory: mortal(ports.clientDirectory),
    clientNormalizer: mortal(ports.clientNormalizer),
    clientSources: providers({ crm: mortal(ports.clientSources.get('crm')) }),
  }
}
