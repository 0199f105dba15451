import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { publishedPackages } from '@chancery/tools/build-packages'

const root = join(import.meta.dirname, '../..')
const build = join(root, 'build')
const stampFile = join(build, 'sources.txt')
const lock = join(root, 'node_modules/.cache/chancery-build.lock')

/** What the build is made of: how many files, and when the last of them was changed. */
function stampOfSources(): string {
  let [count, latest] = [0, 0]
  const look = (path: string): void => {
    const { mtimeMs } = statSync(path)
    count++
    latest = Math.max(latest, mtimeMs)
  }
  for (const area of ['packages', 'apps']) {
    for (const name of readdirSync(join(root, area))) {
      const room = join(root, area, name)
      if (!existsSync(join(room, 'package.json'))) continue
      look(join(room, 'package.json'))
      for (const file of readdirSync(join(room, 'src'), { recursive: true })) look(join(room, 'src', String(file)))
    }
  }
  for (const file of [
    'tools/build.ts',
    'tools/build-packages.ts',
    'pnpm-lock.yaml',
    'tsconfig.build.json',
    'tsconfig.base.json',
  ])
    look(join(root, file))
  return `${count} files, ${latest}`
}

const isBuilt = (stamp: string): boolean =>
  existsSync(stampFile) &&
  readFileSync(stampFile, 'utf8') === stamp &&
  publishedPackages().every((room) => existsSync(join(root, room, 'dist')))

/** Makes the build, once for all workers that ask for it, and not at all where the sources are those of the last one. */
export async function built(): Promise<string> {
  const stamp = stampOfSources()
  mkdirSync(join(lock, '..'), { recursive: true })
  while (!isBuilt(stamp)) {
    try {
      mkdirSync(lock)
    } catch {
      await delay(200)
      // A worker that was killed leaves its lock behind.
      if (existsSync(lock) && Date.now() - statSync(lock).mtimeMs > 300_000) rmdirSync(lock)
      continue
    }
    try {
      if (!isBuilt(stamp)) await make(stamp)
    } finally {
      rmdirSync(lock)
    }
  }
  return build
}

async function make(stamp: string): Promise<void> {
  const child = spawn('node', ['tools/build.ts'], {
    cwd: root,
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}` },
    // The compiler tells its faults on the first.
    stdio: ['ignore', 2, 2],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`The build ended with ${code}.`)
  writeFileSync(stampFile, stamp)
}
