import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { descendants } from './process-tree.ts'

/** Files at any depth below a folder. */
export function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isSocket())
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** What a crash, a report or a debugger writes. */
const dump = /(?:^|\/)(?:core(?:\.\d+)?|.*\.dmp|report\..*\.json|.*\.heapsnapshot|.*\.cpuprofile)$/

export const dumpsIn = (folders: readonly string[]): readonly string[] =>
  folders.flatMap(filesBelow).filter((path) => dump.test(path))

/** Where the service keeps what it was given to keep; all else in its folder is its own. */
const kept = /^(?:documents|outbox)\/|\.sqlite(?:-wal|-shm)?$/

/** Texts of files that the service wrote for itself. */
export const ownTexts = (folder: string): readonly string[] =>
  filesBelow(folder)
    .filter((path) => !kept.test(path.slice(folder.length + 1)) && statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))

/** Programs that start others and are given no document. */
const starters = new Set(['env', 'head', 'nice', 'prlimit', 'setpriv', 'sh', 'true', 'unshare'])

/** Programs below a process that may leave their memory in a file when they crash. */
export const coreWriters = (pid: number): readonly string[] =>
  descendants(pid).flatMap((child) => {
    try {
      const limits = readFileSync(`/proc/${child}/limits`, 'utf8')
      const program = readFileSync(`/proc/${child}/comm`, 'utf8').trim()
      const isAllowed = !/^Max core file size\s+0\s/m.test(limits)
      return isAllowed && !starters.has(program) ? [program] : []
    } catch {
      return []
    }
  })
