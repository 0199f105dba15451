import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second for programs (`USER_HZ`), whatever the kernel's own clock. */
const tickMs = 10

/**
 * Time on a processor of a process and all below it, those that have ended too, in ms.
 * @returns `undefined` where the system does not tell it so (outside Linux), and where the process has ended
 */
export function workOf(pid: number): number | undefined {
  try {
    // The second field is the program's name in parentheses, and may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const own = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0) * tickMs
    return childrenOf(pid).reduce((sum, child) => sum + (workOf(child) ?? 0), own)
  } catch {
    return undefined
  }
}

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
