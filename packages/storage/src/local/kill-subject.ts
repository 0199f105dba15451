/**
 * The process that `kill.test.ts` kills: it stores without end, and says on its output what was acknowledged.
 * Arguments: `store` or `naive`, the root, a seed.
 */
import { createHash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { Content } from '@chancery/core'
import { createLocalDocumentStore } from './local-document-store.ts'

/** The one content that belongs to a path and a round; between 1 and 60,000 bytes. */
export function contentOf(path: string, round: number): Buffer {
  const digest = createHash('sha256').update(`${path} ${round}`).digest()
  return Buffer.alloc(1 + (digest.readUInt32BE(0) % 60_000), digest)
}

type Put = (path: string, round: number) => Promise<void>

const storePut = (root: string): Put => {
  const store = createLocalDocumentStore({ root })
  const { signal } = new AbortController()
  return async (path, round) => {
    const condition = path.startsWith('new/') ? 'absent' : 'any'
    const metadata = { round: String(round) }
    const bytes = contentOf(path, round)
    await store.put({ path, content: new Content([bytes]), contentType: 'test/round', metadata, condition }, { signal })
  }
}

/** What many a program does: the body in place, then a file with the metadata. */
const naivePut =
  (root: string): Put =>
  async (path, round) => {
    const file = join(root, path)
    await mkdir(dirname(file), { recursive: true })
    const handle = await open(file, 'w')
    await handle.writeFile(contentOf(path, round))
    await handle.sync()
    await handle.close()
    await writeFile(`${file}.meta`, JSON.stringify({ round: String(round) }))
  }

async function storeForEver(put: Put, seed: string): Promise<void> {
  const lane = async (number: number): Promise<void> => {
    for (let round = 0; ; round++) {
      // Each lane makes new documents, and in between overwrites one of its own.
      const path = round % 2 === 0 ? `new/${seed}/${number}-${round}` : `hot/${number}`
      await put(path, round)
      writeSync(1, `${path} ${round}\n`)
    }
  }
  await Promise.all(Array.from({ length: 6 }, (_, number) => lane(number)))
}

if (import.meta.main) {
  const [mode, root, seed] = process.argv.slice(2) as [string, string, string]
  // Who is killed keeps nothing for the next at its end.
  flushCompileCache()
  await storeForEver(mode === 'naive' ? naivePut(root) : storePut(root), seed)
}
