import type { EmailLedger, Receipt } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** A ledger to try, new and empty. */
export interface EmailLedgerUnderTest {
  readonly ledger: EmailLedger
  close?(): void
}

const { signal } = new AbortController()
const receipt: Receipt = {
  status: 'sent',
  providerMessageId: '<1@example.org>',
  accepted: ['anna@example.org'],
  rejected: [{ address: 'jürgen@example.org', code: 'unknown', message: 'Niemand heißt so.' }],
}

/** What every e-mail ledger must do. `make` gives a new, empty ledger each time. */
export function emailLedgerContract(name: string, make: () => Promise<EmailLedgerUnderTest>): void {
  describe(`${name} keeps the contract of an e-mail ledger`, () => {
    let underTest: EmailLedgerUnderTest
    let ledger: EmailLedger
    beforeEach(async () => {
      underTest = await make()
      ledger = underTest.ledger
    })
    afterEach(() => underTest.close?.())

    it('gives a message to the first, and doubt to the next', async () => {
      expect(await ledger.claim('one', { signal })).toEqual({ state: 'claimed' })
      expect(await ledger.claim('one', { signal })).toEqual({ state: 'in-doubt' })
      expect(await ledger.claim('two', { signal })).toEqual({ state: 'claimed' })
    })

    it('gives a message to one of a hundred who come at once', async () => {
      const entries = await Promise.all(Array.from({ length: 100 }, () => ledger.claim('one', { signal })))
      expect(entries.filter(({ state }) => state === 'claimed')).toHaveLength(1)
      expect(entries.filter(({ state }) => state === 'in-doubt')).toHaveLength(99)
    })

    it('answers the receipt once it is settled', async () => {
      await ledger.claim('one', { signal })
      await ledger.settle('one', receipt)
      expect(await ledger.claim('one', { signal })).toEqual({ state: 'settled', receipt })
    })

    it('keeps the first receipt', async () => {
      await ledger.claim('one', { signal })
      await ledger.settle('one', receipt)
      await ledger.settle('one', { ...receipt, status: 'captured' })
      expect(await ledger.claim('one', { signal })).toEqual({ state: 'settled', receipt })
    })

    it('gives a released message out again', async () => {
      await ledger.claim('one', { signal })
      await ledger.release('one')
      expect(await ledger.claim('one', { signal })).toEqual({ state: 'claimed' })
    })

    it('does not release what is settled, nor what never was', async () => {
      await ledger.claim('one', { signal })
      await ledger.settle('one', receipt)
      await ledger.release('one')
      await ledger.release('none')
      expect((await ledger.claim('one', { signal })).state).toBe('settled')
    })

    it('remembers an outcome that was not claimed here', async () => {
      await ledger.settle('one', receipt)
      expect((await ledger.claim('one', { signal })).state).toBe('settled')
    })

    it.each(['', '__proto__', "' OR 1=1 --", 'ünï\0code', 'x'.repeat(10_000)])('takes the id %j', async (id) => {
      expect((await ledger.claim('other', { signal })).state).toBe('claimed')
      expect((await ledger.claim(id, { signal })).state).toBe('claimed')
      expect((await ledger.claim(id, { signal })).state).toBe('in-doubt')
    })

    it('does not claim when it is cancelled before', async () => {
      await expect(ledger.claim('one', { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' })
      expect((await ledger.claim('one', { signal })).state).toBe('claimed')
    })
  })
}
