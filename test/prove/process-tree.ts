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

/** A process as the kernel tells of it: its own time on a processor, and that of children it waited for, in ticks. */
interface ProcessWork {
  /** When it began; another process may get its number. */
  readonly began: string
  readonly own: number
  readonly waitedFor: number
}

/** By proc(5), behind the name in brackets, which may hold anything; `undefined` where it has ended. */
function processWork(pid: number): ProcessWork | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const sum = (...indices: number[]): number => indices.reduce((all, index) => all + Number(fields[index] ?? 0), 0)
    return { began: fields[19] ?? '', own: sum(11, 12), waitedFor: sum(13, 14) }
  } catch {
    return undefined
  }
}

interface SeenProcess extends ProcessWork {
  readonly parent: number | undefined
}
type SeenTree = ReadonlyMap<number, SeenProcess>

function treeOf(pid: number, parent?: number): [number, SeenProcess][] {
  const work = processWork(pid)
  if (work === undefined) return []
  return [[pid, { ...work, parent }], ...directChildren(pid).flatMap((child) => treeOf(child, pid))]
}

const membersOf = (tree: SeenTree): string => [...tree.keys()].join()

/** Of processes and all below them, with nobody ending in between, who would be counted twice or not at all. */
function seenNow(roots: Iterable<number>): SeenTree {
  const look = (): SeenTree => new Map([...roots].flatMap((root) => treeOf(root)))
  for (let before = look(); ;) {
    // The later one: a child that was waited for while its parent was read is in what the parent waited for only now.
    const tree = look()
    if (membersOf(before) === membersOf(tree)) return tree
    before = tree
  }
}

const lookMs = 50

/** Time on a processor of a process and all that it started. */
export interface WorkMeter {
  /** Since the process began, in ms. */
  workMs(): number
  stop(): void
}

/**
 * Looks again and again: of a process whose parent was killed with it nobody above has ever waited, so the kernel adds its
 * work to none of them. It is counted as it was last seen.
 */
export function startWorkMeter(pid: number): WorkMeter {
  /** Left by their parents, and still at work. */
  const orphans = new Set<number>()
  let lost = 0
  let before = seenNow([pid])
  const look = (): number => {
    let now = seenNow([pid, ...orphans])
    const left = [...before].filter(([each, { began }]) => !now.has(each) && processWork(each)?.began === began)
    if (left.length > 0) {
      for (const [each] of left) orphans.add(each)
      now = seenNow([pid, ...orphans])
    }
    lost += lostWork(before, now)
    for (const orphan of orphans) if (!now.has(orphan)) orphans.delete(orphan)
    before = now
    const ticks = [...now.values()].reduce((sum, { own, waitedFor }) => sum + own + waitedFor, lost)
    return (ticks * 1000) / ticksPerSecond
  }
  const looks = setInterval(look, lookMs)
  return { workMs: look, stop: () => clearInterval(looks) }
}

/** What those did who ended between two looks, less what came to those above them who waited for them, in ticks. */
function lostWork(before: SeenTree, now: SeenTree): number {
  const ended = new Map<number | undefined, number>()
  for (const [pid, { began, own, waitedFor, parent }] of before) {
    if (now.get(pid)?.began === began) continue
    let above = parent
    while (above !== undefined && !now.has(above)) above = before.get(above)?.parent
    ended.set(above, (ended.get(above) ?? 0) + own + waitedFor)
  }
  let lost = 0
  for (const [above, ticks] of ended) {
    const waited = (tree: SeenTree): number => (above === undefined ? 0 : (tree.get(above)?.waitedFor ?? 0))
    lost += Math.max(0, ticks - (waited(now) - waited(before)))
  }
  return lost
}
