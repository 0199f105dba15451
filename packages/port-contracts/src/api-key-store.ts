import type { ApiKeyRecord, ApiKeyStore } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** A store to try, new and empty. */
export interface ApiKeyStoreUnderTest {
  readonly store: ApiKeyStore
  close?(): void | Promise<void>
}

const record = (id: string, more: Partial<ApiKeyRecord> = {}): ApiKeyRecord => ({
  id,
  name: `Key of ${id}`,
  environment: 'dev',
  hash: 'a'.repeat(64),
  operations: '*',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
})

/** What every API key store must do. `make` gives a new, empty store each time. */
export function apiKeyStoreContract(name: string, make: () => Promise<ApiKeyStoreUnderTest>): void {
  describe(`${name} keeps the contract of an API key store`, () => {
    let underTest: ApiKeyStoreUnderTest
    let store: ApiKeyStore
    beforeEach(async () => {
      underTest = await make()
      store = underTest.store
    })
    afterEach(() => underTest.close?.())

    it('has nothing at first', async () => {
      expect(await store.list()).toEqual([])
      expect(await store.find('abcdefgh')).toBeUndefined()
    })

    it('gives back every field, and no others', async () => {
      const full = record('abcdefgh', {
        name: 'Müller & Söhne 👩‍⚖️',
        operations: ['store-document', 'send-email'],
        space: 'lisbon-2',
        expiresAt: '2027-01-01T00:00:00.000Z',
        revokedAt: '2026-06-01T00:00:00.000Z',
        ratePerMinute: 30,
        rotatedFrom: 'hgfedcba',
      })
      await store.save(full)
      await store.save(record('ijklmnop'))
      expect(await store.find('abcdefgh')).toEqual(full)
      expect(await store.find('ijklmnop')).toEqual(record('ijklmnop'))
    })

    it('replaces by id', async () => {
      await store.save(record('abcdefgh'))
      await store.save(record('abcdefgh', { revokedAt: '2026-06-01T00:00:00.000Z' }))
      expect(await store.list()).toEqual([record('abcdefgh', { revokedAt: '2026-06-01T00:00:00.000Z' })])
    })

    it('lists the oldest first', async () => {
      await store.save(record('b', { createdAt: '2026-03-01T00:00:00.000Z' }))
      await store.save(record('c', { createdAt: '2026-02-01T00:00:00.000Z' }))
      await store.save(record('a', { createdAt: '2026-03-01T00:00:00.000Z' }))
      expect((await store.list()).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
    })

    it.each(['ABCDEFGH', 'abcdefg', 'abcdefgh ', '%', "' OR 1=1 --", '', '__proto__', 'constructor'])(
      'finds nothing by %j',
      async (id) => {
        await store.save(record('abcdefgh'))
        expect(await store.find(id)).toBeUndefined()
      },
    )

    it('keeps its own copy', async () => {
      const operations = ['store-document']
      await store.save(record('abcdefgh', { operations }))
      operations.push('send-email')
      expect((await store.find('abcdefgh'))?.operations).toEqual(['store-document'])
    })

    it('can be used, and says so, unless it is not asked any more', async () => {
      await expect(store.check({ signal: new AbortController().signal })).resolves.toBeUndefined()
      await expect(store.check({ signal: AbortSignal.abort() })).rejects.toThrow()
    })

    it('takes many at once', async () => {
      await Promise.all(Array.from({ length: 100 }, (_, n) => store.save(record(`key${n}`))))
      expect(await store.list()).toHaveLength(100)
    })
  })
}
