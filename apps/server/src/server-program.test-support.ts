import { join } from 'node:path'

/** Whether all tests run: the programs of the build start in a third of the time then. */
const isBuilt = (process.env['NODE_OPTIONS'] ?? '').includes('--conditions=chancery-build')

/** A program of the server, by the name of its source; `start.ts`, which is for development, is none of the build. */
export function serverProgram(source: string): string {
  if (!isBuilt || source === 'start.ts') return join(import.meta.dirname, source)
  return join(
    import.meta.dirname,
    '../../../build/server',
    source === 'serve.ts' ? 'main.js' : `${source.slice(0, -3)}.js`,
  )
}

/** What a server with a key for development is started by: its program, and what the build's is to be told for that. */
export const developmentServer: readonly string[] = isBuilt
  ? [serverProgram('serve.ts'), '--development-key']
  : [serverProgram('start.ts')]
