import { statSync } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { reasonOfDiskFault, unready } from '@chancery/core'

/** The first bytes of every SQLite file, and what of the rest is looked at (https://sqlite.org/fileformat.html). */
const magic = 'SQLite format 3\0'
const headerBytes = 100
/** What there must be room for beside it: some answers that are kept for their Idempotency-Key. */
const probeBytes = 64 * 1024
/** Up to this size, in bytes, all pages are looked at, and no more often than this, in ms: 8 MB take some 20 ms. */
const lookedThrough = 8 * 1024 ** 2
const lookEveryMs = 30_000

/** The file of a database that is open: tells when it is no longer what was opened. */
export interface SqliteFile {
  /**
   * Resolves when the file is still in its place, whole as far as can be told, and there is room beside it.
   * @throws as `unready` says: `database_absent`, `database_corrupt`, `disk_full`, `not_writable`
   */
  check(): Promise<void>
  /**
   * Looks whether it is still what is found under its name, and its log too, in some µs: what is written to one that was
   * taken away, replaced or unmounted is found by nobody again, though SQLite says that it was written.
   * @throws as `unready` says: `database_absent`
   */
  mustBeInPlace(): void
}

/** To be made as soon as the database was opened, and read from once: its log is there then. */
export function watchSqliteFile(file: string): SqliteFile {
  const opened = [file, `${file}-wal`].map((name) => ({ name, identity: identityOf(name) }))
  let lookedAt = Number.NEGATIVE_INFINITY

  function mustBeInPlace(): void {
    for (const { name, identity } of opened) {
      if (identity !== undefined && identityOf(name) !== identity) throw absent()
    }
  }

  async function look(): Promise<void> {
    mustBeInPlace()
    const { size } = await stat(file)
    const handle = await open(file, 'r')
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerBytes), 0, headerBytes, 0)
      // A file that nothing was moved to yet from the log beside it.
      if (bytesRead === 0) return
      if (bytesRead < headerBytes || buffer.toString('latin1', 0, magic.length) !== magic) throw corrupt()
      const stated = buffer.readUInt16BE(16)
      const pageBytes = stated === 1 ? 65_536 : stated
      // What a full disk or a crash kept from being moved here is in the log still.
      const log = (await stat(`${file}-wal`).catch(() => undefined))?.size ?? 0
      if (size + log < pageBytes * buffer.readUInt32BE(28)) throw corrupt()
    } finally {
      await handle.close()
    }
    if (size > lookedThrough || performance.now() - lookedAt < lookEveryMs) return
    lookThrough(file)
    lookedAt = performance.now()
  }

  return {
    mustBeInPlace,
    async check() {
      try {
        await look()
        await leaveRoom(`${file}.${process.pid}.probe`)
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === 'ENOENT') throw absent()
        const reason = reasonOfDiskFault(error)
        throw reason === undefined
          ? error
          : unready('sqlite', reason, 'The database cannot be used.', { cause: String(code) })
      }
    },
  }
}

/** The same methods, each of which ends with success only where the file is in its place then. */
export function inPlaceOf<Methods extends object>(file: SqliteFile, methods: Methods): Methods {
  const watched = Object.entries(methods).map(([name, method]: [string, unknown]) => {
    if (typeof method !== 'function') return [name, method]
    const watch = async (...args: readonly unknown[]): Promise<unknown> => {
      const result: unknown = await method(...args)
      file.mustBeInPlace()
      return result
    }
    return [name, watch]
  })
  return Object.fromEntries(watched) as Methods
}

/** Which file has a name; `undefined` where there is none, or it cannot be looked for. */
function identityOf(name: string): string | undefined {
  try {
    const { dev, ino } = statSync(name)
    return `${dev}:${ino}`
  } catch {
    return undefined
  }
}

/** By a connection of its own, which has no page of the file in memory yet. */
function lookThrough(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 1000 })
  try {
    if (database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] !== 'ok') throw corrupt()
  } finally {
    database.close()
  }
}

/** Really written: on a full disk, a file still gets its name. */
async function leaveRoom(probe: string): Promise<void> {
  try {
    const handle = await open(probe, 'w', 0o600)
    try {
      await handle.writeFile(Buffer.alloc(probeBytes, 1))
      await handle.datasync()
    } finally {
      await handle.close()
    }
  } finally {
    await rm(probe, { force: true })
  }
}

const absent = () =>
  unready(
    'sqlite',
    'database_absent',
    'The file of the database is gone, or another is in its place. Put it back, or start the service again.',
  )
const corrupt = () => unready('sqlite', 'database_corrupt', 'The file of the database is damaged.')
