/** The calls of a store that tests make, and how they open one on a stand-in. */
import { Content, type DeleteCondition, type DocumentStore } from '@chancery/core'
import { expect } from 'vitest'
import type { FakeObjects, ObjectCall, ObjectStoreVendor } from './object-store-vendor.test-support.ts'

export const { signal } = new AbortController()
export const all = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const got: Item[] = []
  for await (const item of items) got.push(item)
  return got
}
export const problem = (code: string): unknown => expect.objectContaining({ name: 'ChanceryError', code })
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'taken for an answer',
    ({ code }: { readonly code: string }) => code,
  )

export const request = {
  path: 'a.txt',
  content: new Content([Buffer.from('content')]),
  contentType: 'text/plain',
  metadata: {},
  condition: 'absent',
} as const
export const remove = (store: DocumentStore, condition: DeleteCondition = 'any') =>
  store.delete('a.txt', { condition, signal })

/** Calls, and what makes them. */
export const works: readonly (readonly [ObjectCall, (store: DocumentStore) => Promise<unknown>])[] = [
  ['insert', (store) => store.put({ ...request, condition: 'any' }, { signal })],
  ['insert', (store) => store.put({ ...request, path: 'new.txt' }, { signal })],
  ['get', (store) => store.stat('a.txt', { signal })],
  ['get', (store) => store.read('a.txt', { signal })],
  ['media', (store) => store.read('a.txt', { signal })],
  ['list', (store) => all(store.list('', { signal }))],
  ['delete', (store) => remove(store)],
  ['get', (store) => remove(store)],
]

/** A store that tries again at once, and trusts that conditions hold. */
export const openOn = <Fake extends FakeObjects>(
  vendor: ObjectStoreVendor<Fake>,
  fake: Fake,
  {
    bucket = 'docs',
    versions = false,
    callMs = 300,
  }: { bucket?: string | undefined; versions?: boolean | undefined; callMs?: number } = {},
): DocumentStore => vendor.open(fake, bucket, { versions, backoffMs: 1, callMs, conditions: 'trust' })
