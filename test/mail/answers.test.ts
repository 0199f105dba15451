import { ChanceryError, type EmailTransport, providers } from '@chancery/core'
import { issueApiKey } from '@chancery/http'
import { createMemoryTransport } from '@chancery/mail'
import { createHttpService, readConfiguration } from '@chancery/wiring'
import { afterEach, expect, it } from 'vitest'

const issued = { name: 'test', environment: 'dev', operations: '*' as const, createdAt: '2026-01-01T00:00:00Z' }
const { key } = issueApiKey(issued, 'any secret makes the same form of a key')

const lost = new ChanceryError('provider_timeout', 'Late.', { details: { ambiguous: true } })
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** The service in memory, with a transport whose faults go by the first letter of a subject. */
async function startService(faults: Record<string, ChanceryError>) {
  const memory = createMemoryTransport()
  const transport: EmailTransport = {
    ...memory,
    capabilities: { ...memory.capabilities, deduplicates: false },
    async send(email, options) {
      const fault = faults[email.subject.slice(0, 1)]
      if (fault !== undefined) throw fault
      return await memory.send(email, options)
    },
  }
  const { app, composition, startWorker } = createHttpService(
    readConfiguration({
      CHANCERY_STORES: 'memory',
      CHANCERY_TRANSPORTS: 'memory',
      CHANCERY_STATE: 'memory',
      CHANCERY_CONVERTERS: 'off',
      CHANCERY_SAFETY: 'inline',
      CHANCERY_LOG: 'off',
      CHANCERY_EMAIL_FROM: 'office@example.com',
      CHANCERY_API_KEY: key,
      CHANCERY_KEY_SECRET: 'of a service that lives for one test',
    }),
    { replacements: { transports: providers({ memory: transport }) }, checkOutputs: true },
  )
  const worker = await startWorker()
  closing.push(async () => {
    await worker?.close()
    await composition.close()
  })
  const post = async (name: string, body: object, idempotencyKey: string, more: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': key, 'idempotency-key': idempotencyKey, ...more }
    const response = await app.request(`/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as Body }
  }
  return { post, sent: memory.sent, ledger: composition.ports.emailLedger }
}

interface Message {
  readonly id: string
  readonly status: string
  readonly retryable?: boolean
}
interface Body {
  readonly code?: string
  readonly data: {
    readonly message: Message
    readonly messages: readonly Message[]
    readonly operation: { id: string }
  }
}

const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello.' }
const many = {
  template: { subject: '{{name}}', text: 'Hello.' },
  recipients: ['a', 'b', 'c'].map((name) => ({ to: `${name}@example.com`, data: { name } })),
}

it('tells an e-mail as unknown until that is settled, and then the answer of the ledger', async () => {
  const faults: Record<string, ChanceryError> = { H: lost }
  const { post, sent, ledger } = await startService(faults)
  const first = await post('send-email', mail, 'k')
  expect(first).toMatchObject({ status: 200, body: { data: { message: { status: 'unknown' } } } })
  delete faults['H']
  expect((await post('send-email', mail, 'k')).body.data.message.status).toBe('unknown')
  expect(await post('send-email', { ...mail, text: 'Other.' }, 'k')).toMatchObject({ status: 422 })
  expect(sent).toEqual([])
  await ledger.release(first.body.data.message.id)
  for (const _ of [1, 2]) expect((await post('send-email', mail, 'k')).body.data.message.status).toBe('sent')
  expect(sent).toHaveLength(1)
})

it('goes on with a batch under the same key, and refuses another body', async () => {
  const faults: Record<string, ChanceryError> = { b: new ChanceryError('provider_unavailable', 'Busy.'), c: lost }
  const { post, sent } = await startService(faults)
  const statuses = async () =>
    (await post('fill-email-template', many, 'k')).body.data.messages.map(({ status }) => status)
  expect(await statuses()).toEqual(['sent', 'failed', 'unknown'])
  delete faults['b']
  delete faults['c']
  const other = { ...many, recipients: many.recipients.slice(1) }
  expect(await post('fill-email-template', other, 'k')).toMatchObject({
    status: 422,
    body: { code: 'idempotency_mismatch' },
  })
  expect(await statuses()).toEqual(['sent', 'sent', 'unknown'])
  expect(sent.map(({ subject }) => subject)).toEqual(['a', 'b'])
})

it('goes on in the background under the same key, also after the operation has ended', async () => {
  const faults: Record<string, ChanceryError> = { c: lost }
  const { post, sent, ledger } = await startService(faults)
  const later = { prefer: 'respond-async' }
  const done = async (): Promise<readonly Message[]> => {
    for (;;) {
      const { status, body } = await post('fill-email-template', many, 'k', later)
      if (status === 200) return body.data.messages
      const { id } = body.data.operation
      const { body: ended } = await post('get-operation', { id, waitMs: 5000 }, 'k')
      const { response } = ended.data.operation as { readonly response?: Body }
      if (response !== undefined) return response.data.messages
    }
  }
  const first = await done()
  expect(first.map(({ status }) => status)).toEqual(['sent', 'sent', 'unknown'])
  delete faults['c']
  await ledger.release((await ledger.open({ states: ['unknown'], limit: 1 }))[0]?.id ?? '')
  for (let again = 0; again < 2; again++)
    expect((await done()).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent'])
  expect(sent.map(({ subject }) => subject)).toEqual(['a', 'b', 'c'])
})
