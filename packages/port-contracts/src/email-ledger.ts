import type { EmailLedger, EmailSchedule, LedgerMessage, Receipt } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** A ledger to try, new and empty. */
export interface EmailLedgerUnderTest {
  readonly ledger: EmailLedger & EmailSchedule
  close?(): void | Promise<void>
}

const { signal } = new AbortController()
/** As a message is kept: with a text of all scripts, and bytes of all values. */
const message = {
  provider: 'sendgrid',
  at: 1_700_000_000_000,
  request: JSON.stringify({ subject: 'Größe 契約 \0 \\', to: [{ address: 'anna@example.org' }] }),
  files: Uint8Array.from({ length: 256 }, (_, index) => index),
}
const inDoubt = { state: 'in-doubt' as const }

/** A message for a ledger, all but empty. */
export const messageForTest = (id: string, fingerprint = 'print'): LedgerMessage => ({
  id,
  fingerprint,
  provider: 'outbox',
  at: 0,
  request: '{}',
  files: new Uint8Array(),
})
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
    let ledger: EmailLedger & EmailSchedule
    beforeEach(async () => {
      underTest = await make()
      ledger = underTest.ledger
    })
    afterEach(() => underTest.close?.())

    const claim = (id: string, fingerprint = 'print', more: Partial<LedgerMessage> = {}) =>
      ledger.claim({ ...message, id, fingerprint, ...more }, { signal })
    const kept = (id: string, more: object = {}) => ({ ...message, id, ...more })

    it('gives a message to the first, and doubt to the next', async () => {
      expect(await claim('one')).toEqual({ state: 'claimed' })
      expect(await claim('one')).toEqual({ ...inDoubt, kept: kept('one') })
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
      expect(await claim('one')).toEqual({ state: 'settled', receipt, provider: 'sendgrid' })
    })

    it('keeps the first receipt', async () => {
      await claim('one')
      await ledger.settle('one', receipt)
      await ledger.settle('one', { ...receipt, status: 'captured' })
      expect(await claim('one')).toEqual({ state: 'settled', receipt, provider: 'sendgrid' })
    })

    it('finds a message by its id in whichever space', async () => {
      for (const id of ['one', 'lisbon/two', 'porto/one2', 'lisbon/sent']) await claim(id)
      await ledger.settle('lisbon/sent', receipt)
      expect(await ledger.find('one')).toEqual({
        id: 'one',
        state: 'unknown',
        provider: message.provider,
        at: message.at,
        request: message.request,
      })
      expect((await ledger.find('two'))?.id).toBe('lisbon/two')
      expect(await ledger.find('sent')).toEqual({
        id: 'lisbon/sent',
        state: 'settled',
        provider: message.provider,
        at: message.at,
        receipt,
      })
      for (const id of ['%', 'lisbon/two', '']) expect(await ledger.find(id)).toBeUndefined()
    })

    it('finds a message whatever became of it', async () => {
      for (const id of ['doubtful', 'lost']) await claim(id)
      for (const id of ['later', 'lisbon/off']) await claim(id, 'print', { dueAt: message.at + 1 })
      await ledger.settle('doubtful', { status: 'unknown', code: 'timeout' })
      await ledger.settle('lost', { status: 'failed', code: 'bounced' })
      await ledger.cancel('lisbon/off')
      const states = await Promise.all(['doubtful', 'lost', 'later', 'off'].map((id) => ledger.find(id)))
      expect(states.map((found) => found?.state)).toEqual(['unknown', 'failed', 'scheduled', 'cancelled'])
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
      expect(await claim('one')).toEqual({ state: 'settled', receipt, provider: 'sendgrid' })
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
      const { signal: cancelled } = { signal: AbortSignal.abort() }
      const claiming = ledger.claim({ ...message, id: 'one', fingerprint: 'print' }, { signal: cancelled })
      await expect(claiming).rejects.toMatchObject({ code: 'cancelled' })
      expect((await claim('one')).state).toBe('claimed')
    })

    it('keeps the whole message until its outcome is known', async () => {
      await claim('one')
      await claim('two', 'print', { files: new Uint8Array() })
      expect(await claim('one')).toEqual({ ...inDoubt, kept: kept('one') })
      expect(await claim('two')).toEqual({ ...inDoubt, kept: kept('two', { files: new Uint8Array() }) })
    })

    it('keeps one of which nobody can tell as unknown, until that is settled', async () => {
      await claim('one')
      await ledger.settle('one', { status: 'unknown', code: 'provider_timeout' })
      expect(await claim('one')).toEqual({ ...inDoubt, code: 'provider_timeout', kept: kept('one') })
      expect(await ledger.countInDoubt()).toBe(1)
      await ledger.settle('one', receipt)
      expect(await claim('one')).toEqual({ state: 'settled', receipt, provider: 'sendgrid' })
      await ledger.settle('one', { status: 'unknown', code: 'provider_timeout' })
      expect((await claim('one')).state).toBe('settled')
      expect(await ledger.countInDoubt()).toBe(0)
    })

    it('gives out again what is unknown, once it was surely not sent', async () => {
      await claim('one')
      await ledger.settle('one', { status: 'unknown', code: 'cancelled' })
      await ledger.release('one')
      expect(await claim('one')).toEqual({ state: 'claimed' })
    })

    it('gives back the claim of one time alone', async () => {
      await claim('one')
      await ledger.release('one', message.at - 1)
      expect((await claim('one')).state).toBe('in-doubt')
      await ledger.release('one', message.at)
      expect((await claim('one')).state).toBe('claimed')
    })

    it('tells those without a receipt, the oldest first, as many as are asked for', async () => {
      await claim('sent')
      await ledger.settle('sent', receipt)
      await claim('new', 'print', { at: message.at + 2 })
      await claim('old', 'print', { at: message.at - 2 })
      await claim('lost')
      await ledger.settle('lost', { status: 'unknown', code: 'provider_failed' })
      await claim('later', 'print', { dueAt: message.at + 9 })
      const rest = { provider: message.provider, request: message.request }
      expect(await ledger.open({ states: ['unknown'], limit: 9 })).toEqual([
        { id: 'old', state: 'unknown', ...rest, at: message.at - 2 },
        { id: 'lost', state: 'unknown', code: 'provider_failed', ...rest, at: message.at },
        { id: 'new', state: 'unknown', ...rest, at: message.at + 2 },
      ])
      const begun = async (limit: number) => (await ledger.open({ states: ['begun'], limit })).map(({ id }) => id)
      expect([await begun(9), await begun(1)]).toEqual([['old', 'new'], ['old']])
      expect(await ledger.open({ states: [], limit: 9 })).toEqual([])
      expect(await ledger.open({ states: ['scheduled'], limit: 9 })).toEqual([
        { id: 'later', state: 'scheduled', ...rest, at: message.at, dueAt: message.at + 9 },
      ])
      expect(await ledger.open({ states: ['failed'], limit: 9 })).toEqual([])
      const about = async (id: string) =>
        (await ledger.open({ states: ['unknown'], limit: 9, id })).map((row) => row.id)
      expect([await about('lost'), await about('old'), await about('later')]).toEqual([['lost'], ['old'], []])
    })

    describe('of what is to be sent later', () => {
      const later = (id: string, dueAt: number) => claim(id, 'print', { dueAt })
      const takeDue = (now: number) => ledger.takeDue(now, { signal })

      it('holds it until its time, and is no doubt', async () => {
        expect(await later('one', 500)).toEqual({ state: 'claimed' })
        expect(await later('one', 500)).toEqual({ state: 'scheduled', provider: 'sendgrid', dueAt: 500 })
        expect((await claim('one', 'other')).state).toBe('mismatch')
        expect(await ledger.countInDoubt()).toBe(0)
        expect(await takeDue(499)).toBeUndefined()
        expect(await takeDue(500)).toEqual(kept('one', { at: 500 }))
        expect(await takeDue(500)).toBeUndefined()
        expect(await later('one', 500)).toEqual({ ...inDoubt, kept: kept('one', { at: 500 }) })
        expect(await ledger.countInDoubt()).toBe(1)
        await ledger.settle('one', receipt)
        expect((await later('one', 500)).state).toBe('settled')
      })

      it('gives each to one of many who come at once, those first that are due first', async () => {
        for (const [index, dueAt] of [30, 10, 20].entries()) await later(`m${index}`, dueAt)
        expect((await takeDue(100))?.id).toBe('m1')
        const taken = await Promise.all(Array.from({ length: 20 }, () => takeDue(100)))
        expect(taken.flatMap((each) => each?.id ?? []).toSorted()).toEqual(['m0', 'm2'])
      })

      it('takes back what surely was not handed over, to be sent later still', async () => {
        await later('one', 10)
        await takeDue(10)
        await ledger.postpone('one', 70)
        expect(await takeDue(69)).toBeUndefined()
        expect(await takeDue(70)).toEqual(kept('one', { at: 70 }))
        await ledger.settle('one', receipt)
        await ledger.postpone('one', 80)
        expect(await takeDue(99)).toBeUndefined()
      })

      it('cancels what was not begun, once', async () => {
        await later('one', 10)
        await later('two', 10)
        await takeDue(10)
        await claim('now')
        const ids = ['one', 'one', 'two', 'now', 'none']
        const cancelled = []
        for (const id of ids) cancelled.push(await ledger.cancel(id))
        expect(cancelled.filter(Boolean)).toHaveLength(1)
        const [first, , second] = await Promise.all(['one', 'now', 'two'].map((id) => claim(id)))
        expect([first?.state, second?.state].toSorted()).toEqual(['cancelled', 'in-doubt'])
        expect(await takeDue(99)).toBeUndefined()
      })

      it('keeps one that could not be sent, until it is given back', async () => {
        await later('one', 10)
        await takeDue(10)
        await ledger.settle('one', { status: 'failed', code: 'invalid_request' })
        expect(await claim('one')).toEqual({ state: 'failed', provider: 'sendgrid', code: 'invalid_request' })
        expect(await ledger.countInDoubt()).toBe(0)
        expect(await ledger.open({ states: ['failed'], limit: 9 })).toMatchObject([
          { id: 'one', state: 'failed', code: 'invalid_request' },
        ])
        await ledger.release('one')
        expect((await claim('one')).state).toBe('claimed')
      })

      it('does not release what waits', async () => {
        await later('one', 10)
        await ledger.release('one')
        expect((await takeDue(10))?.id).toBe('one')
      })
    })
  })
}
