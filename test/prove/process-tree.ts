import { readdirSync, readFileSync } from 'node:fs'

/** Empty, too, where the process has ended. */
function directChildren(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}

/** All processes below one. */
export const descendants = (pid: number): number[] =>
  directChildren(pid).flatMap((child) => [child, ...descendants(child)])

/** MB that a process has in memory, as the kernel counts them, its children left out. */
export const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Open descriptors of a process. */
export const openDescriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** The kernel counts in hundredths of a second, whatever its own clock. */
const ticksPerSecond = 100

/** utime, stime, cutime and cstime of proc(5), behind the name in brackets, which may hold anything; 0 where it has ended. */
function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0)
  } catch {
    return 0
  }
}

/** Time on a processor of a process and all below it, those that have ended too, in ms. */
export function treeCpuMs(pid: number): number {
  for (;;) {
    const tree = [pid, ...descendants(pid)]
    const ticks = tree.reduce((sum, each) => sum + ticksOf(each), 0)
    // One that ends in between would be counted twice, or not at all.
    if ([pid, ...descendants(pid)].join() === tree.join()) return (ticks * 1000) / ticksPerSecond
  }
}
