import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEventRecording, deliverEvent, type DeliveryNeeds, providers } from '@chancery/core'
import { readWebhookSecret, webhookSignature } from '@chancery/formats/standard-webhooks'
import { createMemoryState } from '@chancery/state'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWebhooks, webhookId } from './webhooks.ts'

const secretText = (letter: string): string => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`
const secret = (letter: string): Uint8Array => readWebhookSecret(secretText(letter)) ?? new Uint8Array()
const { signal } = new AbortController()

/** A firm's own system, which answers as it is told to. */
interface Receiver {
  readonly url: string
  readonly got: { readonly headers: IncomingHttpHeaders; readonly body: string; readonly path: string }[]
  /** Statuses of the next answers, or what happens instead; then 204. */
  readonly plan: (number | 'hang' | 'drop' | Readonly<Record<string, string>>)[]
  close(): Promise<void>
}

async function receiver(): Promise<Receiver> {
  const got: Receiver['got'] = []
  const plan: Receiver['plan'] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(chunks).toString(), path: request.url ?? '' })
      const next = plan.shift() ?? 204
      if (next === 'drop') return request.socket.destroy()
      if (next === 'hang') return undefined
      if (typeof next === 'number') return response.writeHead(next).end()
      return response.writeHead(503, next).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?token=1`,
    got,
    plan,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let now: number
let to: Receiver
beforeEach(async () => {
  now = Date.now()
  to = await receiver()
})
afterEach(() => to.close())
const clock = { now: () => now }

/** An outbox, and how it is delivered from. @param timeoutMs of a try: no busy machine takes so long, where silence is not tried */
function setUp(secrets = [secret('a')], timeoutMs = 5000) {
  const webhooks = createWebhooks({ endpoints: [{ url: to.url, secrets }], clock, timeoutMs })
  let ids = 0
  const recording = createEventRecording({
    endpoints: webhooks.endpoints,
    ids: { next: () => `id${++ids}` },
    clock,
  })
  const { events } = createMemoryState({ clock, recording })
  const logged: unknown[] = []
  const needs: DeliveryNeeds = {
    deliveries: events,
    stores: providers({}),
    clock,
    logger: { log: (...line) => void logged.push(line), within: (_, run) => run() },
    random: () => 0.5,
    tell: webhooks.tell,
  }
  const endpoint = webhookId(to.url)
  return {
    events,
    recording,
    logged,
    webhooks,
    endpoint,
    deliver: () => deliverEvent(endpoint, needs, signal),
    tell: (delivery: { id: string; body: string }) => webhooks.tell({ ...delivery, endpoint }, signal),
  }
}

describe('an event on its way', () => {
  it('is verified by the library of Standard Webhooks, with the old and with the new secret', async () => {
    const { events, recording, deliver } = setUp([secret('n'), secret('o')])
    await events.add(recording.emailSettled('lisbon/m1', { status: 'unknown', code: 'provider_timeout' }))
    expect(await deliver()).toBe(true)
    expect(await deliver()).toBe(false)
    const [{ headers, body, path } = { headers: {}, body: '', path: '' }] = to.got
    expect(path).toBe('/hooks?token=1')
    const signed = headers as Record<string, string>
    for (const letter of ['n', 'o']) {
      expect(new Webhook(secretText(letter)).verify(body, signed)).toEqual({
        type: 'email.unknown',
        timestamp: new Date(now).toISOString(),
        data: { id: 'm1', space: 'lisbon', status: 'unknown', code: 'provider_timeout' },
      })
    }
    expect(() => new Webhook(secretText('x')).verify(body, signed)).toThrow()
    expect(() => new Webhook(secretText('n')).verify(`${body} `, signed)).toThrow()
    const other = { ...signed, 'webhook-id': 'evt_other' }
    expect(() => new Webhook(secretText('n')).verify(body, other)).toThrow()
  })

  it('is signed as the library signs', () => {
    const date = new Date(1_700_000_000_000)
    const message = { id: 'evt_1', timestamp: 1_700_000_000, body: '{"ü":"\\u0000"}' }
    expect(webhookSignature(secret('a'), message)).toBe(new Webhook(secretText('a')).sign('evt_1', date, message.body))
  })

  it.each([
    ['an error', 500, '500'],
    ['a redirect', 302, '302'],
    ['a broken connection', 'drop', 'broken'],
    ['no answer', 'hang', 'timeout'],
  ] as const)('comes again with the same id, later and later, after %s', async (_, fault, code) => {
    const { events, recording, deliver } = setUp([secret('a')], fault === 'hang' ? 500 : undefined)
    await events.add(recording.templateGenerated('', 'document'))
    to.plan.push(fault, fault)
    await deliver()
    expect(await events.list({ limit: 9 })).toMatchObject([{ state: 'waiting', tries: 1, code }])
    expect(await deliver()).toBe(false)
    now += 5500
    await deliver()
    now += 5000
    expect(await deliver()).toBe(false)
    now += 325_000
    expect(await deliver()).toBe(true)
    expect(to.got.map(({ headers }) => headers['webhook-id'])).toEqual(['evt_id1', 'evt_id1', 'evt_id1'])
    expect(await events.list({ limit: 9 })).toEqual([])
  })

  it('waits as long as it is told to', async () => {
    const { events, recording, deliver } = setUp()
    await events.add(recording.templateGenerated('', 'document'))
    to.plan.push({ 'retry-after': '120' })
    await deliver()
    now += 119_000
    expect(await deliver()).toBe(false)
    now += 1000
    expect(await deliver()).toBe(true)
  })

  it('is dead after a day of tries, and told again when somebody asks for it', async () => {
    const { events, recording, deliver, logged } = setUp()
    await events.add(recording.templateGenerated('', 'document'))
    const begun = now
    let last = now
    for (let tries = 0; tries < 8; now += 60_000) {
      to.plan[0] = 503
      if (!(await deliver())) continue
      tries++
      last = now
    }
    expect((last - begun) / 3_600_000).toBeGreaterThan(24)
    expect(await events.list({ limit: 9 })).toMatchObject([{ state: 'dead', tries: 8, code: '503' }])
    expect(JSON.stringify(logged)).toContain('"event":"evt_id1"')
    to.plan.length = 0
    await events.retry(now)
    expect(await deliver()).toBe(true)
    expect(await events.list({ limit: 9 })).toEqual([])
  })

  it('is the last one to an endpoint that is gone', async () => {
    const { events, recording, deliver } = setUp()
    await events.add(recording.templateGenerated('', 'document'))
    await events.add(recording.templateGenerated('', 'email'))
    to.plan.push(410)
    await deliver()
    await events.add(recording.templateGenerated('', 'email'))
    expect(await deliver()).toBe(false)
    expect(to.got).toHaveLength(1)
    expect(await events.list({ limit: 9 })).toMatchObject([{ state: 'dead' }, { state: 'dead' }])
  })

  it('of a document that nobody confirmed is told where the document is there', async () => {
    const { events, recording, endpoint, webhooks } = setUp()
    const stored = (path: string, sha256: string, updatedAt = now) => ({
      path,
      sha256,
      updatedAt: new Date(updatedAt).toISOString(),
    })
    const there = new Map([
      ['here.txt', stored('here.txt', 'aa')],
      ['other.txt', stored('other.txt', 'bb')],
      ['old.txt', stored('old.txt', 'aa', now - 3_600_000)],
    ])
    let isAway = true
    const store = {
      id: 'local',
      stat: async (path: string) => {
        if (isAway) throw new Error('away')
        return there.get(path)
      },
    }
    for (const path of ['here.txt', 'other.txt', 'old.txt', 'never.txt'])
      await events.add(recording.documentStored('local', path), { until: now, provider: 'local', path, sha256: 'aa' })
    const needs = {
      deliveries: events,
      stores: { names: ['local'], get: () => store },
      clock,
      logger: { log: () => undefined, within: (_: unknown, run: () => unknown) => run() },
      random: () => 0,
      tell: webhooks.tell,
    } as unknown as DeliveryNeeds
    const all = async (): Promise<void> => {
      while (await deliverEvent(endpoint, needs, signal));
    }
    // However long the store is away: nobody was told, so nothing is given up.
    for (let looks = 0; looks < 10; looks++) {
      await all()
      expect([to.got.length, (await events.list({ limit: 9 })).length]).toEqual([0, 4])
      expect(await events.list({ limit: 1 })).toMatchObject([{ state: 'waiting', tries: 0, code: 'store_unavailable' }])
      now += 60_000
    }
    isAway = false
    to.plan.push(503)
    await all()
    const waits = await events.list({ limit: 9 })
    expect(waits).toMatchObject([{ state: 'waiting', tries: 1, code: '503' }])
    to.got.length = 0
    now += 5000
    await all()
    expect(to.got.map(({ body }) => (JSON.parse(body) as { data: object }).data)).toEqual([
      { provider: 'local', path: 'here.txt' },
    ])
    expect(await events.list({ limit: 9 })).toEqual([])
  })
})

describe('an endpoint', () => {
  it.each(['http://example.com/', 'ftp://127.0.0.1/'])('is not %s', (url) => {
    expect(() => createWebhooks({ endpoints: [{ url, secrets: [] }], clock })).toThrow('https')
  })

  it.each(['https://10.0.0.1/hook', 'https://[fd00::1]/hook', 'https://metadata.internal/'])(
    'in a private network is not called: %s',
    async (url) => {
      const webhooks = createWebhooks({ endpoints: [{ url, secrets: [] }], clock })
      const told = await webhooks.tell({ id: 'evt', endpoint: webhookId(url), body: '{}' }, signal)
      expect(told).toEqual({ state: 'failed', code: 'unreachable' })
    },
  )

  it('that is configured no more gets nothing', async () => {
    const { webhooks } = setUp()
    expect(await webhooks.tell({ id: 'evt', endpoint: 'before', body: '{}' }, signal)).toMatchObject({ state: 'gone' })
    expect([webhooks.hostOf('before'), webhooks.hostOf(webhookId(to.url))]).toEqual([undefined, new URL(to.url).host])
  })
})

it.each(['whsec_', 'whsec_YQ==', `whsec_${'A'.repeat(100)}`, 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_*'])(
  'is no secret: %s',
  (text) => expect(readWebhookSecret(text)).toBeUndefined(),
)
