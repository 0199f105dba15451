import type { BackgroundCall, CallRegister, NewCall, TakenCall } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** A register to try, new and empty, on a clock that the test moves. */
export interface CallRegisterUnderTest {
  readonly register: CallRegister
  close?(): void | Promise<void>
}

const hour = 3_600_000

/** What every register of background calls must do. `make` gives a new, empty one each time, on the clock it is given. */
export function callRegisterContract(
  name: string,
  make: (clock: { now(): number }) => Promise<CallRegisterUnderTest>,
): void {
  describe(`${name} keeps the contract of a call register`, () => {
    let now: number
    let underTest: CallRegisterUnderTest
    let register: CallRegister
    beforeEach(async () => {
      now = 1_700_000_000_000
      underTest = await make({ now: () => now })
      register = underTest.register
    })
    afterEach(() => underTest.close?.())

    const callOf = (id: string, more: Partial<NewCall> = {}): NewCall => ({
      id,
      owner: 'ada',
      principal: { id: 'key-1', caller: 'ada', space: 'north', operations: ['send-email'] },
      operation: 'send-email',
      requestId: `request of ${id}`,
      fingerprint: 'print',
      createdAt: now,
      expiresAt: now + hour,
      ...more,
    })
    const add = async (id: string, more: Partial<NewCall> = {}): Promise<BackgroundCall> =>
      (await register.add(callOf(id, more))).call
    const take = (leaseMs = 1000, id?: string): Promise<TakenCall | undefined> =>
      register.take({ leaseMs, ...(id === undefined ? {} : { id }) })
    const taken = async (leaseMs?: number, id?: string): Promise<TakenCall> => {
      const call = await take(leaseMs, id)
      if (call === undefined) throw new Error('There was nothing to take.')
      return call
    }
    const stateOf = async (id: string): Promise<string | undefined> => (await register.find(id))?.state

    it('keeps a call as it was taken on', async () => {
      const call = callOf('a', { owner: 'ü\u001fada\0', idempotencyKey: 'k', fingerprint: '“x”' })
      expect(await register.add(call)).toEqual({ added: true, call: { ...call, state: 'waiting', tries: 0 } })
      expect(await register.find('a')).toEqual({ ...call, state: 'waiting', tries: 0 })
      for (const other of ['b', '', 'A', 'a ', '__proto__']) expect(await register.find(other)).toBeUndefined()
    })

    it('keeps the first of an id', async () => {
      await add('a')
      const again = await register.add(callOf('a', { owner: 'eve', fingerprint: 'other' }))
      expect([again.added, again.call.owner, again.call.fingerprint]).toEqual([false, 'ada', 'print'])
    })

    it('adds an id once of fifty who come at once', async () => {
      const added = await Promise.all(Array.from({ length: 50 }, async () => (await register.add(callOf('a'))).added))
      expect(added.filter(Boolean)).toHaveLength(1)
    })

    it('gives a call to one of fifty who ask at once', async () => {
      await add('a')
      const all = await Promise.all(Array.from({ length: 50 }, () => take()))
      expect(all.filter((each) => each !== undefined)).toHaveLength(1)
      expect(await register.find('a')).toMatchObject({ state: 'running', tries: 1 })
    })

    it('gives each of many calls to one of many who ask', async () => {
      for (let n = 0; n < 20; n++) await add(`${n}`)
      const all = await Promise.all(Array.from({ length: 40 }, () => take()))
      const ids = all.flatMap((each) => each?.call.id ?? [])
      expect(ids).toHaveLength(20)
      expect(new Set(ids).size).toBe(20)
    })

    it('gives the oldest of an owner first', async () => {
      await add('b')
      await add('a')
      now++
      await add('0')
      expect([(await take())?.call.id, (await take())?.call.id, (await take())?.call.id]).toEqual(['a', 'b', '0'])
      expect(await take()).toBeUndefined()
    })

    it('gives owners their turns, however much one of them has waiting', async () => {
      for (let n = 0; n < 5; n++) await add(`a${n}`)
      now++
      for (const id of ['b0', 'b1']) await add(id, { owner: 'bob' })
      await add('c0', { owner: 'cy' })
      const order: string[] = []
      for (let n = 0; n < 8; n++) {
        now++
        const { call, token } = await taken()
        order.push(call.owner)
        await register.finish(token, 'done')
      }
      expect(order).toEqual(['ada', 'bob', 'cy', 'ada', 'bob', 'ada', 'ada', 'ada'])
    })

    it('gives a call of who has fewer being done', async () => {
      for (let n = 0; n < 3; n++) await add(`a${n}`)
      await taken()
      await taken()
      await add('b0', { owner: 'bob' })
      await add('b1', { owner: 'bob' })
      now++
      expect((await take())?.call.owner).toBe('bob')
      now++
      expect((await take())?.call.owner).toBe('bob')
    })

    it('gives the wanted call, or none', async () => {
      await add('a')
      await add('b')
      expect((await take(1000, 'b'))?.call.id).toBe('b')
      expect(await take(1000, 'b')).toBeUndefined()
      expect(await take(1000, 'none')).toBeUndefined()
    })

    it('gives a call whose lease has ended to the next, with another token', async () => {
      await add('a')
      const first = await taken(1000)
      now += 999
      expect(await take()).toBeUndefined()
      now += 1
      const second = await taken()
      expect([second.call.id, second.call.tries]).toEqual(['a', 2])
      expect(second.token).not.toBe(first.token)
      expect(await register.renew(first.token, { leaseMs: 1000 })).toBe('lost')
      expect(await register.finish(first.token, 'done')).toBe(false)
      await register.release(first.token)
      expect(await stateOf('a')).toBe('running')
      expect(await register.finish(second.token, 'done')).toBe(true)
    })

    it('holds a call for as long as its lease is renewed', async () => {
      await add('a')
      const { token } = await taken(1000)
      for (let n = 0; n < 5; n++) {
        now += 900
        expect(await register.renew(token, { leaseMs: 1000 })).toBe('held')
      }
      expect(await take()).toBeUndefined()
    })

    it('renews and finishes what lapsed, where nobody else has it', async () => {
      await add('a')
      const { token } = await taken(1000)
      now += 5000
      expect(await register.renew(token, { leaseMs: 1000 })).toBe('held')
      now += 5000
      expect(await register.finish(token, 'done')).toBe(true)
    })

    it('tells progress, until the call is begun anew', async () => {
      await add('a')
      const { token } = await taken(1000)
      await register.renew(token, { leaseMs: 1000, progress: { done: 3, total: 10 } })
      await register.renew(token, { leaseMs: 1000 })
      expect((await register.find('a'))?.progress).toEqual({ done: 3, total: 10 })
      now += 1000
      await taken()
      expect((await register.find('a'))?.progress).toBeUndefined()
    })

    it('ends a call for good, and says whose answer it has', async () => {
      await add('a')
      const { token } = await taken()
      expect(await register.finish(token, 'done')).toBe(true)
      expect(await register.find('a')).toMatchObject({ state: 'done', answeredBy: token })
      expect(await register.finish(token, 'cancelled')).toBe(false)
      expect(await register.renew(token, { leaseMs: 1000 })).toBe('lost')
      await register.release(token)
      now += 10_000
      expect(await take()).toBeUndefined()
      expect((await register.cancel('a'))?.state).toBe('done')
      expect(await stateOf('a')).toBe('done')
    })

    it('lets a released call wait as if it had not been taken', async () => {
      await add('a')
      const { token } = await taken()
      await register.release(token)
      expect(await register.find('a')).toMatchObject({ state: 'waiting', tries: 0 })
      expect((await take())?.call.tries).toBe(1)
    })

    it('ends a cancelled call that waits', async () => {
      await add('a')
      expect((await register.cancel('a'))?.state).toBe('cancelled')
      expect(await take()).toBeUndefined()
      expect(await register.cancel('none')).toBeUndefined()
    })

    it('tells the holder that a call is not wanted any more', async () => {
      await add('a')
      const { token } = await taken()
      expect((await register.cancel('a'))?.state).toBe('running')
      expect(await register.renew(token, { leaseMs: 1000 })).toBe('cancelled')
      expect(await register.finish(token, 'cancelled')).toBe(true)
      expect(await stateOf('a')).toBe('cancelled')
    })

    it('ends a cancelled call whose holder is gone', async () => {
      await add('a')
      const { token } = await taken(1000)
      now += 1000
      expect((await register.cancel('a'))?.state).toBe('cancelled')
      expect(await register.finish(token, 'done')).toBe(false)
      expect(await take()).toBeUndefined()
    })

    it('gives a cancelled call whose holder died to nobody who would not hear of it', async () => {
      await add('a')
      await taken(1000)
      await register.cancel('a')
      now += 1000
      const { token } = await taken()
      expect(await register.renew(token, { leaseMs: 1000 })).toBe('cancelled')
    })

    it('lists the calls of an owner, the newest first, page by page', async () => {
      for (let n = 0; n < 5; n++) {
        if (n !== 3) now++
        await add(`a${n}`)
        await add(`b${n}`, { owner: 'bob' })
      }
      const first = await register.list('ada', { limit: 2 })
      expect(first.map(({ id }) => id)).toEqual(['a4', 'a3'])
      const rest = await register.list('ada', { limit: 10, before: first[1]! })
      expect(rest.map(({ id }) => id)).toEqual(['a2', 'a1', 'a0'])
      expect(await register.list('eve', { limit: 10 })).toEqual([])
    })

    it('forgets a call after its time, but not before it was removed', async () => {
      await add('a', { expiresAt: now + 1000 })
      await add('b')
      now += 1000
      expect(await register.find('a')).toBeUndefined()
      expect((await register.list('ada', { limit: 10 })).map(({ id }) => id)).toEqual(['b'])
      expect(await take(1000, 'a')).toBeUndefined()
      expect(await register.cancel('a')).toBeUndefined()
      expect(await register.expired(10)).toEqual([{ id: 'a', expiresAt: now }])
      await register.remove('a')
      expect(await register.expired(10)).toEqual([])
      await register.remove('none')
      await register.remove('b')
      expect((await register.find('b'))?.state).toBe('waiting')
    })

    it('takes an id on anew once what it had has expired', async () => {
      await add('a', { expiresAt: now + 1000 })
      const { token } = await taken()
      await register.finish(token, 'done')
      now += 1000
      expect(await register.add(callOf('a'))).toMatchObject({ added: true, call: { state: 'waiting', tries: 0 } })
      expect(await register.finish(token, 'done')).toBe(false)
    })

    it('tells the expired a few at a time, the oldest first', async () => {
      for (let n = 0; n < 5; n++) await add(`a${n}`, { expiresAt: now + 100 - n })
      now += 1000
      expect((await register.expired(2)).map(({ id }) => id)).toEqual(['a4', 'a3'])
    })

    it('counts what waits and what is being done', async () => {
      for (let n = 0; n < 3; n++) await add(`a${n}`)
      await add('b', { owner: 'bob' })
      await taken(1000, 'a0')
      const { token } = await taken(1000, 'a1')
      expect(await register.load('ada')).toEqual({ waiting: 2, running: 2, waitingOfOwner: 1 })
      await register.finish(token, 'done')
      now += 1000
      // The lease of the first has ended, so that it waits again.
      expect(await register.load('bob')).toEqual({ waiting: 3, running: 0, waitingOfOwner: 1 })
    })
  })
}
