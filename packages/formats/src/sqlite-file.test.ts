import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inPlaceOf, watchSqliteFile } from './sqlite-file.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'chancery-sqlite-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const pageBytes = 4096

/** A database whose log was to be moved into its file, which ended after the first page: it counts pages that it has not. */
function cutOffInMoving(): string {
  const whole = join(folder, 'whole.sqlite')
  const file = join(folder, 'cut-off.sqlite')
  const database = new DatabaseSync(whole)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE a (text TEXT)')
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  for (let row = 0; row < 100; row++) database.prepare('INSERT INTO a (text) VALUES (?)').run('x'.repeat(1000))
  copyFileSync(whole, file)
  copyFileSync(`${whole}-wal`, `${file}-wal`)
  database.close()
  const before = readFileSync(file)
  writeFileSync(file, Buffer.concat([readFileSync(whole).subarray(0, pageBytes), before.subarray(pageBytes)]))
  expect(statSync(file).size).toBeLessThan(statSync(whole).size)
  return file
}

it('a database whose pages are in its log is whole', async () => {
  const file = cutOffInMoving()
  const database = new DatabaseSync(file)
  try {
    expect(database.prepare('SELECT count(*) AS rows FROM a').get()).toEqual({ rows: 100 })
    await watchSqliteFile(file).check()
  } finally {
    database.close()
  }
})

it('a database whose pages are nowhere is damaged', async () => {
  const file = cutOffInMoving()
  rmSync(`${file}-wal`)
  await expect(watchSqliteFile(file).check()).rejects.toMatchObject({ details: { reason: 'database_corrupt' } })
})

/** What may become of the files of an open database: it goes on writing, and says so. */
const ways: readonly (readonly [string, (folder: string) => void])[] = [
  ['the folder was removed', (at) => rmSync(at, { recursive: true })],
  ['the folder was moved away', (at) => renameSync(at, `${at}.moved`)],
  [
    'a copy is in the place of the folder',
    (at) => {
      renameSync(at, `${at}.moved`)
      cpSync(`${at}.moved`, at, { recursive: true })
    },
  ],
  ['the file was removed', (at) => rmSync(join(at, 'a.sqlite'))],
  ['the log was removed', (at) => rmSync(join(at, 'a.sqlite-wal'))],
]

it.each(ways)('what was written is no success where %s', async (_, takeAway) => {
  const place = join(folder, 'data')
  mkdirSync(place)
  const database = new DatabaseSync(join(place, 'a.sqlite'))
  try {
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE a (text TEXT)')
    const watched = watchSqliteFile(join(place, 'a.sqlite'))
    const rows = inPlaceOf(watched, {
      id: 'rows',
      add: async (text: string) => Number(database.prepare('INSERT INTO a (text) VALUES (?)').run(text).changes),
    })
    expect([rows.id, await rows.add('before')]).toEqual(['rows', 1])
    takeAway(place)
    const gone = { code: 'provider_unavailable', details: { reason: 'database_absent' } }
    await expect(rows.add('after')).rejects.toMatchObject(gone)
    await expect(watched.check()).rejects.toMatchObject(gone)
  } finally {
    database.close()
  }
})
