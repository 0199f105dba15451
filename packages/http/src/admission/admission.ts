import type { ChanceryError, Clock, CostClass } from '@chancery/core'
import { createLane, type Lane, type Waiter } from './lane.ts'
import type { AdmissionLimits } from './limits.ts'
import { createMemoryLedger } from './memory-ledger.ts'
import { refusal } from './refusal.ts'
import { createWorkLedger, type WorkLedger } from './work-ledger.ts'

export interface AdmissionRequest {
  /** Whose call it is. */
  readonly key: string
  readonly cost: CostClass
  /** Bytes that it sends; 0 where it does not say. */
  readonly bodyBytes: number
}

/** A call on its way through: it arrives with its body, waits for a slot, runs, and is released. */
export interface AdmittedCall {
  /**
   * The body turns out to have so many bytes: that much is reserved from now on.
   * @throws `rate_limited`, `overloaded` where it is more than before, and there is no memory for it
   */
  expect(bodyBytes: number): void
  /**
   * Waits for a slot; a call whose signal aborts leaves the queue at once.
   * @throws `overloaded`, `rate_limited`, or the reason of the signal
   */
  start(signal: AbortSignal): Promise<void>
  /**
   * Its work is done, and its answer on its way: the slot is given back. What is kept until `release` is its place among
   * the calls of its key, and memory: that of the answer, which is not asked for since it is there, or what it had.
   */
  answering(answerBytes?: number): void
  /**
   * Gives everything back; to be called once or more, however the call ended.
   * @param stopped its work had to be stopped, being too much: it counts as more than it was
   */
  release(stopped?: boolean): void
}

/** Decides which calls are taken on: bounded in number, in memory, and fair between keys. */
export interface Admission {
  /**
   * Takes a call on before its body is read.
   * @throws `rate_limited` where it is too much for its key, `overloaded` where it is too much for the service
   */
  admit(request: AdmissionRequest): AdmittedCall
  /** Calls of a key that arrive, wait or run, of both classes. */
  callsOf(key: string): number
  /** What is under way, and the bytes reserved for it. */
  load(): AdmissionLoad
  /** Calls of one class that have a slot, and that wait for one. */
  loadOf(cost: CostClass): Pick<AdmissionLoad, 'running' | 'waiting'>
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>
}

export interface AdmissionLoad {
  readonly calls: number
  readonly running: number
  readonly waiting: number
  readonly reservedBytes: number
}

const megabyte = 1024 ** 2

interface Cost {
  /** Bytes of memory for a call, whatever it sends. */
  readonly base: number
  /**
   * Bytes of memory for each byte of the body: itself, its text, what is decoded from it, and what is answered. Measured
   * on the server's own process: 5.4 to store a text, 17 to answer it as a model.
   */
  readonly perByte: number
  /** The part of all memory that calls of the class may have: some is always left for the cheap ones. */
  readonly share: number
}

const costs: Readonly<Record<CostClass, Cost>> = {
  documents: { base: 2 * megabyte, perByte: 16, share: 0.75 },
  plain: { base: megabyte / 4, perByte: 6, share: 1 },
}

/** How many bytes of memory a call reserves. */
export const reservationOf = (cost: CostClass, bodyBytes: number): number =>
  costs[cost].base + costs[cost].perByte * bodyBytes

/** What a key may reserve of all memory, where it has something reserved already. */
const shareOfOneKey = 0.5

/** Weight of the latest call in the mean: the last dozen or so count. */
const smoothing = 1 / 8
const maxRetryAfterMs = 30_000
/** So many times what it took is charged for work that had to be stopped. */
const stoppedFactor = 4

interface CostLane {
  readonly lane: Lane
  readonly work: WorkLedger
  /** Calls by key: those that wait for documents keep nobody from the cheap ones. */
  readonly callsOf: Map<string, number>
  calls: number
  /** What a call of the lane takes, in ms. */
  typicalMs: number
}

export function createAdmission(limits: AdmissionLimits, clock: Clock): Admission {
  const { slots, queue, concurrent, concurrentPerKey, memoryBytes } = limits
  const half = Math.max(1, Math.floor(concurrent / 2))
  const lanes: Readonly<Record<CostClass, CostLane>> = {
    documents: costLane(slots, queue),
    plain: costLane(half, concurrent),
  }
  function costLane(slots: number, queue: number): CostLane {
    const work = createWorkLedger(() => clock.now())
    return { lane: createLane({ slots, queue }, work), work, callsOf: new Map(), calls: 0, typicalMs: 0 }
  }
  const all = Object.values(lanes)
  const memory = createMemoryLedger()
  const whenIdle: (() => void)[] = []
  const callsIn = (lane: CostLane, key: string): number => lane.callsOf.get(key) ?? 0

  /** When there will be room again, as far as can be told. */
  function retryAfter({ lane, typicalMs }: CostLane): number {
    const rounds = Math.ceil((lane.waiting() + 1) / Math.max(1, lane.running()))
    return Math.min(maxRetryAfterMs, Math.max(1000, rounds * typicalMs))
  }
  const overloaded = (lane: CostLane, message: string): ChanceryError =>
    refusal('overloaded', message, { retryAfterMs: retryAfter(lane) })
  const tooManyOfKey = (lane: CostLane, message: string, details = {}): ChanceryError =>
    refusal('rate_limited', message, { details, retryAfterMs: retryAfter(lane) })
  const noPlace = (lane: CostLane, key: string): ChanceryError =>
    lane.lane.isOverShare(key)
      ? tooManyOfKey(lane, 'This key has its share of the calls that wait.')
      : overloaded(lane, 'All places are taken.')

  /** Whether a call may have so many bytes instead of those that it has; one alone may always. */
  function memoryRefusal(key: string, cost: CostClass, before: number, after: number): ChanceryError | undefined {
    const ofOthers = memory.reserved() - before
    const ofKey = memory.reserved(key) - before
    if (ofKey > 0 && ofKey + after > memoryBytes * shareOfOneKey) {
      return tooManyOfKey(lanes[cost], 'The calls of this key hold its share of the memory.')
    }
    if (ofOthers > 0 && ofOthers + after > memoryBytes * costs[cost].share) {
      return overloaded(lanes[cost], 'The memory for calls is taken.')
    }
    return undefined
  }

  function refusalOf({ key, cost }: AdmissionRequest, bytes: number): ChanceryError | undefined {
    const lane = lanes[cost]
    const inFlight = callsIn(lane, key)
    if (inFlight >= concurrentPerKey) {
      return tooManyOfKey(lane, `This key may have ${concurrentPerKey} calls of this kind at once.`, {
        limit: concurrentPerKey,
        actual: inFlight + 1,
      })
    }
    const noMemory = memoryRefusal(key, cost, 0, bytes)
    if (noMemory !== undefined) return noMemory
    if (!lane.lane.hasRoomFor(key)) return noPlace(lane, key)
    if (lane.calls >= concurrent && !lane.lane.makeRoomFor(key)) return overloaded(lane, 'All places are taken.')
    return undefined
  }

  function waitForSlot(lane: CostLane, key: string, signal: AbortSignal, started: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const settle = (end: () => void): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
        end()
      }
      const leave = (error: unknown): void => {
        lane.lane.leave(waiter)
        settle(() => reject(error as Error))
      }
      const abort = (): void => leave(signal.reason)
      const begin = (): void => {
        started()
        settle(resolve)
      }
      const waiter: Waiter = {
        key,
        start: begin,
        cut: () =>
          settle(() => reject(tooManyOfKey(lane, 'Others wait, and this key has more calls waiting than they have.'))),
      }
      const state = lane.lane.request(waiter)
      if (state === 'started') begin()
      else if (state === 'refused') reject(noPlace(lane, key))
      else {
        signal.addEventListener('abort', abort, { once: true })
        timer = setTimeout(() => leave(overloaded(lane, 'No slot became free in time.')), limits.queueMs)
      }
    })
  }

  return {
    admit(request) {
      const { key, cost } = request
      const lane = lanes[cost]
      let reserved = reservationOf(cost, request.bodyBytes)
      const refused = refusalOf(request, reserved)
      if (refused !== undefined) throw refused
      memory.change(key, reserved)
      lane.callsOf.set(key, callsIn(lane, key) + 1)
      lane.calls++
      let startedAt: number | undefined
      let endWork: ReturnType<WorkLedger['begin']> | undefined
      let released = false
      function endOfWork(stopped: boolean): void {
        endWork?.(stopped ? stoppedFactor : 1)
        endWork = undefined
        if (startedAt === undefined) return
        lane.typicalMs += (Math.max(0, clock.now() - startedAt) - lane.typicalMs) * smoothing
        startedAt = undefined
        lane.lane.finish(key)
      }
      return {
        expect(bodyBytes) {
          if (released) return
          const actual = reservationOf(cost, bodyBytes)
          const refused = actual > reserved ? memoryRefusal(key, cost, reserved, actual) : undefined
          if (refused !== undefined) throw refused
          memory.change(key, actual - reserved)
          reserved = actual
        },
        async start(signal) {
          signal.throwIfAborted()
          await waitForSlot(lane, key, signal, () => {
            startedAt = clock.now()
            endWork = lane.work.begin(key)
          })
        },
        answering(answerBytes = reserved) {
          if (released) return
          memory.change(key, answerBytes - reserved)
          reserved = answerBytes
          endOfWork(false)
        },
        release(stopped = false) {
          if (released) return
          released = true
          memory.change(key, -reserved)
          if (callsIn(lane, key) > 1) lane.callsOf.set(key, callsIn(lane, key) - 1)
          else lane.callsOf.delete(key)
          lane.calls--
          endOfWork(stopped)
          if (all.every((each) => each.calls === 0)) for (const resolve of whenIdle.splice(0)) resolve()
        },
      }
    },
    callsOf: (key) => all.reduce((sum, lane) => sum + callsIn(lane, key), 0),
    load: () => ({
      calls: all.reduce((sum, each) => sum + each.calls, 0),
      running: all.reduce((sum, each) => sum + each.lane.running(), 0),
      waiting: all.reduce((sum, each) => sum + each.lane.waiting(), 0),
      reservedBytes: memory.reserved(),
    }),
    loadOf: (cost) => ({ running: lanes[cost].lane.running(), waiting: lanes[cost].lane.waiting() }),
    idle: () =>
      all.every((each) => each.calls === 0) ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve)),
  }
}
