import { execFile } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { apiKeyStoreContract } from '@chancery/port-contracts/api-key-store'
import { callRegisterContract } from '@chancery/port-contracts/call-register'
import { emailEventLogContract } from '@chancery/port-contracts/email-event-log'
import { emailLedgerContract, messageForTest } from '@chancery/port-contracts/email-ledger'
import { suppressionListContract } from '@chancery/port-contracts/suppression-list'
import { idempotencyStoreContract } from '@chancery/port-contracts/idempotency-store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStateDatabase } from './state-database.ts'

const clock = { now: () => Date.now() }
const { signal } = new AbortController()
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'chancery-state-'))

const opened = (own = clock) => {
  const folder = newFolder()
  const stores = openStateDatabase({ file: join(folder, 'state.sqlite'), clock: own })
  const close = (): void => {
    stores.close()
    rmSync(folder, { recursive: true })
  }
  return { ...stores, close }
}

idempotencyStoreContract('SQLite', async (own) => {
  const { idempotency: store, close } = opened(own)
  return { store, close }
})
callRegisterContract('SQLite', async (own) => {
  const { calls: register, close } = opened(own)
  return { register, close }
})
apiKeyStoreContract('SQLite', async () => {
  const { apiKeys: store, close } = opened()
  return { store, close }
})
emailLedgerContract('SQLite', async () => {
  const { emailLedger: ledger, close } = opened()
  return { ledger, close }
})

emailEventLogContract('SQLite', async () => {
  const { emailEvents: log, close } = opened()
  return { log, close }
})

suppressionListContract('SQLite', async () => {
  const { suppressions: list, close } = opened()
  return { list, close }
})

describe('A state database', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = newFolder()
    file = join(folder, 'data/state.sqlite')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('remembers all three after it is opened again', async () => {
    const first = openStateDatabase({ file, clock })
    const claim = await first.idempotency.claim({ key: 'k', fingerprint: 'f', leaseMs: 60_000 })
    expect(claim.state).toBe('claimed')
    await first.emailLedger.claim(messageForTest('mail'), { signal })
    await first.apiKeys.save({
      id: 'abcdefgh',
      name: 'n',
      environment: 'dev',
      hash: 'h',
      operations: '*',
      createdAt: '2026-01-01T00:00:00.000Z',
    })
    first.close()
    const second = openStateDatabase({ file, clock })
    expect((await second.idempotency.claim({ key: 'k', fingerprint: 'f', leaseMs: 1 })).state).toBe('in-flight')
    expect((await second.emailLedger.claim(messageForTest('mail'), { signal })).state).toBe('in-doubt')
    expect((await second.apiKeys.find('abcdefgh'))?.name).toBe('n')
    second.close()
  })

  it('takes over a ledger from before fingerprints, of whose messages no one can tell', async () => {
    openStateDatabase({ file, clock }).close()
    const database = new DatabaseSync(file)
    database.exec(`DROP TABLE calls; DROP TABLE suppressions; DROP TABLE events; DROP TABLE gone_endpoints; DROP TABLE email_events; DROP TABLE email_ledger; CREATE TABLE email_ledger (id TEXT PRIMARY KEY, receipt TEXT) STRICT; PRAGMA user_version = 1;
      INSERT INTO email_ledger VALUES ('sent', '{"status":"sent"}'), ('doubtful', NULL)`)
    database.close()
    const { emailLedger, close } = openStateDatabase({ file, clock })
    expect(await emailLedger.claim(messageForTest('sent'), { signal })).toEqual({ state: 'in-doubt' })
    expect(await emailLedger.claim(messageForTest('doubtful'), { signal })).toEqual({ state: 'in-doubt' })
    expect(await emailLedger.claim(messageForTest('new'), { signal })).toEqual({ state: 'claimed' })
    close()
  })

  it('gives no claim, and finds no key, in a file that was moved away, and does both when it is back', async () => {
    const stores = openStateDatabase({ file, clock })
    const claim = (key: string) => stores.idempotency.claim({ key, fingerprint: 'f', leaseMs: 60_000 })
    const mail = (id: string) => stores.emailLedger.claim(messageForTest(id), { signal })
    const [place, moved] = [join(folder, 'data'), join(folder, 'moved')]
    renameSync(place, moved)
    const gone = { code: 'provider_unavailable', retryable: true, details: { reason: 'database_absent' } }
    await expect(claim('a')).rejects.toMatchObject(gone)
    await expect(mail('a')).rejects.toMatchObject(gone)
    await expect(stores.apiKeys.find('k')).rejects.toMatchObject(gone)
    await expect(stores.calls.load('')).rejects.toMatchObject(gone)
    renameSync(moved, place)
    expect((await claim('b')).state).toBe('claimed')
    stores.close()
  })

  it('sweeps what has ended', async () => {
    let now = 0
    const stores = openStateDatabase({ file, clock: { now: () => now } })
    for (let n = 0; n < 40; n++) await stores.idempotency.claim({ key: `${n}`, fingerprint: 'f', leaseMs: 1 })
    now = 10
    for (let n = 0; n < 3; n++) await stores.idempotency.claim({ key: 'same', fingerprint: 'f', leaseMs: 100 })
    stores.close()
    const database = new DatabaseSync(file)
    expect(database.prepare('SELECT key FROM idempotency').all()).toEqual([{ key: 'same' }])
    database.close()
  })

  it('gives each claim to one of three processes', async () => {
    const subject = join(import.meta.dirname, 'state-subject.ts')
    const run = promisify(execFile)
    const outputs = await Promise.all([1, 2, 3].map(() => run(process.execPath, [subject, file, '60'])))
    const won = outputs.flatMap(({ stdout }) => stdout.split('\n').filter((line) => line !== ''))
    expect(won).toHaveLength(120)
    expect(new Set(won).size).toBe(120)
  })

  it('refuses a database of a newer version, and what is no database', () => {
    openStateDatabase({ file, clock }).close()
    const database = new DatabaseSync(file)
    database.exec('PRAGMA user_version = 99')
    database.close()
    expect(() => openStateDatabase({ file, clock })).toThrow(expect.objectContaining({ code: 'provider_unavailable' }))
    const text = join(folder, 'text')
    writeFileSync(text, 'This is no database. '.repeat(100))
    expect(() => openStateDatabase({ file: text, clock })).toThrow(expect.objectContaining({ code: 'provider_failed' }))
    for (const impossible of [folder, join(text, 'below a file')]) {
      expect(() => openStateDatabase({ file: impossible, clock })).toThrow(
        expect.objectContaining({ code: 'provider_unavailable' }),
      )
    }
  })
})
