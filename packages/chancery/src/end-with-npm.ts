import { readFileSync, readlinkSync } from 'node:fs'

const everyMs = 200

/** The process that started another, where the system tells of it (Linux). */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

function isNpm(pid: number | undefined): boolean {
  try {
    return pid !== undefined && readlinkSync(`/proc/${pid}/exe`) === process.env['npm_node_execpath']
  } catch {
    return false
  }
}

/**
 * Ends a program that `npx` has started when npx ends: npx tells the shell between them alone, or no one, when it is to stop,
 * and a server would go on unseen. Does nothing for a program that was started by itself.
 * @param stop is called once
 */
export function endWithNpm(stop: () => void): void {
  if (process.env['npm_lifecycle_event'] !== 'npx') return
  const parent = process.ppid
  const above = parentOf(parent)
  // Some shells give their place to the program, and npx is its parent then: what is above it is of no interest.
  const watched = !isNpm(parent) && isNpm(above) ? above : undefined
  const timer = setInterval(() => {
    if (process.ppid === parent && (watched === undefined || parentOf(parent) === watched)) return
    clearInterval(timer)
    stop()
  }, everyMs)
  timer.unref()
}
