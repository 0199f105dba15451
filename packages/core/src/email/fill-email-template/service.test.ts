import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Context } from '../../context.ts'
import { ChanceryError } from '../../errors.ts'
import { execute } from '../../operation.ts'
import { defaultSettings } from '../../ports/settings.ts'
import { fillEmailTemplate } from './index.ts'

const context: Context = {
  principal: { id: 'test', operations: '*' },
  requestId: '1',
  signal: new AbortController().signal,
  deadline: Number.POSITIVE_INFINITY,
}

/** Fills as `fill` says, and keeps whom it was sent to. */
const ports = (fill: (data: unknown) => object, sent: string[]): never =>
  ({
    settings: defaultSettings,
    clock: { now: () => 0 },
    ids: { next: () => String(sent.length) },
    emailTemplates: {
      read: async () => ({ subject: 'Hello', text: '{{' }),
      fill: async (_: unknown, { data }: { data: unknown }) => fill(data),
    },
    stores: { get: () => ({ read: async () => ({ document: { path: 'a.json' }, bytes: new Uint8Array() }) }) },
    guard: { vet: async () => ({ findings: [] }) },
    transports: {
      get: () => ({
        id: 'test',
        capabilities: { maxBytes: 1 },
        send: async ({ to }: { to: readonly { address: string }[] }) => {
          sent.push(...to.map(({ address }) => address))
          return { status: 'sent', accepted: [], rejected: [] }
        },
      }),
    },
  }) as never

const invalid = (pointer: string): ChanceryError =>
  new ChanceryError('template_invalid', 'Faults.', { violations: [{ pointer, code: 'unclosed_tag', message: '' }] })
const filled = { email: { subject: 'Hello', text: 'Hello' }, filled: [], missing: [], unused: [], findings: [] }
const content = { subject: 'Hello', text: '{{' }
const recipients = [{ to: 'no address' }, { to: 'ada@example.com', data: { n: 1 } }, { to: 'b@example.com' }]
const run = (template: object, fill: (data: unknown) => object, sent: string[] = []) =>
  execute(fillEmailTemplate, { template, recipients, from: 'o@example.com' }, ports(fill, sent), context)

const fails = (): never => {
  throw invalid('/template/text')
}

it('refuses a template with faults once, before anything is sent', async () => {
  await expect(run(content, fails)).rejects.toMatchObject({
    code: 'template_invalid',
    violations: [{ pointer: '/template/text' }],
  })
})

it('refuses an Idempotency-Key of another call, and tells receipts of its own', async () => {
  const sent: string[] = []
  const rows = new Map<string, { print: string; receipt?: object }>()
  const used = {
    ...(ports(() => filled, sent) as object),
    hasher: { sha256: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex') },
    emailLedger: {
      claim: async (id: string, print: string) => {
        const row = rows.get(id)
        if (row === undefined) rows.set(id, { print })
        if (row === undefined) return { state: 'claimed' }
        return row.print === print ? { state: 'settled', receipt: row.receipt } : { state: 'mismatch' }
      },
      settle: async (id: string, receipt: object) => void rows.set(id, { print: '', ...rows.get(id), receipt }),
    },
  } as never
  const call = (input: object) => {
    const whole = { template: content, from: 'o@example.com', recipients: recipients.slice(1), ...input }
    return execute(fillEmailTemplate, whole as never, used, { ...context, idempotencyKey: 'key' })
  }
  await call({})
  expect(sent).toEqual(['ada@example.com', 'b@example.com'])
  expect((await call({})).data.messages.map(({ status }) => status)).toEqual(['sent', 'sent'])
  const others = [
    { template: { subject: 'Hello', text: '{{ other' } },
    { data: { n: 2 } },
    { currency: 'USD' },
    { recipients: [{ to: 'c@example.com' }] },
    { recipients: [recipients[2], recipients[1]] },
  ]
  for (const other of others) await expect(call(other)).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  // One that is another message now, behind one that went: its own outcome.
  const { data } = await call({ recipients: [recipients[1], { to: 'c@example.com' }] })
  expect(data.messages.map(({ status, error }) => [status, error?.code])).toEqual([
    ['sent', undefined],
    ['failed', 'idempotency_mismatch'],
  ])
  expect(sent).toHaveLength(2)
})

it('points at the document where the template is one', async () => {
  await expect(run({ path: 'a.json' }, fails)).rejects.toMatchObject({ violations: [{ pointer: '/template' }] })
})

it('reports a fault that shows in one recipient’s turn there, so that no outcome is lost', async () => {
  const sent: string[] = []
  const { data } = await run(content, (given) => ('n' in (given as object) ? filled : fails()), sent)
  expect(data.messages.map(({ status }) => status)).toEqual(['failed', 'sent', 'failed'])
  expect(sent).toEqual(['ada@example.com'])
})

it('tells a fault of the service at its recipient, once others have their e-mail, and logs it', async () => {
  const sent: string[] = []
  const logged: unknown[] = []
  let fills = 0
  const breaks = (): object => {
    if (++fills === 2) throw new TypeError('secret')
    return filled
  }
  const logger = { log: (...line: unknown[]) => logged.push(line) }
  const all = { recipients: ['a', 'b', 'c'].map((name) => ({ to: `${name}@example.com` })), from: 'o@example.com' }
  const withLogger = { ...(ports(breaks, sent) as object), logger } as never
  const { data } = await execute(fillEmailTemplate, { template: content, ...all }, withLogger, context)
  expect(data.messages.map(({ status, error }) => [status, error?.code])).toEqual([
    ['sent', undefined],
    ['failed', 'internal'],
    ['sent', undefined],
  ])
  expect(sent).toEqual(['a@example.com', 'c@example.com'])
  expect(logged).toEqual([['error', 'item-failed', { requestId: '1', error: 'TypeError' }]])
  // Nothing was sent yet: the call fails as a whole.
  fills = 1
  await expect(execute(fillEmailTemplate, { template: content, ...all }, withLogger, context)).rejects.toMatchObject({
    code: 'internal',
  })
})
