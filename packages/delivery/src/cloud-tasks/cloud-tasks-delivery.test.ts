import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { ChanceryError, Logger } from '@chancery/core'
import { createPushTokenVerifier } from '@chancery/gateway'
import { callDeliveryContract } from '@chancery/port-contracts/call-delivery'
import { OAuth2Client } from 'google-auth-library'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  makeSigningKey,
  signToken,
  startFakeGoogleIssuer,
  usualClaims,
} from '../../../gateway/src/fake-google-issuer.ts'
import { type CloudTasksDelivery, createCloudTasksDelivery, type PushOutcome } from './cloud-tasks-delivery.ts'
import type { CloudTasksSettings } from './cloud-tasks-settings.ts'
import { type CloudTasksFault, type FakeCloudTasksSettings, startFakeCloudTasks } from './fake-cloud-tasks.ts'

const { signal } = new AbortController()
const clock = { now: () => Date.now() }
const logger: Logger = { log: () => undefined, within: (_fields, run) => run() }
const queue = 'projects/firm/locations/europe-west1/queues/calls'
const account = 'pushes@firm.iam.gserviceaccount.com'
const accessToken = 'a-token'
const [ours, others] = [makeSigningKey('ours'), makeSigningKey('others')]
const patience = { timeout: 60_000, interval: 10 }

let issuer: Awaited<ReturnType<typeof startFakeGoogleIssuer>>
beforeAll(async () => {
  issuer = await startFakeGoogleIssuer(ours)
})
afterAll(() => issuer.stop())

const tokenFor: FakeCloudTasksSettings['tokenFor'] = ({ serviceAccountEmail, audience }) =>
  signToken(usualClaims(audience, serviceAccountEmail), ours)

/** Credentials that ask nobody for a token. */
function withToken(token = accessToken) {
  const authClient = new OAuth2Client()
  authClient.setCredentials({ access_token: token, expiry_date: Date.now() + 3_600_000 })
  return { authClient }
}

const statuses: Readonly<Record<PushOutcome, number>> = { done: 204, again: 503, full: 429, refused: 401 }

/** A service with instances that take turns: what is behind the address of the pushes. */
async function startService() {
  const instances: CloudTasksDelivery[] = []
  let turn = 0
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { id } = JSON.parse(Buffer.concat(parts).toString()) as { readonly id: string }
      const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
      const push = instances[turn++ % instances.length]?.push({ token, id }) ?? Promise.resolve('full' as const)
      push.then(
        (outcome) => response.writeHead(statuses[outcome]).end(),
        () => response.writeHead(503).end(),
      )
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/work`,
    instances,
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

const settingsFor = (url: string, apiEndpoint: string, more: Partial<CloudTasksSettings> = {}): CloudTasksSettings => ({
  queue,
  url,
  serviceAccount: account,
  verify: createPushTokenVerifier({ audience: url, account, certificatesUrl: issuer.url, clock, logger }),
  isOpen: async () => false,
  clock,
  auth: withToken(),
  apiEndpoint,
  backoffMs: 5,
  callMs: 300,
  ...more,
})

callDeliveryContract(
  'By Cloud Tasks',
  async ({ isOpen }) => {
    const fake = await startFakeCloudTasks({
      queue,
      accessToken,
      tokenFor,
      minBackoffSeconds: 0.15,
      maxBackoffSeconds: 2,
    })
    const service = await startService()
    const another = async (): Promise<CloudTasksDelivery> => {
      const delivery = createCloudTasksDelivery(settingsFor(service.url, fake.endpoint, { isOpen: (id) => isOpen(id) }))
      service.instances.push(delivery)
      return delivery
    }
    return {
      delivery: await another(),
      another,
      outage: { begin: fake.goAway, end: fake.comeBack },
      async close() {
        await fake.stop()
        await service.stop()
      },
    }
  },
  { keeps: true, looks: false, breaks: true },
)

describe('an announcement by Cloud Tasks', () => {
  let fake: Awaited<ReturnType<typeof startFakeCloudTasks>>
  beforeEach(async () => {
    fake = await startFakeCloudTasks({ queue, accessToken, tokenFor, minBackoffSeconds: 600 })
  })
  afterEach(() => fake.stop())
  /** Where nobody listens. */
  const nowhere = 'http://127.0.0.1:1/work'
  /** Where nobody listens any more: what fetches refuses ports such as 1 by itself. */
  let stopped: string
  beforeAll(async () => {
    const gone = await startService()
    await gone.stop()
    stopped = new URL(gone.url).origin
  })
  const open = (more: Partial<CloudTasksSettings> = {}) =>
    createCloudTasksDelivery(settingsFor(nowhere, fake.endpoint, more))
  const names = (): string[] => fake.waiting().map((name) => name.split('/').at(-1) ?? '')

  it('is a task with the name of the call, and one more each minute in which it is told again', async () => {
    let now = 60_000 * 1000
    const delivery = open({ clock: { now: () => now } })
    await delivery.announce('call-1', { signal })
    expect(names()).toEqual(['call-1'])
    for (let times = 0; times < 3; times++) await delivery.announce('call-1', { signal })
    expect(names()).toEqual(['call-1', 'call-1-1000'])
    now += 60_000
    await delivery.announce('call-1', { signal })
    expect(names()).toEqual(['call-1', 'call-1-1000', 'call-1-1001'])
  })

  it('takes any id', async () => {
    for (const id of ['a/b', 'ü\0', '', 'x'.repeat(2000)]) await open().announce(id, { signal })
    expect(new Set(names()).size).toBe(4)
    for (const name of names()) expect(name).toMatch(/^call-[0-9a-f]{64}$/)
  })

  it.each<CloudTasksFault>([
    { how: 429 },
    { how: 429, headers: { 'retry-after': '0' } },
    { how: 500 },
    { how: 503 },
    { how: 503, done: true },
    { how: 'reset' },
    { how: 'reset', done: true },
    { how: 'hang' },
    { how: 'hang', done: true },
    { how: { body: '<html>Sign in</html>', type: 'text/html' } },
    { how: { body: '{}' } },
    { how: { body: 'null' } },
  ])('is made once though the service fails twice: %j', async (fault) => {
    fake.fail(fault)
    fake.fail({ ...fault, done: false })
    await open().announce('call-1', { signal })
    expect(names()).toEqual(['call-1'])
  })

  it.each([
    [400, 'provider_failed', false],
    [401, 'provider_failed', false],
    [403, 'provider_failed', false],
    [404, 'provider_failed', false],
    [429, 'provider_unavailable', true],
    [500, 'provider_failed', true],
    [503, 'provider_unavailable', true],
    ['reset', 'provider_unavailable', true],
    ['hang', 'provider_timeout', true],
    [{ body: '<html>Sign in</html>', type: 'text/html' }, 'provider_failed', true],
  ] as const)('says what is wrong, and gives up in time: %j', async (how, code, retryable) => {
    for (let n = 0; n < 20; n++) fake.fail({ how })
    const error = (await open({ callMs: 100 })
      .announce('call-1', { signal })
      .catch((thrown: unknown) => thrown)) as ChanceryError
    expect(error).toMatchObject({ code, retryable, details: { provider: 'cloud-tasks' } })
    expect(fake.creates()).toBe(retryable ? 4 : 1)
    expect(JSON.stringify(error) + String(error) + String(error.cause)).not.toMatch(/a-token|firm/)
  })

  it.each([
    ['a token that is not taken', () => open({ auth: withToken('old') }), /credentials/],
    ['no such queue', () => open({ queue: queue.replace('calls', 'none') }), /no such queue/],
    [
      'no credentials',
      () => {
        vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '/nowhere/key.json')
        return open({ auth: {} })
      },
      /credentials/,
    ],
    ['nobody there', () => open({ apiEndpoint: stopped }), /cannot be reached/],
  ])('says so where there is %s', async (_, make, words) => {
    await expect(make().announce('call-1', { signal })).rejects.toThrow(words)
    vi.unstubAllEnvs()
  })

  it('ends with its caller, also in the midst of a try or of a pause', async () => {
    for (const how of ['hang', 503] as const) {
      const caller = new AbortController()
      for (let n = 0; n < 9; n++) fake.fail({ how })
      const announced = open({ callMs: 60_000, backoffMs: 60_000 }).announce('call-1', { signal: caller.signal })
      const before = fake.creates()
      await vi.waitFor(() => expect(fake.creates()).toBeGreaterThan(before), patience)
      caller.abort()
      await expect(announced).rejects.toMatchObject({ code: 'cancelled' })
      fake.forgive()
    }
  })

  it('ends with its caller while a token is fetched, and nothing else ends', async () => {
    const unhandled = vi.fn()
    process.once('uncaughtException', unhandled)
    const credentials = withToken()
    const token = Promise.withResolvers<Headers>()
    credentials.authClient.getRequestHeaders = () => token.promise
    const caller = new AbortController()
    const announced = open({ auth: credentials, callMs: 60_000 }).announce('call-1', { signal: caller.signal })
    caller.abort()
    await expect(announced).rejects.toMatchObject({ code: 'cancelled' })
    token.resolve(new Headers({ authorization: `Bearer ${accessToken}` }))
    await setTimeout(100)
    process.off('uncaughtException', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
    expect(names()).toEqual([])
  })
})

describe('a push of Cloud Tasks', () => {
  const url = 'https://service.example/work'
  const claims = usualClaims(url, account)
  const token = signToken(claims, ours)
  let isOpen: boolean
  let works: number
  let delivery: CloudTasksDelivery
  beforeEach(() => {
    isOpen = true
    works = 0
    delivery = createCloudTasksDelivery(settingsFor(url, 'http://127.0.0.1:1', { isOpen: async () => isOpen }))
  })
  const receive = (work: () => Promise<boolean>) =>
    delivery.receive(
      async () => {
        works++
        return work()
      },
      { slots: 1 },
    )

  it.each([
    ['of another account', signToken({ ...claims, email: 'me@firm.iam.gserviceaccount.com' }, ours)],
    ['for another service', signToken({ ...claims, aud: 'https://other.example' }, ours)],
    ['of another issuer', signToken({ ...claims, iss: 'https://example.com' }, ours)],
    ['of another key', signToken(claims, others, { kid: ours.id })],
    ['whose time is over', signToken({ ...claims, exp: claims.iat - 1 }, ours)],
    ['that is none', 'x'],
    ['that is not there', ''],
  ])('is refused with a token %s', async (_, wrong) => {
    const receiving = await receive(async () => true)
    expect(await delivery.verifyPush(wrong)).toBe(false)
    expect(await delivery.push({ token: wrong, id: 'a' })).toBe('refused')
    expect(works).toBe(0)
    expect(await delivery.verifyPush(token)).toBe(true)
    await receiving.close()
  })

  it('is neither taken nor refused while nobody can tell whose it is', async () => {
    const lost = createCloudTasksDelivery(
      settingsFor(url, 'http://127.0.0.1:1', {
        verify: createPushTokenVerifier({
          audience: url,
          account,
          certificatesUrl: 'http://127.0.0.1:1',
          clock,
          logger,
        }),
      }),
    )
    await expect(lost.push({ token, id: 'a' })).rejects.toMatchObject({ code: 'provider_unavailable' })
  })

  it('is done when its call has ended, whoever did it', async () => {
    const receiving = await receive(async () => {
      if (works === 3) isOpen = false
      return true
    })
    expect(await delivery.push({ token, id: 'a' })).toBe('done')
    expect(works).toBe(3)
    expect(await delivery.push({ token, id: 'a' })).toBe('done')
    expect(works).toBe(3)
    await receiving.close()
  })

  it('comes again while somebody else holds its call, and after a failure', async () => {
    const receiving = await receive(async () => false)
    expect(await delivery.push({ token, id: 'a' })).toBe('again')
    expect(works).toBe(1)
    await receiving.close()
    await receive(async () => {
      throw new Error('The register is away.')
    })
    expect(await delivery.push({ token, id: 'a' })).toBe('again')
  })

  it('comes again where nobody receives', async () => {
    expect(await delivery.push({ token, id: 'a' })).toBe('full')
    const receiving = await receive(async () => true)
    await receiving.close()
    expect(await delivery.push({ token, id: 'a' })).toBe('full')
    expect(works).toBe(0)
  })
})
