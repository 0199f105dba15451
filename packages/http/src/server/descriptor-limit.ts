import { readFileSync } from 'node:fs'

/** What most systems give a process that asks for nothing else. */
const usual = 1024

/** How many files and connections this process may have open: Linux tells it, elsewhere the usual number is taken. */
export function descriptorLimit(): number {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? usual : Number(soft)
  } catch {
    return usual
  }
}
