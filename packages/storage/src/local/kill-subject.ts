/**
 * The process that `kill.test.ts` kills: it stores and deletes without end, and says on its output what was acknowledged
 * (`stored <path> <round>`, `deleted …`), and of a delete that it begins (`deleting …`).
 * Arguments: `store` or `naive`, the root, a seed.
 */
import { createHash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { Content } from '@chancery/core'
import { createLocalDocumentStore } from './local-document-store.ts'

/** The one content that belongs to a path and a round; between 1 and 60,000 bytes. */
export function contentOf(path: string, round: number): Buffer {
  const digest = createHash('sha256').update(`${path} ${round}`).digest()
  return Buffer.alloc(1 + (digest.readUInt32BE(0) % 60_000), digest)
}

interface Subject {
  put(path: string, round: number): Promise<void>
  /** Answers whether it was there. */
  delete(path: string): Promise<boolean>
}

const storeSubject = (root: string): Subject => {
  const store = createLocalDocumentStore({ root })
  const { signal } = new AbortController()
  return {
    async put(path, round) {
      const condition = path.startsWith('hot/') ? 'any' : 'absent'
      const metadata = { round: String(round) }
      const content = new Content([contentOf(path, round)])
      await store.put({ path, content, contentType: 'test/round', metadata, condition }, { signal })
    },
    async delete(path) {
      return store.delete(path, { condition: 'any', signal })
    },
  }
}

/** What many a program does: the body in place, then a file with the metadata. */
const naiveSubject = (root: string): Subject => ({
  async put(path, round) {
    const file = join(root, path)
    await mkdir(dirname(file), { recursive: true })
    const handle = await open(file, 'w')
    await handle.writeFile(contentOf(path, round))
    await handle.sync()
    await handle.close()
    await writeFile(`${file}.meta`, JSON.stringify({ round: String(round) }))
  },
  async delete(path) {
    for (const file of [`${path}.meta`, path]) await rm(join(root, file), { force: true })
    return true
  },
})

async function storeForEver(subject: Subject, seed: string): Promise<void> {
  const say = (what: string, path: string, round: number): number => writeSync(1, `${what} ${path} ${round}\n`)
  // So that a later one has later rounds.
  const first = Number(seed.split('-').at(-1)) * 1_000_000
  const lane = async (number: number): Promise<void> => {
    const brief = `brief/${number}/doc`
    // The one that was killed before may have left it.
    await subject.delete(brief)
    say('deleted', brief, first)
    for (let round = first + 1; ; round++) {
      // Each lane makes new documents; in between it overwrites one of its own, or deletes one, by itself in its folder.
      const path = [`new/${seed}/${number}-${round}`, `hot/${number}`, brief][round % 3] ?? ''
      await subject.put(path, round)
      say('stored', path, round)
      if (path !== brief) continue
      say('deleting', path, round)
      if (!(await subject.delete(path))) throw new Error(`${path} was not there.`)
      say('deleted', path, round)
    }
  }
  await Promise.all(Array.from({ length: 6 }, (_, number) => lane(number)))
}

if (import.meta.main) {
  const [mode, root, seed] = process.argv.slice(2) as [string, string, string]
  // Who is killed keeps nothing for the next at its end.
  flushCompileCache()
  await storeForEver(mode === 'naive' ? naiveSubject(root) : storeSubject(root), seed)
}
