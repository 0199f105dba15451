import { describe, expect, it } from 'vitest'
import type { DeliveryOutcome, EventDelivery, EventHold } from '../ports/event-outbox.ts'
import type { DocumentStore } from '../ports/document-store.ts'
import { providers } from '../ports/providers.ts'
import { digestOf, bytesOf, now } from '../testing/document-texts.test-support.ts'
import { fakeStore } from '../testing/fake-store.test-support.ts'
import { deliverEvent, type DeliveryNeeds, type Told } from './deliver-event.ts'

const { signal } = new AbortController()
const minute = 60_000
const hour = 60 * minute
const delivery: EventDelivery = { id: 'evt_1', endpoint: 'one', body: '{}', at: now, tries: 1 }
const hold: EventHold = { until: now, provider: 'memory', path: 'a.txt' }

/** Delivers one event, and says what was told, logged and settled. */
async function delivered(
  given: Partial<EventDelivery>,
  told: Told = { state: 'delivered' },
  needs: Partial<DeliveryNeeds> = {},
) {
  const seen = { told: 0, settled: [] as DeliveryOutcome[], lines: [] as unknown[], asked: [] as unknown[] }
  const there = await deliverEvent(
    'one',
    {
      deliveries: {
        take: async (...asked) => {
          seen.asked.push(asked)
          return { ...delivery, ...given }
        },
        settle: async (_delivery, outcome) => void seen.settled.push(outcome),
        list: async () => [],
        retry: async () => 0,
        forget: async () => undefined,
      },
      stores: providers<DocumentStore>({ memory: fakeStore() }),
      clock: { now: () => now },
      logger: { log: (...line) => void seen.lines.push(line), within: (_fields, run) => run() },
      random: () => 0,
      tell: async () => {
        seen.told++
        return told
      },
      ...needs,
    },
    signal,
  )
  expect(there).toBe(true)
  return seen
}

describe('delivering an event', () => {
  it('takes one for longer than a try may take, and forgets it when it is told', async () => {
    const { told, settled, lines, asked } = await delivered({})
    expect({ told, settled, lines }).toEqual({ told: 1, settled: [{ state: 'delivered' }], lines: [] })
    expect(asked).toEqual([['one', { now, leaseMs: minute }]])
  })

  it('says that there is none', async () => {
    const deliveries = { take: async () => undefined } as unknown as DeliveryNeeds['deliveries']
    expect(
      await deliverEvent('one', { deliveries, clock: { now: () => now } } as unknown as DeliveryNeeds, signal),
    ).toBe(false)
  })

  it.each([5000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 8 * hour, 10 * hour])(
    'tries again, each time later (%s ms)',
    async (pause) => {
      const pauses = [5000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 8 * hour, 10 * hour]
      const tries = pauses.indexOf(pause) + 1
      const failed = { state: 'failed', code: '500' } as const
      const { settled, lines } = await delivered({ tries }, failed)
      expect(settled).toEqual([{ state: 'later', dueAt: now + pause, code: '500' }])
      expect(lines).toEqual([])
      const last = await delivered({ tries }, failed, { random: () => 1 })
      expect(last.settled).toEqual([{ state: 'later', dueAt: now + pause * 1.2, code: '500' }])
    },
  )

  it('waits as long as the endpoint asks for, up to ten hours', async () => {
    const later = async (retryAfterMs: number) => {
      const { settled } = await delivered({}, { state: 'failed', code: '429', retryAfterMs })
      return settled
    }
    expect(await later(1000)).toEqual([{ state: 'later', dueAt: now + 5000, code: '429' }])
    expect(await later(hour)).toEqual([{ state: 'later', dueAt: now + hour, code: '429' }])
    expect(await later(100 * hour)).toEqual([{ state: 'later', dueAt: now + 10 * hour, code: '429' }])
  })

  it('gives up after the last try, and says so in the log without what the event says', async () => {
    const { settled, lines } = await delivered({ tries: 8 }, { state: 'failed', code: '500' })
    expect(settled).toEqual([{ state: 'dead', code: '500' }])
    const fields = { event: 'evt_1', endpoint: 'one', tries: 8, state: 'dead', code: '500' }
    expect(lines).toEqual([['warning', 'event-not-delivered', fields]])
  })

  it('says in the log that an endpoint wants nothing any more', async () => {
    const { settled, lines } = await delivered({}, { state: 'gone', code: '410' })
    expect(settled).toEqual([{ state: 'gone', code: '410' }])
    expect(lines).toEqual([
      ['warning', 'event-not-delivered', { event: 'evt_1', endpoint: 'one', tries: 1, state: 'gone', code: '410' }],
    ])
  })

  describe('of a document whose storing nobody confirmed', () => {
    const sha256 = digestOf(bytesOf('text:A'))
    /** A store with the document, which was written a millisecond after `now`. */
    const stored = async () => {
      const store = fakeStore()
      await store.keep('a.txt', 'text:A')
      return providers<DocumentStore>({ memory: store })
    }

    it.each<readonly [string, EventHold, number, boolean]>([
      ['is told of one that is there', hold, now, true],
      ['is told of one with those bytes', { ...hold, sha256 }, now, true],
      ['not of one with other bytes', { ...hold, sha256: 'f'.repeat(64) }, now, false],
      ['not of one that is not there', { ...hold, path: 'b.txt' }, now, false],
      ['not of one in a store that is gone', { ...hold, provider: 'other' }, now, false],
      ['is told of one that was written as long before as clocks differ', hold, now + minute, true],
      ['not of one that was there before', hold, now + 2 * minute, false],
    ])('%s', async (_, held, at, isTold) => {
      const { told, settled } = await delivered({ hold: held, at }, undefined, { stores: await stored() })
      expect(told).toBe(isTold ? 1 : 0)
      expect(settled).toEqual([{ state: 'delivered' }])
    })

    it('asks again later where the store does not answer, which is no try', async () => {
      const broken: DocumentStore = {
        ...fakeStore(),
        stat: async () => {
          throw new Error('gone')
        },
      }
      const { told, settled } = await delivered({ hold, tries: 8 }, undefined, {
        stores: providers<DocumentStore>({ memory: broken }),
      })
      expect(told).toBe(0)
      expect(settled).toEqual([{ state: 'untold', dueAt: now + minute, code: 'store_unavailable' }])
    })
  })
})
