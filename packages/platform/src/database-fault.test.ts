import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { databaseFault } from './database-fault.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chancery-database-'))
  file = join(folder, 'a.sqlite')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE a (id INTEGER PRIMARY KEY, text TEXT)')
  const insert = database.prepare('INSERT INTO a (text) VALUES (?)')
  database.exec('BEGIN')
  for (let row = 0; row < 2000; row++) insert.run(`row ${row} ${'x'.repeat(50)}`)
  database.exec('COMMIT')
  database.close()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('nothing is wrong with a database that is well, in use, empty or not there', () => {
  expect(databaseFault(file)).toBeUndefined()
  const open = new DatabaseSync(file)
  open.exec('BEGIN IMMEDIATE')
  open.prepare('INSERT INTO a (text) VALUES (?)').run('begun')
  expect(databaseFault(file)).toBeUndefined()
  open.close()
  writeFileSync(file, '')
  expect(databaseFault(file)).toBeUndefined()
  expect(databaseFault(join(folder, 'none.sqlite'))).toBeUndefined()
})

it.each([
  ['cut off', () => truncateSync(file, statSync(file).size - 4096)],
  ['cut off in its first page', () => truncateSync(file, 1000)],
  ['text', () => writeFileSync(file, 'no database at all. '.repeat(1000))],
  [
    'garbage in one page',
    () => {
      const bytes = readFileSync(file)
      bytes.fill(0xa5, 4096 * 3, 4096 * 4)
      writeFileSync(file, bytes)
    },
  ],
  [
    'garbage in its tables',
    () => {
      const bytes = readFileSync(file)
      bytes.fill(0xa5, 100, 4096)
      writeFileSync(file, bytes)
    },
  ],
])('a file that is damaged is known: %s', (_, damage) => {
  damage()
  const before = readFileSync(file)
  expect(databaseFault(file)).toBeTypeOf('string')
  expect(readFileSync(file).equals(before)).toBe(true)
})
