import { type CallDelivery, ChanceryError, type Receiving } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** A delivery to try, with nothing in it. */
export interface CallDeliveryUnderTest {
  readonly delivery: CallDelivery
  /** The same calls through another handle, as another process would have them. */
  another?(): Promise<CallDelivery>
  /** Takes away what the delivery stands on, and gives it back. */
  outage?: { begin(): Promise<void>; end(): Promise<void> }
  close?(): void | Promise<void>
}

export interface CallDeliveryCapabilities {
  /** Whether an announcement is kept until somebody receives, whoever that is. */
  readonly keeps: boolean
  /** Whether workers look again by themselves, so that a call is found whose announcement was lost. */
  readonly looks: boolean
  /** Whether it stands on something that can be away: then `outage` is there. */
  readonly breaks: boolean
}

/** For what comes by itself, in ms: a slow machine, and a delivery that looks every second or two. */
const patience = { timeout: 20_000, interval: 10 }
const testMs = 30_000

/** Calls that wait, as a register has them, and what became of them. */
class Calls {
  readonly done: string[] = []
  /** When it was asked for a call, in ms. */
  readonly asked: number[] = []
  most = 0
  /** What the next who ask are told instead. */
  failures = 0
  /** Holds calls back while it is there. */
  gate: Promise<void> | undefined
  private readonly waiting: string[] = []
  private readonly begun = new Set<string>()

  get running(): number {
    return this.begun.size
  }

  add(...ids: readonly string[]): void {
    for (const id of ids) this.waiting.push(id)
  }

  async isOpen(id: string): Promise<boolean> {
    return this.waiting.includes(id) || this.begun.has(id)
  }

  readonly work = async (): Promise<boolean> => {
    this.asked.push(performance.now())
    if (this.failures > 0) {
      this.failures--
      throw new ChanceryError('provider_unavailable', 'The register is away.')
    }
    const id = this.waiting.shift()
    if (id === undefined) return false
    this.begun.add(id)
    this.most = Math.max(this.most, this.running)
    await this.gate
    this.begun.delete(id)
    this.done.push(id)
    return true
  }
}

/** Of the calls that wait for a delivery under test. */
export interface CallsOfTest {
  /** Whether it waits or is being done. */
  isOpen(id: string): Promise<boolean>
}

/** What every delivery must do. `make` gives a new one each time. */
export function callDeliveryContract(
  name: string,
  make: (calls: CallsOfTest) => Promise<CallDeliveryUnderTest>,
  { keeps, looks, breaks }: CallDeliveryCapabilities,
): void {
  describe(`${name} keeps the contract of a delivery of calls`, { timeout: testMs }, () => {
    const { signal } = new AbortController()
    let underTest: CallDeliveryUnderTest
    let calls: Calls
    let receiving: Receiving[]
    beforeEach(async () => {
      calls = new Calls()
      underTest = await make({ isOpen: (id) => calls.isOpen(id) })
      receiving = []
    })
    afterEach(async () => {
      for (const each of receiving) await each.close()
      await underTest.close?.()
    })

    const announce = (id: string): Promise<void> => underTest.delivery.announce(id, { signal })
    const addAndAnnounce = async (...ids: readonly string[]): Promise<void> => {
      calls.add(...ids)
      for (const id of ids) await announce(id)
    }
    const receive = async (slots = 2, delivery = underTest.delivery): Promise<Receiving> => {
      const started = await delivery.receive(calls.work, { slots })
      receiving.push(started)
      return started
    }
    const until = (condition: () => void): Promise<void> => vi.waitFor(condition, patience)
    const isDone = (...ids: readonly string[]): Promise<void> =>
      until(() => expect(calls.done.toSorted()).toEqual(ids.toSorted()))
    const names = (count: number, prefix = 'call'): string[] =>
      Array.from({ length: count }, (_, n) => `${prefix}-${n}`)
    const gated = (): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      calls.gate = promise
      return () => {
        calls.gate = undefined
        resolve()
      }
    }
    const untilNow = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 300))

    it('has the call done that is announced', async () => {
      await receive()
      await addAndAnnounce('a')
      await isDone('a')
      await addAndAnnounce('b')
      await isDone('a', 'b')
    })

    if (keeps || looks)
      it('has done what was announced before anybody received', async () => {
        await addAndAnnounce('a', 'b', 'c')
        await receive()
        await isDone('a', 'b', 'c')
      })

    it('has each of many calls done once', async () => {
      await receive(3)
      await addAndAnnounce(...names(25))
      await isDone(...names(25))
    })

    it('has as many calls done at once as there are slots, and no more', async () => {
      const open = gated()
      await receive(3)
      await addAndAnnounce(...names(6))
      await until(() => expect(calls.running).toBe(3))
      await untilNow()
      expect(calls.most).toBe(3)
      open()
      await isDone(...names(6))
      expect(calls.most).toBe(3)
    })

    it('takes it that it is told twice, or of what has ended, and comes to rest', async () => {
      await receive()
      await addAndAnnounce('a')
      await announce('a')
      await isDone('a')
      await announce('a')
      await announce('gone')
      await untilNow()
      const before = calls.asked.length
      await untilNow()
      // Looking now and then is no busy loop.
      expect(calls.asked.length - before).toBeLessThan(30)
    })

    it('tells again of work that failed, with growing pauses', async () => {
      calls.failures = 4
      await receive(1)
      await addAndAnnounce('a')
      await isDone('a')
      expect(calls.failures).toBe(0)
      const [first = 0, , , fourth = 0, fifth = 0] = calls.asked
      expect(fifth - fourth).toBeGreaterThan((fifth - first) / 4)
    })

    it('asks nobody in a hurry while all work fails', async () => {
      calls.failures = Number.POSITIVE_INFINITY
      await receive(2)
      await addAndAnnounce(...names(10))
      await until(() => expect(calls.asked.length).toBeGreaterThan(0))
      const before = calls.asked.length
      await new Promise((resolve) => void setTimeout(resolve, 1000))
      expect(calls.asked.length - before).toBeLessThan(30)
      calls.failures = 0
      await isDone(...names(10))
    })

    it('waits at its end for what runs, and begins nothing any more', async () => {
      const open = gated()
      const own = await receive(1)
      await addAndAnnounce('a', 'b')
      await until(() => expect(calls.running).toBe(1))
      let isClosed = false
      const closed = own.close().then(() => (isClosed = true))
      await untilNow()
      expect(isClosed).toBe(false)
      open()
      await closed
      await own.close()
      expect(calls.done).toEqual(['a'])
      const asked = calls.asked.length
      await untilNow()
      expect(calls.asked.length).toBe(asked)
      await receive(1)
      if (keeps || looks) await isDone('a', 'b')
    })

    it('ends at once where nothing runs', async () => {
      const own = await receive()
      const before = performance.now()
      await own.close()
      expect(performance.now() - before).toBeLessThan(5000)
    })

    it('announces nothing for who is gone', async () => {
      const gone = AbortSignal.abort(new ChanceryError('cancelled', 'The caller is gone.'))
      await expect(underTest.delivery.announce('a', { signal: gone })).rejects.toMatchObject({ code: 'cancelled' })
    })

    if (looks)
      it('finds a call whose announcement was lost', async () => {
        await receive()
        await addAndAnnounce('a')
        await isDone('a')
        calls.add('lost')
        await isDone('a', 'lost')
      })

    it('has a call done by one of two who receive', async () => {
      if (underTest.another === undefined) {
        // One process is all there is: two who receive in it.
        await receive(2)
        await receive(2)
      } else {
        const second = await underTest.another()
        await receive(2)
        await receive(2, second)
        await second.announce('of the other', { signal })
      }
      const open = gated()
      await addAndAnnounce(...names(8))
      await until(() => expect(calls.running).toBeGreaterThan(2))
      open()
      await isDone(...names(8))
    })

    if (breaks)
      it('heals when what it stands on comes back', async () => {
        const { outage } = underTest
        if (outage === undefined) throw new Error('There is nothing to take away.')
        await receive()
        await addAndAnnounce('a')
        await isDone('a')
        await outage.begin()
        await expect(announce('b')).rejects.toMatchObject({ code: 'provider_unavailable', retryable: true })
        await untilNow()
        await outage.end()
        await addAndAnnounce('b')
        await isDone('a', 'b')
      })
  })
}
