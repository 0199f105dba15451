import { describe, expect, it } from 'vitest'
import { ChanceryError } from '../errors.ts'
import type { DocumentStore } from '../ports/document-store.ts'
import { aContext, faultOf } from '../testing/calls.test-support.ts'
import { bytesOf, digestOf, now } from '../testing/document-texts.test-support.ts'
import { fakeStore } from '../testing/fake-store.test-support.ts'
import { Content } from '../model/content.ts'
import { putDocument, type PutOrder } from './put-document.ts'

const order = (text: string, changes: Partial<PutOrder> = {}): PutOrder => ({
  path: 'a.txt',
  content: new Content([bytesOf(text)]),
  sha256: digestOf(bytesOf(text)),
  contentType: 'text/plain',
  metadata: {},
  onConflict: 'fail',
  dryRun: false,
  ...changes,
})
const put = (store: DocumentStore, given: PutOrder) => putDocument(store, given, now, aContext())

const setUp = async (text: string) => {
  const events: string[] = []
  const store = fakeStore(events, 'memory', true)
  await store.keep('a.txt', text, 'text/plain')
  return { store, events }
}

describe('the same document again', () => {
  it.each(['fail', 'overwrite', 'rename', 'keep-both-versions'] as const)('is not written: %s', async (onConflict) => {
    const { store, events } = await setUp('one')
    const before = store.document('a.txt')
    expect(await put(store, order('one', { onConflict }))).toEqual({
      document: before,
      created: false,
      unchanged: true,
    })
    expect(events).toEqual([])
  })

  it('with the same bytes is told by what differs', async () => {
    const { store } = await setUp('one')
    expect(await faultOf(put(store, order('one', { metadata: { matter: '1' } })))).toMatchObject({
      code: 'document_exists',
      message: 'The same bytes are at this path, with another content type or other metadata.',
    })
  })

  it('is another one with another type, or other texts beside it', async () => {
    const { store, events } = await setUp('one')
    await put(store, order('one', { onConflict: 'overwrite', contentType: 'text/csv' }))
    await put(store, order('one', { onConflict: 'overwrite', contentType: 'text/csv', metadata: { a: '1', b: '2' } }))
    expect(events).toHaveLength(2)
    const same = order('one', { onConflict: 'overwrite', contentType: 'text/csv', metadata: { b: '2', a: '1' } })
    expect((await put(store, same)).unchanged).toBe(true)
  })

  it('is another one with another size, whatever its checksum says', async () => {
    const { store } = await setUp('one')
    const stat = async () => ({ ...(await store.stat('a.txt', aContext())), size: 4 }) as never
    expect((await put({ ...store, stat }, order('one', { onConflict: 'overwrite' }))).unchanged).toBe(false)
  })
})

describe('another document at the path', () => {
  it('stays where it may not be replaced', async () => {
    const { store, events } = await setUp('one')
    expect(await faultOf(put(store, order('two')))).toMatchObject({
      code: 'document_exists',
      violations: [{ pointer: '/path', code: 'document_exists' }],
      details: { path: 'a.txt', provider: 'memory' },
    })
    expect(events).toEqual([])
  })

  it.each(['overwrite', 'keep-both-versions'] as const)('is replaced: %s', async (onConflict) => {
    const { store, events } = await setUp('one')
    const conditions: unknown[] = []
    const watched: DocumentStore = {
      ...store,
      put: (request, options) => (conditions.push(request.condition), store.put(request, options)),
    }
    const before = store.document('a.txt')?.version ?? ''
    expect(await put(watched, order('two', { onConflict }))).toEqual({
      document: store.document('a.txt'),
      created: false,
      unchanged: false,
      previousVersion: before,
    })
    expect(events).toEqual(['put a.txt'])
    expect(conditions).toEqual([{ version: before }])
    expect(store.texts()).toEqual({ 'a.txt': 'two' })
  })

  it('is passed by under the next free name', async () => {
    const { store } = await setUp('one')
    for (const text of ['two', 'three', 'two']) await put(store, order(text, { onConflict: 'rename' }))
    expect(store.texts()).toEqual({ 'a.txt': 'one', 'a (2).txt': 'two', 'a (3).txt': 'three' })
  })

  it('in each of a thousand names is told', async () => {
    const tried: string[] = []
    const full: DocumentStore = {
      ...fakeStore(),
      put: async ({ path }) => {
        tried.push(path)
        throw new ChanceryError('document_exists', 'There is one.')
      },
      stat: async (path) => ({ ...(await fakeStore().keep(path, 'other')), path }),
    }
    expect(await faultOf(put(full, order('two', { onConflict: 'rename' })))).toMatchObject({
      code: 'invalid_request',
      violations: [{ pointer: '/path', code: 'no_free_name' }],
    })
    expect([tried.length, tried[0], tried[1], tried.at(-1)]).toEqual([1000, 'a.txt', 'a (2).txt', 'a (1000).txt'])
  })
})

it('writes anew where what was in its way has gone meanwhile', async () => {
  const store = fakeStore()
  let tries = 0
  const busy: DocumentStore = {
    ...store,
    put: async (request, options) => {
      if (++tries === 1) throw new ChanceryError('document_exists', 'There is one.')
      return await store.put(request, options)
    },
  }
  expect((await put(busy, order('one'))).created).toBe(true)
  expect(store.texts()).toEqual({ 'a.txt': 'one' })
})

it('passes on what the store fails with', async () => {
  const broken: DocumentStore = {
    ...fakeStore(),
    put: async () => {
      throw new ChanceryError('provider_unavailable', 'Away.')
    },
  }
  expect(await faultOf(put(broken, order('one')))).toMatchObject({ code: 'provider_unavailable' })
})

it('keeps no versions where the store has none, and says so first', async () => {
  const events: string[] = []
  const store = fakeStore(events)
  expect(await faultOf(put(store, order('one', { onConflict: 'keep-both-versions' })))).toMatchObject({
    code: 'unsupported_option',
    violations: [{ pointer: '/onConflict', code: 'unsupported_option' }],
    details: { provider: 'memory' },
  })
  expect(events).toEqual([])
})

describe('a dry run', () => {
  const dry = (onConflict: PutOrder['onConflict'], text = 'two') => order(text, { onConflict, dryRun: true })

  it.each(['fail', 'overwrite', 'rename', 'keep-both-versions'] as const)('of a free path: %s', async (onConflict) => {
    const events: string[] = []
    const { document, created } = await put(fakeStore(events, 'memory', true), dry(onConflict))
    expect(created).toBe(true)
    expect(document).toEqual({
      path: 'a.txt',
      provider: 'memory',
      size: 3,
      contentType: 'text/plain',
      sha256: digestOf(bytesOf('two')),
      crc32c: '',
      version: '',
      createdAt: new Date(now).toISOString(),
      updatedAt: new Date(now).toISOString(),
      metadata: {},
    })
    expect(events).toEqual([])
  })

  it.each([
    ['overwrite', 'a.txt', false],
    ['keep-both-versions', 'a.txt', false],
    ['rename', 'a (2).txt', true],
  ] as const)('beside another document says where it would be: %s', async (onConflict, path, created) => {
    const { store, events } = await setUp('one')
    expect(await put(store, dry(onConflict))).toMatchObject({ created, document: { path } })
    expect(events).toEqual([])
  })

  it('says that a document is in the way, or there already', async () => {
    const { store } = await setUp('one')
    expect((await faultOf(put(store, dry('fail')))).code).toBe('document_exists')
    expect(await put(store, dry('fail', 'one'))).toEqual({
      document: store.document('a.txt'),
      created: false,
      unchanged: true,
    })
  })
})

describe('nothing at the path', () => {
  it.each(['fail', 'overwrite', 'rename', 'keep-both-versions', 'skip-if-same'] as const)(
    'is told by `created`, in a dry run too: %s',
    async (onConflict) => {
      const store = fakeStore([], 'memory', true)
      for (const dryRun of [true, false]) {
        const outcome = await put(store, order('one', { onConflict, dryRun }))
        expect(outcome).toMatchObject({ created: true, unchanged: false, document: { path: 'a.txt' } })
        expect(outcome).not.toHaveProperty('previousVersion')
      }
    },
  )
})

describe('skip-if-same', () => {
  it('leaves the same bytes with what is kept beside them, and refuses others', async () => {
    const { store, events } = await setUp('one')
    const same = order('one', { onConflict: 'skip-if-same', contentType: 'text/csv', metadata: { a: '1' } })
    expect(await put(store, same)).toMatchObject({ unchanged: true, document: { contentType: 'text/plain' } })
    for (const dryRun of [true, false]) {
      const other = put(store, order('two', { onConflict: 'skip-if-same', dryRun }))
      expect(await faultOf(other)).toMatchObject({ code: 'document_exists' })
    }
    expect(events).toEqual([])
  })
})

describe('ifVersion', () => {
  it.each(['overwrite', 'keep-both-versions'] as const)(
    'replaces that version, and no other: %s',
    async (onConflict) => {
      const { store } = await setUp('one')
      const ifVersion = store.document('a.txt')?.version
      expect(await put(store, order('two', { onConflict, ifVersion }))).toMatchObject({ previousVersion: ifVersion })
      for (const dryRun of [true, false]) {
        const fault = await faultOf(put(store, order('three', { onConflict, ifVersion, dryRun })))
        expect(fault).toMatchObject({
          code: 'write_conflict',
          retryable: false,
          violations: [{ pointer: '/ifVersion', code: 'version_differs' }],
        })
      }
      expect(store.texts()).toEqual({ 'a.txt': 'two' })
    },
  )

  it('is missed where nothing is, and where others are quicker', async () => {
    const { store } = await setUp('one')
    const gone = put(store, order('two', { path: 'b.txt', onConflict: 'overwrite', ifVersion: '1' }))
    expect(await faultOf(gone)).toMatchObject({ code: 'write_conflict' })
    const quicker: DocumentStore = {
      ...store,
      put: async (request, options) => {
        await store.keep('a.txt', 'theirs', 'text/plain')
        return store.put(request, options)
      },
    }
    const ifVersion = store.document('a.txt')?.version
    const fault = await faultOf(put(quicker, order('two', { onConflict: 'overwrite', ifVersion })))
    expect(fault).toMatchObject({ code: 'write_conflict', violations: [{ pointer: '/ifVersion' }] })
    expect(store.texts()).toEqual({ 'a.txt': 'theirs' })
  })
})

it('replaces what it says it replaced, also while others write', async () => {
  const { store } = await setUp('one')
  let writes = 0
  const busy: DocumentStore = {
    ...store,
    put: async (request, options) => {
      if (writes++ < 3) await store.keep('a.txt', `theirs ${writes}`, 'text/plain')
      return store.put(request, options)
    },
  }
  const { previousVersion = '' } = await put(busy, order('two', { onConflict: 'overwrite' }))
  const { bytes } = await store.read('a.txt', { version: previousVersion, signal: aContext().signal })
  expect(new TextDecoder().decode(bytes)).toBe('theirs 3')
})

it('replaces whatever is there where others write without end', async () => {
  const { store } = await setUp('one')
  const busy: DocumentStore = {
    ...store,
    put: async (request, options) => {
      await store.keep('a.txt', 'theirs', 'text/plain')
      return store.put(request, options)
    },
  }
  expect(await put(busy, order('two', { onConflict: 'overwrite' }))).toMatchObject({ created: false })
  expect(store.texts()).toEqual({ 'a.txt': 'two' })
})
