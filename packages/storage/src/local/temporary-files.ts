import { closeSync, constants, fstatSync, lstatSync, open, read, readSync, unlinkSync, write, writeSync } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ChanceryError, type Content } from '@chancery/core'
import { ownedName } from './owned-names.ts'

export interface TemporaryFile {
  readonly file: string
  /** Open; the caller closes it. */
  readonly descriptor: number
  readonly stats: BigIntStats
}

/**
 * Up to this many bytes are copied to and from the page cache on the spot, which takes some µs; a hop to libuv's pool
 * would queue behind the flushes that keep its few threads busy.
 */
const inlineBytes = 256 * 1024

const openFile = promisify(open)
const writeSome = promisify(write)
const readSome = promisify(read)

async function writeAll(descriptor: number, bytes: Uint8Array): Promise<void> {
  for (let offset = 0; offset < bytes.length;) {
    if (bytes.length <= inlineBytes) offset += writeSync(descriptor, bytes, offset)
    else offset += (await writeSome(descriptor, bytes, offset)).bytesWritten
  }
}

/** What is compared on the spot is never compared by two at once. */
let inlineWindow: Buffer | undefined

/** Compares what the file system gives back from `start` on with what it was given. */
async function verify(descriptor: number, bytes: Uint8Array, start: number): Promise<void> {
  const isInline = bytes.length <= inlineBytes
  const window = isInline ? (inlineWindow ??= Buffer.allocUnsafeSlow(inlineBytes)) : Buffer.allocUnsafe(inlineBytes)
  for (let offset = 0; offset < bytes.length;) {
    const length = Math.min(window.length, bytes.length - offset)
    const count = isInline
      ? readSync(descriptor, window, 0, length, start + offset)
      : (await readSome(descriptor, window, 0, length, start + offset)).bytesRead
    if (count === 0 || window.compare(bytes, offset, offset + count, 0, count) !== 0) {
      throw new ChanceryError('provider_failed', 'The file system did not keep what was written.', { retryable: true })
    }
    offset += count
  }
}

/** A new file with this content, verified but not yet durable. */
export const writeTemporaryFile = (folder: string, content: Content): Promise<TemporaryFile> =>
  newFile(folder, async (descriptor) => {
    // To join a few pieces costs less than to write each of them.
    const pieces = content.byteLength <= inlineBytes ? [content.bytes] : content.chunks
    for (const piece of pieces) await writeAll(descriptor, piece)
    let start = 0
    for (const piece of pieces) {
      await verify(descriptor, piece, start)
      start += piece.length
    }
  })

/** The same of pieces that come one by one, each verified before the next. */
export const writeTemporaryPieces = (folder: string, pieces: AsyncIterable<Uint8Array>): Promise<TemporaryFile> =>
  newFile(folder, async (descriptor) => {
    let start = 0
    for await (const piece of pieces) {
      await writeAll(descriptor, piece)
      await verify(descriptor, piece, start)
      start += piece.length
    }
  })

async function newFile(folder: string, fill: (descriptor: number) => Promise<void>): Promise<TemporaryFile> {
  const file = join(folder, ownedName())
  // Making a name can wait for the file system's journal while others flush, so it does not happen on the event loop.
  const descriptor = await openFile(file, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL)
  try {
    await fill(descriptor)
    return { file, descriptor, stats: fstatSync(descriptor, { bigint: true }) }
  } catch (error) {
    closeSync(descriptor)
    unlinkSync(file)
    throw error
  }
}

/** What is there, by itself; `undefined`: nothing. */
export const statOf = (file: string): BigIntStats | undefined =>
  lstatSync(file, { bigint: true, throwIfNoEntry: false })

/** Never fails: the outcome of the put is known already, and what stays is removed at the next start. */
export function discard(file: string): void {
  try {
    unlinkSync(file)
  } catch {
    // It is gone, or stays until then.
  }
}
