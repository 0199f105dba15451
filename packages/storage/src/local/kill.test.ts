import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { contentOf } from './kill-subject.ts'
import { createLocalDocumentStore } from './local-document-store.ts'

const { signal } = new AbortController()
const subject = join(import.meta.dirname, 'kill-subject.ts')

interface Found {
  readonly bytes: Uint8Array
  readonly round: string | undefined
}

/** Lets the subject store, kills it some ms after its first acknowledgement, and answers the last round of each path. */
async function storeAndKill(mode: 'store' | 'naive', root: string, seed: string): Promise<Map<string, number>> {
  const child = spawn(process.execPath, [subject, mode, root, seed], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Most of a short life would go into compiling.
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'chancery-kill-compiled') },
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
      const [path, round] = line.split(' ') as [string, string]
      return [path, Number(round)]
    }),
  )
}

/** What is wrong with what is found after a kill. */
function faults(acknowledged: ReadonlyMap<string, number>, found: ReadonlyMap<string, Found>): string[] {
  const wrong: string[] = []
  for (const [path, { bytes, round }] of found) {
    if (round === undefined) wrong.push(`${path}: bytes without metadata`)
    else if (!contentOf(path, Number(round)).equals(bytes)) wrong.push(`${path}: torn, or bytes of another round`)
  }
  for (const [path, round] of acknowledged) {
    const there = found.get(path)
    if (there === undefined) wrong.push(`${path}: acknowledged and lost`)
    else if (Number(there.round) < round) wrong.push(`${path}: acknowledged and undone`)
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

const newRoot = (): string => mkdtempSync(join(tmpdir(), 'chancery-kill-'))

// Slices run side by side; within a slice, each process takes over the folder that the one before left.
it.concurrent.each([0, 1, 2, 3])(
  'loses and tears nothing over 15 kills, slice %i',
  { timeout: 60_000 },
  async (slice) => {
    const root = newRoot()
    for (let kill = 0; kill < 15; kill++) {
      const acknowledged = await storeAndKill('store', root, `${slice}-${kill}`)
      expect(acknowledged.size).toBeGreaterThan(0)
      expect(faults(acknowledged, await inStore(root))).toEqual([])
    }
    rmSync(root, { recursive: true })
  },
)

it('has teeth: a writer in place does not pass', { timeout: 60_000 }, async () => {
  const root = newRoot()
  let wrong: string[] = []
  for (let kill = 0; kill < 30 && wrong.length === 0; kill++) {
    wrong = faults(await storeAndKill('naive', root, String(kill)), inFolder(root))
  }
  expect(wrong).not.toEqual([])
  rmSync(root, { recursive: true })
})
