import type { EmailLedger, Receipt } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** A ledger to try, new and empty. */
export interface EmailLedgerUnderTest {
  readonly ledger: EmailLedger
  close?(): void | Promise<void>
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

    const claim = (id: string, fingerprint = 'print') => ledger.claim(id, fingerprint, { signal })

    it('gives a message to the first, and doubt to the next', async () => {
      expect(await claim('one')).toEqual({ state: 'claimed' })
      expect(await claim('one')).toEqual({ state: 'in-doubt' })
      expect(await claim('two')).toEqual({ state: 'claimed' })
    })

    it('gives a message to one of a hundred who come at once', async () => {
      const entries = await Promise.all(Array.from({ length: 100 }, () => claim('one')))
      expect(entries.filter(({ state }) => state === 'claimed')).toHaveLength(1)
      expect(entries.filter(({ state }) => state === 'in-doubt')).toHaveLength(99)
    })

    it('answers the receipt once it is settled', async () => {
      await claim('one')
      await ledger.settle('one', receipt)
      expect(await claim('one')).toEqual({ state: 'settled', receipt })
    })

    it('keeps the first receipt', async () => {
      await claim('one')
      await ledger.settle('one', receipt)
      await ledger.settle('one', { ...receipt, status: 'captured' })
      expect(await claim('one')).toEqual({ state: 'settled', receipt })
    })

    it('gives a released message out again', async () => {
      await claim('one')
      await ledger.release('one')
      expect(await claim('one')).toEqual({ state: 'claimed' })
    })

    it('does not release what is settled, nor what never was', async () => {
      await claim('one')
      await ledger.settle('one', receipt)
      await ledger.release('one')
      await ledger.release('none')
      expect((await claim('one')).state).toBe('settled')
    })

    it('remembers an outcome that was not claimed here, of which message no one can tell', async () => {
      await ledger.settle('one', receipt)
      await ledger.release('one')
      expect(await claim('one')).toEqual({ state: 'in-doubt' })
    })

    it('tells another message of the same id nothing but that', async () => {
      await claim('one')
      expect(await claim('one', 'other')).toEqual({ state: 'mismatch' })
      await ledger.settle('one', receipt)
      expect(await claim('one', 'other')).toEqual({ state: 'mismatch' })
      expect(await claim('one', 'PRINT')).toEqual({ state: 'mismatch' })
      expect(await claim('one')).toEqual({ state: 'settled', receipt })
    })

    it('takes another message of an id that was released', async () => {
      await claim('one')
      await ledger.release('one')
      expect(await claim('one', 'other')).toEqual({ state: 'claimed' })
      expect(await claim('one')).toEqual({ state: 'mismatch' })
    })

    it('gives an id to one of many different messages that come at once', async () => {
      const entries = await Promise.all(Array.from({ length: 50 }, (_, n) => claim('one', `print ${n}`)))
      expect(entries.filter(({ state }) => state === 'claimed')).toHaveLength(1)
      expect(entries.filter(({ state }) => state === 'mismatch')).toHaveLength(49)
    })

    it.each(['', '__proto__', "' OR 1=1 --", 'ünï\0code', 'x'.repeat(10_000)])('takes the id %j', async (id) => {
      expect((await claim('other')).state).toBe('claimed')
      expect((await claim(id)).state).toBe('claimed')
      expect((await claim(id)).state).toBe('in-doubt')
    })

    it('counts what is claimed and has no outcome', async () => {
      expect(await ledger.countInDoubt()).toBe(0)
      for (const id of ['one', 'two', 'three', 'four']) await claim(id)
      await ledger.settle('one', receipt)
      await ledger.release('two')
      expect(await ledger.countInDoubt()).toBe(2)
    })

    it('does not claim when it is cancelled before', async () => {
      await expect(ledger.claim('one', 'print', { signal: AbortSignal.abort() })).rejects.toMatchObject({
        code: 'cancelled',
      })
      expect((await claim('one')).state).toBe('claimed')
    })
  })
}
