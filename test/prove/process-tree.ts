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
