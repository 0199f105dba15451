import { ChanceryError, type CostClass } from '@chancery/core'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AdmittedCall, createAdmission, reservationOf } from './admission.ts'
import { type AdmissionLimits, defaultAdmissionLimits } from './limits.ts'

const megabyte = 1024 ** 2

const limits: AdmissionLimits = {
  slots: 2,
  queue: 4,
  queueMs: 500,
  memoryBytes: 1024 * megabyte,
  concurrent: 16,
  concurrentPerKey: 4,
}

/** What a call with a megabyte of documents reserves. */
const ofMegabyte = reservationOf('documents', megabyte)

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const admissionOf = (changes: Partial<AdmissionLimits> = {}) =>
  createAdmission({ ...limits, ...changes }, { now: () => Date.now() })

const never = new AbortController().signal
const documents = (key: string, bodyBytes = 0) => ({ key, cost: 'documents' as const, bodyBytes })

const refusal = (run: () => unknown): ChanceryError => {
  try {
    run()
  } catch (error) {
    if (ChanceryError.is(error)) return error
    throw error
  }
  throw new Error('It was admitted.')
}

/** The code with which a wait ended, or `started`. */
const ending = (wait: Promise<void>): Promise<string> =>
  wait.then(
    () => 'started',
    (error: unknown) => (ChanceryError.is(error) ? error.code : String(error)),
  )

describe('an admission', () => {
  it('refuses a key above its calls, and the service above its places', async () => {
    const admission = admissionOf({ concurrent: 6 })
    const ofA = Array.from({ length: 4 }, () => admission.admit(documents('a')))
    const refused = refusal(() => admission.admit(documents('a')))
    expect([refused.code, refused.details, refused.retryAfterMs]).toEqual([
      'rate_limited',
      { limit: 4, actual: 5 },
      1000,
    ])
    const ofB = [admission.admit(documents('b')), admission.admit(documents('b'))]
    expect(refusal(() => admission.admit(documents('c'))).code).toBe('overloaded')
    expect(admission.load()).toMatchObject({ calls: 6, running: 0 })
    for (const call of [...ofA, ...ofB]) call.release()
    await admission.idle()
    expect(admission.load()).toEqual({ calls: 0, running: 0, waiting: 0, reservedBytes: 0 })
  })

  it('starts calls as slots are free, and refuses before the body where no place is left', async () => {
    const admission = admissionOf()
    const calls = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => admission.admit(documents(key)))
    const endings = calls.map((call) => ending(call.start(never)))
    expect(admission.load()).toMatchObject({ running: 2, waiting: 4 })
    expect(refusal(() => admission.admit(documents('g'))).code).toBe('overloaded')
    for (const call of calls) {
      call.release()
      call.release()
    }
    expect(await Promise.all(endings)).toEqual(Array(6).fill('started'))
    expect(admission.load()).toEqual({ calls: 0, running: 0, waiting: 0, reservedBytes: 0 })
  })

  it('lets a call leave the queue as soon as its caller does', async () => {
    const admission = admissionOf({ slots: 1 })
    const running = admission.admit(documents('a'))
    await running.start(never)
    const caller = new AbortController()
    const call = admission.admit(documents('b'))
    const end = ending(call.start(caller.signal))
    expect(admission.load().waiting).toBe(1)
    caller.abort(new ChanceryError('cancelled', 'The caller went away.'))
    expect(admission.load().waiting).toBe(0)
    expect(await end).toBe('cancelled')
    call.release()
    expect(await ending(admission.admit(documents('c')).start(caller.signal))).toBe('cancelled')
  })

  it('waits for a slot as long as it may, however long such calls take', async () => {
    const admission = admissionOf({ slots: 1 })
    const wait = async (workMs: number): Promise<string> => {
      const running = admission.admit(documents('a'))
      await running.start(never)
      const call = admission.admit(documents('b'))
      const end = ending(call.start(never))
      await vi.advanceTimersByTimeAsync(workMs)
      running.release()
      const ended = await end
      call.release()
      return ended
    }
    expect(await wait(499)).toBe('started')
    expect(await wait(501)).toBe('overloaded')
    expect(await wait(499)).toBe('started')
  })

  it('says when to come back, by what waits and what calls take', async () => {
    const admission = admissionOf({ slots: 1, queue: 2 })
    for (let call = 0; call < 40; call++) {
      const running = admission.admit(documents('a'))
      await running.start(never)
      await vi.advanceTimersByTimeAsync(2000)
      running.release()
    }
    for (const key of ['a', 'b', 'c']) void ending(admission.admit(documents(key)).start(never))
    const { code, retryAfterMs } = refusal(() => admission.admit(documents('d')))
    expect(code).toBe('overloaded')
    expect(retryAfterMs).toBeGreaterThan(5500)
    expect(retryAfterMs).toBeLessThan(6100)
  })

  it('keeps plain calls going while documents fill every place and their share of the memory', async () => {
    const admission = admissionOf({ memoryBytes: 5.4 * ofMegabyte })
    for (const key of ['a', 'b', 'c', 'd']) admission.admit(documents(key, megabyte))
    expect(refusal(() => admission.admit(documents('e', megabyte))).code).toBe('overloaded')
    const plain = admission.admit({ key: 'quiet', cost: 'plain', bodyBytes: 1000 })
    expect(await ending(plain.start(never))).toBe('started')
  })

  it('gives no key more than half of the memory, and any call all of it while it is alone', () => {
    const admission = admissionOf({ memoryBytes: 10 * ofMegabyte })
    const big = admission.admit(documents('a', 30 * megabyte))
    expect(refusal(() => admission.admit(documents('a', megabyte))).code).toBe('rate_limited')
    expect(refusal(() => admission.admit(documents('b', megabyte))).code).toBe('overloaded')
    // It sent less than it said.
    big.expect(megabyte)
    expect(admission.load().reservedBytes).toBe(ofMegabyte)
    const other = admission.admit(documents('b', megabyte))
    expect(refusal(() => other.expect(30 * megabyte)).code).toBe('overloaded')
    expect(admission.load().reservedBytes).toBe(2 * ofMegabyte)
  })

  it('keeps to all bounds, and ends empty, whatever comes in whatever order', async () => {
    const step = fc.record({
      way: fc.constantFrom('admit', 'admit', 'start', 'release', 'abort', 'expect', 'time'),
      key: fc.nat(4),
      at: fc.nat(50),
      megabytes: fc.nat(20),
      cost: fc.constantFrom<CostClass>('documents', 'plain'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 120 }), async (steps) => {
        const admission = admissionOf({ memoryBytes: 30 * ofMegabyte })
        interface Open {
          readonly call: AdmittedCall
          readonly caller: AbortController
          end?: Promise<string>
        }
        const open: Open[] = []
        const ends: Promise<string>[] = []
        for (const { way, key, at, megabytes, cost } of steps) {
          const chosen = open[at % Math.max(1, open.length)]
          if (way === 'admit') {
            try {
              const call = admission.admit({ key: `key ${key}`, cost, bodyBytes: megabytes * megabyte })
              open.push({ call, caller: new AbortController() })
            } catch (error) {
              expect((error as ChanceryError).retryAfterMs).toBeGreaterThanOrEqual(1000)
            }
          } else if (way === 'time') await vi.advanceTimersByTimeAsync(megabytes * 100)
          else if (chosen === undefined) continue
          else if (way === 'start' && chosen.end === undefined) {
            chosen.end = ending(chosen.call.start(chosen.caller.signal))
            ends.push(chosen.end)
          } else if (way === 'abort') chosen.caller.abort(new ChanceryError('cancelled', 'Gone.'))
          else if (way === 'expect') {
            try {
              chosen.call.expect(megabytes * megabyte)
            } catch (error) {
              expect(ChanceryError.is(error)).toBe(true)
            }
          } else if (way === 'release' && (await stateOf(chosen.end)) !== 'waiting') {
            chosen.call.release()
            open.splice(open.indexOf(chosen), 1)
          }
          const { calls, reservedBytes, running } = admission.load()
          expect(calls).toBe(open.length)
          expect(running).toBeLessThanOrEqual(limits.slots + limits.concurrent / 2)
          if (calls > 1) expect(reservedBytes).toBeLessThanOrEqual(30 * ofMegabyte)
          for (let each = 0; each < 5; each++) expect(admission.callsOf(`key ${each}`)).toBeLessThanOrEqual(4)
        }
        await vi.advanceTimersByTimeAsync(120_000)
        // No call is lost: each that asked for a slot was told what became of it.
        for (const end of await Promise.all(ends)) {
          expect(['started', 'cancelled', 'overloaded', 'rate_limited']).toContain(end)
        }
        for (const { call } of open) call.release()
        await admission.idle()
        expect(admission.load()).toEqual({ calls: 0, running: 0, waiting: 0, reservedBytes: 0 })
      }),
      { numRuns: 60 },
    )
  })

  it('suggests bounds that fit the machine', () => {
    const { slots, queue, memoryBytes } = defaultAdmissionLimits()
    expect(slots).toBeGreaterThan(2)
    expect(queue).toBe(4 * slots)
    expect(memoryBytes).toBeGreaterThanOrEqual(256 * megabyte)
  })
})

const stateOf = (end: Promise<string> | undefined): Promise<string> =>
  end === undefined ? Promise.resolve('arriving') : Promise.race([end, Promise.resolve().then(() => 'waiting')])
