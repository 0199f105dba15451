import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoreEntry } from '../ports/document-store.ts'
import {
  buildTree,
  pageOfTree,
  readPosition,
  sortTree,
  type TreeNode,
  type TreeOptions,
  type TreePosition,
  type TreeSort,
  writePosition,
} from './folder-tree.ts'

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
      fc.asyncProperty(
        paths,
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        fc.boolean(),
        async (all, limit, bySize, foldersByName) => {
          const files = all.filter((path) => !all.some((other) => other.startsWith(`${path}/`)))
          const whole = await buildTree('', listing(files.map((path, index) => document(path, index))), options)
          const order = { sort: bySize ? '-size' : 'name', foldersByName } as const
          if (bySize) sortTree(whole, order)
          const flat = (node: TreeNode): string[] =>
            (node.children ?? []).flatMap((child) => [child.path, ...flat(child)])
          const seen: string[] = []
          let after: TreePosition | undefined
          do {
            const page = pageOfTree(whole, after, limit, order)
            seen.push(...flat(page.tree).filter((path) => !seen.includes(path)))
            after = page.last
          } while (after !== undefined)
          expect(seen).toEqual(flat(whole))
        },
      ),
      { numRuns: 200 },
    )
  })

  it('lists what does not change once, whatever changes between the pages', async () => {
    const segment = fc.constantFrom('a', 'b', 'a-', 'ä', '😀', 'z')
    const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
    const file = fc.record({ path, size: fc.nat(5), changes: fc.constantFrom('stays', 'stays', 'goes', 'comes') })
    const files = fc
      .uniqueArray(file, { maxLength: 30, selector: (each) => each.path })
      .map((all) => all.filter((one) => !all.some((other) => other.path.startsWith(`${one.path}/`))))
    const sorts = fc.constantFrom<TreeSort[]>('name', '-name', 'size', '-size', 'modifiedAt', '-modifiedAt')
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 1, max: 5 }), fc.nat(4), sorts, async (all, limit, turn, sort) => {
        const seen: string[] = []
        let after: TreePosition | undefined
        for (let page = 0; page < 100; page++) {
          const there = all.filter(({ changes }) => changes === 'stays' || (changes === 'goes') === page <= turn)
          const root = await buildTree('', listing(there.map((each) => document(each.path, each.size))), options)
          const order = { sort, foldersByName: true }
          if (sort !== 'name') sortTree(root, order)
          const { tree, last } = pageOfTree(root, after, limit, order)
          const documents = (node: TreeNode): string[] =>
            (node.children ?? []).flatMap((child) => (child.type === 'document' ? [child.path] : documents(child)))
          seen.push(...documents(tree))
          if (last === undefined) break
          after = readPosition(writePosition(last))
          expect(after).toEqual(last)
        }
        const sure = all.filter((each) => each.changes === 'stays')
        for (const each of sure) expect(seen.filter((one) => one === each.path)).toEqual([each.path])
      }),
      { numRuns: 500 },
    )
  })

  it('keeps a folder at its place that grows while it is listed', async () => {
    const files = [document('a', 0), document('b/2', 0)]
    const grown = [...files, document('b/1/1', 1)]
    const page = async (entries: readonly StoreEntry[], after?: TreePosition) => {
      const root = await buildTree('', listing(entries), options)
      const order = { sort: '-size', foldersByName: false } as const
      sortTree(root, order)
      return pageOfTree(root, after, 2, order)
    }
    const first = await page(files)
    const second = await page(grown, first.last)
    const third = await page(grown, second.last)
    expect([first, second, third].map(({ tree }) => names(tree))).toEqual([
      ['a', ['b']],
      [['b', ['1', '1']]],
      [['b', '2']],
    ])
  })

  it('goes on where the last listed document, and its folder, are gone', async () => {
    const before = await buildTree(
      '',
      listing(['a/1', 'a/2', 'b/1', 'b/2', 'c'].map((each) => document(each, 1))),
      options,
    )
    const { last } = pageOfTree(before, undefined, 5)
    expect(last?.map(({ name }) => name)).toEqual(['b', '1'])
    const later = await buildTree('', listing([document('c', 1)]), options)
    expect(names(pageOfTree(later, last, 5).tree)).toEqual(['c'])
  })

  it.each(['', 'null', '[]', '[1]', '[["a",1]]', '[["a",1,null]]', '{"a":1}', 'a/b'])(
    'takes %j for no position',
    (text) => expect(readPosition(text)).toBeUndefined(),
  )
})
