import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnvironment } from '@chancery/port-contracts/child-environment'
import { serverProgram } from '../../apps/server/src/server-program.test-support.ts'
import { type AuditLog, type AuditRecord, auditRecordOf, type Ports } from '@chancery/core'
import { findPostgres, startPostgres } from '@chancery/port-contracts/postgres-server'
import { docxOf } from '@chancery/port-contracts/sample-documents'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { base64, type WatchedService, watchedService } from './watched-service.ts'

const command = serverProgram('audit.ts')
const template = docxOf(['Canarytext for {name}.'])

async function recordsOf({ service }: WatchedService): Promise<readonly AuditRecord[]> {
  const { signal } = new AbortController()
  const records: AuditRecord[] = []
  for await (const line of service.composition.auditing?.log.read({ signal }) ?? []) {
    const record = auditRecordOf(line)
    if (record !== undefined) records.push(record)
  }
  return records
}

const auditOf = (settings: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  spawnSync(process.execPath, [command, ...args], {
    encoding: 'utf8',
    env: { ...childEnvironment, ...settings },
  })

describe('the audit log of a service', () => {
  let watched: WatchedService
  let client: string
  const settings = () => ({
    CHANCERY_AUDIT: 'file',
    CHANCERY_DATA: join(watched.folder, 'data'),
  })
  const ofRequest = async (requestId: string) =>
    (await recordsOf(watched)).filter((record) => record.requestId === requestId)

  beforeAll(async () => {
    watched = await watchedService(
      {
        CHANCERY_AUDIT: 'file',
        CHANCERY_AUDIT_NAMES: 'plain',
        CHANCERY_SAFETY: 'inline',
        CHANCERY_AUDIT_FILE_BYTES: '65536',
      },
      { space: 'lisbon' },
    )
    const rows = [{ name: 'Ada Canaryname', email: 'canary@example.com' }]
    const imported = await watched.call(
      'enter-client-data',
      { source: { provider: 'json', document: { content: base64(JSON.stringify(rows)), filename: 'a.json' } } },
      { 'x-request-id': 'imports' },
    )
    client = imported.body.data.clients[0].id
    const stored = { document: { content: base64(template), filename: 'a.docx' }, path: 'letters/a.docx' }
    await watched.call('store-document', stored, { 'x-request-id': 'stores' })
    await watched.call(
      'pre-filling',
      { template: { path: 'letters/a.docx' }, client, data: { name: 'x' }, output: { path: 'out/b.docx' } },
      { 'x-request-id': 'fills', 'idempotency-key': 'once' },
    )
    await watched.call(
      'pre-filling',
      { template: { path: 'letters/a.docx' }, client, data: { name: 'x' }, output: { path: 'out/b.docx' } },
      { 'x-request-id': 'fills-again', 'idempotency-key': 'once' },
    )
    await watched.call('extract-document', { document: { path: 'out/b.docx' } }, { 'x-request-id': 'reads' })
    await watched.call('extract-document', { document: { path: 'out/none.docx' } }, { 'x-request-id': 'misses' })
    await watched.call('get-folder-directories', { path: 'out' }, { 'x-request-id': 'lists' })
    await watched.call(
      'send-email',
      {
        to: ['canary@example.com'],
        subject: 'Canarysubject',
        text: 'Canarytext',
        attachments: [{ path: 'out/b.docx' }],
      },
      { 'x-request-id': 'sends' },
    )
    await watched.call(
      'pre-filling',
      { template: { path: 'letters/a.docx' }, records: [{ data: { name: 'x' } }, { data: { name: 'y' } }] },
      { 'x-request-id': 'streams', accept: 'application/zip' },
    )
  })
  afterAll(() => watched.close())

  it('says who did what to what, and what came of it', async () => {
    const who = { key: watched.keyId, space: 'lisbon' }
    const document = (act: string, id: string) => ({ kind: 'document', provider: 'local', act, id })
    expect(await ofRequest('stores')).toMatchObject([
      { ...who, operation: 'store-document', phase: 'began', subjects: [document('write', 'letters/a.docx')] },
      { ...who, phase: 'ended', outcome: 'ok', subjects: [document('write', 'letters/a.docx')] },
    ])
    expect(await ofRequest('fills')).toMatchObject([
      { phase: 'began' },
      {
        phase: 'ended',
        outcome: 'ok',
        subjects: expect.arrayContaining([
          document('read', 'letters/a.docx'),
          { kind: 'client', provider: 'sqlite', act: 'read', id: client },
          document('write', 'out/b.docx'),
        ]) as unknown,
      },
    ])
    expect(await ofRequest('fills-again')).toMatchObject([{ phase: 'ended', outcome: 'replayed', subjects: [] }])
    expect(await ofRequest('reads')).toMatchObject([{ phase: 'ended', subjects: [document('read', 'out/b.docx')] }])
    expect(await ofRequest('misses')).toMatchObject([{ phase: 'ended', outcome: 'document_not_found', subjects: [] }])
    expect(await ofRequest('lists')).toMatchObject([
      { phase: 'ended', subjects: [{ kind: 'folder', act: 'list', id: 'out' }] },
    ])
    expect(await ofRequest('imports')).toMatchObject([
      { phase: 'began' },
      { phase: 'ended', outcome: 'ok', subjects: [{ kind: 'client', act: 'write', id: client }] },
    ])
    expect((await ofRequest('sends')).at(-1)?.subjects).toMatchObject([
      document('read', 'out/b.docx'),
      { kind: 'email', provider: 'outbox', act: 'send' },
    ])
    await expect.poll(async () => (await ofRequest('streams')).map(({ phase }) => phase)).toEqual(['began', 'ended'])
  })

  it('holds no text, no address and no key', () => {
    const folder = join(watched.folder, 'data/audit')
    const all = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n')
    for (const secret of ['Canary', 'canary', watched.key, 'once']) expect(all).not.toContain(secret)
  })

  it('is read by the command while the service writes it', () => {
    const { status, stdout } = auditOf(settings(), 'export', '--document', 'out/b.docx', '--space', 'lisbon')
    expect(status).toBe(0)
    const ids = stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as AuditRecord).requestId)
    expect(new Set(ids)).toEqual(new Set(['fills', 'reads', 'lists', 'sends']))
    const ofClient = auditOf(settings(), 'export', '--client', client, '--space', 'lisbon').stdout
    expect(ofClient).toContain('"imports"')
    expect(ofClient).toContain('"fills"')
    expect(ofClient).not.toContain('"lists"')
    expect(auditOf(settings(), 'export', '--document', 'out/b.docx').stdout).toBe('')
    expect(auditOf(settings(), 'export', '--until', '2020-01-01').stdout).toBe('')
  })

  it('is verified by the command, which sees what was changed or cut off', () => {
    const first = auditOf(settings(), 'verify')
    expect(first).toMatchObject({ status: 0, stderr: '' })
    const last = /last {4}(\d+:[0-9a-f]{64})/.exec(first.stdout)?.[1] ?? ''
    expect(auditOf(settings(), 'verify', '--expect', last).status).toBe(0)
    const copy = mkdtempSync(join(tmpdir(), 'chancery-changed-'))
    const folder = join(watched.folder, 'data/audit')
    const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.jsonl'))
    const text = readFileSync(join(folder, name), 'utf8')
    const verifyOf = (changed: string, ...args: readonly string[]) => {
      writeFileSync(join(copy, name), changed)
      return auditOf({ CHANCERY_AUDIT: 'file', CHANCERY_AUDIT_FOLDER: copy }, 'verify', ...args)
    }
    expect(verifyOf(text).status).toBe(0)
    const forged = verifyOf(text.replace('letters/a.docx', 'letters/b.docx'))
    expect([forged.status, forged.stderr]).toEqual([
      1,
      expect.stringMatching(/^entry \d+: the one before was changed\n$/),
    ])
    const lines = text.split('\n')
    const out = verifyOf(lines.toSpliced(2, 1).join('\n'))
    expect([out.status, out.stderr]).toEqual([1, expect.stringContaining('entries were taken out or put in')])
    const cut = `${lines.slice(0, 4).join('\n')}\n`
    expect(verifyOf(cut).status).toBe(0)
    expect(verifyOf(cut, '--expect', last)).toMatchObject({ status: 1 })
    rmSync(copy, { recursive: true })
  })

  it('says what it does not understand', () => {
    expect(auditOf({}, 'verify')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('CHANCERY_AUDIT') as string,
    })
    expect(auditOf(settings(), 'dance')).toMatchObject({ status: 2 })
    expect(auditOf(settings(), 'verify', '--expect', 'x')).toMatchObject({ status: 2 })
  })
})

describe('names in the audit log', () => {
  it('are digests unless the operator says otherwise, by which the command finds them', async () => {
    const watched = await watchedService({ CHANCERY_AUDIT: 'file', CHANCERY_SAFETY: 'inline' })
    const path = 'letters/Canary Person.txt'
    const stored = { document: { content: base64('Hello.'), filename: 'a.txt' }, path }
    expect((await watched.call('store-document', stored, { 'x-request-id': 'stores' })).status).toBe(200)
    const records = await recordsOf(watched)
    expect(records.at(-1)?.subjects[0]?.id).toMatch(/^hmac:[0-9a-f]{32}$/)
    expect(JSON.stringify(records)).not.toContain('Canary')
    const settings = { CHANCERY_AUDIT: 'file', CHANCERY_DATA: join(watched.folder, 'data') }
    expect(auditOf(settings, 'export', '--document', path).stdout.trim().split('\n')).toHaveLength(2)
    expect(auditOf(settings, 'export', '--document', 'letters/other.txt').stdout).toBe('')
    const blind = auditOf(
      { ...settings, CHANCERY_DATA: '/nonexistent', CHANCERY_AUDIT_FOLDER: join(watched.folder, 'data/audit') },
      'export',
      '--document',
      path,
    )
    expect([blind.status, blind.stderr]).toEqual([2, expect.stringContaining('CHANCERY_KEY_SECRET')])
    await watched.close()
  })
})

describe('what cannot be recorded', () => {
  const open: WatchedService[] = []
  afterEach(async () => {
    for (const watched of open.splice(0)) await watched.close()
  })
  const started = async (settings: Readonly<Record<string, string>> = {}, ports: Partial<Ports> = {}) => {
    const watched = await watchedService(
      { CHANCERY_AUDIT: 'file', CHANCERY_SAFETY: 'inline', ...settings },
      { replacements: ports },
    )
    open.push(watched)
    return watched
  }
  const stored = (path: string) => ({ document: { content: base64('Hello.'), filename: 'a.txt' }, path })

  it('is not done: effects are refused before, and reading is not answered', async () => {
    const watched = await started()
    expect((await watched.call('store-document', stored('a.txt'))).status).toBe(200)
    const folder = join(watched.folder, 'data/audit')
    const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.jsonl'))
    appendFileSync(join(folder, name), 'x\n')
    const refused = await watched.call('store-document', stored('b.txt'), { 'idempotency-key': 'k' })
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'provider_unavailable', provider: 'audit', retryable: true },
    })
    // It was changed for good: every call is refused, and the probe says why.
    expect((await watched.call('extract-document', { document: { path: 'a.txt' } })).status).toBe(503)
    expect((await watched.call('send-email', { to: ['a@example.com'], subject: 's', text: 't' })).status).toBe(503)
    expect((await watched.ready()).body).toMatchObject({ status: 'unavailable', checks: { audit: false } })
    expect((await watched.lines()).filter(({ message }) => message === 'audit-unavailable').length).toBeGreaterThan(2)
    const { signal } = new AbortController()
    const store = watched.service.composition.ports.stores.get()
    expect(await store.stat('b.txt', { signal })).toBeUndefined()
    expect(
      readdirSync(join(watched.folder, 'data')).includes('outbox') &&
        readdirSync(join(watched.folder, 'data/outbox/new')),
    ).toEqual([])
  })

  it('keeps a service from starting where another process writes the log', async () => {
    const watched = await started()
    await watched.call('store-document', stored('a.txt'))
    const folder = join(watched.folder, 'data/audit')
    await expect(watchedService({ CHANCERY_AUDIT: 'file', CHANCERY_AUDIT_FOLDER: folder })).rejects.toMatchObject({
      details: { reason: 'in_use' },
    })
  })

  it('is answered all the same where it was done, and is on record as begun', async () => {
    let left = 1
    const failing = (log: AuditLog): AuditLog => ({
      ...log,
      append: async (entry) => {
        if (left-- <= 0) throw new Error('gone')
        await log.append(entry)
      },
    })
    const watched = await started()
    const { composition } = watched.service
    const auditing = composition.auditing
    if (auditing === undefined) throw new Error('It is off.')
    Object.assign(auditing, { log: failing(auditing.log) })
    expect((await watched.call('store-document', stored('a.txt'))).status).toBe(200)
    expect(await recordsOf(watched)).toMatchObject([{ phase: 'began', operation: 'store-document' }])
    left = 0
    expect((await watched.call('store-document', stored('b.txt'))).status).toBe(503)
  })
})

it('is one chain of two instances in Postgres', async () => {
  const programs = findPostgres()
  if (programs === undefined) return void process.stdout.write('No Postgres on this machine: no audit log is shared.\n')
  const server = await startPostgres(programs)
  const settings = {
    CHANCERY_AUDIT: 'postgres',
    CHANCERY_STATE: 'postgres',
    CHANCERY_STORES: 'memory',
    CHANCERY_TRANSPORTS: 'memory',
    CHANCERY_KEY_SECRET: 'k'.repeat(32),
    CHANCERY_DATABASE_URL: await server.schema(),
    CHANCERY_MIGRATE: 'start',
    CHANCERY_SAFETY: 'inline',
  }
  const [one, other] = [await watchedService(settings), await watchedService(settings)]
  const store = (watched: WatchedService, n: number) =>
    watched.call('store-document', { document: { content: base64('x'), filename: 'a.txt' }, path: `${n}.txt` })
  const answers = await Promise.all(Array.from({ length: 3 }, (_, n) => [store(one, n), store(other, n)]).flat())
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  const { status, stdout } = auditOf(settings, 'verify')
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^entries 1 to 12; begun and never ended: 0\n/)])
  await server.stop('fast')
  expect((await store(one, 9)).status).toBe(503)
  await Promise.all([one.close(), other.close()])
  await server.close()
})
