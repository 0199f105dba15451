import { join } from 'node:path'

/**
 * A program of the server, by the name of its source. Where all tests run, it is that of the build, which starts in a third
 * of the time; `start.ts`, which is for development, is none of it.
 */
export function serverProgram(source: string): string {
  const isBuilt = (process.env['NODE_OPTIONS'] ?? '').includes('--conditions=chancery-build')
  if (!isBuilt || source === 'start.ts') return join(import.meta.dirname, source)
  return join(
    import.meta.dirname,
    '../../../build/server',
    source === 'serve.ts' ? 'main.js' : `${source.slice(0, -3)}.js`,
  )
}
