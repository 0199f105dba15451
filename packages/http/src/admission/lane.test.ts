import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLane, type Lane, type Waiter } from './lane.ts'
import { createWorkLedger, type WorkLedger } from './work-ledger.ts'

/** What becomes of a call. */
type State = 'running' | 'waiting' | 'refused' | 'cut' | 'left' | 'done'

interface Call extends Waiter {
  state: State
}

/** Every key is known, by calls that took no time. */
function ofShortCalls(): WorkLedger {
  const ledger = createWorkLedger(() => 0)
  return { ...ledger, typicalOf: () => 0 }
}

/** A lane under calls of which each is watched. */
function watchedLane(slots: number, queue: number, work: WorkLedger = ofShortCalls()) {
  const lane = createLane({ slots, queue }, work)
  const calls: Call[] = []
  const of = (state: State): Call[] => calls.filter((call) => call.state === state)
  return {
    lane,
    of,
    call(key: string): Call {
      const call: Call = {
        key,
        state: 'refused',
        start: () => (call.state = 'running'),
        cut: () => (call.state = 'cut'),
      }
      calls.push(call)
      const answer = lane.request(call)
      if (answer === 'started') call.state = 'running'
      else call.state = answer
      return call
    },
    finish(call: Call): void {
      call.state = 'done'
      lane.finish(call.key)
    },
    leave(call: Call): void {
      call.state = 'left'
      lane.leave(call)
    },
  }
}

const limits = fc.record({ slots: fc.integer({ min: 1, max: 6 }), queue: fc.integer({ min: 0, max: 12 }) })
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ way: fc.constant('call' as const), at: fc.nat(4) }) },
    { weight: 2, arbitrary: fc.record({ way: fc.constant('finish' as const), at: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ way: fc.constant('leave' as const), at: fc.nat(20) }) },
  ),
  { maxLength: 200 },
)

/** Whether a key that has used no more than others might start a call now, by the rule as it is written in the README. */
const mayStart = (lane: Lane, running: readonly Call[], key: string, slots: number): boolean =>
  lane.running() < slots && running.filter((call) => call.key === key).length < Math.max(1, slots - 1)

describe('a lane', () => {
  it('never runs or queues more than it may, leaves no slot idle, and loses no call', () => {
    fc.assert(
      fc.property(limits, steps, ({ slots, queue }, sequence) => {
        const watched = watchedLane(slots, queue)
        for (const { way, at } of sequence) {
          const running = watched.of('running')
          const waiting = watched.of('waiting')
          if (way === 'call') watched.call(`key ${at}`)
          else if (way === 'finish' && running.length > 0) watched.finish(running[at % running.length] as Call)
          else if (way === 'leave' && waiting.length > 0) watched.leave(waiting[at % waiting.length] as Call)

          const { lane, of } = watched
          expect(lane.running()).toBe(of('running').length)
          expect(lane.waiting()).toBe(of('waiting').length)
          expect(lane.running()).toBeLessThanOrEqual(slots)
          expect(lane.waiting()).toBeLessThanOrEqual(queue)
          for (const { key } of of('waiting')) {
            expect(mayStart(lane, of('running'), key, slots)).toBe(false)
            expect(of('waiting').filter((call) => call.key === key).length).toBeLessThanOrEqual(
              Math.max(1, Math.floor(queue / 2)),
            )
          }
        }
        // Everything that waits gets its turn as the others end.
        for (let rest = watched.of('running'); rest.length > 0; rest = watched.of('running')) {
          watched.finish(rest[0] as Call)
        }
        expect([watched.of('waiting'), watched.lane.running(), watched.lane.waiting()]).toEqual([[], 0, 0])
      }),
      { numRuns: 200 },
    )
  })

  it('lets a call of a quiet key start after at most one call of each other key', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 6 }), (slots, floods) => {
        const watched = watchedLane(slots, 10 * floods)
        for (let round = 0; round < 20; round++)
          for (let flood = 0; flood < floods; flood++) watched.call(`flood ${flood}`)
        const quiet = watched.call('quiet')
        for (let turn = 0; turn < floods + 1 && quiet.state === 'waiting'; turn++) {
          const first = watched.of('running')[0] as Call
          watched.finish(first)
          watched.call(first.key)
        }
        expect(quiet.state).toBe('running')
      }),
      { numRuns: 50 },
    )
  })

  it('keeps one slot and half of the queue from any one key', () => {
    const watched = watchedLane(3, 8, ofShortCalls())
    const flood = Array.from({ length: 10 }, () => watched.call('flood').state)
    expect(flood).toEqual([...Array(2).fill('running'), ...Array(4).fill('waiting'), ...Array(4).fill('refused')])
    expect(watched.call('quiet').state).toBe('running')
  })

  it('keeps the last slot for keys whose calls are short, however many others there are', () => {
    let now = 0
    const work = createWorkLedger(() => now)
    const used = (key: string, ms: number): void => {
      const end = work.begin(key)
      now += ms
      end()
    }
    used('good', 20)
    for (const key of ['greedy', 'poisonous', 'heavy']) used(key, 2000)
    const watched = watchedLane(3, 12, work)
    const states = ['greedy', 'poisonous', 'heavy'].map((key) => watched.call(key).state)
    expect(states).toEqual(['running', 'running', 'waiting'])
    // Of a key that is new, it is to be feared that its calls are like those of the others.
    expect(watched.call('new').state).toBe('waiting')
    const good = watched.call('good')
    expect(good.state).toBe('running')
    const again = watched.call('good')
    expect(again.state).toBe('waiting')
    watched.finish(good)
    expect(again.state).toBe('running')
  })

  it('lets the key go first that has used least', () => {
    let now = 0
    const work = createWorkLedger(() => now)
    const ends = ['a', 'b', 'c'].map((key) => [key, work.begin(key)] as const)
    for (const [, end] of ends) {
      now += 50
      end()
    }
    const watched = watchedLane(2, 12, work)
    const running = [watched.call('x'), watched.call('y')]
    const [c, b, a] = ['c', 'b', 'a'].map((key) => watched.call(key))
    watched.finish(running[0] as Call)
    expect([a?.state, b?.state, c?.state]).toEqual(['running', 'waiting', 'waiting'])
    watched.finish(running[1] as Call)
    expect([b?.state, c?.state]).toEqual(['running', 'waiting'])
  })

  it('cuts the longest line for a key that has fewer calls waiting', () => {
    const watched = watchedLane(1, 4)
    const running = watched.call('a')
    const lines = ['a', 'a', 'b', 'b'].map((key) => watched.call(key))
    expect(watched.call('c').state).toBe('waiting')
    expect(lines.map(({ state }) => state)).toEqual(['waiting', 'cut', 'waiting', 'waiting'])
    expect(watched.call('d').state).toBe('waiting')
    expect(watched.call('e').state).toBe('refused')
    watched.finish(running)
    // Its key came to wait before the others did.
    expect(watched.of('running').map(({ key }) => key)).toEqual(['a'])
  })
})
