import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoreEntry } from '../ports/document-store.ts'
import { buildTree, pageOfTree, sortTree, type TreeNode, type TreeOptions } from './folder-tree.ts'

const at = '2026-01-01T00:00:00.000Z'
const document = (path: string, size = 1, updatedAt = at): StoreEntry => ({
  kind: 'document',
  path,
  size,
  contentType: 'text/plain',
  updatedAt,
})

/** In the order that the port promises. */
const inOrder = (entries: readonly StoreEntry[]): StoreEntry[] => {
  const key = (entry: StoreEntry): Buffer => Buffer.from(entry.kind === 'folder' ? `${entry.path}/` : entry.path)
  return [...entries].sort((a, b) => Buffer.compare(key(a), key(b)))
}

async function* listing(entries: readonly StoreEntry[]): AsyncIterable<StoreEntry> {
  yield* inOrder(entries)
}

const options: TreeOptions = { depth: 64, documents: true, matches: () => true, filtered: false }
const names = (node: TreeNode): unknown[] =>
  (node.children ?? []).map((child) => (child.type === 'folder' ? [child.name, ...names(child)] : child.name))

describe('buildTree', () => {
  const entries = [
    document('a/b/1.txt', 10),
    document('a/b/2.txt', 5),
    document('a/3.txt', 1, '2026-02-01T00:00:00.000Z'),
    document('a-x/4.txt'),
    document('5.txt'),
    { kind: 'folder', path: 'empty' } as const,
  ]

  it('nests folders and counts whole subtrees', async () => {
    const root = await buildTree('', listing(entries), options)
    expect(names(root)).toEqual(['5.txt', ['a-x', '4.txt'], ['a', '3.txt', ['b', '1.txt', '2.txt']], ['empty']])
    expect(root).toMatchObject({ documentCount: 5, folderCount: 4, totalSize: 18 })
    expect(root.children?.find(({ name }) => name === 'a')).toMatchObject({
      documentCount: 3,
      folderCount: 1,
      totalSize: 16,
      modifiedAt: '2026-02-01T00:00:00.000Z',
    })
  })

  it('counts below the listed depth without listing it', async () => {
    const root = await buildTree('', listing(entries), { ...options, depth: 1 })
    expect(names(root)).toEqual(['5.txt', ['a-x'], ['a'], ['empty']])
    expect(root.documentCount).toBe(5)
  })

  it('leaves out what does not match, and folders that hold nothing else', async () => {
    const root = await buildTree('', listing(entries), {
      ...options,
      filtered: true,
      matches: ({ path }) => path.endsWith('1.txt'),
    })
    expect(names(root)).toEqual([['a', ['b', '1.txt']]])
    expect(root).toMatchObject({ documentCount: 1, folderCount: 2, totalSize: 10 })
  })

  it('lists below a folder', async () => {
    const below = entries.filter(({ path }) => path.startsWith('a/'))
    expect(names(await buildTree('a', listing(below), options))).toEqual(['3.txt', ['b', '1.txt', '2.txt']])
  })

  it('pages give every node once, in order', async () => {
    const segment = fc.constantFrom('a', 'b', 'a-', 'ä', '😀', 'z')
    const paths = fc.uniqueArray(
      fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
      {
        maxLength: 30,
      },
    )
    await fc.assert(
      fc.asyncProperty(paths, fc.integer({ min: 1, max: 7 }), fc.boolean(), async (all, limit, bySize) => {
        const files = all.filter((path) => !all.some((other) => other.startsWith(`${path}/`)))
        const whole = await buildTree('', listing(files.map((path, index) => document(path, index))), options)
        if (bySize) sortTree(whole, '-size')
        const flat = (node: TreeNode): string[] =>
          (node.children ?? []).flatMap((child) => [child.path, ...flat(child)])
        const seen: string[] = []
        let after: string | undefined
        do {
          const page = pageOfTree(whole, after, limit)
          seen.push(...flat(page.tree).filter((path) => !seen.includes(path)))
          after = page.last
        } while (after !== undefined)
        expect(seen).toEqual(flat(whole))
      }),
      { numRuns: 200 },
    )
  })
})
