import { callForTest } from '../testing/call-for-test.test-support.ts'
import { openStateDatabase, type StateStores } from '@chancery/state'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  makeSigningKey,
  signToken,
  startFakeGoogleIssuer,
  usualClaims,
} from '../../../gateway/src/fake-google-issuer.ts'
import { type FakeCloudTasksSettings, startFakeCloudTasks } from './fake-cloud-tasks.ts'

const queue = 'projects/firm/locations/europe-west1/queues/calls'
const account = 'pushes@firm.iam.gserviceaccount.com'
const ours = makeSigningKey('ours')
const patience = { timeout: 60_000, interval: 20 }

/** What stands before the instances of a service, and hands each push to the next that is there. */
async function startBalancer() {
  const ports = new Map<ChildProcess, number>()
  let turn = 0
  const server = createServer((request, response) => {
    const all = [...ports.values()]
    const port = all[turn++ % all.length]
    if (port === undefined) {
      response.writeHead(503).end()
      return
    }
    const { method, url, headers } = request
    const onward = httpRequest({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/work`,
    ports,
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

describe('instances to which Cloud Tasks pushes', () => {
  let folder: string
  let state: StateStores
  let issuer: Awaited<ReturnType<typeof startFakeGoogleIssuer>>
  let balancer: Awaited<ReturnType<typeof startBalancer>>
  let fake: Awaited<ReturnType<typeof startFakeCloudTasks>>
  let lines: string[]
  const processes: ChildProcess[] = []
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chancery-tasks-'))
    state = openStateDatabase({ file: join(folder, 'state.sqlite'), clock: { now: () => Date.now() } })
    issuer = await startFakeGoogleIssuer(ours)
    balancer = await startBalancer()
    lines = []
    const credentials = { type: 'authorized_user', client_id: 'c', client_secret: 's', refresh_token: 'refresh_token' }
    writeFileSync(join(folder, 'credentials.json'), JSON.stringify(credentials))
  })
  afterEach(async () => {
    for (const each of processes.splice(0)) each.kill('SIGKILL')
    await fake.stop()
    await balancer.stop()
    issuer.stop()
    state.close()
    rmSync(folder, { recursive: true })
  })

  const startTasks = async (more: Partial<FakeCloudTasksSettings> = {}): Promise<void> => {
    fake = await startFakeCloudTasks({
      queue,
      accessToken: 'a-token',
      tokenFor: ({ serviceAccountEmail, audience }) => signToken(usualClaims(audience, serviceAccountEmail), ours),
      minBackoffSeconds: 0.2,
      maxBackoffSeconds: 1,
      ...more,
    })
  }
  const told = (what: string): string[] =>
    lines.filter((line) => line.startsWith(`${what} `)).map((line) => line.slice(what.length + 1))
  const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `call-${n}`)
  const isDone = (count: number): Promise<void> =>
    vi.waitFor(() => expect(told('done').toSorted()).toEqual(names(count).toSorted()), patience)

  async function add(count: number): Promise<readonly string[]> {
    for (const id of names(count)) {
      await state.calls.add(callForTest(id))
    }
    return names(count)
  }

  /** An instance, once it listens; with calls to announce, once it has. */
  async function instance(more: object = {}, announce: readonly string[] = []): Promise<ChildProcess> {
    const settings = {
      file: join(folder, 'state.sqlite'),
      leaseMs: 1500,
      callMs: 100,
      announce,
      url: balancer.url,
      queue,
      serviceAccount: account,
      apiEndpoint: fake.endpoint,
      tokenUrl: `${fake.endpoint}/token`,
      certificatesUrl: issuer.url,
      ...more,
    }
    const subject = join(import.meta.dirname, 'cloud-tasks-worker-subject.ts')
    const child = spawn(process.execPath, [subject, JSON.stringify(settings)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, GOOGLE_APPLICATION_CREDENTIALS: join(folder, 'credentials.json') },
    })
    processes.push(child)
    child.once('exit', () => balancer.ports.delete(child))
    let rest = ''
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (text: Buffer) => {
        const all = `${rest}${text.toString()}`.split('\n')
        rest = all.pop() ?? ''
        for (const line of all) {
          lines.push(line)
          if (line.startsWith('port ')) balancer.ports.set(child, Number(line.slice(5)))
          if (line === 'announced') resolve()
        }
      })
    })
    return child
  }

  it('lose no call to a kill -9, and do none twice', async () => {
    await startTasks()
    const ids = await add(20)
    const [first] = await Promise.all([instance({}, ids), instance()])
    await vi.waitFor(() => expect(told('done').length).toBeGreaterThan(3), patience)
    first.kill('SIGKILL')
    await isDone(20)
    await vi.waitFor(() => expect(fake.waiting()).toEqual([]), patience)
    expect(told('push-token-refused')).toEqual([])
  })

  it('are pushed to again when a call takes longer than a push may', async () => {
    // The shortest deadline that there is lasts 300 ms here.
    await startTasks({ secondMs: 20, minBackoffSeconds: 5, maxBackoffSeconds: 20 })
    const ids = await add(2)
    const pushSeconds = 15
    await instance({ callMs: 1000, leaseMs: 60_000, pushSeconds }, ids)
    await isDone(2)
    await vi.waitFor(() => expect(fake.waiting()).toEqual([]), patience)
    expect(fake.pushes.map(({ status }) => status)).toContain('late')
  })

  it('do what waited in the queue while none of them was there', async () => {
    await startTasks()
    const first = await instance()
    first.kill('SIGKILL')
    await vi.waitFor(() => expect(balancer.ports.size).toBe(0), patience)
    const ids = await add(3)
    const last = await instance({}, ids)
    await isDone(3)
    expect(last.exitCode).toBeNull()
  })

  it('take no push that another account sent', async () => {
    await startTasks({
      tokenFor: ({ audience }) => signToken(usualClaims(audience, 'me@firm.iam.gserviceaccount.com'), ours),
    })
    await instance({}, await add(1))
    await vi.waitFor(() => expect(told('push-token-refused')).toContain('{"reason":"account"}'), patience)
    expect(told('took')).toEqual([])
    expect(fake.waiting()).toHaveLength(1)
  })
})
