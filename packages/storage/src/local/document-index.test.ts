import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { diskFolder } from '@chancery/port-contracts/disk-folder'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDocumentIndex } from './document-index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(diskFolder, 'chancery-index-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** As the first version made it. */
const first = `
  CREATE TABLE documents (
    path TEXT NOT NULL, version TEXT NOT NULL, identity TEXT NOT NULL, content_type TEXT NOT NULL, sha256 TEXT NOT NULL,
    crc32c TEXT NOT NULL, created_at TEXT NOT NULL, metadata TEXT NOT NULL, PRIMARY KEY (path, version)
  ) WITHOUT ROWID, STRICT;
  INSERT INTO documents VALUES ('Letters/Ada.txt', 'v1', '1-2-3', 'text/plain', 'sum', 'crc', 'then', '{"a":"b"}');
  PRAGMA user_version = 1;
`

it('takes over what an index of the first version knows', async () => {
  const file = join(folder, 'documents.sqlite')
  const old = new DatabaseSync(file)
  old.exec(first)
  old.close()
  for (let time = 0; time < 2; time++) {
    const index = openDocumentIndex(file)
    expect(index.find('Letters/Ada.txt', '1-2-3')).toMatchObject({ version: 'v1', metadata: { a: 'b' } })
    expect(index.twins('letters/ada.txt')).toEqual(['Letters/Ada.txt'])
    expect(index.kept.rows('Letters/Ada.txt')).toEqual([])
    index.close()
  }
})

it('leaves an index of a later version alone', () => {
  const file = join(folder, 'documents.sqlite')
  const later = new DatabaseSync(file)
  later.exec('PRAGMA user_version = 99')
  later.close()
  expect(() => openDocumentIndex(file)).toThrow('99')
})
