import { readFileSync } from 'node:fs'

/** What a process has used so far. */
export interface ProcessUsage {
  /** Time on a processor of all its threads, in ms. */
  readonly cpuMs: number
  /** Bytes of memory in use. */
  readonly residentBytes: number
}

const pageBytes = 4096
/** Linux counts in hundredths of a second for programs (`USER_HZ`), whatever the kernel's own clock. */
const tickMs = 10

/**
 * Reads `/proc/<pid>/stat` (proc_pid_stat(5): utime, stime and rss are fields 14, 15 and 24).
 * @returns `undefined` where there is no such process, or no such file (outside Linux)
 */
export function usageOf(pid: number): ProcessUsage | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return undefined
  }
  // The second field is the program's name in parentheses, and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const field = (number: number): number => Number(fields[number - 3] ?? 0)
  return { cpuMs: (field(14) + field(15)) * tickMs, residentBytes: field(24) * pageBytes }
}
