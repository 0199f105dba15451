import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compose } from '../compose.ts'
import { ConfigurationError, readConfiguration } from '../settings/configuration.ts'
import { refuseDamagedDatabases } from './kept-databases.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'chancery-kept-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const composed = () => compose(readConfiguration({ CHANCERY_DATA: folder, CHANCERY_LOG: 'off' }))
const { signal } = new AbortController()

it.each(['state.sqlite', 'clients.sqlite', 'documents/.chancery/documents.sqlite'])(
  'a start says what to do where %s is damaged, and changes nothing',
  async (name) => {
    const first = composed()
    await first.apiKeys.list()
    await first.ports.clientDirectory.get('none', { signal })
    await first.ports.stores.get().check({ signal })
    await first.close()
    const file = join(folder, name)
    expect(existsSync(file)).toBe(true)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'no database. '.repeat(1000))
    expect(composed).toThrow(ConfigurationError)
    expect(composed).toThrow(new RegExp(`CHANCERY_DATA: the file ${name} .*damaged.*backup.*move both away`))
    rmSync(file)
    await composed().close()
  },
)

it('a start says what to do where the keys were emptied, and goes on after one that was killed at its beginning', async () => {
  const first = composed()
  await first.apiKeys.list()
  await first.close()
  const [file, secret] = [join(folder, 'state.sqlite'), join(folder, 'key-secret')]
  for (const name of ['', '-wal', '-shm']) rmSync(`${file}${name}`, { force: true })
  writeFileSync(file, '')
  await composed().close()
  rmSync(file)
  writeFileSync(file, '')
  utimesSync(secret, new Date(), new Date(Date.now() - 60_000))
  expect(composed).toThrow(/CHANCERY_DATA: the file state\.sqlite .*damaged \(it is empty\).*backup/)
})

/** Databases of other programs, by how they were made; one of them has a table with a name of ours. */
const foreign = [
  'CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url TEXT); PRAGMA user_version = 77',
  'CREATE TABLE documents (n); CREATE TABLE clients (n); CREATE TABLE api_keys (n)',
]
it.each(['state.sqlite', 'clients.sqlite', 'documents/.chancery/documents.sqlite'])(
  'a start says what to do where %s is of another program, and changes nothing',
  async (name) => {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    for (const made of foreign) {
      rmSync(file, { force: true })
      const database = new DatabaseSync(file)
      database.exec(made)
      database.close()
      const bytes = readFileSync(file)
      expect(composed).toThrow(ConfigurationError)
      expect(composed).toThrow(new RegExp(`CHANCERY_DATA: the file ${name} .*another program.*move it away`))
      expect(readFileSync(file)).toEqual(bytes)
    }
    rmSync(file)
    await composed().close()
    // Ours is known again.
    await composed().close()
  },
)

it.each(['state.sqlite', 'clients.sqlite', 'documents/.chancery/documents.sqlite'])(
  'a start says what to do where %s is of a newer version, and changes nothing',
  async (name) => {
    const first = composed()
    await first.ports.clientDirectory.get('none', { signal })
    await first.ports.stores.get().check({ signal })
    await first.close()
    const file = join(folder, name)
    const database = new DatabaseSync(file)
    database.exec('PRAGMA user_version = 999')
    database.close()
    const bytes = readFileSync(file)
    expect(composed).toThrow(ConfigurationError)
    expect(composed).toThrow(new RegExp(`CHANCERY_DATA: the file ${name} .*newer version.*Start that version`))
    expect(readFileSync(file)).toEqual(bytes)
  },
)

it.each([
  ['is another user’s', 'EACCES', /cannot be read and written \(EACCES\)\. Let the user of the service/],
  ['lies on a disk that is mounted for reading', 'EROFS', /cannot be written to \(EROFS\)\. Mount it for writing/],
])('a start says what to do where a database %s', (_where, code, told) => {
  const configuration = readConfiguration({ CHANCERY_DATA: folder })
  const refused = (): void =>
    refuseDamagedDatabases(configuration, { root: folder, documents: join(folder, 'documents') }, (file) => {
      if (file.endsWith('clients.sqlite')) throw Object.assign(new Error('no'), { code })
    })
  expect(refused).toThrow(ConfigurationError)
  expect(refused).toThrow('the file clients.sqlite')
  expect(refused).toThrow(told)
})

it('what another configuration does not use is not looked at', async () => {
  writeFileSync(join(folder, 'state.sqlite'), 'no database. '.repeat(1000))
  const configuration = readConfiguration({
    CHANCERY_DATA: folder,
    CHANCERY_STATE: 'memory',
    CHANCERY_KEY_SECRET: 'k'.repeat(32),
    CHANCERY_LOG: 'off',
  })
  await compose(configuration).close()
})
