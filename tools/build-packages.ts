/** Makes `dist` of every package that is published: JavaScript and types, by the compiler. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The folders of the packages that are published. */
export const publishedPackages = (): readonly string[] =>
  ['packages', 'apps']
    .flatMap((area) => readdirSync(join(root, area)).map((name) => join(area, name)))
    .filter((room) => {
      const file = join(root, room, 'package.json')
      return existsSync(file) && !('private' in (JSON.parse(readFileSync(file, 'utf8')) as object))
    })

export async function buildPackages(): Promise<void> {
  const compiled = join(root, 'build/tsc')
  rmSync(compiled, { recursive: true, force: true })
  const tsc = join(root, 'node_modules/.bin/tsc')
  // Each thread that checks looks at much of the same again: with two cores, which the bundles want too, one takes less time.
  const threads = availableParallelism() > 2 ? [] : ['--singleThreaded']
  const compiler = spawn(tsc, ['-p', 'tsconfig.build.json', ...threads], { cwd: root, stdio: 'inherit' })
  const [status] = (await once(compiler, 'exit')) as [number | null]
  if (status !== 0) process.exit(status ?? 1)
  const rooms = publishedPackages()
  for (const room of rooms) {
    const dist = join(root, room, 'dist')
    rmSync(dist, { recursive: true, force: true })
    cpSync(join(compiled, room, 'src'), dist, { recursive: true })
    copyFileSync(join(root, 'LICENSE'), join(root, room, 'LICENSE'))
  }
  rmSync(compiled, { recursive: true, force: true })
  console.log(`build: ${rooms.length} packages`)
}

if (import.meta.main) await buildPackages()
