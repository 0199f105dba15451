import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { SandboxLimits } from './limits.ts'
import { readableCode } from './readable-code.ts'

/** What this machine has to confine a process with, besides Node itself. */
interface Wrappers {
  /** Bounds the memory that a process may ask for, whatever it asks for it with. */
  readonly prlimit: boolean
  /** Has the kernel end a child with its parent, though it be busy. */
  readonly setpriv: boolean
}

let found: Promise<Wrappers> | undefined

/** Whether `prlimit` and `setpriv` (util-linux) are there and do what is wanted; asked once. */
function wrappers(): Promise<Wrappers> {
  const works = async (program: string, ...args: string[]): Promise<boolean> => {
    if (process.platform !== 'linux') return false
    try {
      await promisify(execFile)(program, [...args, 'true'], { timeout: 2000 })
      return true
    } catch {
      return false
    }
  }
  found ??= Promise.all([works('prlimit', '--data=1000000000'), works('setpriv', '--pdeathsig', 'KILL')]).then(
    ([prlimit, setpriv]) => ({ prlimit, setpriv }),
  )
  return found
}

export interface CommandLine {
  readonly program: string
  readonly args: readonly string[]
  /** Whether the kernel bounds the memory; otherwise it has to be watched. */
  readonly memoryBound: boolean
}

/** Of the heap: as much is filled before old objects are looked through for garbage. */
const initialShare = 8

/** The command that starts a confined child. */
export async function commandLine(
  entry: URL,
  packages: readonly string[],
  workers: boolean,
  limits: SandboxLimits,
): Promise<CommandLine> {
  const { prlimit, setpriv } = await wrappers()
  const file = fileURLToPath(entry)
  const code = await readableCode(file, packages)
  const args = [
    ...(setpriv ? ['setpriv', '--pdeathsig', 'KILL'] : []),
    ...(prlimit ? ['prlimit', `--data=${limits.dataBytes}`, '--core=0'] : []),
    process.execPath,
    `--max-old-space-size=${Math.floor(limits.heapBytes / 1024 ** 2)}`,
    // With smaller ones, reading spends much of its time on collecting garbage.
    '--max-semi-space-size=16',
    `--initial-old-space-size=${Math.floor(limits.heapBytes / initialShare / 1024 ** 2)}`,
    // There are as many children as processors: with four threads for each to collect garbage and compile, what a child
    // did after its answer kept the service from taking it.
    '--v8-pool-size=1',
    // It collects garbage between jobs.
    '--expose-gc',
    // V8 would take what jobs keep to their end for what lives long, and in a child here and there put it among the old
    // objects from its birth: every job of that child's life took longer.
    '--no-allocation-site-pretenuring',
    '--permission',
    ...code.map((path) => `--allow-fs-read=${path}`),
    ...(workers ? ['--allow-worker'] : []),
    '--disallow-code-generation-from-strings',
    '--no-addons',
    '--no-warnings',
    file,
  ]
  const [program = process.execPath, ...rest] = args
  return { program, args: rest, memoryBound: prlimit }
}
