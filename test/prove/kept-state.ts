import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createLocalDocumentStore } from '@chancery/storage'

/** All that a service has kept in its data folder, read beside it or after its end. */
export interface KeptState {
  /** Bytes by path. */
  readonly documents: ReadonlyMap<string, Buffer>
  /** Messages of the outbox as they lie there. */
  readonly mails: readonly string[]
  /** Records of clients, as JSON. */
  readonly clients: readonly string[]
  /** What cannot be read as what it says to be, and what was left lying about. */
  readonly torn: readonly string[]
}

const { signal } = new AbortController()

export async function keptState(data: string): Promise<KeptState> {
  const torn: string[] = []
  const documents = new Map<string, Buffer>()
  const store = createLocalDocumentStore({ root: join(data, 'documents') })
  for await (const { kind, path } of store.list('', { signal })) {
    if (kind === 'folder') continue
    try {
      // Reading verifies the checksum.
      documents.set(path, Buffer.from((await store.read(path, { signal })).bytes))
    } catch (error) {
      torn.push(`${path}: ${String(error)}`)
    }
  }
  await store.close()
  const unfinished = filesIn(join(data, 'documents/.chancery/tmp'))
  if (unfinished.length > 0) torn.push(`${unfinished.length} unfinished files`)
  const outbox = join(data, 'outbox/new')
  const mails = filesIn(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'))
  for (const mail of mails)
    if (!mail.includes('\r\n\r\n') || !mail.endsWith('\r\n')) torn.push('a mail that breaks off')
  return { documents, mails, clients: clientsIn(join(data, 'clients.sqlite'), torn), torn }
}

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

function clientsIn(file: string, torn: string[]): string[] {
  if (!existsSync(file)) return []
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const check = database.prepare('PRAGMA integrity_check').get()?.['integrity_check']
    if (check !== 'ok') torn.push(`clients.sqlite: ${String(check)}`)
    return database
      .prepare('SELECT record FROM clients')
      .all()
      .map((row) => String(row['record']))
  } finally {
    database.close()
  }
}
