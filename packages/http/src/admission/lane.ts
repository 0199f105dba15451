import { createFairQueue } from './fair-queue.ts'
import type { WorkLedger } from './work-ledger.ts'

export interface LaneLimits {
  /** Calls that run at once. */
  readonly slots: number
  /** Calls that wait for a slot. */
  readonly queue: number
}

/** A call that waits, and what it is told. */
export interface Waiter {
  readonly key: string
  /** A slot is its own from now on. */
  start(): void
  /** It had to make room for a key with fewer calls waiting. */
  cut(): void
}

/** Slots, and a fair queue before them. Nothing here knows of promises or errors. */
export interface Lane {
  running(): number
  waiting(): number
  /** Whether a call of this key would get a slot or a place in the queue. */
  hasRoomFor(key: string): boolean
  /** Whether this key has all the places in the queue that one key may have. */
  isOverShare(key: string): boolean
  /** Starts the call at once, queues it, or says that there is no room. */
  request(waiter: Waiter): 'started' | 'waiting' | 'refused'
  /** The call does not wait any more. */
  leave(waiter: Waiter): void
  /** The call has ended; its slot goes to the key that has used least. */
  finish(key: string): void
  /** Cuts the longest line, where it is longer than this key's own. */
  makeRoomFor(key: string): boolean
}

/** Calls that take no longer, in ms, may have the last free slot: it will soon be free again. */
const shortCallMs = 250

/**
 * Work of one class. One key never holds all slots where there are several, and the last free one is for keys whose calls are
 * known to be short (of three or more): they find one soon, however many keys there are whose calls are not.
 */
export function createLane({ slots, queue }: LaneLimits, work: WorkLedger): Lane {
  const slotsOfOneKey = Math.max(1, slots - 1)
  const placesOfOneKey = Math.max(1, Math.floor(queue / 2))
  const waiters = createFairQueue<Waiter>()
  const running = new Map<string, number>()
  let total = 0

  const mayRun = (key: string): boolean =>
    total < slots &&
    (running.get(key) ?? 0) < slotsOfOneKey &&
    (total < slots - 1 || slots <= 2 || work.typicalOf(key) <= shortCallMs)
  const start = (key: string): void => {
    running.set(key, (running.get(key) ?? 0) + 1)
    total++
  }
  const isOverShare = (key: string): boolean => waiters.sizeOf(key) >= placesOfOneKey
  /** A line is cut only where this key's own stays shorter, or two keys would cut each other for ever. */
  const longerThan = (key: string): number => waiters.sizeOf(key) + 1

  function makeRoomFor(key: string): boolean {
    const cut = waiters.cutLongest(longerThan(key))
    cut?.cut()
    return cut !== undefined
  }

  return {
    running: () => total,
    waiting: () => waiters.size(),
    isOverShare,
    hasRoomFor(key) {
      if (mayRun(key)) return true
      if (queue === 0 || isOverShare(key)) return false
      return waiters.size() < queue || waiters.hasLonger(longerThan(key))
    },
    request(waiter) {
      const { key } = waiter
      // Whoever waits and may run has been started already, so that nobody is overtaken here.
      if (mayRun(key)) {
        start(key)
        return 'started'
      }
      if (queue === 0 || isOverShare(key)) return 'refused'
      if (waiters.size() >= queue && !makeRoomFor(key)) return 'refused'
      waiters.add(key, waiter)
      return 'waiting'
    },
    leave: (waiter) => waiters.remove(waiter.key, waiter),
    finish(key) {
      const left = (running.get(key) ?? 1) - 1
      if (left > 0) running.set(key, left)
      else running.delete(key)
      total--
      // More than one where the last slot was kept from them until now.
      for (let next = waiters.next(mayRun, work.recentOf); next; next = waiters.next(mayRun, work.recentOf)) {
        start(next.key)
        next.item.start()
      }
    },
    makeRoomFor,
  }
}
