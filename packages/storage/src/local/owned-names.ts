import { createHash, randomUUID } from 'node:crypto'
import { lstatSync, readFileSync, type BigIntStats } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { errorCode } from './file-error.ts'

/** A file of another host, or of a process that cannot be asked after, is given up after this. */
const abandonedAfterMs = 3_600_000

/** A file of the store's own that a process left behind. */
export interface AbandonedFile {
  readonly file: string
  readonly stats: BigIntStats
  /** Written since the machine started, so that what is not durable yet is in its memory; only Linux tells. */
  readonly isOfThisBoot: boolean
}

const unknown = 'unknown'
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const instance = randomUUID().slice(0, 8)
/** Another at each start of the machine; containers on it have the same. */
const boot = bootOf('/proc/sys/kernel/random/boot_id')
const own = `${host}.${boot}.${process.pid}.${instance}.`
let made = 0

function bootOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, 8)
  } catch {
    return unknown
  }
}

/** A new name that says whose the file is; those of one process sort by length, then by letter, as they were made. */
export const ownedName = (): string => own + made++

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

/** What processes left in a folder that were killed, or lost their power; in the order in which each made them. */
export async function abandonedFiles(folder: string): Promise<readonly AbandonedFile[]> {
  const found: AbandonedFile[] = []
  const names = await readdir(folder)
  for (const name of names.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))) {
    const file = join(folder, name)
    const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false })
    // Another process that starts now may have been quicker.
    if (!stats?.isFile() || !isAbandoned(name, Date.now() - Number(stats.mtimeMs))) continue
    const madeSince = name.split('.')[1]
    found.push({ file, stats, isOfThisBoot: madeSince === boot && boot !== unknown })
  }
  return found
}
