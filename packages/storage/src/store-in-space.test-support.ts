import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Content, type DocumentStore, portsInSpace, providers } from '@chancery/core'
import {
  documentStoreContract,
  type DocumentStoreUnderTest,
  roundsOfOneThread,
} from '@chancery/port-contracts/document-store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startFakeGcs } from './gcs/fake-gcs.ts'
import { createGcsDocumentStore } from './gcs/gcs-document-store.ts'
import { createLocalDocumentStore } from './local/local-document-store.ts'
import { createMemoryDocumentStore } from './memory/memory-document-store.ts'

export const { signal } = new AbortController()

/** A store as operations get it in a space. */
export const storeIn = (store: DocumentStore, space: string): DocumentStore =>
  portsInSpace({ stores: providers({ [store.id]: store }) }, space).stores.get()

const folderOf = (space: string): string => (space === '' ? '' : `.spaces/${space}/`)

export const request = (path: string, text: string) => ({
  path,
  content: new Content([Buffer.from(text)]),
  contentType: 'text/plain',
  metadata: {},
  condition: 'any' as const,
})

/** All the places where documents could be in the way of another space. */
const othersOf = (space: string): string[] =>
  ['', 'a', 'ab']
    .filter((each) => each !== space)
    .flatMap((other) => ['a.txt', 'folder/a.txt', 'vacant/a'].map((path) => folderOf(other) + path))

async function fillOthers(store: DocumentStore, space: string): Promise<void> {
  for (const path of othersOf(space)) await store.put(request(path, 'of another'), { signal })
}

export const kinds = {
  async memory(space: string): Promise<DocumentStoreUnderTest> {
    const store = createMemoryDocumentStore()
    await fillOthers(store, space)
    return {
      store: storeIn(store, space),
      async damage(path) {
        const kept = store.documents.get(folderOf(space) + path)?.at(-1)
        if (kept !== undefined) kept.bytes[0] = (kept.bytes[0] ?? 0) ^ 1
      },
    }
  },
  async local(space: string): Promise<DocumentStoreUnderTest> {
    const root = mkdtempSync(join(tmpdir(), 'chancery-spaces-'))
    const store = createLocalDocumentStore({ root })
    await fillOthers(store, space)
    return {
      store: storeIn(store, space),
      async damage(path) {
        const file = join(root, folderOf(space), path)
        const bytes = readFileSync(file)
        bytes[0] = (bytes[0] ?? 0) ^ 1
        const { mtimeNs } = statSync(file, { bigint: true })
        writeFileSync(file, bytes)
        const nanoseconds = String(mtimeNs % 1_000_000_000n).padStart(9, '0')
        // Only `touch` sets a time to the nanosecond.
        execFileSync('touch', ['-d', `@${mtimeNs / 1_000_000_000n}.${nanoseconds}`, file])
      },
      async makeFolder(path) {
        mkdirSync(join(root, folderOf(space), path), { recursive: true })
      },
      async close() {
        await store.close()
        rmSync(root, { recursive: true })
      },
    }
  },
  async gcs(space: string): Promise<DocumentStoreUnderTest> {
    const fake = await startFakeGcs({ versioning: true, pageSize: 3 })
    const store = createGcsDocumentStore({ bucket: 'docs', prefix: 'firm', apiEndpoint: fake.endpoint, versions: true })
    // Placed by the bucket itself: for each of 300 cases the client would take most of its time.
    for (const path of othersOf(space)) fake.place('docs', `firm/${path}`, Buffer.from('of another'))
    return {
      store: storeIn(store, space),
      async damage(path) {
        fake.damage('docs', `firm/${folderOf(space)}${path}`)
      },
      async makeFolder(path) {
        fake.place('docs', `firm/${folderOf(space)}${path}/`, Buffer.alloc(0))
      },
      close: fake.stop,
    }
  },
}

/**
 * The contract of a store, in a space. What is around a store is the same for each kind; races and large documents are tried
 * on the stores themselves.
 */
export function contractInSpace(kind: keyof typeof kinds, space: string, where: string): void {
  documentStoreContract(`The ${kind} store, ${where}`, () => kinds[kind](space), {
    rounds: roundsOfOneThread,
    inPieces: false,
  })
}

/** Steps on one store, each in a space. */
interface Step {
  readonly space: string
  readonly do: 'put' | 'replace' | 'create' | 'delete' | 'take' | 'read' | 'stat' | 'list'
  readonly path: string
  readonly text: string
}

const spaces = ['', 'a', 'b']
const step: fc.Arbitrary<Step> = fc.record({
  space: fc.constantFrom(...spaces),
  do: fc.constantFrom('put', 'replace', 'create', 'delete', 'take', 'read', 'stat', 'list'),
  path: fc.constantFrom('x', 'a', 'a/x', 'a/y', 'b/x', 'spaces/a/x', 'a/.spaces/x', '.spaces2', '.sp', 'z'),
  text: fc.constantFrom('one', 'two', 'three'),
})

/** What a space sees of its own steps. Times and versions have values of their own: it is told which are the same. */
async function viewOf(steps: readonly Step[], storeOf: (space: string) => DocumentStore): Promise<unknown> {
  const versions = new Map<string, string[]>()
  const seen: unknown[] = []
  for (const { space, do: what, path, text } of steps) {
    const store = storeOf(space)
    const known = versions.get(space) ?? []
    versions.set(space, known)
    const told = (
      document: { readonly path: string; readonly version: string; readonly sha256: string } | undefined,
    ) => {
      if (document === undefined) return undefined
      if (!known.includes(document.version)) known.push(document.version)
      return [document.path, document.sha256, known.indexOf(document.version)]
    }
    const act = async (): Promise<unknown> => {
      switch (what) {
        case 'put':
          return told(await store.put(request(path, text), { signal }))
        case 'create':
          return told(await store.put({ ...request(path, text), condition: 'absent' }, { signal }))
        case 'replace':
          return told(
            await store.put({ ...request(path, text), condition: { version: known.at(-1) ?? '1' } }, { signal }),
          )
        case 'delete':
          return store.delete(path, { condition: 'any', signal })
        case 'take':
          return store.delete(path, { condition: { version: known.at(-1) ?? '1' }, signal })
        case 'read': {
          const { document, bytes } = await store.read(path, { signal })
          return [told(document), Buffer.from(bytes).toString()]
        }
        case 'stat':
          return told(await store.stat(path, { signal }))
        case 'list': {
          const found: unknown[] = []
          for await (const entry of store.list(text === 'one' ? '' : path, { signal })) {
            found.push(entry.kind === 'document' ? [entry.path, entry.size] : entry.path)
          }
          return found
        }
      }
    }
    seen.push([
      space,
      await act().catch((error: unknown) => {
        const { code, message, details, violations } = error as Record<string, unknown>
        return { code, message, details, violations }
      }),
    ])
  }
  return seen
}

/** That spaces of one store see nothing of each other, in these kinds of stores. */
export function separateSpaces(tried: readonly (keyof typeof kinds)[]): void {
  describe.each(tried)('%s: whatever is done in several spaces', (kind) => {
    const open = async () => {
      if (kind === 'memory') return { store: createMemoryDocumentStore(), close: async () => undefined }
      if (kind === 'gcs') {
        const fake = await startFakeGcs({ pageSize: 2 })
        return { store: createGcsDocumentStore({ bucket: 'docs', apiEndpoint: fake.endpoint }), close: fake.stop }
      }
      const root = mkdtempSync(join(tmpdir(), 'chancery-spaces-'))
      const store = createLocalDocumentStore({ root })
      return {
        store,
        close: async () => {
          await store.close()
          rmSync(root, { recursive: true })
        },
      }
    }

    it('each sees what it would see of a store of its own', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
          const together = await open()
          const alone = new Map<string, Awaited<ReturnType<typeof open>>>()
          try {
            const seen = await viewOf(steps, (space) => storeIn(together.store, space))
            for (const space of spaces) alone.set(space, await open())
            const wanted = await viewOf(steps, (space) => alone.get(space)?.store ?? together.store)
            expect(seen).toEqual(wanted)
          } finally {
            for (const { close } of [together, ...alone.values()]) await close()
          }
        }),
        { numRuns: kind === 'memory' ? 100 : 8 },
      )
    })
  })
}
