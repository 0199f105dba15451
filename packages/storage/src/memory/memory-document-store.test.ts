import { Content } from '@chancery/core'
import { documentStoreContract } from '@chancery/port-contracts/document-store'
import { expect, it } from 'vitest'
import { createMemoryDocumentStore } from './memory-document-store.ts'

documentStoreContract('The memory store', async () => {
  const store = createMemoryDocumentStore()
  return {
    store,
    async damage(path) {
      const bytes = store.documents.get(path)?.at(-1)?.bytes
      if (bytes !== undefined) bytes[0] = (bytes[0] ?? 0) ^ 1
    },
  }
})

it('shows all versions to a test, and takes another id', async () => {
  const store = createMemoryDocumentStore({ id: 'archive' })
  const { signal } = new AbortController()
  for (const text of ['first', 'second']) {
    const content = new Content([new TextEncoder().encode(text)])
    await store.put({ path: 'a', content, contentType: 'text/plain', metadata: {}, condition: 'any' }, { signal })
  }
  expect(store.documents.get('a')?.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['first', 'second'])
  expect((await store.stat('a', { signal }))?.provider).toBe('archive')
})
