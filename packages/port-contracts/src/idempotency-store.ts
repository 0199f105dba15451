import type { IdempotencyStore, StoredResponse } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** A store to try, new and empty, on a clock that the test moves. */
export interface IdempotencyStoreUnderTest {
  readonly store: IdempotencyStore
  close?(): void | Promise<void>
}

const response: StoredResponse = {
  status: 200,
  headers: { 'content-type': 'application/json', 'x-name': 'Müller' },
  body: '{"data":"äöü 𝔘\\u0000"}',
}

/** What every idempotency store must do. `make` gives a new, empty store each time, on the clock it is given. */
export function idempotencyStoreContract(
  name: string,
  make: (clock: { now(): number }) => Promise<IdempotencyStoreUnderTest>,
): void {
  describe(`${name} keeps the contract of an idempotency store`, () => {
    let now: number
    let underTest: IdempotencyStoreUnderTest
    let store: IdempotencyStore
    beforeEach(async () => {
      now = 1_700_000_000_000
      underTest = await make({ now: () => now })
      store = underTest.store
    })
    afterEach(() => underTest.close?.())

    const claim = (key = 'key', fingerprint = 'print', leaseMs = 1000) => store.claim({ key, fingerprint, leaseMs })
    const token = async (key?: string): Promise<string> => {
      const claimed = await claim(key)
      if (claimed.state !== 'claimed') throw new Error(`The claim is ${claimed.state}.`)
      return claimed.token
    }

    it('gives a new key to the caller, and tells the next how long to wait', async () => {
      expect((await claim()).state).toBe('claimed')
      now += 400
      expect(await claim('key', 'other')).toEqual({ state: 'in-flight', fingerprint: 'print', retryAfterMs: 600 })
    })

    it('answers again what was completed, byte for byte', async () => {
      await store.complete(await token(), response, 60_000)
      now += 59_999
      expect(await claim('key', 'other')).toEqual({ state: 'done', fingerprint: 'print', response })
    })

    it('keeps keys apart', async () => {
      await store.complete(await token('one'), response, 60_000)
      for (const key of ['two', 'ONE', 'one ', '', 'one\0', '__proto__'])
        expect((await claim(key)).state).toBe('claimed')
    })

    it('forgets an answer after its time', async () => {
      await store.complete(await token(), response, 60_000)
      now += 60_000
      expect((await claim()).state).toBe('claimed')
    })

    it('frees a key that was released', async () => {
      await store.release(await token())
      expect((await claim()).state).toBe('claimed')
    })

    it('gives a lapsed claim to the next, who gets another token', async () => {
      const first = await token()
      now += 1000
      expect(await token()).not.toBe(first)
    })

    it('ignores whoever lost the claim', async () => {
      const lost = await token()
      now += 1000
      const held = await token()
      await store.complete(lost, { ...response, status: 500 }, 60_000)
      await store.release(lost)
      expect((await claim()).state).toBe('in-flight')
      await store.complete(held, response, 60_000)
      expect(await claim()).toMatchObject({ state: 'done', response: { status: 200 } })
    })

    it('still takes the answer of a claim that lapsed when nobody else has it', async () => {
      const late = await token()
      now += 5000
      await store.complete(late, response, 60_000)
      expect((await claim()).state).toBe('done')
    })

    it('keeps the first answer, and does not release what is done', async () => {
      const held = await token()
      await store.complete(held, response, 60_000)
      await store.complete(held, { ...response, status: 500 }, 60_000)
      await store.release(held)
      expect(await claim()).toMatchObject({ state: 'done', response: { status: 200 } })
    })

    it('ignores a token that never was', async () => {
      await store.complete('none', response, 60_000)
      await store.release("' OR 1=1 --")
      expect((await claim()).state).toBe('claimed')
    })

    it('gives the key to one of a hundred who come at once', async () => {
      const states = await Promise.all(Array.from({ length: 100 }, async () => (await claim()).state))
      expect(states.filter((state) => state === 'claimed')).toHaveLength(1)
      expect(states.filter((state) => state === 'in-flight')).toHaveLength(99)
    })

    it('keeps a megabyte', async () => {
      const body = 'é'.repeat(500_000)
      await store.complete(await token(), { ...response, body }, 60_000)
      expect(await claim()).toMatchObject({ response: { body } })
    })
  })
}
