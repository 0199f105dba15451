import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchSqliteFile } from './sqlite-file.ts'

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
