import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { diskFolder } from '@chancery/port-contracts/disk-folder'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentOf } from './kill-subject.ts'
import { createLocalDocumentStore } from './local-document-store.ts'

const { signal } = new AbortController()
const programs = mkdtempSync(join(diskFolder, 'chancery-kill-program-'))
/** The subject as one file: it is started some 80 times, each of which would load all modules of the core. */
const subject = join(programs, 'kill-subject.mjs')
beforeAll(async () => {
  const entryPoints = [join(import.meta.dirname, 'kill-subject.ts')]
  await build({ entryPoints, outfile: subject, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' })
})
afterAll(() => rmSync(programs, { recursive: true }))

interface Found {
  readonly bytes: Uint8Array
  readonly round: string | undefined
}

/** What the subject said last of a path. */
interface Said {
  readonly what: 'stored' | 'deleting' | 'deleted'
  readonly round: number
}

/** Lets the subject store, kills it some ms after its first acknowledgement, and answers the last word on each path. */
async function storeAndKill(mode: 'store' | 'naive', root: string, seed: string): Promise<Map<string, Said>> {
  const child = spawn(process.execPath, [subject, mode, root, seed], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Most of a short life would go into compiling.
    env: { ...process.env, NODE_COMPILE_CACHE: join(programs, 'compiled') },
  })
  let output = ''
  let dying = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (dying) return
    dying = true
    setTimeout(() => child.kill('SIGKILL'), Math.random() * 40)
  })
  const [, killedBy] = await new Promise<[number | null, string | null]>((resolve) => {
    child.on('close', (code, by) => resolve([code, by]))
  })
  expect(killedBy).toBe('SIGKILL')
  const lines = output.split('\n').slice(0, -1)
  return new Map(
    lines.map((line) => {
      const [what, path, round] = line.split(' ') as [Said['what'], string, string]
      return [path, { what, round: Number(round) }]
    }),
  )
}

/** What is wrong with what is found after a kill. */
function faults(acknowledged: ReadonlyMap<string, Said>, found: ReadonlyMap<string, Found>): string[] {
  const wrong: string[] = []
  for (const [path, { bytes, round }] of found) {
    if (round === undefined) wrong.push(`${path}: bytes without metadata`)
    else if (!contentOf(path, Number(round)).equals(bytes)) wrong.push(`${path}: torn, or bytes of another round`)
  }
  for (const [path, { what, round }] of acknowledged) {
    const there = found.get(path)
    if (there === undefined) {
      if (what === 'stored') wrong.push(`${path}: acknowledged and lost`)
    } else if (what === 'deleted' ? Number(there.round) <= round : Number(there.round) < round) {
      wrong.push(`${path}: acknowledged and undone`)
    }
  }
  return wrong
}

async function inStore(root: string): Promise<Map<string, Found>> {
  const store = createLocalDocumentStore({ root })
  const found = new Map<string, Found>()
  for await (const { kind, path } of store.list('', { signal })) {
    if (kind === 'folder') continue
    const { document, bytes } = await store.read(path, { signal })
    const isOurs = document.contentType === 'test/round'
    found.set(path, { bytes, round: isOurs ? document.metadata['round'] : undefined })
  }
  expect(readdirSync(join(root, '.chancery/tmp'))).toEqual([])
  await store.close()
  // Of what comes and goes, the index knows what is there, and nothing else.
  const index = new DatabaseSync(join(root, '.chancery/documents.sqlite'), { readOnly: true })
  const rows = index.prepare("SELECT path FROM documents WHERE path LIKE 'brief/%' ORDER BY path").all()
  index.close()
  expect(rows.map(({ path }) => path)).toEqual([...found.keys()].filter((path) => path.startsWith('brief/')).sort())
  return found
}

function inFolder(root: string): Map<string, Found> {
  const found = new Map<string, Found>()
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const file = join(root, path)
    if (path.endsWith('.meta') || statSync(file).isDirectory()) continue
    const metadata = statSync(`${file}.meta`, { throwIfNoEntry: false })
    const text = metadata === undefined ? '' : readFileSync(`${file}.meta`, 'utf8')
    const round = text === '' ? undefined : (JSON.parse(text) as { round: string }).round
    found.set(path, { bytes: readFileSync(file), round })
  }
  return found
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile())

const isDocument = (path: string): boolean => !path.startsWith('.chancery')

/** What is on the disk now: the very files, by another name, since the store knows them by their inodes. */
function keepAside(root: string, before: string): void {
  rmSync(before, { recursive: true })
  mkdirSync(before)
  for (const path of filesBelow(root)) {
    mkdirSync(dirname(join(before, path)), { recursive: true })
    if (isDocument(path)) linkSync(join(root, path), join(before, path))
    else cpSync(join(root, path), join(before, path), { preserveTimestamps: true })
  }
}

/**
 * What a loss of power may do to all that was not flushed since `before` was kept aside: any file is as it was then, or
 * has its name but not its bytes, or is there; what was deleted is there again, or not; the index may have forgotten.
 * Only the journal is as it was.
 */
function losePower(root: string, before: string): void {
  for (const path of filesBelow(before).filter((each) => isDocument(each) && !existsSync(join(root, each)))) {
    if (Math.random() < 0.5) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    linkSync(join(before, path), join(root, path))
  }
  for (const path of filesBelow(root).filter(isDocument)) {
    const [file, old] = [join(root, path), join(before, path)]
    const { atime, mtimeMs } = statSync(file)
    if (existsSync(old) && Math.abs(statSync(old).mtimeMs - mtimeMs) < 1) continue
    const fate = Math.random()
    if (fate < 0.3) {
      rmSync(file)
      if (existsSync(old)) linkSync(old, file)
      else if (readdirSync(dirname(file)).length === 0) rmSync(dirname(file), { recursive: true })
    } else if (fate < 0.6) {
      truncateSync(file, Math.floor(statSync(file).size * Math.random()))
      utimesSync(file, atime, new Date(mtimeMs - 5))
    }
  }
  const isIndex = (path: string): boolean => path.startsWith('.chancery/documents.sqlite')
  if (Math.random() < 0.5) {
    for (const path of filesBelow(root).filter(isIndex)) rmSync(join(root, path))
    for (const path of filesBelow(before).filter(isIndex)) cpSync(join(before, path), join(root, path))
  }
  // Of before the machine started.
  for (const folder of ['journal', 'tmp']) {
    const own = join(root, '.chancery', folder)
    for (const name of readdirSync(own)) {
      renameSync(join(own, name), join(own, name.replace(/^[^.]*\.[^.]*/, '00000000.00000000')))
    }
  }
}

const newRoot = (): string => mkdtempSync(join(diskFolder, 'chancery-kill-'))

// Slices run side by side; within a slice, each process takes over the folder that the one before left.
it.concurrent.each([0, 1, 2, 3])('loses and tears nothing over 15 kills, slice %i', async (slice) => {
  const root = newRoot()
  for (let kill = 0; kill < 15; kill++) {
    const acknowledged = await storeAndKill('store', root, `${slice}-${kill}`)
    expect(acknowledged.size).toBeGreaterThan(0)
    expect(faults(acknowledged, await inStore(root))).toEqual([])
  }
  rmSync(root, { recursive: true })
})

it('loses and tears nothing over 15 losses of power', async () => {
  const root = newRoot()
  const before = newRoot()
  for (let loss = 0; loss < 15; loss++) {
    keepAside(root, before)
    const acknowledged = await storeAndKill('store', root, `${loss}`)
    losePower(root, before)
    expect(faults(acknowledged, await inStore(root))).toEqual([])
    expect(readdirSync(join(root, '.chancery/journal'))).toEqual([])
  }
  for (const folder of [root, before]) rmSync(folder, { recursive: true })
})

it('has teeth: a writer in place does not pass', async () => {
  const root = newRoot()
  let wrong: string[] = []
  for (let kill = 0; kill < 30 && wrong.length === 0; kill++) {
    wrong = faults(await storeAndKill('naive', root, String(kill)), inFolder(root))
  }
  expect(wrong).not.toEqual([])
  rmSync(root, { recursive: true })
})
