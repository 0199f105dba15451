import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const pageBytes = 4096

/** Bytes of memory that a process has in use; 0 where that cannot be told (Windows), or it has ended. */
async function residentMemory(pid: number): Promise<number> {
  try {
    if (process.platform === 'linux') {
      const [, pages = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')
      return Number(pages) * pageBytes
    }
    if (process.platform === 'win32') return 0
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
    return Number(stdout) * 1024
  } catch {
    return 0
  }
}

/** Reading `/proc` costs next to nothing, running `ps` does not. */
const intervalMs = process.platform === 'linux' ? 20 : 100

/** Calls `exceeded` once a process uses more memory than it may. @returns what ends the watch */
export function watchMemory(pid: number, maxBytes: number, exceeded: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let ended = false
  const look = async (): Promise<void> => {
    const bytes = await residentMemory(pid)
    if (ended) return
    if (bytes > maxBytes) return exceeded()
    timer = setTimeout(() => void look(), intervalMs).unref()
  }
  void look()
  return () => {
    ended = true
    clearTimeout(timer)
  }
}
