import { createMemoryDocumentStore } from '@chancery/storage'
import { expect, it } from 'vitest'
import { tryStore } from './store-trial.ts'

const { signal } = new AbortController()

it('finds nothing wrong with a store, and leaves nothing in it', async () => {
  const store = createMemoryDocumentStore()
  await tryStore(store, signal)
  expect(store.documents.size).toBe(0)
})

it('refuses a store that takes a second document for the first', async () => {
  const store = createMemoryDocumentStore()
  const careless = {
    ...store,
    put: ((request, options) => store.put({ ...request, condition: 'any' }, options)) as typeof store.put,
  }
  await expect(tryStore(careless, signal)).rejects.toMatchObject({
    code: 'provider_failed',
    message: expect.stringContaining('overwrites a document'),
  })
  expect(store.documents.size).toBe(0)
})

it('refuses a store that does not delete, or reads other bytes', async () => {
  const store = createMemoryDocumentStore()
  await expect(tryStore({ ...store, delete: async () => true }, signal)).rejects.toThrow('keeps what was deleted')
  const read: typeof store.read = async (path, options) => ({
    ...(await store.read(path, options)),
    bytes: Buffer.from('other'),
  })
  await expect(tryStore({ ...store, read }, signal)).rejects.toThrow('reads other bytes')
})
