import { createHash } from 'node:crypto'
import { constants, type BigIntStats } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { type ByteRange, throwIfCancelled } from '@chancery/core'
import { contentTypeOfName } from '../content-type-of-name.ts'
import { crc32c, crc32cText } from '../crc32c.ts'
import { changedAllTheTime, checkSize } from '../store-errors.ts'
import { identityOf, type DocumentIndex, type IndexRow } from './document-index.ts'
import { errorCode } from './file-error.ts'
import type { RootPaths } from './root-paths.ts'

/** An open document and what is known of it. */
export interface StoredFile {
  readonly row: IndexRow
  readonly stats: BigIntStats
  readonly handle: FileHandle
}

interface Limits {
  readonly maxBytes?: number | undefined
  readonly signal: AbortSignal
}

/** A document that others replace without end is given up after this many attempts. */
const attempts = 10

/** Times of files tick too coarsely to tell a second write from the first sooner than this. */
const settledAfterMs = 2000

/** The checksums of a file, read through in windows. */
export async function digest(handle: FileHandle, signal: AbortSignal): Promise<{ sha256: string; crc32c: string }> {
  const hash = createHash('sha256')
  const window = Buffer.allocUnsafe(1 << 20)
  let crc = 0
  for (let offset = 0; ;) {
    throwIfCancelled(signal)
    const { bytesRead } = await handle.read(window, 0, window.length, offset)
    if (bytesRead === 0) break
    const part = window.subarray(0, bytesRead)
    hash.update(part)
    crc = crc32c(part, crc)
    offset += bytesRead
  }
  return { sha256: hash.digest('hex'), crc32c: crc32cText(crc) }
}

/** Some bytes of a file; fewer where it ends sooner. */
export async function readRange(handle: FileHandle, { start, end }: ByteRange): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - start)
  let filled = 0
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

/**
 * A row for a file that the store did not write: put there, edited or restored from a backup by a person. A restored
 * one, known by its checksum, gets its metadata back. `undefined` when the file changed meanwhile.
 */
async function adopt(
  index: DocumentIndex,
  path: string,
  file: string,
  { stats, handle, signal }: { stats: BigIntStats; handle: FileHandle; signal: AbortSignal },
): Promise<IndexRow | undefined> {
  const identity = identityOf(stats)
  const digests = await digest(handle, signal)
  const still = await stat(file, { bigint: true })
  if (identityOf(still) !== identity) return undefined

  const rows = index.rows(path)
  const restored = rows.find((row) => row.sha256 === digests.sha256)
  const row: IndexRow = {
    path,
    version: `${stats.mtimeNs.toString(36)}-${stats.ino.toString(36)}`,
    identity,
    ...digests,
    contentType: restored?.contentType ?? contentTypeOfName(path),
    createdAt: restored?.createdAt ?? rows[0]?.createdAt ?? stats.birthtime.toISOString(),
    metadata: restored?.metadata ?? {},
  }
  if (Date.now() - Number(stats.mtimeMs) > settledAfterMs) index.note(row)
  return row
}

/** Opens the document at a path, while others may replace it, and closes it after use. `undefined`: there is none. */
export async function withStoredFile<Result>(
  { index, paths }: { readonly index: DocumentIndex; readonly paths: RootPaths },
  path: string,
  { maxBytes, signal }: Limits,
  use: (stored: StoredFile) => Promise<Result>,
): Promise<Result | undefined> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const file = await paths.existing(path)
    if (file === undefined) return undefined
    let handle: FileHandle | undefined
    try {
      // Without NONBLOCK, opening a named pipe would wait for a writer.
      handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
      const stats = await handle.stat({ bigint: true })
      if (!stats.isFile()) return undefined
      checkSize(Number(stats.size), maxBytes)
      const row = index.find(path, identityOf(stats)) ?? (await adopt(index, path, file, { stats, handle, signal }))
      if (row !== undefined) return await use({ row, stats, handle })
    } catch (error) {
      // Replaced or removed between two steps.
      if (errorCode(error) !== 'ENOENT') throw error
    } finally {
      await handle?.close()
    }
  }
  throw changedAllTheTime(path)
}
