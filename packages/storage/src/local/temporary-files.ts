import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  open,
  read,
  readFileSync,
  readSync,
  unlinkSync,
  write,
  writeSync,
  type BigIntStats,
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ChanceryError, type Content } from '@chancery/core'
import { errorCode } from './file-error.ts'
import type { AbandonedFile } from './finish-puts.ts'

/** A file of another host, or of a process that cannot be asked after, is given up after this. */
const abandonedAfterMs = 3_600_000

const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const instance = randomUUID().slice(0, 8)
/** Another at each start of the machine; containers on it have the same. Only Linux tells. */
const boot = bootOf('/proc/sys/kernel/random/boot_id')
const own = `${host}.${boot}.${process.pid}.${instance}.`
let made = 0

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

/** Compares what the file system gives back from `start` on with what it was given. */
async function verify(descriptor: number, bytes: Uint8Array, start: number): Promise<void> {
  const window = Buffer.allocUnsafe(Math.min(bytes.length, inlineBytes))
  for (let offset = 0; offset < bytes.length;) {
    const length = Math.min(window.length, bytes.length - offset)
    const count =
      bytes.length <= inlineBytes
        ? readSync(descriptor, window, 0, length, start + offset)
        : (await readSome(descriptor, window, 0, length, start + offset)).bytesRead
    if (count === 0 || window.compare(bytes, offset, offset + count, 0, count) !== 0) {
      throw new ChanceryError('provider_failed', 'The file system did not keep what was written.', { retryable: true })
    }
    offset += count
  }
}

/** A new file with this content, verified but not yet durable. */
export async function writeTemporaryFile(folder: string, content: Content): Promise<TemporaryFile> {
  const file = join(folder, own + made++)
  // Making a name can wait for the file system's journal while others flush, so it does not happen on the event loop.
  const descriptor = await openFile(file, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL)
  try {
    // To join a few pieces costs less than to write each of them.
    const pieces = content.byteLength <= inlineBytes ? [content.bytes] : content.chunks
    for (const piece of pieces) await writeAll(descriptor, piece)
    let start = 0
    for (const piece of pieces) {
      await verify(descriptor, piece, start)
      start += piece.length
    }
    return { file, descriptor, stats: fstatSync(descriptor, { bigint: true }) }
  } catch (error) {
    closeSync(descriptor)
    unlinkSync(file)
    throw error
  }
}

function bootOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, 8)
  } catch {
    return 'unknown'
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Whether the process that made the file is surely gone. */
function isAbandoned(name: string, ageMs: number): boolean {
  if (name.startsWith(own)) return false
  const [madeOn, madeSince, pid] = name.split('.')
  // The folder is on a local disk, so whoever wrote there ran on this machine.
  if (madeSince !== boot) return true
  if (madeOn === host && (Number(pid) === process.pid || !isRunning(Number(pid)))) return true
  return ageMs > abandonedAfterMs
}

/** What processes left that were killed, or lost their power. */
export async function abandonedFiles(folder: string): Promise<readonly AbandonedFile[]> {
  const found: AbandonedFile[] = []
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false })
    // Another process that starts now may have been quicker.
    if (stats?.isFile() && isAbandoned(name, Date.now() - Number(stats.mtimeMs))) found.push({ file, stats })
  }
  return found
}
