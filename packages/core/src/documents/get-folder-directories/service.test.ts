import { describe, expect, it } from 'vitest'
import { ChanceryError } from '../../errors.ts'
import { parseInput } from '../../operation.ts'
import type { Ports } from '../../ports/index.ts'
import { answerOf, faultOf, leftAlready, violationsOf } from '../../testing/calls.test-support.ts'
import { fakePorts, limits } from '../../testing/fake-ports.test-support.ts'
import { getFolderDirectories } from './index.ts'

interface Node {
  readonly path: string
  readonly children?: readonly Node[] | undefined
}
const pathsOf = (node: Node): string[] => [node.path, ...(node.children ?? []).flatMap(pathsOf)]
const below = (node: Node): string[] => pathsOf(node).slice(1)

/** Stored in this order, each a millisecond later than the one before. */
const documents: readonly (readonly [string, string, string?])[] = [
  ['letters/old/a.txt', 'aaaa'],
  ['letters/b.PDF', 'pdf:bb'],
  ['pictures/c.png', 'png:c'],
  ['pictures/d.jpg', 'jpeg:d', 'image/jpeg; q=1'],
  ['top.txt', 'top'],
]

async function setUp(bound = 1000) {
  const fakes = fakePorts({}, limits({ listedEntries: bound }))
  const kept = []
  for (const each of documents) kept.push(await fakes.store.keep(...each))
  return { ...fakes, kept }
}
const list = (ports: Ports, input: object = {}, context = {}) => answerOf(getFolderDirectories, input, ports, context)

describe('a tree', () => {
  it('has all folders, with what lies below each', async () => {
    const { ports, kept } = await setUp()
    const { data, warnings } = await list(ports)
    expect(data).toEqual({
      root: {
        name: '',
        path: '',
        type: 'folder',
        documentCount: 5,
        folderCount: 3,
        totalSize: 24,
        modifiedAt: kept[4]?.updatedAt,
        children: [
          {
            name: 'letters',
            path: 'letters',
            type: 'folder',
            documentCount: 2,
            folderCount: 1,
            totalSize: 10,
            modifiedAt: kept[1]?.updatedAt,
            children: [
              {
                name: 'old',
                path: 'letters/old',
                type: 'folder',
                documentCount: 1,
                folderCount: 0,
                totalSize: 4,
                modifiedAt: kept[0]?.updatedAt,
                children: [],
              },
            ],
          },
          {
            name: 'pictures',
            path: 'pictures',
            type: 'folder',
            documentCount: 2,
            folderCount: 0,
            totalSize: 11,
            modifiedAt: kept[3]?.updatedAt,
            children: [],
          },
        ],
      },
    })
    expect(warnings).toEqual([])
  })

  it('has documents, too, where they are wanted', async () => {
    const { ports } = await setUp()
    const { data } = await list(ports, { include: 'folders-and-documents', path: '/letters/' })
    expect(pathsOf(data.root)).toEqual(['letters', 'letters/b.PDF', 'letters/old', 'letters/old/a.txt'])
    expect(data.root.children?.[0]).toMatchObject({ type: 'document', contentType: 'application/pdf', totalSize: 6 })
  })

  it('lists no deeper than it is told to', async () => {
    const { ports } = await setUp()
    expect(below((await list(ports, { depth: 1 })).data.root)).toEqual(['letters', 'pictures'])
    expect(below((await list(ports, { depth: 2 })).data.root)).toEqual(['letters', 'letters/old', 'pictures'])
  })

  it.each([
    ['name', ['letters', 'pictures', 'top.txt']],
    ['-name', ['top.txt', 'pictures', 'letters']],
    ['modifiedAt', ['letters', 'pictures', 'top.txt']],
    ['-modifiedAt', ['top.txt', 'pictures', 'letters']],
    ['size', ['top.txt', 'letters', 'pictures']],
    ['-size', ['pictures', 'letters', 'top.txt']],
  ])('is sorted by %s', async (sort, order) => {
    const { ports } = await setUp()
    const { data } = await list(ports, { sort, depth: 1, include: 'folders-and-documents' })
    expect(below(data.root)).toEqual(order)
  })

  it.each(['size', '-size', 'modifiedAt', '-modifiedAt'])('has folders by name in pages sorted by %s', async (sort) => {
    const { ports } = await setUp()
    const first = { sort, depth: 1, include: 'folders-and-documents', limit: 2 }
    const { data } = await list(ports, first)
    expect(below(data.root)).toEqual(['letters', 'pictures'])
    const next = await list(ports, { ...first, cursor: data.nextCursor })
    expect(below(next.data.root)).toEqual(['top.txt'])
  })

  it('is that of the named store', async () => {
    const { ports, versioned } = await setUp()
    await versioned.keep('other/a.txt', 'a')
    expect(below((await list(ports, { provider: 'versioned' })).data.root)).toEqual(['other'])
    expect(await faultOf(list(ports, { provider: 'none' }))).toMatchObject({ code: 'provider_not_configured' })
  })

  it('is not made once the caller has left, nor of a listing without an end', async () => {
    const { ports, store } = await setUp()
    expect((await faultOf(list(ports, {}, leftAlready()))).code).toBe('cancelled')
    const leaving = new AbortController()
    let listed = 0
    const endless = {
      ...store,
      async *list() {
        for (;;) {
          if (++listed === 3) leaving.abort()
          if (listed > 9) return
          yield { kind: 'folder' as const, path: `f${listed}` }
        }
      },
    }
    const stores = { names: ['endless'], get: () => endless }
    const fault = await faultOf(list({ ...ports, stores }, {}, { signal: leaving.signal }))
    expect(fault.code).toBe('cancelled')
    await new Promise((resolve) => setTimeout(resolve))
    expect(listed).toBe(3)
  })
})

describe('a level', () => {
  it('is what a folder itself holds, with what lies below each', async () => {
    const { ports } = await setUp()
    const { root } = (await list(ports, { shape: 'level', path: 'letters', include: 'folders-and-documents' })).data
    expect(below(root)).toEqual(['letters/b.PDF', 'letters/old'])
    expect(root.children?.[1]).toMatchObject({ documentCount: 1, totalSize: 4 })
    const documentsAlone = await list(ports, { shape: 'level', path: 'letters', include: 'documents' })
    expect(below(documentsAlone.data.root)).toEqual(['letters/b.PDF'])
  })
})

describe('a flat list', () => {
  const flat = { shape: 'flat', include: 'folders-and-documents' }

  it('has all that is below, each by its path, and nothing in anything', async () => {
    const { ports } = await setUp()
    const { data, warnings } = await list(ports, flat)
    expect(data.root.children?.map(({ path, name }) => [path, name])).toEqual([
      ['letters', 'letters'],
      ['letters/b.PDF', 'b.PDF'],
      ['letters/old', 'old'],
      ['letters/old/a.txt', 'a.txt'],
      ['pictures', 'pictures'],
      ['pictures/c.png', 'c.png'],
      ['pictures/d.jpg', 'd.jpg'],
      ['top.txt', 'top.txt'],
    ])
    expect(data.root.children?.[0]).toMatchObject({ type: 'folder', documentCount: 2, folderCount: 1, totalSize: 10 })
    expect((data.root.children ?? []).filter((node) => 'children' in node)).toEqual([])
    expect(data.root).toMatchObject({ documentCount: 5, folderCount: 3 })
    expect(warnings).toEqual([])
  })

  it('has documents or folders alone, down to a depth', async () => {
    const { ports, store } = await setUp()
    expect(below((await list(ports, { shape: 'flat' })).data.root)).toEqual(['letters', 'letters/old', 'pictures'])
    const documentsAlone = { shape: 'flat', include: 'documents', path: 'letters' }
    expect(below((await list(ports, documentsAlone)).data.root)).toEqual(['letters/b.PDF', 'letters/old/a.txt'])
    expect(below((await list(ports, { ...documentsAlone, depth: 1 })).data.root)).toEqual(['letters/b.PDF'])
    const deep = `${'f/'.repeat(40)}x.txt`
    await store.keep(deep, 'x')
    expect(below((await list(ports, { shape: 'flat', include: 'documents', path: 'f' })).data.root)).toEqual([deep])
  })

  it.each([
    ['-name', ['top.txt', 'pictures/d.jpg', 'pictures/c.png', 'letters/old/a.txt', 'letters/b.PDF']],
    ['modifiedAt', ['letters/old/a.txt', 'letters/b.PDF', 'pictures/c.png', 'pictures/d.jpg', 'top.txt']],
    ['-size', ['letters/b.PDF', 'pictures/d.jpg', 'pictures/c.png', 'letters/old/a.txt', 'top.txt']],
  ])('is sorted as one by %s, whole and in pages', async (sort, order) => {
    const { ports } = await setUp()
    const input = { shape: 'flat', include: 'documents', sort }
    expect(below((await list(ports, input)).data.root)).toEqual(order)
    for (const limit of [1, 2, 4]) expect(await inPages(ports, { ...input, limit })).toEqual(order)
  })

  it('comes in pages that list nothing twice', async () => {
    const { ports } = await setUp()
    const all = below((await list(ports, flat)).data.root)
    for (const limit of [1, 2, 3, 5]) expect(await inPages(ports, { ...flat, limit })).toEqual(all)
  })

  it('tells of twins only where whole paths are', async () => {
    const { ports, store } = await setUp()
    await store.keep('pictures/A.txt', 'a')
    expect((await list(ports, flat)).warnings).toEqual([])
    await store.keep('Letters/B.pdf', 'b')
    const told = (await list(ports, flat)).warnings?.map(({ code, message }) => [code, message.split(' differ')[0]])
    expect(told).toContainEqual(['case_twins', '"Letters/B.pdf" and "letters/b.PDF"'])
  })

  async function inPages(ports: Ports, input: object): Promise<string[]> {
    const paths: string[] = []
    let cursor: string | undefined
    do {
      const { data } = await list(ports, cursor === undefined ? input : { ...input, cursor })
      paths.push(...below(data.root))
      cursor = data.nextCursor
    } while (cursor !== undefined)
    return paths
  }
})

describe('details', () => {
  it('are told of documents, as they are asked for', async () => {
    const { ports, kept } = await setUp()
    const input = { path: 'letters', include: 'folders-and-documents' }
    const { root } = (await list(ports, { ...input, details: ['version', 'digest', 'metadata'] })).data
    const { version, sha256, crc32c, metadata } = kept[1] ?? {}
    expect(root.children?.[0]).toMatchObject({ path: 'letters/b.PDF', version, sha256, crc32c, metadata })
    expect(root.children?.[1]?.children?.[0]).toMatchObject({ version: kept[0]?.version })
    expect(root.children?.[1]).not.toHaveProperty('version')
    const versions = (await list(ports, { ...input, details: ['version'] })).data.root.children?.[0]
    expect(versions).toMatchObject({ version })
    expect(versions).not.toHaveProperty('sha256')
    expect((await list(ports, input)).data.root.children?.[0]).not.toHaveProperty('version')
  })

  it('are not told of what has gone meanwhile', async () => {
    const { ports, store } = await setUp()
    const emptied = { ...store, stat: async () => undefined }
    const stores = { names: ['emptied'], get: () => emptied }
    const input = { shape: 'flat', include: 'documents', details: ['version'] }
    const { root } = (await list({ ...ports, stores }, input)).data
    expect(root.children).toHaveLength(5)
    expect(root.children?.[0]).not.toHaveProperty('version')
  })

  it('are left out of a damaged document, which is told, and no failure of the store is passed over', async () => {
    const { ports, store } = await setUp()
    let code: 'document_corrupt' | 'provider_unavailable' = 'document_corrupt'
    const damaged: typeof store = {
      ...store,
      stat: async (path, options) => {
        if (path.endsWith('c.png')) throw new ChanceryError(code, 'Not this one.')
        return await store.stat(path, options)
      },
    }
    const stores = { names: ['damaged'], get: () => damaged }
    const input = { shape: 'flat', include: 'documents', details: ['version'] }
    const { data, warnings } = await list({ ...ports, stores }, input)
    expect(data.root.children?.filter((child) => 'version' in child)).toHaveLength(4)
    expect(warnings).toMatchObject([
      { code: 'details_left_out', message: expect.stringContaining('pictures/c.png') as string },
    ])
    code = 'provider_unavailable'
    await expect(list({ ...ports, stores }, input)).rejects.toMatchObject({ code })
  })

  it('make a page of a thousand nodes at the most', async () => {
    const { ports, store } = await setUp(20_000)
    const large = {
      ...store,
      async *list() {
        for (let each = 10_000; each <= 12_000; each++) yield { kind: 'folder' as const, path: `f${each}` }
      },
    }
    const asked = { details: ['version'] }
    const { data } = await list({ ...ports, stores: { names: ['large'], get: () => large } }, asked)
    expect(data.root.children).toHaveLength(1000)
    expect(violationsOf(getFolderDirectories, { ...asked, limit: 1000 })).toEqual([])
    expect(violationsOf(getFolderDirectories, { ...asked, limit: 1001 })).toEqual([['/limit', 'too_big']])
    expect(violationsOf(getFolderDirectories, { details: [], limit: 1001 })).toEqual([])
    expect(violationsOf(getFolderDirectories, { details: null, limit: 1001 })).toEqual([['/details', 'invalid_type']])
  })
})

describe('a filter', () => {
  const found = async (filter: object): Promise<string[]> => {
    const { ports } = await setUp()
    return below((await list(ports, { filter, include: 'folders-and-documents' })).data.root)
  }

  it('leaves the documents that fit, and the folders that hold them', async () => {
    expect(await found({ name: '*.pdf' })).toEqual(['letters', 'letters/b.PDF'])
    expect(await found({ name: '?.txt' })).toEqual(['letters', 'letters/old', 'letters/old/a.txt'])
  })

  it('knows a type, all subtypes of one, and any', async () => {
    expect(await found({ contentType: 'Application/PDF' })).toEqual(['letters', 'letters/b.PDF'])
    const images = ['pictures', 'pictures/c.png', 'pictures/d.jpg']
    expect(await found({ contentType: 'IMAGE/*' })).toEqual(images)
    expect(await found({ contentType: 'image/jpeg' })).toEqual(['pictures', 'pictures/d.jpg'])
    expect(await found({ contentType: 'image' })).toEqual([])
    expect(await found({ contentType: '*/*' })).toHaveLength(8)
    expect(await found({})).toHaveLength(8)
  })

  it('takes what is younger, whatever the zone that it is asked in', async () => {
    expect(await found({ modifiedAfter: '2026-03-02T10:00:00.004+01:00' })).toEqual(['top.txt'])
    expect(await found({ modifiedAfter: '2026-03-02T09:00:00.005Z' })).toEqual([])
  })

  it('keeps folders that exist by themselves only where there is none', async () => {
    const { ports, store } = await setUp()
    const withEmpty = {
      ...store,
      async *list() {
        yield { kind: 'folder' as const, path: 'empty' }
        yield { kind: 'document' as const, path: 'a.txt', size: 1, contentType: 'text/plain', updatedAt: '2026' }
      },
    }
    const stores = { names: ['s'], get: () => withEmpty }
    const all = (filter?: object) => list({ ...ports, stores }, filter === undefined ? {} : { filter })
    expect(below((await all()).data.root)).toEqual(['empty'])
    expect(below((await all({})).data.root)).toEqual(['empty'])
    expect(below((await all({ name: '*' })).data.root)).toEqual([])
  })
})

describe('pages', () => {
  it('go on where the one before stopped, until there is no more', async () => {
    const { ports } = await setUp()
    const input = { include: 'folders-and-documents', limit: 3 }
    const pages: string[][] = []
    let cursor: string | undefined
    do {
      const { data } = await list(ports, cursor === undefined ? input : { ...input, cursor })
      pages.push(below(data.root))
      cursor = data.nextCursor
    } while (cursor !== undefined)
    expect(pages).toEqual([
      ['letters', 'letters/b.PDF', 'letters/old'],
      ['letters', 'letters/old', 'letters/old/a.txt', 'pictures', 'pictures/c.png'],
      ['pictures', 'pictures/d.jpg', 'top.txt'],
    ])
  })

  it('have as many nodes as is configured, where the call does not say', async () => {
    const { ports } = await setUp(2)
    expect(below((await list(ports)).data.root)).toEqual(['letters', 'letters/old'])
    expect(below((await list(ports, { limit: 3 })).data.root)).toHaveLength(3)
  })

  it('have ten thousand nodes at the most, whatever is configured', async () => {
    const { ports, store } = await setUp(20_000)
    const large = {
      ...store,
      async *list() {
        for (let each = 10_000; each <= 20_000; each++) yield { kind: 'folder' as const, path: `f${each}` }
      },
    }
    const { data } = await list({ ...ports, stores: { names: ['large'], get: () => large } })
    expect(data.root.children).toHaveLength(10_000)
  })

  it('are of one question', async () => {
    const { ports } = await setUp()
    const { nextCursor } = (await list(ports, { limit: 1 })).data
    const refused = { code: 'invalid_request', violations: [{ pointer: '/cursor', code: 'invalid_cursor' }] }
    expect((await list(ports, { limit: 5, cursor: nextCursor })).data.root).toBeDefined()
    for (const other of [{ depth: 3 }, { path: 'letters' }, { sort: 'size' }, { provider: 'versioned' }])
      expect(await faultOf(list(ports, { ...other, cursor: nextCursor }))).toMatchObject(refused)
    expect(await faultOf(list(ports, { cursor: 'made-up' }))).toMatchObject(refused)
    expect(await faultOf(list(ports, { cursor: '' }))).toMatchObject(refused)
  })

  it('are of one space', async () => {
    const { ports, store } = await setUp()
    await store.keep('.spaces/team/x/y/z.txt', 'z')
    const inSpaceOf = (space: string) => ({ principal: { id: 'caller', operations: '*' as const, space } })
    const inSpace = inSpaceOf('team')
    const own = (await list(ports, { limit: 1 }, inSpace)).data
    expect(below(own.root)).toEqual(['x'])
    expect(below((await list(ports, { limit: 1, cursor: own.nextCursor }, inSpace)).data.root)).toEqual(['x', 'x/y'])
    for (const other of ['', 'another']) {
      const call = list(ports, { limit: 1, cursor: own.nextCursor }, inSpaceOf(other))
      expect(await faultOf(call)).toMatchObject({ code: 'invalid_request' })
    }
  })
})

describe('a folder with nothing in it', () => {
  it('is told, the root excepted', async () => {
    const { ports } = fakePorts()
    const { data, warnings } = await list(ports, { path: 'none' })
    expect(data.root).toMatchObject({ path: 'none', documentCount: 0, children: [] })
    expect(warnings).toEqual([
      {
        code: 'folder_empty',
        severity: 'info',
        message: 'Nothing is stored below this path.',
        location: { pointer: '/path' },
      },
    ])
    expect((await list(ports)).warnings).toEqual([])
  })

  it('is not one that no document fits', async () => {
    const { ports } = await setUp()
    expect((await list(ports, { path: 'letters', filter: { name: 'none' } })).warnings).toEqual([])
  })

  it('may be a document', async () => {
    const { ports } = await setUp()
    expect(await faultOf(list(ports, { path: 'top.txt' }))).toMatchObject({
      code: 'invalid_request',
      violations: [{ pointer: '/path', code: 'path_is_document' }],
    })
  })
})

describe('what it takes', () => {
  it('is plain, and changes nothing', () => {
    expect(getFolderDirectories).toMatchObject({
      name: 'get-folder-directories',
      area: 'documents',
      effect: false,
      cost: 'plain',
      takesDocuments: false,
      producesDocuments: false,
    })
  })

  it('has defaults', () => {
    expect(parseInput(getFolderDirectories.input, {})).toEqual({
      path: '',
      shape: 'nested',
      include: 'folders',
      details: [],
      sort: 'name',
    })
    for (const path of ['', '/'])
      expect(parseInput(getFolderDirectories.input, { path, include: 'folders' })).toMatchObject({ path: '' })
  })

  it('is a shape that goes with the rest', () => {
    const of = (input: object) => violationsOf(getFolderDirectories, input)
    expect(of({ shape: 'level', depth: 1 })).toEqual([])
    expect(of({ shape: 'level', depth: 2 })).toEqual([['/depth', 'unexpected_field']])
    expect(of({ include: 'documents' })).toEqual([['/include', 'unexpected_field']])
    expect(of({ shape: 'flat', include: 'documents', depth: 2 })).toEqual([])
  })

  it('is a path as everywhere', () => {
    expect(violationsOf(getFolderDirectories, { path: 'a/../b' })).toEqual([['/path', 'invalid_path']])
  })

  it.each([
    ['provider', 'p'.repeat(64), 'p'.repeat(65), '/provider', 'too_big'],
    ['depth', 1, 0, '/depth', 'too_small'],
    ['depth', 64, 65, '/depth', 'too_big'],
    ['limit', 1, 0, '/limit', 'too_small'],
    ['limit', 10_000, 10_001, '/limit', 'too_big'],
    ['cursor', 'c'.repeat(8192), 'c'.repeat(8193), '/cursor', 'too_big'],
    ['filter', { name: 'n' }, { name: '' }, '/filter/name', 'too_small'],
    ['filter', { name: 'n'.repeat(255) }, { name: 'n'.repeat(256) }, '/filter/name', 'too_big'],
    ['filter', { contentType: 'n' }, { contentType: '' }, '/filter/contentType', 'too_small'],
    ['filter', { contentType: 'n'.repeat(255) }, { contentType: 'n'.repeat(256) }, '/filter/contentType', 'too_big'],
    [
      'filter',
      { modifiedAfter: '2026-01-01T00:00:00+01:00' },
      { modifiedAfter: '2026' },
      '/filter/modifiedAfter',
      'invalid_format',
    ],
  ])('bounds %s', (field, most, more, pointer, code) => {
    expect(violationsOf(getFolderDirectories, { [field]: most })).toEqual([])
    expect(violationsOf(getFolderDirectories, { [field]: more })).toEqual([[pointer, code]])
  })
})
