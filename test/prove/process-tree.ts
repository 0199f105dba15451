import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of /proc in a second (USER_HZ, which Linux fixes at 100). */
const ticksPerSecond = 100

/** proc(5), behind the name in brackets: from `state` on. */
const statOf = (pid: number): readonly string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')

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

/** ms on a processor of a process, its children, and those that have ended and were waited for. */
export function treeCpuMs(pid: number): number {
  const ticks = [pid, ...descendants(pid)].map((each) => {
    try {
      const [utime, stime, cutime, cstime] = statOf(each).slice(11, 15).map(Number)
      return (utime ?? 0) + (stime ?? 0) + (cutime ?? 0) + (cstime ?? 0)
    } catch {
      return 0
    }
  })
  return (ticks.reduce((sum, each) => sum + each, 0) * 1000) / ticksPerSecond
}

/** MB that a process has in memory, as the kernel counts them, its children left out. */
export const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Open descriptors of a process. */
export const openDescriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length
