import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { join } from 'node:path'

/** A run of all tests has some of this at a time; the rest is room for its processes. */
const leastBytes = 6 * 1024 ** 3

/** What Linux keeps in memory. Answers that tell of a file in a folder `tmp` are found by the tests for that. */
const place = '/dev/shm/tmp'
const own = join(place, `chancery-${process.pid}`)

/**
 * A folder in memory for the temporary files of this run: all workers would wait for one disk, and no kill of a process shows
 * whether what was flushed got there. Those of runs that ended are taken away.
 * @returns none where there is no such place, or not enough of it, or no program may be run from there
 */
export function memoryFolder(): string | undefined {
  if (!isRoomy()) return undefined
  try {
    mkdirSync(place, { recursive: true })
    for (const name of readdirSync(place)) {
      const [, pid] = /^chancery-(\d+)$/.exec(name) ?? []
      if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(place, name), { recursive: true, force: true })
    }
    mkdirSync(own, { recursive: true })
    // As /tmp: some programs that tests start run as another user.
    chmodSync(own, 0o1777)
    return own
  } catch {
    return undefined
  }
}

function isRoomy(): boolean {
  try {
    accessSync('/dev/shm', constants.W_OK)
    const [, , , options = ''] =
      /^.* \/dev\/shm tmpfs .*$/m.exec(readFileSync('/proc/mounts', 'utf8'))?.[0].split(' ') ?? []
    const { bavail, bsize } = statfsSync('/dev/shm')
    const isProgramFree = options.split(',').includes('noexec')
    return !isProgramFree && options !== '' && Math.min(bavail * bsize, process.availableMemory()) >= leastBytes
  } catch {
    return false
  }
}

/** Takes away what the tests of this run left there. */
export const emptyMemoryFolder = (): void => rmSync(own, { recursive: true, force: true, maxRetries: 3 })
