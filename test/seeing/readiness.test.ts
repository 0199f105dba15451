import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, startPostgres } from '@chancery/port-contracts/postgres-server'
import type { Clock } from '@chancery/core'
import { afterEach, describe, expect, it } from 'vitest'
import { startFakeGcs } from '../../packages/storage/src/gcs/fake-gcs.ts'
import { sendGridStandIn } from '../../packages/mail/src/sendgrid/stand-in.test-support.ts'
import { copied, deploy } from '../bundles/deployed.ts'
import { type Answer, base64, type WatchedService, watchedService } from './watched-service.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

let aheadMs = 0
/** Ahead of the time: an answer is remembered for two seconds, and nobody waits for their end here. */
const clock: Clock = { now: () => Date.now() + aheadMs }

async function started(settings: Readonly<Record<string, string>> = {}, folder?: string): Promise<WatchedService> {
  const watched = await watchedService(settings, {
    replacements: { clock },
    ...(folder === undefined ? {} : { folder }),
  })
  ends.push(() => watched.close())
  return watched
}

/** What `/readyz` says when its answer is no longer the one that is remembered. */
function readyLater(watched: WatchedService): Promise<Answer> {
  aheadMs += 2000
  return watched.ready()
}

const toBecome = (watched: WatchedService, status: number, checks: object) =>
  expect
    .poll(
      async () => {
        const answer = await readyLater(watched)
        return { status: answer.status, reasons: answer.body.reasons ?? {} }
      },
      { interval: 200 },
    )
    .toEqual({ status, reasons: checks })

const memory = {
  CHANCERY_STORES: 'memory',
  CHANCERY_TRANSPORTS: 'memory',
  CHANCERY_STATE: 'memory',
  CHANCERY_KEY_SECRET: 'k'.repeat(32),
  CHANCERY_SAFETY: 'inline',
}
/** A document, as a call that has to be refused or done. */
const store = (watched: WatchedService, path: string) =>
  watched.call('store-document', { document: { content: base64('Hello.'), filename: 'a.txt' }, path })

describe('/readyz', { timeout: 120_000 }, () => {
  it('is ready with everything embedded, and says what was looked at', async () => {
    const watched = await started()
    await toBecome(watched, 200, {})
    expect((await watched.ready()).body.checks).toEqual({
      state: true,
      clients: true,
      children: true,
      storage: true,
      email: true,
    })
  })

  it('names a full disk, and is ready again when there is room', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chancery-full-'))
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder])
    if (mounted.status !== 0) {
      process.stdout.write('No file system can be mounted here: a full disk is not tried.\n')
      return rmSync(folder, { recursive: true })
    }
    ends.push(() => {
      spawnSync('umount', [folder])
      rmSync(folder, { recursive: true, force: true })
    })
    // The mount itself cannot be removed with what is in it.
    const watched = await started({ CHANCERY_SAFETY: 'inline' }, join(folder, 'own'))
    expect((await store(watched, 'before.txt')).status).toBe(200)
    await toBecome(watched, 200, {})
    try {
      writeFileSync(join(folder, 'ballast'), Buffer.alloc(16 * 1024 ** 2, 1))
    } catch {
      // As much as there was room for.
    }
    await toBecome(watched, 503, {
      state: 'disk_full',
      clients: 'disk_full',
      storage: 'disk_full',
      email: 'disk_full',
    })
    rmSync(join(folder, 'ballast'))
    await toBecome(watched, 200, {})
    expect((await store(watched, 'after.txt')).status).toBe(200)
  })

  it.each(['state', 'clients', 'documents'])('names a database that was taken away: %s', async (which) => {
    const watched = await started({ CHANCERY_SAFETY: 'inline' })
    expect((await store(watched, 'a.txt')).status).toBe(200)
    await toBecome(watched, 200, {})
    const file = fileOf(watched, which)
    rmSync(file)
    const check = which === 'documents' ? 'storage' : which
    await toBecome(watched, 503, { [check]: 'database_absent' })
    // Another file in its place is another database.
    writeFileSync(file, '')
    await toBecome(watched, 503, { [check]: 'database_absent' })
  })

  it.each(['state', 'clients', 'documents'])('names a database that is damaged: %s', async (which) => {
    const watched = await started({ CHANCERY_SAFETY: 'inline' })
    expect((await store(watched, 'a.txt')).status).toBe(200)
    await toBecome(watched, 200, {})
    const file = fileOf(watched, which)
    writeFileSync(file, 'no database, and long enough to be looked at '.repeat(1000), { flag: 'r+' })
    const check = which === 'documents' ? 'storage' : which
    await toBecome(watched, 503, { [check]: 'database_corrupt' })
    truncateSync(file, 50)
    await toBecome(watched, 503, { [check]: 'database_corrupt' })
  })

  const fileOf = ({ folder }: WatchedService, which: string): string =>
    which === 'documents'
      ? join(folder, 'data/documents/.chancery/documents.sqlite')
      : join(folder, `data/${which}.sqlite`)

  it('names a Postgres that is away, and one that refuses the service', async () => {
    const programs = findPostgres()
    if (programs === undefined) return void process.stdout.write('No Postgres on this machine: none is taken away.\n')
    const server = await startPostgres(programs)
    ends.push(() => server.close())
    const url = await server.schema()
    const watched = await started({
      ...memory,
      CHANCERY_STATE: 'postgres',
      CHANCERY_DATABASE_URL: url,
      CHANCERY_MIGRATE: 'start',
    })
    await toBecome(watched, 200, {})
    await server.stop('fast')
    await toBecome(watched, 503, { state: 'database_unreachable', clients: 'database_unreachable' })
    await server.start()
    await toBecome(watched, 200, {})
    await server.query(url, 'DROP TABLE chancery_api_keys')
    await toBecome(watched, 503, { state: 'database_absent' })
  })

  it.each([
    [401, 'credentials_refused'],
    [403, 'credentials_refused'],
    [503, 'unavailable'],
  ])('names a bucket that answers %i', async (status, reason) => {
    const gcs = await startFakeGcs()
    ends.push(() => gcs.stop())
    const watched = await started({
      ...memory,
      CHANCERY_STORES: 'gcs',
      CHANCERY_GCS_BUCKET: 'docs',
      CHANCERY_GCS_ENDPOINT: gcs.endpoint,
    })
    await toBecome(watched, 200, {})
    for (let times = 0; times < 200; times++) gcs.fail({ call: 'list', how: status })
    // What is busy is asked again for longer than a check may take.
    await expect
      .poll(async () => (await readyLater(watched)).body.reasons?.storage)
      .toMatch(reason === 'unavailable' ? /^(?:unavailable|timeout)$/ : /^credentials_refused$/)
    expect((await watched.ready()).status).toBe(503)
  })

  it('names a mail provider that refuses its key', async () => {
    const api = await sendGridStandIn()
    ends.push(() => api.close())
    const settings = { ...memory, CHANCERY_TRANSPORTS: 'sendgrid', CHANCERY_SENDGRID_ENDPOINT: api.baseUrl }
    const right = await started({ ...settings, CHANCERY_SENDGRID_API_KEY: 'SG.test-key' })
    await toBecome(right, 200, {})
    const wrong = await started({ ...settings, CHANCERY_SENDGRID_API_KEY: 'SG.canary-key' })
    await toBecome(wrong, 503, { email: 'credentials_refused' })
    expect(JSON.stringify((await wrong.ready()).body)).not.toContain('canary')
  })

  it('goes on without a provider that is not the first, unless that refuses its credentials', async () => {
    let status = 200
    const gotenberg = createServer((_request, response) => void response.writeHead(status).end())
    await new Promise<void>((resolve) => void gotenberg.listen(0, '127.0.0.1', resolve))
    ends.push(() => gotenberg.close())
    const { port } = gotenberg.address() as AddressInfo
    const watched = await started({
      ...memory,
      CHANCERY_CONVERTERS: 'gotenberg',
      CHANCERY_GOTENBERG_URL: `http://clerk:canary@127.0.0.1:${port}`,
    })
    await toBecome(watched, 200, {})
    status = 500
    await toBecome(watched, 200, { 'converter-gotenberg': 'unavailable' })
    status = 401
    await toBecome(watched, 503, { 'converter-gotenberg': 'credentials_refused' })
  })

  it('names children that cannot be started', async () => {
    const data = mkdtempSync(join(tmpdir(), 'chancery-childless-'))
    const { folder, remove } = await copied('server')
    ends.push(remove, () => rmSync(data, { recursive: true, force: true }))
    mkdirSync(data, { recursive: true })
    const deployed = await deploy('server', {}, data, folder)
    ends.push(() => deployed.stop())
    const reasons = async () => {
      const answer = await fetch(`${deployed.address}/readyz`)
      return [answer.status, ((await answer.json()) as { reasons?: object }).reasons]
    }
    await expect.poll(reasons).toEqual([200, undefined])
    await deployed.stop()
    writeFileSync(join(folder, 'chunks/sandbox-child.js'), 'process.exit(1)')
    const broken = await deploy('server', {}, data, folder)
    ends.push(() => broken.stop())
    const brokenReasons = async () => {
      const answer = await fetch(`${broken.address}/readyz`)
      return [answer.status, ((await answer.json()) as { reasons?: object }).reasons]
    }
    await expect.poll(brokenReasons).toEqual([503, { children: 'children_cannot_start' }])
  })
})
