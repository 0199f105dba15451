import { blocksOf } from '@chancery/core'
import { clientDirectoryContract } from '@chancery/port-contracts/client-directory'
import { sealForTest } from '@chancery/port-contracts/seal-for-test'
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryClientDirectory, openClientDirectory } from '../directory.ts'
import { sqliteFailure } from './sqlite-failure.ts'

clientDirectoryContract('memory', async () => ({ directory: createMemoryClientDirectory(sealForTest) }))

clientDirectoryContract('sqlite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clients-'))
  const file = join(folder, 'clients.sqlite')
  const handles = [openClientDirectory({ seal: sealForTest, file })]
  const open = () => {
    const handle = openClientDirectory({ seal: sealForTest, file })
    handles.push(handle)
    return handle
  }
  return {
    directory: handles[0] ?? open(),
    another: open,
    written: async () =>
      (await Promise.all([file, `${file}-wal`].map((each) => readFile(each, 'latin1').catch(() => '')))).join(''),
    async close() {
      for (const handle of handles) handle.close()
      await rm(folder, { recursive: true })
    },
  }
})

const { signal } = new AbortController()

const keyTables = ['identifiers', 'blocks', 'words']
/** Keys of a table and its log. */
const keysIn = (database: DatabaseSync, table: string): number =>
  Number(
    database
      .prepare(
        `SELECT (SELECT count(*) FROM ${table}) + (SELECT total(json_array_length(fresh)) - total(json_array_length(gone)) FROM ${table}_log) AS n`,
      )
      .get()?.['n'],
  )
/** What came last as the layouts before logs had it: in small tables. */
const asBeforeLogs = keyTables
  .map(
    (table) => `
      CREATE TABLE recent_${table} (
        space TEXT NOT NULL, key ${table === 'blocks' ? 'INTEGER' : 'TEXT'} NOT NULL, client INTEGER NOT NULL,
        ${table === 'identifiers' ? 'alone INTEGER NOT NULL,' : ''} PRIMARY KEY (space, key, client)) STRICT, WITHOUT ROWID;
      INSERT INTO recent_${table} SELECT space, value ->> 0, value ->> 1${table === 'identifiers' ? ", value ->> 0 LIKE 'row:%'" : ''}
        FROM ${table}_log, json_each(fresh);
      DROP TABLE ${table}_log;`,
  )
  .join('\n')

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
  rows: ['digest'],
  createdAt: '2026',
  updatedAt: '2026',
} as const

describe('a client directory in SQLite', () => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clients-'))
    file = join(folder, 'clients.sqlite')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('takes no record where its file was moved away, and goes on when it is back', async () => {
    const directory = openClientDirectory({ seal: sealForTest, file })
    await rename(file, `${file}.moved`)
    const add = () => directory.change([], () => [ada], { signal })
    await expect(add()).rejects.toMatchObject({ code: 'provider_unavailable', details: { reason: 'database_absent' } })
    await rename(`${file}.moved`, file)
    expect((await directory.get('a', { signal }))?.name).toBe('Ada Lovelace')
    directory.close()
  })

  it('has everything after it was closed and opened again', async () => {
    const first = openClientDirectory({ seal: sealForTest, file })
    await first.change([], () => [ada], { signal })
    first.close()
    first.close()
    const second = openClientDirectory({ seal: sealForTest, file })
    expect(await second.get('a', { signal })).toEqual(ada)
    second.close()
  })

  it('makes one client of the overlapping imports of two processes', async () => {
    const program = join(folder, 'writer.mjs')
    const source = `
      import { openClientDirectory } from ${JSON.stringify(join(import.meta.dirname, '../directory.ts'))}
      const [file, name] = process.argv.slice(2)
      const directory = openClientDirectory({ seal: (text) => text, file })
      const { signal } = new AbortController()
      const record = (id, email) => ({ id, version: 1, kind: 'person', name: id, emails: [email], phones: [],
        custom: {}, externalIds: [], rows: [], createdAt: '2026', updatedAt: '2026' })
      for (let n = 0; n < 40; n++) {
        const email = n + '@x.org'
        await directory.change([{ kind: 'email', value: email }], ([known]) =>
          [known === undefined ? record(name + n, email) : { ...known, version: known.version + 1 }], { signal })
      }
      directory.close()`
    await writeFile(program, source)
    const exits = await Promise.all(
      ['p', 'q'].map(
        (name) =>
          new Promise((resolve) => {
            spawn(process.execPath, [program, file, name], { stdio: 'inherit' }).on('exit', resolve)
          }),
      ),
    )
    expect(exits).toEqual([0, 0])
    const directory = openClientDirectory({ seal: sealForTest, file })
    for (let n = 0; n < 40; n++) {
      const found = await directory.match([{ kind: 'email', value: `${n}@x.org` }], { signal })
      expect(found.map(({ version }) => version)).toEqual([2])
    }
    directory.close()
  })

  it('takes over a file of the layout before spaces, with the doubles that its version could make', async () => {
    const database = new DatabaseSync(file)
    database.exec(`
      CREATE TABLE clients (id TEXT PRIMARY KEY, version INTEGER NOT NULL, created_at TEXT NOT NULL, record TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE identifiers (key TEXT NOT NULL, client TEXT NOT NULL REFERENCES clients (id), PRIMARY KEY (key, client)) STRICT, WITHOUT ROWID;
      CREATE INDEX identifiers_of_client ON identifiers (client);
      PRAGMA user_version = 1;
      PRAGMA journal_mode = WAL;`)
    const double = (id: string, createdAt: string) => ({
      id,
      version: 1,
      kind: 'person' as const,
      name: 'Ada',
      emails: ['ada@x.org'],
      phones: [],
      custom: {},
      externalIds: [{ source: 'crm', id: '7' }],
      rows: ['digest'],
      createdAt,
      updatedAt: createdAt,
    })
    const doubles = [double('b', '2026-01-01'), double('a', '2026-01-02')]
    for (const each of doubles) {
      database
        .prepare('INSERT INTO clients VALUES (?, ?, ?, ?)')
        .run(each.id, each.version, each.createdAt, JSON.stringify(each))
      for (const key of ['email:ada@x.org', 'external:crm:7', 'row:digest'])
        database.prepare('INSERT INTO identifiers VALUES (?, ?)').run(key, each.id)
    }
    database.close()
    const directory = openClientDirectory({ seal: sealForTest, file })
    const keys = [
      { kind: 'email', value: 'ada@x.org' },
      { kind: 'external', value: 'crm:7' },
      { kind: 'row', value: 'digest' },
    ] as const
    for (const key of keys) expect(await directory.match([key], { signal })).toEqual(doubles)
    // Both can still be changed, and a third cannot have what one client has alone.
    for (const each of doubles) await directory.change([], () => [{ ...each, version: 2 }], { signal })
    const third = { ...double('c', '2026-01-03'), externalIds: [] }
    await expect(directory.change([], () => [third], { signal })).rejects.toMatchObject({ code: 'write_conflict' })
    expect(await directory.get('a', { signal, space: 'other' })).toBeUndefined()
    directory.close()
    openClientDirectory({ seal: sealForTest, file }).close()
  })

  it('finds by likeness the clients of a file of the layout before numbers', async () => {
    const digestsInBase36 = ['p8zzly1ki4', 'g5bu2pcyeo', '1ujabn2nqgw', '1e84qix6wa5', '16aukron7z1']
    const database = new DatabaseSync(file)
    database.exec(`
      CREATE TABLE clients (space TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, created_at TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (space, id)) STRICT, WITHOUT ROWID;
      CREATE TABLE identifiers (space TEXT NOT NULL, key TEXT NOT NULL, client TEXT NOT NULL, alone INTEGER NOT NULL, PRIMARY KEY (space, key, client), FOREIGN KEY (space, client) REFERENCES clients (space, id)) STRICT, WITHOUT ROWID;
      CREATE INDEX identifiers_of_client ON identifiers (space, client);
      CREATE UNIQUE INDEX identifiers_alone ON identifiers (space, key) WHERE alone = 1;
      PRAGMA user_version = 3;
      PRAGMA journal_mode = WAL;`)
    for (const space of ['', 'branch']) {
      database
        .prepare('INSERT INTO clients VALUES (?, ?, ?, ?, ?)')
        .run(space, ada.id, ada.version, ada.createdAt, JSON.stringify(ada))
      const keys = ['email:ada@x.org', 'row:digest', ...digestsInBase36.map((digest) => `block:${digest}`)]
      for (const key of keys)
        database
          .prepare('INSERT INTO identifiers VALUES (?, ?, ?, ?)')
          .run(space, key, ada.id, key.startsWith('row:') ? 1 : 0)
    }
    database.close()
    const directory = openClientDirectory({ seal: sealForTest, file })
    const alike = blocksOf({ ...ada, name: 'Adda Lovelace', emails: [] })
    for (const space of ['', 'branch']) {
      for (const keys of [
        alike,
        [{ kind: 'email', value: 'ada@x.org' }] as const,
        [{ kind: 'row', value: 'digest' }] as const,
      ])
        expect(await directory.match(keys, { signal, space })).toEqual([ada])
      const found = await directory.search({ beginnings: [['nlove']], limit: 2 }, { signal, space })
      expect(found).toEqual({ clients: [ada] })
    }
    // It goes on as any other: nothing of the old keys is left behind.
    const other = { ...ada, version: 2, name: 'Bo Diddley', birthDate: '1990-01-01' }
    await directory.change(alike, () => [other], { signal })
    expect(await directory.match(alike, { signal })).toEqual([])
    expect(await directory.match(blocksOf(other), { signal })).toEqual([other])
    directory.close()
    const reopened = openClientDirectory({ seal: sealForTest, file })
    expect(await reopened.match(alike, { signal, space: 'branch' })).toEqual([ada])
    reopened.close()
    const after = new DatabaseSync(file)
    const left = after.prepare("SELECT count(*) AS n FROM identifiers WHERE key LIKE 'block:%'").get()
    expect(left?.['n']).toBe(0)
    after.close()
  })

  it('finds by the words of now the clients of a file with those of before', async () => {
    const made = openClientDirectory({ seal: sealForTest, file })
    await made.change([], () => [{ ...ada, name: "Ada O'Neill" }], { signal })
    made.close()
    const database = new DatabaseSync(file)
    database.exec(`${asBeforeLogs} DROP TABLE import_outcomes; DROP TABLE recent_words; PRAGMA user_version = 9`)
    database.close()
    const directory = openClientDirectory({ seal: sealForTest, file })
    for (const begin of ['noneill', 'nneill', 'nada'])
      expect((await directory.search({ beginnings: [[begin]], limit: 2 }, { signal })).clients).toHaveLength(1)
    directory.close()
  })

  it('finds by the keys of now the clients of a file with those of before', async () => {
    const made = openClientDirectory({ seal: sealForTest, file })
    const ivan = { ...ada, name: 'Иван Соколов', givenName: 'Иван', familyName: 'Соколов' }
    await made.change([], () => [ivan], { signal })
    made.close()
    const database = new DatabaseSync(file)
    database.exec(
      `${asBeforeLogs} UPDATE recent_blocks SET key = key + 1; INSERT INTO blocks SELECT * FROM recent_blocks; DROP TABLE recent_words; PRAGMA user_version = 11`,
    )
    database.close()
    const directory = openClientDirectory({ seal: sealForTest, file })
    const latin = blocksOf({ ...ivan, name: 'Ivan Sokolov', givenName: 'Ivan', familyName: 'Sokolov' })
    for (const key of latin) expect(await directory.match([key], { signal })).toEqual([ivan])
    directory.close()
  })

  it('leaves nothing of a client that was taken away, and gives its number to no other', async () => {
    const directory = openClientDirectory({ seal: sealForTest, file })
    await directory.change([], () => [ada], { signal })
    const database = new DatabaseSync(file)
    const countIn = (table: string) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']
    const counts = () => [countIn('clients'), ...keyTables.map((table) => keysIn(database, table))]
    // Its address and its row; its name, the date by either of its words, its year and its day; two names, an address from
    // two places on, and its id.
    expect(counts()).toEqual([1, 2, 5, 5])
    await directory.change([], () => [{ id: 'a', version: 2, removed: true }], { signal })
    expect(counts()).toEqual([0, 0, 0, 0])
    expect(keyTables.map((table) => countIn(`${table}_log`))).toEqual([0, 0, 0])
    await directory.change([], () => [{ ...ada, id: 'b' }], { signal })
    expect(database.prepare('SELECT number FROM clients').get()?.['number']).toBe(2)
    database.close()
    directory.close()
  })

  it('adds the words that a client has more, and takes out what it does not say any more', async () => {
    const directory = openClientDirectory({ seal: sealForTest, file })
    const database = new DatabaseSync(file)
    const counts: unknown[] = []
    for (const phones of [[], ['+442079460958'], ['+442079460958', '+3312345678'], ['+3312345678']]) {
      await directory.change([], () => [{ ...ada, version: counts.length + 1, phones }], { signal })
      counts.push(keysIn(database, 'words'))
    }
    expect(counts).toEqual([5, 8, 11, 8])
    database.close()
    directory.close()
  })

  it('finds clients by words that were taken over and by those that came last, each once and in order', async () => {
    const directory = openClientDirectory({ seal: sealForTest, file })
    const many = Array.from({ length: 200 }, (_, n) => ({
      ...ada,
      id: `c${n}`,
      rows: [`r${n}`],
      phones: Array.from({ length: 60 }, (_, at) => `+49301${n + 100}${at + 1000}`),
    }))
    await directory.change([], () => many, { signal })
    const database = new DatabaseSync(file)
    const countIn = (table: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'])
    expect(countIn('words')).toBe(0)
    const late = ['d1', 'd2'].map((id) => ({ ...ada, id, rows: [id] }))
    const changed = { ...ada, id: 'c3', version: 2, rows: ['r3'], emails: ['ada@y.org'] }
    await directory.change([], () => [...late, changed], { signal })
    const found = async (beginnings: readonly (readonly string[])[]) =>
      (await directory.search({ beginnings, limit: 300 }, { signal })).clients.map(({ id }) => id)
    expect(await found([['nada']])).toEqual([...many, ...late].map(({ id }) => id))
    expect(await found([['eada@xorg', 'eada@y'], ['nlov'], ['id', 'ic3']])).toEqual([
      'c3',
      ...Array.from({ length: 10 }, (_, n) => `c3${n}`),
      'd1',
      'd2',
    ])
    expect(await found([['eada@y']])).toEqual(['c3'])
    expect(await found([['p49301103']])).toEqual([])
    expect(countIn('words')).toBe(36_818)
    database.close()
    directory.close()
  })

  it('has no statement that walks through all clients, or all that they are found by', async () => {
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
    const directory = openClientDirectory({ seal: sealForTest, file })
    await directory.search({ beginnings: [['nada', 'eada'], ['nlov']], limit: 5 }, { signal })
    const statements = prepare.mock.calls.map(([text]) => text)
    prepare.mockRestore()
    const database = new DatabaseSync(file)
    const walking = statements.filter((text) =>
      database
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all()
        .some(({ detail }) => /^SCAN (?:clients|identifiers|blocks|words|known)\b/.test(String(detail))),
    )
    expect(statements.length).toBeGreaterThan(20)
    expect(walking).toEqual([])
    database.close()
    directory.close()
  })

  it('refuses, within one change, two new clients of one row', async () => {
    const directory = openClientDirectory({ seal: sealForTest, file })
    const change = directory.change([], () => [ada, { ...ada, id: 'b' }], { signal })
    await expect(change).rejects.toMatchObject({ code: 'write_conflict' })
    directory.close()
  })

  it('puts the bare digests of an earlier version under its seal', async () => {
    openClientDirectory({ seal: sealForTest, file }).close()
    const earlier = new DatabaseSync(file)
    earlier.exec(
      "INSERT INTO deletions VALUES ('', 'row:bare', 'a', '2026'), ('', 'id:a', 'a', '2026'), ('s', 'row:bare', 'b', '2025')",
    )
    earlier.close()
    const directory = openClientDirectory({ seal: sealForTest, file })
    const bare = { kind: 'row', value: 'bare' } as const
    expect(await directory.deletions([bare, { kind: 'id', value: 'a' }], { signal })).toMatchObject([
      { client: 'a', by: bare },
      { client: 'a' },
    ])
    expect(await directory.deletions([bare], { signal, space: 's' })).toMatchObject([
      { client: 'b', deletedAt: '2025' },
    ])
    directory.close()
    expect(await readFile(file, 'latin1')).not.toContain('row:bare')
    const other = openClientDirectory({ seal: (text) => `other ${sealForTest(text)}`, file })
    expect(await other.deletions([bare], { signal })).toEqual([])
    other.close()
  })

  it('takes over keys that came last when they are many, and finds and forgets them as before', async () => {
    const directory = openClientDirectory({ seal: sealForTest, file })
    const manyRows = (id: string) => Array.from({ length: 1000 }, (_, n) => `${id}-${n}`)
    const client = (n: number, rows: readonly string[]) => ({ ...ada, id: `c${String(n).padStart(2, '0')}`, rows })
    const clients = Array.from({ length: 33 }, (_, n) => client(n, manyRows(String(n))))
    await directory.change([], () => clients, { signal })
    const database = new DatabaseSync(file)
    const countIn = (table: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'])
    expect(countIn('identifiers')).toBe(0)
    const more = Array.from({ length: 20 }, (_, n) => client(40 + n, [`late-${n}`]))
    await directory.change([], () => more, { signal })
    expect(['identifiers', 'blocks'].map(countIn)).toEqual([33_033, 0])
    expect(keysIn(database, 'identifiers')).toBe(33_033 + 40)
    // Of both tables: the mailbox of all, and a row of either.
    const mailbox = { kind: 'email', value: 'ada@x.org' } as const
    expect(await directory.match([mailbox], { signal })).toEqual([...clients, ...more].slice(0, 40))
    for (const [value, found] of [
      ['7-500', clients[7]],
      ['late-3', more[3]],
    ] as const) {
      expect(await directory.match([{ kind: 'row', value }], { signal })).toEqual([found])
      await expect(directory.change([], () => [client(99, [value])], { signal })).rejects.toThrow(
        expect.objectContaining({ code: 'write_conflict' }),
      )
    }
    // The first of a block, as many of them as tell anything, when some were taken over and others came later.
    database.exec(
      `INSERT INTO blocks SELECT space, value ->> 0, value ->> 1 FROM blocks_log, json_each(fresh) WHERE number = 1; DELETE FROM blocks_log WHERE number = 1`,
    )
    const alike = blocksOf(ada)
    expect(await directory.match(alike, { signal })).toEqual([...clients, ...more].slice(0, 40))
    database.close()
    await directory.change([], () => [{ id: 'c07', version: 2, removed: true }], { signal })
    await directory.change([], () => [{ id: 'c43', version: 2, removed: true }], { signal })
    const left = [...clients, ...more].filter(({ id }) => id !== 'c07' && id !== 'c43')
    expect(await directory.match(alike, { signal })).toEqual(left.slice(0, 40))
    expect(await directory.match([mailbox], { signal })).toEqual(left.slice(0, 40))
    directory.close()
  })

  it('writes of a batch little more than what it says, however many came before', async () => {
    const directory = openClientDirectory({ seal: sealForTest, file })
    const batch = (from: number) =>
      Array.from({ length: 100 }, (_, n) => {
        const name = `${(from + n) * 7919} ${(from + n) * 104_729}`
        return { ...ada, id: `c${from + n}`, name, rows: [`r${from + n}`], emails: [`${name.replace(' ', '.')}@x.org`] }
      })
    const sizeOfLog = async () => (await stat(`${file}-wal`)).size
    for (let from = 0; from < 2000; from += 100) await directory.change([], () => batch(from), { signal })
    const before = await sizeOfLog()
    const last = batch(2000)
    await directory.change([], () => last, { signal })
    expect((await sizeOfLog()) - before).toBeLessThan(8 * JSON.stringify(last).length)
    directory.close()
  })

  it('knows what came last as it is, behind a change that failed and beside another process', async () => {
    const directory = openClientDirectory({ seal: sealForTest, file })
    const other = openClientDirectory({ seal: sealForTest, file })
    const manyRows = (id: string) => Array.from({ length: 32_000 }, (_, n) => `${id}-${n}`)
    const [first, second] = ['a', 'b'].map((id) => ({ ...ada, id, rows: manyRows(id) }))
    const owners = async (value: string) =>
      Promise.all(
        [directory, other].map(async (each) => (await each.match([{ kind: 'row', value }], { signal }))[0]?.id),
      )
    await directory.change([], () => [first ?? ada], { signal })
    expect(await owners('a-7')).toEqual(['a', 'a'])
    // What came last is taken over with the next change, which fails.
    const failing = directory.change([], () => [{ ...ada, id: 'c', rows: ['c'] }], {
      signal,
      outcome: () => {
        throw new Error('full')
      },
    })
    await expect(failing).rejects.toThrow()
    expect(await owners('a-7')).toEqual(['a', 'a'])
    expect(await owners('c')).toEqual([undefined, undefined])
    await other.change([], () => [second ?? ada], { signal })
    expect(await owners('b-7')).toEqual(['b', 'b'])
    // A row goes from one client to another, and comes back.
    for (const [version, [one, two]] of [
      [['b-0'], ['a-0', 'b-7']],
      [['a-0', 'b-7'], ['b-0']],
    ].entries()) {
      const changed = [
        { ...ada, id: 'a', version: version + 2, rows: one ?? [] },
        { ...ada, id: 'b', version: version + 2, rows: two ?? [] },
      ]
      await (version === 0 ? directory : other).change([], () => changed, { signal })
      expect(await owners('b-7')).toEqual(version === 0 ? ['b', 'b'] : ['a', 'a'])
      expect(await owners('b-9')).toEqual([undefined, undefined])
    }
    other.close()
    directory.close()
  })

  it('takes over what came last in a file of the layout before logs, with the keys of now', async () => {
    const made = openClientDirectory({ seal: sealForTest, file })
    await made.change([], () => [ada], { signal })
    made.close()
    const database = new DatabaseSync(file)
    database.exec(`${asBeforeLogs} UPDATE recent_blocks SET key = key + 1; PRAGMA user_version = 17`)
    database.close()
    const directory = openClientDirectory({ seal: sealForTest, file })
    for (const key of [...blocksOf(ada), { kind: 'row', value: 'digest' } as const])
      expect(await directory.match([key], { signal })).toEqual([ada])
    expect((await directory.search({ beginnings: [['nlove']], limit: 2 }, { signal })).clients).toEqual([ada])
    await expect(directory.change([], () => [{ ...ada, id: 'b' }], { signal })).rejects.toMatchObject({
      code: 'write_conflict',
    })
    directory.close()
  })

  it('leaves no byte of what a client said in its files when it is deleted', async () => {
    const directory = openClientDirectory({ seal: sealForTest, file })
    const said = ['Lovelace', 'lovelace', 'ada@x.org', 'xorg', '1985-03-05', 'Zanzibar']
    await directory.change([], () => [{ ...ada, notes: 'Zanzibar '.repeat(2000), rows: ['digest'] }], { signal })
    const left = async () => {
      const bytes = await Promise.all([file, `${file}-wal`].map((each) => readFile(each, 'latin1').catch(() => '')))
      return said.filter((text) => bytes.some((each) => each.includes(text)))
    }
    expect(await left()).toEqual(said)
    await directory.change([], () => [{ id: 'a', version: 2, removed: true, deletedAt: '2026' }], { signal })
    expect(await left()).toEqual([])
    expect(await directory.deletions([{ kind: 'row', value: 'digest' }], { signal })).toHaveLength(1)
    directory.close()
  })

  it('refuses a file of a newer layout, and one that is no database', async () => {
    const database = new DatabaseSync(file)
    database.exec('PRAGMA user_version = 99')
    database.close()
    expect(() => openClientDirectory({ seal: sealForTest, file })).toThrow('another version')
    const other = join(folder, 'other.sqlite')
    await writeFile(other, 'This is a letter, and long enough to be looked at as a file. '.repeat(100))
    expect(() => openClientDirectory({ seal: sealForTest, file: other })).toThrow()
    expect(await readFile(other, 'utf8')).toContain('This is a letter')
  })

  it('says that it cannot be used when it is closed', async () => {
    const directory = openClientDirectory({ seal: sealForTest, file })
    directory.close()
    await expect(directory.check({ signal })).rejects.toMatchObject({ code: 'provider_unavailable' })
    await expect(directory.get('a', { signal })).rejects.toMatchObject({ code: 'provider_failed' })
  })

  it.each([
    [{ errcode: 5 }, 'provider_unavailable'],
    [{ errcode: 6 }, 'provider_unavailable'],
    [{ errcode: 261 }, 'provider_unavailable'],
    [{ errcode: 2067 }, 'write_conflict'],
    [{ errcode: 13 }, 'provider_unavailable'],
    [{ errcode: 14 }, 'provider_unavailable'],
    [{ errcode: 1032 }, 'provider_unavailable'],
    [{ errcode: 778 }, 'provider_unavailable'],
    [{ errcode: 11 }, 'provider_failed'],
    [new Error('x'), 'provider_failed'],
    [undefined, 'provider_failed'],
  ])('maps %j', (cause, code) => expect(sqliteFailure(cause).code).toBe(code))
})
