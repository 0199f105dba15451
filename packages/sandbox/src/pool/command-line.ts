import { fileURLToPath } from 'node:url'
import { type Confinement, confinement } from './confinement.ts'
import type { SandboxLimits } from './limits.ts'
import { readableCode } from './readable-code.ts'

export interface CommandLine {
  readonly program: string
  readonly args: readonly string[]
  readonly confinement: Confinement
}

/** The command that starts a confined child. @param packages names of the packages that the entry loads */
export async function commandLine(
  entry: URL,
  packages: readonly string[],
  workers: boolean,
  limits: SandboxLimits,
): Promise<CommandLine> {
  const file = fileURLToPath(entry)
  const [confined, code] = await Promise.all([confinement(file, limits), readableCode(file, packages)])
  const [program = process.execPath, ...args] = [
    ...confined.wrapper,
    process.execPath,
    `--max-old-space-size=${Math.floor(limits.heapBytes / 1024 ** 2)}`,
    '--permission',
    ...code.map((path) => `--allow-fs-read=${path}`),
    ...(workers ? ['--allow-worker'] : []),
    '--disallow-code-generation-from-strings',
    '--no-addons',
    // It opens files past `--permission`.
    '--no-experimental-sqlite',
    '--no-warnings',
    file,
  ]
  return { program, args, confinement: confined }
}
