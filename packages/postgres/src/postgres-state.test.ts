import { auditLogContract } from '@chancery/port-contracts/audit-log'
import { apiKeyStoreContract } from '@chancery/port-contracts/api-key-store'
import { callRegisterContract } from '@chancery/port-contracts/call-register'
import { clientDirectoryContract } from '@chancery/port-contracts/client-directory'
import { emailEventLogContract } from '@chancery/port-contracts/email-event-log'
import { emailLedgerContract, messageForTest } from '@chancery/port-contracts/email-ledger'
import { suppressionListContract } from '@chancery/port-contracts/suppression-list'
import { eventOutboxContract } from '@chancery/port-contracts/event-outbox'
import { idempotencyStoreContract } from '@chancery/port-contracts/idempotency-store'
import { findPostgres, type PostgresServer, startPostgres } from '@chancery/port-contracts/postgres-server'
import { sealForTest } from '@chancery/port-contracts/seal-for-test'
import { refreshTokensContract } from '@chancery/port-contracts/refresh-tokens'
import { rateLimiterContract } from '@chancery/port-contracts/rate-limiter'
import { blocksOf, createEventRecording, type EventRecording, type NewCall } from '@chancery/core'
import { randomUUID } from 'node:crypto'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { openPool } from './pool.ts'
import { migrateDatabase, openPostgresState, type PostgresSettings } from './postgres-state.ts'

/** Whether the one that died could still be at it. */
async function stillHeld({ run }: Pick<Database, 'run'>): Promise<boolean> {
  const { rows } = await run("SELECT count(*) AS held FROM chancery_refresh_tokens WHERE holder = 'dead'")
  return Number(rows[0]?.['held']) > 0
}

/** With the clients' directory under a seal. */
function openedState(settings: PostgresSettings) {
  const state = openPostgresState(settings)
  return { ...state, clientDirectory: state.clientDirectory(sealForTest) }
}

const programs = findPostgres()
const systemClock = { now: () => Date.now() }

if (programs === undefined) {
  process.stdout.write('No Postgres on this machine: what is kept in one is not tried.\n')
  it('has no Postgres to try', () => expect(programs).toBeUndefined())
} else {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres(programs)
  })
  afterAll(async () => {
    await Promise.all(emptied.map(({ database }) => database.close()))
    await server.close()
  })

  /** Schemas that were used, with nothing in their tables: to make tables takes longer than what most tests do with them. */
  const emptied: { readonly url: string; readonly database: Database; readonly statement: string }[] = []
  async function emptySchema(): Promise<(typeof emptied)[number]> {
    const url = await server.schema()
    await migrateDatabase({ url })
    const database = openDatabase({ url, connections: 1 })
    const { rows } = await database.run(
      "SELECT tablename FROM pg_tables WHERE schemaname = current_schema AND tablename <> 'chancery_schema'",
    )
    // In any order, whichever refers to which.
    const deletes = rows.map(({ tablename }) => `DELETE FROM ${String(tablename)}`)
    return { url, database, statement: ['SET LOCAL session_replication_role = replica', ...deletes].join(';') }
  }

  /** Two handles on a schema that nobody else uses meanwhile. */
  async function opened(clock = systemClock, recording?: EventRecording) {
    const schema = emptied.pop() ?? (await emptySchema())
    const { url } = schema
    const state = openedState({ url, connections: 4, clock, recording })
    let second: ReturnType<typeof openedState> | undefined
    return {
      ...state,
      url,
      another: () => (second ??= openedState({ url, connections: 4, clock })),
      async close() {
        await state.close()
        await second?.close()
        await schema.database.run(schema.statement)
        emptied.push(schema)
      },
    }
  }

  idempotencyStoreContract('Postgres', async (clock) => {
    const { idempotency: store, close } = await opened(clock)
    return { store, close }
  })
  apiKeyStoreContract('Postgres', async () => {
    const { apiKeys: store, close } = await opened()
    return { store, close }
  })
  emailLedgerContract('Postgres', async () => {
    const { emailLedger: ledger, close } = await opened()
    return { ledger, close }
  })
  emailEventLogContract('Postgres', async () => {
    const { emailEvents: log, close } = await opened()
    return { log, close }
  })
  suppressionListContract('Postgres', async () => {
    const { suppressions: list, close } = await opened()
    return { list, close }
  })
  rateLimiterContract('Postgres', async (clock) => {
    const { rates: limiter, another, close } = await opened(clock)
    return { limiter, another: () => another().rates, close }
  })
  it('puts the bare digests of an earlier version under the seal', async () => {
    const { clientDirectory, url, close } = await opened()
    const database = openDatabase({ url, connections: 1 })
    await database.run(
      "INSERT INTO chancery_client_deletions VALUES ('s', 'row:bare', 'a', '2026'), ('s', 'id:a', 'a', '2026')",
    )
    const { signal } = new AbortController()
    const bare = { kind: 'row', value: 'bare' } as const
    const found = [{ client: 'a', deletedAt: '2026', by: bare }]
    for (const _ of [1, 2]) expect(await clientDirectory.deletions([bare], { signal, space: 's' })).toEqual(found)
    const { rows } = await database.run('SELECT key FROM chancery_client_deletions ORDER BY key')
    expect(rows).toEqual([{ key: 'id:a' }, { key: expect.stringMatching(/^sealed:[\w-]{43}$/) }])
    // As an instance of an earlier version, beside this one, writes it.
    await database.run("INSERT INTO chancery_client_deletions VALUES ('s', 'row:later', 'b', '2026')")
    expect(await clientDirectory.deletions([{ kind: 'row', value: 'later' }], { signal, space: 's' })).toHaveLength(1)
    await database.close()
    await close()
  })

  clientDirectoryContract('Postgres', async () => {
    const { clientDirectory: directory, another, close, url } = await opened()
    return {
      directory,
      another: () => another().clientDirectory,
      written: async () => {
        const database = openDatabase({ url, connections: 1 })
        const { rows } = await database.run('SELECT key FROM chancery_client_deletions')
        await database.close()
        return JSON.stringify(rows)
      },
      close,
    }
  })

  callRegisterContract('Postgres', async (clock) => {
    const { calls: register, close } = await opened(clock)
    return { register, close }
  })

  eventOutboxContract('Postgres', async (recording, clock) => {
    const { events, emailLedger: ledger, calls, clientDirectory: clients, close } = await opened(clock, recording)
    return { events, ledger, calls, clients, close }
  })

  it('hands each event to one of two instances', async () => {
    const recording = createEventRecording({ endpoints: ['one'], ids: { next: randomUUID }, clock: systemClock })
    const { events, another, close } = await opened(systemClock, recording)
    for (let n = 0; n < 40; n++) await events.add(recording.templateGenerated('', 'email'))
    const taken: string[] = []
    const lane = async (own: typeof events): Promise<void> => {
      for (let next = await own.take('one', later()); next !== undefined; next = await own.take('one', later())) {
        taken.push(next.id)
        await own.settle(next, { state: 'delivered' })
      }
    }
    const later = () => ({ now: Date.now(), leaseMs: 60_000 })
    await Promise.all([events, another().events, events, another().events].map(lane))
    expect([taken.length, new Set(taken).size]).toEqual([40, 40])
    expect(await events.list({ limit: 9 })).toEqual([])
    await close()
  })

  refreshTokensContract('Postgres', async () => {
    const { refreshTokens, another, close } = await opened()
    let handles = 0
    // Each other handle is of another instance.
    return { tokens: (...of) => (handles++ % 2 === 0 ? refreshTokens(...of) : another().refreshTokens(...of)), close }
  })

  it('seals refresh tokens, and takes over from an instance that died while it exchanged one', async () => {
    const url = await server.schema()
    await migrateDatabase({ url })
    const state = openedState({ url, connections: 2, clock: systemClock })
    const own = state.refreshTokens('zoho-default', 'configured')
    await own.keep('canary-of-the-vendor')
    const database = openDatabase({ url, connections: 1 })
    const { rows } = await database.run('SELECT * FROM chancery_refresh_tokens')
    expect(JSON.stringify(rows)).not.toMatch(/canary|configured"?:"configured/)
    expect(Buffer.from(rows[0]?.['sealed'] as Uint8Array).toString('latin1')).not.toContain('canary')
    const held = (until: string) =>
      database.run(`UPDATE chancery_refresh_tokens SET holder = 'dead', held_until = clock_timestamp() ${until}`)
    await held("- interval '1 ms'")
    expect(await own.alone(async () => await own.last())).toBe('canary-of-the-vendor')
    // While its lease lasts nobody goes on.
    await held("+ interval '200 ms'")
    expect(await own.alone(async () => await stillHeld(database))).toBe(false)
    await database.run("UPDATE chancery_refresh_tokens SET sealed = '\\x00'")
    expect(await own.last()).toBeUndefined()
    await database.close()
    await state.close()
  })

  auditLogContract('Postgres', async () => {
    const { auditLog: log, another, close } = await opened()
    return { log, another: () => another().auditLog, again: async () => another().auditLog, close }
  })

  const { signal } = new AbortController()
  const callOf = (id: string, more: Partial<NewCall> = {}): NewCall => ({
    id,
    owner: 'ada',
    principal: { id: 'key-1', caller: 'ada', space: 'north', operations: '*' },
    operation: 'send-email',
    requestId: 'r',
    fingerprint: 'f',
    createdAt: 1_700_000_000_000,
    expiresAt: Number.MAX_SAFE_INTEGER,
    ...more,
  })
  const openAt = (url: string) => openedState({ url, connections: 4, clock: systemClock })

  describe('state in Postgres', () => {
    it.each([-600_000, 600_000])('gives nobody what another holds whose clock differs by %i ms', async (difference) => {
      const { idempotency, calls, url, close } = await opened()
      const own = { now: () => systemClock.now() + difference }
      const other = openedState({ url, connections: 1, clock: own })
      const claim = { key: 'k', fingerprint: 'f', leaseMs: 60_000 }
      const call = (id: string, now: number) => callOf(id, { createdAt: now, expiresAt: now + 3_600_000 })
      try {
        expect((await idempotency.claim(claim)).state).toBe('claimed')
        const again = await other.idempotency.claim(claim)
        expect(again).toMatchObject({ state: 'in-flight' })
        expect(again.state === 'in-flight' && again.retryAfterMs / 60_000).toBeCloseTo(1, 0)
        await calls.add(call('a', systemClock.now()))
        expect((await calls.take({ leaseMs: 60_000 }))?.call.id).toBe('a')
        expect(await other.calls.take({ leaseMs: 60_000 })).toBeUndefined()
        // The other way about: what that one holds.
        await other.calls.add(call('b', own.now()))
        expect((await other.calls.take({ leaseMs: 60_000 }))?.call.id).toBe('b')
        expect(await calls.take({ leaseMs: 60_000 })).toBeUndefined()
        for (const each of [calls, other.calls]) expect(await each.load('')).toMatchObject({ running: 2, waiting: 0 })
      } finally {
        await other.close()
        await close()
      }
    })

    it('gives each claim, and no call more than the rate, to two processes; and makes one client of two', async () => {
      const url = await server.schema()
      await migrateDatabase({ url })
      const before = openAt(url)
      // The owners who have few calls have all of them done while the one with many waits for its turns.
      for (const [owner, count] of Object.entries({ ada: 60, bob: 20, cy: 20 }))
        for (let n = 0; n < count; n++) await before.calls.add(callOf(`${owner}-${n}`, { owner }))
      await before.close()
      const run = promisify(execFile)
      const subject = join(import.meta.dirname, 'postgres-subject.ts')
      const outputs = await Promise.all([1, 2].map(() => run(process.execPath, [subject, url, '60'])))
      const won = outputs.flatMap(({ stdout }) => stdout.split('\n'))
      for (const what of ['key', 'mail']) expect(won.filter((line) => line.startsWith(what)).sort()).toHaveLength(60)
      expect(new Set(won).size).toBe(won.length)
      expect(won.filter((line) => line.startsWith('rate'))).toHaveLength(70)
      for (const owner of ['ada', 'bob', 'cy'])
        expect(won.filter((line) => line.startsWith(`call ${owner}-`))).toHaveLength(20)
      expect(await server.query(url, 'SELECT count(*), min(version), max(version) FROM chancery_clients')).toBe(
        '60|2|2',
      )
    })

    it('takes and gives back any text', async () => {
      const url = await server.schema()
      await migrateDatabase({ url })
      const { idempotency, emailLedger, apiKeys, clientDirectory, calls, close } = openAt(url)
      const texts = [
        '\0',
        '\\u0000',
        '\\',
        '\ud800',
        '\udc00\ud800',
        '\ufffd',
        'x'.repeat(9000),
        `${'😀ü'.repeat(3000)}x`,
      ]
      for (const text of texts) {
        expect((await idempotency.claim({ key: text, fingerprint: text, leaseMs: 60_000 })).state).toBe('claimed')
        const again = await idempotency.claim({ key: text, fingerprint: 'other', leaseMs: 60_000 })
        expect(again).toMatchObject({ state: 'in-flight', fingerprint: text })
        expect((await emailLedger.claim(messageForTest(text, text), { signal })).state).toBe('claimed')
        expect((await emailLedger.claim(messageForTest(text, `${text}x`), { signal })).state).toBe('mismatch')
        const key = { id: text, name: text, environment: 'dev', hash: 'h', operations: '*', createdAt: '2026' } as const
        await apiKeys.save(key)
        expect(await apiKeys.find(text)).toEqual(key)
        const record = {
          id: text,
          version: 1,
          kind: 'person',
          name: text,
          emails: [text],
          phones: [text],
          custom: { [text]: text },
          externalIds: [{ source: text, id: text }],
          rows: [text],
          createdAt: '2026',
          updatedAt: text,
        } as const
        await clientDirectory.change([], () => [record], { signal, space: text })
        expect(await clientDirectory.get(text, { signal, space: text })).toEqual(record)
        const call = callOf(text, { owner: text, requestId: text, fingerprint: text, idempotencyKey: text })
        expect((await calls.add(call)).call).toEqual({ ...call, state: 'waiting', tries: 0 })
        expect((await calls.take({ leaseMs: 60_000, id: text }))?.call).toMatchObject(call)
        expect(await calls.find(text)).toMatchObject(call)
        expect(await calls.list(text, { limit: 2 })).toEqual([expect.objectContaining(call)])
        for (const kind of ['phone', 'row'] as const)
          expect(await clientDirectory.match([{ kind, value: text }], { signal, space: text })).toEqual([record])
      }
      expect(await apiKeys.list()).toHaveLength(texts.length)
      await close()
    })

    it('lists by bytes, whatever order the database has by default', async () => {
      const url = await server.schema()
      await migrateDatabase({ url })
      const { apiKeys, close } = openAt(url)
      const ids = ['a', 'B', 'b', 'A', '_', 'ä', 'Z']
      for (const id of ids)
        await apiKeys.save({ id, name: 'n', environment: 'dev', hash: 'h', operations: '*', createdAt: '2026' })
      expect((await apiKeys.list()).map(({ id }) => id)).toEqual(['A', 'B', 'Z', '_', 'a', 'b', 'ä'])
      await close()
    })

    it('gives owners their turns, however many ask at once', async () => {
      const url = await server.schema()
      await migrateDatabase({ url })
      const states = [openAt(url), openAt(url)] as const
      for (const owner of ['ada', 'bob', 'cy'])
        for (let n = 0; n < 8; n++) await states[0].calls.add(callOf(`${owner}-${n}`, { owner }))
      const taken = await Promise.all(
        Array.from({ length: 12 }, (_, n) => states[n % 2 === 0 ? 0 : 1].calls.take({ leaseMs: 60_000 })),
      )
      const owners = taken.map((each) => each?.call.owner)
      for (const owner of ['ada', 'bob', 'cy']) expect(owners.filter((each) => each === owner)).toHaveLength(4)
      for (const each of states) await each.close()
    })

    it('gives no call that is cancelled, or taken by its name, while another looks for the next', async () => {
      const url = await server.schema()
      await migrateDatabase({ url })
      const { calls, close } = openAt(url)
      for (let n = 0; n < 30; n++) await calls.add(callOf(`${n}`))
      const [taken, cancelled] = await Promise.all([
        Promise.all(
          Array.from({ length: 30 }, (_, n) => calls.take({ leaseMs: 60_000, ...(n % 3 === 0 ? { id: `${n}` } : {}) })),
        ),
        Promise.all(Array.from({ length: 10 }, (_, n) => calls.cancel(`${n * 3 + 1}`))),
      ])
      const ended = cancelled.flatMap((each) => (each?.state === 'cancelled' ? [each.id] : []))
      const given = taken.flatMap((each) => each?.call.id ?? [])
      expect(new Set([...given, ...ended]).size).toBe(given.length + ended.length)
      expect(await calls.load('ada')).toMatchObject({
        running: given.length,
        waiting: 30 - given.length - ended.length,
      })
      await close()
    })

    it('loses no call to a process that is killed', async () => {
      const url = await server.schema()
      await migrateDatabase({ url })
      const { calls, close } = openAt(url)
      const count = 300
      for (let n = 0; n < count; n++) await calls.add(callOf(`${n}`))
      const lines: string[] = []
      const start = (onDone: () => void): ChildProcess => {
        const subject = join(import.meta.dirname, 'call-worker-subject.ts')
        const child = spawn(process.execPath, [subject, url, '2000'], { stdio: ['ignore', 'pipe', 'inherit'] })
        let rest = ''
        child.stdout.on('data', (text: Buffer) => {
          const told = `${rest}${text.toString()}`.split('\n')
          rest = told.pop() ?? ''
          for (const line of told) {
            lines.push(line)
            if (line.startsWith('done')) onDone()
          }
        })
        return child
      }
      const all = new Promise<void>((resolve) => {
        let killed = 0
        const onDone = (): void => {
          const done = lines.filter((line) => line.startsWith('done')).length
          // In the middle of whatever it does.
          if (killed < 2 && done > 50 * (killed + 1)) workers[killed++]?.kill('SIGKILL')
        }
        const workers = [start(onDone), start(onDone), start(onDone)]
        const look = setInterval(() => {
          void calls.load('ada').then(({ waiting, running }) => {
            if (waiting + running > 0) return
            clearInterval(look)
            expect(killed).toBe(2)
            workers[2]?.kill('SIGKILL')
            resolve()
          })
        }, 100)
      })
      await all
      const ids = lines.filter((line) => line.startsWith('done'))
      expect(new Set(ids).size).toBe(ids.length)
      expect(await server.query(url, 'SELECT state, count(*) FROM chancery_calls GROUP BY 1')).toBe(`done|${count}`)
      await close()
    }, 30_000)

    it('sweeps what has ended', async () => {
      const url = await server.schema()
      await migrateDatabase({ url })
      let now = 1_700_000_000_000
      const { idempotency, rates, close } = openedState({ url, connections: 2, clock: { now: () => now } })
      for (let n = 0; n < 40; n++) {
        await idempotency.claim({ key: `${n}`, fingerprint: 'f', leaseMs: 1 })
        await rates.take(`${n}`, { limit: 5, windowMs: 1000 })
      }
      now += 120_000
      for (let n = 0; n < 20; n++) await idempotency.claim({ key: 'same', fingerprint: 'f', leaseMs: 100 })
      await rates.take('same', { limit: 5, windowMs: 1000 })
      expect(await server.query(url, "SELECT string_agg(key, ',') FROM chancery_idempotency")).toBe('same')
      expect(await server.query(url, "SELECT string_agg(key, ',') FROM chancery_rates")).toBe('same')
      await close()
    })

    it('decides again when another transaction was in the way, and passes on what the decision throws', async () => {
      const url = await server.schema()
      await migrateDatabase({ url })
      // A trigger stands for whatever makes a transaction lose.
      await server.query(
        url,
        `CREATE SEQUENCE tries;
         CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           IF nextval('tries') < 3 THEN RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END IF; RETURN NEW; END $$;
         CREATE TRIGGER lose BEFORE INSERT ON chancery_clients FOR EACH ROW EXECUTE FUNCTION lose()`,
      )
      const { clientDirectory, close } = openAt(url)
      let decisions = 0
      const written = await clientDirectory.change(
        [],
        () => {
          decisions++
          const record = { id: 'a', version: 1, kind: 'person', name: 'A', emails: [], phones: [], custom: {} } as const
          return [{ ...record, externalIds: [], rows: [], createdAt: '2026', updatedAt: '2026' }]
        },
        { signal },
      )
      expect(decisions).toBe(3)
      expect(await clientDirectory.get('a', { signal })).toEqual(written[0])
      await close()
    })
  })

  describe('the tables', () => {
    it('are made once, whoever comes at once', async () => {
      const url = await server.schema()
      const migrated = await Promise.all(Array.from({ length: 5 }, () => migrateDatabase({ url })))
      const newest = migrated[0]?.to
      expect(newest).toBeGreaterThan(0)
      expect(migrated.map(({ from }) => from).sort()).toEqual([0, newest, newest, newest, newest])
    })

    it('of before keep by what their clients are found that may be one', async () => {
      const url = await server.schema()
      await migrateDatabase({ url })
      const ada = {
        id: 'a',
        version: 1,
        kind: 'person',
        name: 'Ada Lovelace',
        birthDate: '1985-03-05',
        emails: ['ada@x.org'],
        phones: [],
        custom: {},
        externalIds: [],
        rows: [],
        createdAt: '2026',
        updatedAt: '2026',
      } as const
      const before = openAt(url)
      await before.clientDirectory.change([], () => [ada], { signal })
      await before.close()
      const digestsInBase36 = ['p8zzly1ki4', 'g5bu2pcyeo', '1ujabn2nqgw', '1e84qix6wa5', '16aukron7z1']
      await server.query(
        url,
        `DELETE FROM chancery_identifiers WHERE key LIKE 'block:%';
         INSERT INTO chancery_identifiers (space, client, key, alone)
           SELECT '', 'a', 'block:' || digest, false FROM unnest(ARRAY['${digestsInBase36.join("','")}']) AS digest;
         DROP TABLE chancery_events, chancery_gone_endpoints, chancery_email_events, chancery_refresh_tokens;
         ALTER TABLE chancery_clients DROP COLUMN words;
         DROP TABLE chancery_client_deletions, chancery_import_outcomes;
         DROP INDEX chancery_email_ledger_own_id;
         ALTER TABLE chancery_suppressions DROP COLUMN space, ADD CONSTRAINT chancery_suppressions_pkey PRIMARY KEY (address);
         INSERT INTO chancery_suppressions VALUES ('ada@x.org', 'bounced', 1);
         UPDATE chancery_schema SET version = 4`,
      )
      expect(await migrateDatabase({ url })).toMatchObject({ from: 4 })
      const { clientDirectory, suppressions, close } = openAt(url)
      expect(await suppressions.list()).toEqual([{ address: 'ada@x.org', reason: 'bounced', at: 1 }])
      for (const key of blocksOf(ada)) expect(await clientDirectory.match([key], { signal })).toEqual([ada])
      expect(await clientDirectory.match([{ kind: 'email', value: 'ada@x.org' }], { signal })).toEqual([ada])
      const loved = { beginnings: [['nlove']], limit: 1 }
      expect(await clientDirectory.search(loved, { signal })).toEqual({ clients: [ada] })
      // Words and keys of an earlier version are made anew.
      await server.query(
        url,
        `UPDATE chancery_clients SET words = NULL;
         UPDATE chancery_identifiers SET key = 'block:1' 
           WHERE key = (SELECT min(key) FROM chancery_identifiers WHERE key LIKE 'block:%');
         UPDATE chancery_schema SET version = version - 1`,
      )
      await migrateDatabase({ url })
      expect(await clientDirectory.search(loved, { signal })).toEqual({ clients: [ada] })
      for (const key of blocksOf(ada)) expect(await clientDirectory.match([key], { signal })).toEqual([ada])
      expect(await clientDirectory.match([{ kind: 'block', value: 1 }], { signal })).toEqual([])
      await close()
    })

    it.each([
      ['none', 'SELECT 1', 'has no tables of Chancery yet: run its command `migrate`'],
      ['older ones', 'UPDATE chancery_schema SET version = 0', 'run its command `migrate`'],
      ['newer ones', 'UPDATE chancery_schema SET version = 99', 'newer version'],
      ['some alone', 'DROP TABLE chancery_email_ledger', 'lacks tables of its version: chancery_email_ledger'],
      ['no version of them', 'DELETE FROM chancery_schema', 'run its command `migrate`'],
    ])('are refused by every call where there are %s', async (name, statement, words) => {
      const url = await server.schema()
      if (name !== 'none') await migrateDatabase({ url })
      await server.query(url, statement)
      const state = openAt(url)
      const calls = [
        state.prepare(),
        state.apiKeys.list(),
        state.idempotency.claim({ key: 'k', fingerprint: 'f', leaseMs: 1 }),
        state.emailLedger.claim(messageForTest('m', 'f'), { signal }),
        state.rates.take('r', { limit: 1, windowMs: 1 }),
        state.calls.take({ leaseMs: 1 }),
        state.calls.load('ada'),
        state.clientDirectory.change([], () => [], { signal }),
        state.clientDirectory.check({ signal }),
      ]
      for (const each of await Promise.allSettled(calls)) {
        expect(each).toMatchObject({ status: 'rejected', reason: { code: 'provider_unavailable' } })
        expect(String((each as PromiseRejectedResult).reason)).toContain(words)
      }
      await state.close()
    })

    it('are refused where the service may not do with them what it does', async () => {
      const url = await server.schema()
      const { to } = await migrateDatabase({ url })
      const schema = await server.query(url, 'SELECT current_schema()')
      await server.query(url, 'DROP ROLE IF EXISTS clerk')
      await server.query(url, `CREATE ROLE clerk LOGIN; GRANT USAGE ON SCHEMA ${schema} TO clerk`)
      const clerk = openAt(url.replace('chancery@', 'clerk@'))
      await expect(clerk.prepare()).rejects.toThrow('does not let the service use its tables')
      await server.query(url, `GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO clerk`)
      await expect(clerk.prepare()).rejects.toThrow(/lacks rights: .* on chancery_api_keys, .*chancery_suppressions\.$/)
      await server.query(url, `GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO clerk`)
      await clerk.prepare()
      await clerk.close()
      // Tables that are there need nobody who may make any: a start may look after them with these rights.
      expect(await migrateDatabase({ url: url.replace('chancery@', 'clerk@') })).toEqual({ from: to, to })
      await server.query(url, 'ALTER ROLE clerk SET default_transaction_read_only = on')
      const reader = openAt(url.replace('chancery@', 'clerk@'))
      await expect(reader.prepare()).rejects.toThrow('cannot be written to')
      await reader.close()
      await server.query(url, 'DROP OWNED BY clerk; DROP ROLE clerk')
    })

    it.each([
      ['a table is in the way', 'CREATE TABLE chancery_clients (name text)', 'other tables by the names'],
      ['there is no schema', 'DROP SCHEMA IF EXISTS gone', 'schema for the tables', 'gone'],
    ])('are not made where %s, which is told', async (_, statement, words, elsewhere = '') => {
      const url = await server.schema()
      await server.query(url, statement)
      const at = elsewhere === '' ? url : url.replace(/search_path%3Ds\d+/, `search_path%3D${elsewhere}`)
      await expect(migrateDatabase({ url: at })).rejects.toThrow(words)
    })

    it('are used as soon as they are there', async () => {
      const url = await server.schema()
      const state = openAt(url)
      await expect(state.prepare()).rejects.toMatchObject({ code: 'provider_unavailable' })
      await migrateDatabase({ url })
      await state.prepare()
      expect(await state.apiKeys.list()).toEqual([])
      await state.close()
    })

    it('are not changed by an older version than theirs, nor made in an encoding that lacks letters', async () => {
      const url = await server.schema()
      await migrateDatabase({ url })
      await server.query(url, 'UPDATE chancery_schema SET version = 99')
      await expect(migrateDatabase({ url })).rejects.toThrow('newer version')
      await server.query(
        url,
        "CREATE DATABASE narrow ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0",
      )
      const narrow = url.replace('/postgres?', '/narrow?').replace(/&options=.*/, '')
      await expect(migrateDatabase({ url: narrow })).rejects.toThrow('encoding UTF8')
    })
  })

  describe('a database that goes away', () => {
    it('is `provider_unavailable` meanwhile, and used again when it is back', async () => {
      const own = await startPostgres(programs)
      try {
        const url = await own.schema()
        await migrateDatabase({ url })
        const state = openAt(url)
        for (const how of ['fast', 'kill'] as const) {
          const claim = await state.idempotency.claim({ key: how, fingerprint: 'f', leaseMs: 60_000 })
          for (const id of [`${how} done`, `${how} let go`, `${how} held`]) await state.calls.add(callOf(id))
          const taken = async (id: string): Promise<string> =>
            (await state.calls.take({ leaseMs: 60_000, id }))?.token ?? ''
          const [done, letGo, held] = [
            await taken(`${how} done`),
            await taken(`${how} let go`),
            await taken(`${how} held`),
          ]
          await own.stop(how)
          await expect(state.calls.take({ leaseMs: 1 })).rejects.toMatchObject({ code: 'provider_unavailable' })
          await expect(state.apiKeys.list()).rejects.toMatchObject({ code: 'provider_unavailable', retryable: true })
          await expect(state.clientDirectory.check({ signal })).rejects.toMatchObject({ code: 'provider_unavailable' })
          // What must not be lost is kept once the database is back.
          if (claim.state !== 'claimed') throw new Error(claim.state)
          const kept = state.idempotency.complete(claim.token, { status: 200, headers: {}, body: how }, 60_000)
          const ended = state.calls.finish(done, 'done')
          const released = state.calls.release(letGo)
          await own.start()
          await kept
          await released
          expect(await ended).toBe(true)
          expect(await state.calls.find(`${how} done`)).toMatchObject({ state: 'done', answeredBy: done })
          expect(await state.calls.find(`${how} let go`)).toMatchObject({ state: 'waiting', tries: 0 })
          expect(await state.calls.renew(held, { leaseMs: 60_000 })).toBe('held')
          expect(await state.idempotency.claim({ key: how, fingerprint: 'f', leaseMs: 1 })).toMatchObject({
            state: 'done',
            response: { body: how },
          })
        }
        await state.close()
      } finally {
        await own.close()
      }
    })

    it('ends no process by a connection that breaks between two statements of who was lent it', async () => {
      const pool = openPool({ url: await server.schema(), connections: 2 })
      const client = await pool.connect()
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      const ended = new Promise<void>((resolve) => void client.once('end', resolve))
      // An error that nobody listens to would fail the run.
      await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
      await ended
      await expect(client.query('SELECT 1')).rejects.toThrow('not queryable')
      client.release(true)
      await pool.end()
    })

    it('is told without its name, its user and its password', async () => {
      const url = 'postgres://clerk:hunter2@127.0.0.1:1/paperwork'
      const state = openAt(url)
      for (const call of [() => state.prepare(), () => migrateDatabase({ url })]) {
        const error: unknown = await call().catch((thrown: unknown) => thrown)
        expect(error).toMatchObject({ code: 'provider_unavailable' })
        expect(JSON.stringify(error) + String(error) + String((error as Error).cause)).not.toMatch(
          /hunter2|clerk|127\.0/,
        )
      }
      await state.close()
    })
  })
}
