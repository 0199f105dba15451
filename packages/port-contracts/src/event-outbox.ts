import {
  type CallRegister,
  type ClientDirectory,
  createEventRecording,
  type EmailLedger,
  type EventDeliveries,
  type EventOutbox,
  type EventRecording,
  type EventSource,
  type Receipt,
} from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messageForTest } from './email-ledger.ts'

/** An outbox to try, new and empty, with what writes into it beside its effects. */
export interface EventOutboxUnderTest {
  readonly events: EventOutbox & EventDeliveries
  readonly ledger: EmailLedger
  readonly calls: CallRegister
  readonly clients: ClientDirectory
  /** Where imports are written down that have another database. */
  readonly source?: EventSource
  close?(): void | Promise<void>
}

const { signal } = new AbortController()
const at = 1_700_000_000_000
const receipt: Receipt = {
  status: 'sent',
  providerMessageId: 'p1',
  accepted: ['ada@example.com', 'b@example.com'],
  rejected: [{ address: 'c@example.com', code: 'x', message: 'No.' }],
}

/** What every outbox of events must do. `make` gives a new, empty one each time, on the clock it is given. */
export function eventOutboxContract(
  name: string,
  make: (recording: EventRecording, clock: { now(): number }) => Promise<EventOutboxUnderTest>,
): void {
  describe(`${name} keeps the contract of an event outbox`, () => {
    let now: number
    let underTest: EventOutboxUnderTest
    let events: EventOutbox & EventDeliveries
    let recording: EventRecording
    beforeEach(async () => {
      now = at
      let ids = 0
      const clock = { now: () => now }
      recording = createEventRecording({ endpoints: ['one', 'two'], ids: { next: () => `${++ids}` }, clock })
      underTest = await make(recording, clock)
      events = underTest.events
    })
    afterEach(() => underTest.close?.())

    const take = (endpoint = 'one', leaseMs = 1000) => events.take(endpoint, { now, leaseMs })
    const template = () => recording.templateGenerated('', 'email')
    /** Types and data of what is to be told to one endpoint, in order. */
    const told = async (): Promise<unknown[]> => {
      const waiting = (await underTest.source?.waiting(100)) ?? []
      for (const event of waiting) await events.add(event)
      const all: unknown[] = []
      for (let next = await take(); next !== undefined; next = await take()) {
        const { type, data } = JSON.parse(next.body) as { type: string; data: object }
        all.push([type, data])
      }
      return all
    }

    it('gives an event to each endpoint, and once within the lease', async () => {
      const event = template()
      await events.add(event)
      await events.add(event)
      const body = '{"type":"template.generated","timestamp":"2023-11-14T22:13:20.000Z","data":{"kind":"email"}}'
      expect(await take()).toEqual({ id: 'evt_1', endpoint: 'one', body, at, tries: 1 })
      expect(await take('two')).toMatchObject({ endpoint: 'two', body })
      expect([await take(), await take('two'), await take('three')]).toEqual([undefined, undefined, undefined])
      now += 1001
      expect(await take()).toMatchObject({ tries: 2 })
    })

    it('gives each of a hundred to one of many who ask at once', async () => {
      for (let n = 0; n < 20; n++) await events.add(template())
      const taken = await Promise.all(Array.from({ length: 30 }, () => take()))
      const ids = taken.flatMap((each) => each?.id ?? [])
      expect([ids.length, new Set(ids).size]).toEqual([20, 20])
    })

    it('forgets what was delivered, and comes back with what was not', async () => {
      await events.add(template())
      await events.settle({ id: 'evt_1', endpoint: 'two' }, { state: 'delivered' })
      await events.settle({ id: 'evt_1', endpoint: 'one' }, { state: 'later', dueAt: now + 500, code: '503' })
      expect(await events.list({ limit: 9 })).toEqual([
        { id: 'evt_1', endpoint: 'one', type: 'template.generated', state: 'waiting', at, tries: 0, code: '503' },
      ])
      expect(await take()).toBeUndefined()
      now += 500
      expect(await take()).toMatchObject({ id: 'evt_1', tries: 1 })
    })

    it('counts no try of what was taken and not told', async () => {
      await events.add(template())
      for (let looks = 0; looks < 3; looks++) {
        expect(await take()).toMatchObject({ tries: 1 })
        await events.settle(
          { id: 'evt_1', endpoint: 'one' },
          { state: 'untold', dueAt: now, code: 'store_unavailable' },
        )
      }
      expect(await events.list({ limit: 1 })).toMatchObject([{ state: 'waiting', tries: 0, code: 'store_unavailable' }])
      await take()
      await events.settle({ id: 'evt_1', endpoint: 'one' }, { state: 'later', dueAt: now, code: '503' })
      expect(await take()).toMatchObject({ tries: 2 })
    })

    it('keeps dead ones until somebody asks for them, or long enough', async () => {
      await events.add(template())
      await take()
      await events.settle({ id: 'evt_1', endpoint: 'one' }, { state: 'dead', code: 'timeout' })
      now += 10_000
      expect(await take()).toBeUndefined()
      expect(await events.list({ state: 'dead', limit: 9 })).toMatchObject([{ endpoint: 'one', code: 'timeout' }])
      expect(await events.list({ state: 'waiting', limit: 9 })).toMatchObject([{ endpoint: 'two' }])
      expect(await events.retry(now)).toBe(1)
      expect(await take()).toMatchObject({ id: 'evt_1', tries: 1 })
      await events.settle({ id: 'evt_1', endpoint: 'one' }, { state: 'dead', code: 'timeout' })
      await events.forget(at)
      expect(await events.list({ limit: 9 })).toHaveLength(2)
      await events.forget(at + 1)
      expect(await events.list({ limit: 9 })).toEqual([])
    })

    it('writes nothing more for an endpoint that is gone, until it is asked for', async () => {
      await events.add(template())
      await events.add(template())
      await events.settle({ id: 'evt_1', endpoint: 'one' }, { state: 'gone', code: '410' })
      await events.add(template())
      await underTest.ledger.claim(messageForTest('mail'), { signal })
      await underTest.ledger.settle('mail', receipt)
      expect(await take()).toBeUndefined()
      expect(await events.list({ state: 'dead', limit: 9 })).toMatchObject([{ id: 'evt_1' }, { id: 'evt_2' }])
      expect((await events.list({ state: 'waiting', limit: 9 })).map(({ endpoint }) => endpoint)).toEqual(
        Array.from({ length: 4 }, () => 'two'),
      )
      expect(await events.retry(now)).toBe(2)
      await events.add(template())
      expect(await told()).toHaveLength(3)
    })

    it('holds back what is not confirmed, and says so when its time is over', async () => {
      const event = recording.documentStored('local', '.spaces/lisbon/leases/ü\u0000.docx')
      const hold = { until: now + 5000, provider: 'local', path: 'leases/ü\u0000.docx', sha256: 'ab' }
      await events.add(event, hold)
      expect(await take()).toBeUndefined()
      await events.confirm(event.id, true)
      const taken = await take()
      expect(taken).not.toHaveProperty('hold')
      expect(JSON.parse(taken?.body ?? '')).toMatchObject({
        data: { provider: 'local', path: 'leases/ü\u0000.docx', space: 'lisbon' },
      })
      const lost = recording.documentStored('local', 'a.txt')
      await events.add(lost, { ...hold, until: now + 5000 })
      const never = recording.documentStored('local', 'b.txt')
      await events.add(never, hold)
      await events.confirm(never.id, false)
      // Of one that was confirmed already nothing is taken back.
      await events.confirm(event.id, false)
      now += 5000
      const all = [await take(), await take(), await take()]
      expect(all.map((each) => [each?.id, each?.hold?.path])).toEqual([
        [event.id, undefined],
        [lost.id, 'leases/ü\u0000.docx'],
        [undefined, undefined],
      ])
    })

    it('tells of an e-mail what the ledger is told, once', async () => {
      const { ledger } = underTest
      for (const id of ['sent', 'lisbon/lost', 'back', 'quiet']) await ledger.claim(messageForTest(id), { signal })
      await ledger.settle('sent', receipt)
      await ledger.settle('sent', receipt)
      await ledger.settle('sent', { status: 'unknown', code: 'provider_timeout' })
      now++
      await ledger.settle('lisbon/lost', { status: 'unknown', code: 'provider_timeout' })
      now++
      await ledger.release('back', undefined, 'invalid_request')
      await ledger.release('back', undefined, 'invalid_request')
      await ledger.release('quiet')
      now++
      await ledger.settle('lisbon/lost', { status: 'failed', code: 'bounced' })
      await ledger.release('lisbon/lost')
      expect(await told()).toEqual([
        ['email.sent', { id: 'sent', status: 'sent', accepted: 2, rejected: 1 }],
        ['email.unknown', { id: 'lost', space: 'lisbon', status: 'unknown', code: 'provider_timeout' }],
        ['email.failed', { id: 'back', status: 'failed', code: 'invalid_request' }],
        ['email.failed', { id: 'lost', space: 'lisbon', status: 'failed', code: 'bounced' }],
      ])
    })

    it('tells of the end of a call, once, and of none that was lost', async () => {
      const { calls } = underTest
      const call = {
        id: 'c1',
        owner: 'ada',
        principal: { id: 'k', space: 'porto', operations: '*' as const },
        operation: 'send-email',
        requestId: 'r',
        fingerprint: 'f',
        createdAt: now,
        expiresAt: now + 60_000,
      }
      await calls.add(call)
      const token = (await calls.take({ leaseMs: 1000 }))?.token ?? ''
      expect(await calls.finish('another', 'done', { call })).toBe(false)
      expect(await calls.finish(token, 'done', { call, code: 'template_invalid' })).toBe(true)
      await calls.finish(token, 'done', { call, code: 'template_invalid' })
      const data = { id: 'c1', operation: 'send-email', outcome: 'failed', code: 'template_invalid', space: 'porto' }
      expect(await told()).toEqual([['operation.completed', data]])
    })

    it('tells of an import what was decided, and of none that was not written', async () => {
      const { clients } = underTest
      const counts = { import: 'r1', created: 1, updated: 0, unchanged: 2, merged: 0, gone: 0, rejected: 3 }
      const record = {
        id: 'client',
        version: 1,
        kind: 'person',
        name: 'Ada',
        emails: ['ada@example.com'],
        phones: [],
        custom: {},
        externalIds: [],
        rows: [],
        createdAt: '2026',
        updatedAt: '2026',
      } as const
      const find = [{ kind: 'email', value: 'ada@example.com' } as const]
      const options = { signal, space: 'porto', imported: () => counts }
      await clients.change(find, () => [record], options)
      const failing = [
        clients.change(find, () => [record], options),
        clients.change(find, () => [{ ...record, version: 2 }], {
          ...options,
          imported: () => {
            throw new RangeError('not to be told')
          },
        }),
      ]
      for (const each of failing) await expect(each).rejects.toThrow()
      await clients.change(find, ([known]) => (known === undefined ? [] : [{ ...known, version: 2 }]), {
        signal,
        space: 'porto',
      })
      expect(await told()).toEqual([['clients.imported', { ...counts, space: 'porto' }]])
    })
  })
}
