import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DocumentStore, FolderSummary, StoreEntry } from '../ports/document-store.ts'
import { ChanceryError } from '../errors.ts'
import type { Ports } from '../ports/index.ts'
import { providers } from '../ports/providers.ts'
import { answerOf } from '../testing/calls.test-support.ts'
import { fakePorts } from '../testing/fake-ports.test-support.ts'
import { getFolderDirectories } from './get-folder-directories/index.ts'

/** The same store with an index, worked out of its listing; what of it was asked is noted. */
function indexed(store: DocumentStore, given: { readonly isOutdated?: true } = {}) {
  const asked: { folder: string; maxAgeMs?: number; patienceMs?: number }[] = []
  const listed: string[] = []
  const { signal } = new AbortController()
  const summaries = async (): Promise<FolderSummary[]> => {
    const entries: StoreEntry[] = []
    for await (const entry of store.list('', { signal })) entries.push(entry)
    const folders = ['', ...entries.filter(({ kind }) => kind === 'folder').map(({ path }) => path)]
    return folders.map((path) => {
      const below = entries.filter((entry) => path === '' || entry.path.startsWith(`${path}/`))
      const documents = below.filter((entry) => entry.kind === 'document')
      const modifiedAt = documents
        .map(({ updatedAt }) => updatedAt)
        .toSorted()
        .at(-1)
      return {
        path,
        documents: documents.length,
        folders: below.length - documents.length,
        bytes: documents.reduce((sum, { size }) => sum + size, 0),
        ...(modifiedAt === undefined ? {} : { modifiedAt }),
        ...given,
      }
    })
  }
  const keyOf = (path: string): string => (path === '' ? '' : `${path}/`)
  const own: DocumentStore = {
    ...store,
    async *list(folder, options) {
      for await (const entry of store.list(folder, options)) {
        listed.push(entry.path)
        yield entry
      }
    },
    async *folders(folder, { after, depth = 100, maxAgeMs, patienceMs }) {
      asked.push({ folder, ...(maxAgeMs === undefined ? {} : { maxAgeMs }), ...(patienceMs && { patienceMs }) })
      for (const each of await summaries()) {
        const inner = keyOf(each.path).slice(keyOf(folder).length)
        if (!keyOf(each.path).startsWith(keyOf(folder)) || inner.split('/').length - 1 > depth) continue
        if (after === undefined || keyOf(each.path) > after) yield each
      }
    },
  }
  return { store: own, asked, listed }
}

const name = fc.constantFrom('a', 'b', 'a-x', 'c.txt', 'é', 'B')
const paths = fc.uniqueArray(
  fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `r/${names.join('/')}`),
  {
    maxLength: 12,
  },
)

/** Without paths that go through documents. */
const possible = (all: readonly string[]): string[] =>
  all.filter((path) => !all.some((other) => path.startsWith(`${other}/`)))

describe('a tree out of an index', () => {
  it('is the one that a walk gives, page for page', async () => {
    const questions = fc.record({
      path: fc.constantFrom('', 'r', 'r/a', 'none'),
      shape: fc.constantFrom('nested', 'level', 'flat'),
      depth: fc.integer({ min: 1, max: 4 }),
      include: fc.constantFrom('folders', 'documents', 'folders-and-documents'),
      limit: fc.integer({ min: 1, max: 5 }),
      sort: fc.constantFrom('name', '-name', 'size', '-modifiedAt'),
    })
    await fc.assert(
      fc.asyncProperty(paths, questions, async (all, { shape, depth, include, ...rest }) => {
        const question = {
          ...rest,
          shape,
          ...(shape === 'level' ? {} : { depth }),
          include: shape === 'nested' && include === 'documents' ? 'folders' : include,
        }
        const { ports, store } = fakePorts()
        for (const path of possible(all)) await store.keep(path, path)
        const walked = { ...ports, stores: providers({ memory: store }) }
        const told = { ...ports, stores: providers({ memory: indexed(store).store }) }
        let cursor: string | undefined
        for (let page = 0; page < 30; page++) {
          const input = { ...question, ...(cursor === undefined ? {} : { cursor }) }
          const outcomeOf = (given: Ports) =>
            answerOf(getFolderDirectories, input, given).catch((error: unknown) => {
              if (ChanceryError.is(error)) return error.code
              throw error
            })
          const wanted = await outcomeOf(walked)
          expect(await outcomeOf(told)).toEqual(wanted)
          cursor = typeof wanted === 'string' ? undefined : wanted.data.nextCursor
          if (cursor === undefined) return
        }
      }),
      { numRuns: 200 },
    )
  })

  it('of a store whose root was never written to is empty', async () => {
    const { ports, store } = fakePorts()
    const never: DocumentStore = { ...store, async *folders() {} }
    const { data, warnings } = await answerOf(getFolderDirectories, {}, { ...ports, stores: providers({ never }) })
    expect(data.root).toMatchObject({ documentCount: 0, folderCount: 0, totalSize: 0, children: [] })
    expect(warnings).toEqual([])
  })

  it('asks the listing for no more than it shows', async () => {
    const { ports, store } = fakePorts()
    for (let folder = 10; folder < 30; folder++)
      for (let file = 0; file < 10; file++) await store.keep(`f${folder}/${file}.txt`, 'x')
    const { store: own, listed } = indexed(store)
    const input = { include: 'folders-and-documents', limit: 15 }
    const stores = providers({ memory: own })
    const { data } = await answerOf(getFolderDirectories, input, { ...ports, stores })
    expect(listed.length).toBeLessThanOrEqual(16)
    expect(data.root).toMatchObject({ documentCount: 200, folderCount: 20 })
    listed.length = 0
    const { nextCursor: cursor } = data
    await answerOf(getFolderDirectories, { ...input, cursor }, { ...ports, stores })
    expect(listed.length).toBeLessThanOrEqual(16)
  })

  it('wants the counts of now, and those of a page not older than some seconds', async () => {
    const { ports, store } = fakePorts()
    await store.keep('a/b.txt', 'x')
    const { store: own, asked } = indexed(store)
    const stores = providers({ memory: own })
    await answerOf(getFolderDirectories, {}, { ...ports, stores })
    await answerOf(getFolderDirectories, { limit: 1 }, { ...ports, stores })
    expect(asked.filter(({ maxAgeMs }) => maxAgeMs !== Infinity).map(({ maxAgeMs }) => maxAgeMs)).toEqual([0, 5000])
  })

  it.each(['provider_unavailable', 'provider_failed'] as const)('is walked where the index is %s', async (code) => {
    const { ports, store } = fakePorts()
    for (const path of ['a/b.txt', 'a/c/d.txt', 'e.txt']) await store.keep(path, path)
    const broken: DocumentStore = {
      ...store,
      folders() {
        throw new ChanceryError(code, 'The disk is full.')
      },
    }
    for (const input of [{}, { include: 'folders-and-documents', limit: 2 }, { include: 'folders', sort: '-size' }]) {
      const told = await answerOf(getFolderDirectories, input, { ...ports, stores: providers({ memory: broken }) })
      const walked = await answerOf(getFolderDirectories, input, { ...ports, stores: providers({ memory: store }) })
      expect(told.data).toEqual(walked.data)
    }
  })

  it.each(['name', '-size'])('says that it is still counted: %s', async (sort) => {
    const { ports, store } = fakePorts()
    await store.keep('a/b.txt', 'x')
    const stores = providers({ memory: indexed(store, { isOutdated: true }).store })
    const { data } = await answerOf(getFolderDirectories, { sort }, { ...ports, stores })
    expect(data.partial?.reason).toBe('counting')
    expect(data.root.children?.map(({ path }) => path)).toEqual(['a'])
  })
})

it('a walk that has no time left says so, and answers what it has', async () => {
  const { ports, store, clock } = fakePorts()
  for (let file = 0; file < 300; file++) await store.keep(`a/${file + 1000}.txt`, 'x')
  const slow: DocumentStore = {
    ...store,
    async *list(folder, options) {
      for await (const entry of store.list(folder, options)) {
        clock.at += 100
        yield entry
      }
    },
  }
  const input = { include: 'folders-and-documents', sort: 'size' }
  const context = { deadline: clock.at + 25_000 }
  const { data } = await answerOf(getFolderDirectories, input, { ...ports, stores: providers({ slow }) }, context)
  expect(data.partial?.reason).toBe('time')
  expect(data.root.documentCount).toBeGreaterThan(100)
  expect(data.root.documentCount).toBeLessThan(300)
})
