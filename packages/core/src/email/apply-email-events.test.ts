import { describe, expect, it } from 'vitest'
import type { LoggedEmailEvent } from '../ports/email-event-log.ts'
import type { EmailEvent } from '../ports/email-event-reader.ts'
import { now } from '../testing/document-texts.test-support.ts'
import { fakePorts } from '../testing/fake-ports.test-support.ts'
import { applyEmailEvents } from './apply-email-events.ts'
import type { LedgerRow } from './ledger-row.ts'

const request = JSON.stringify({ to: [{ address: 'ada@x.example' }], cc: [], bcc: [], attachments: [] })

/** A ledger with these rows, a list of suppressions with reasons, and the log of events. */
function ledgerOf(...rows: readonly LedgerRow[]) {
  const { ports, ledger } = fakePorts()
  for (const row of rows) ledger.rows.set(row.id, row)
  const suppressed: unknown[] = []
  const logged = new Map<string, LoggedEmailEvent>()
  const forgotten: number[] = []
  const needed = {
    ...ports,
    suppressions: { ...ports.suppressions, add: async (one: unknown) => void suppressed.push(one) },
    emailEvents: {
      known: async (_provider: string, ids: readonly string[]) => ids.filter((id) => logged.has(id)),
      add: async (events: readonly LoggedEmailEvent[]) => {
        for (const each of events) logged.set(each.id, each)
      },
      list: async () => [...logged.values()],
      forget: async (before: number) => void forgotten.push(before),
    },
  }
  return {
    tell: (...events: readonly EmailEvent[]) => applyEmailEvents('smtp', events, needed),
    row: (id: string) => ledger.rows.get(id),
    suppressed,
    logged,
    forgotten,
  }
}

const doubtful: LedgerRow = { id: 'lisbon/m1', state: 'unknown', code: 'timeout', request }

describe('what a provider tells of e-mails', () => {
  it('settles one in doubt, and is logged with its id, each event once', async () => {
    const { tell, row, logged, forgotten } = ledgerOf(doubtful)
    const event = { id: 'e1', kind: 'taken', email: 'm1', providerMessageId: 'p' } as const
    expect(await tell(event, event)).toBe(1)
    expect(row('lisbon/m1')?.receipt).toMatchObject({
      status: 'sent',
      providerMessageId: 'p',
      accepted: ['ada@x.example'],
    })
    expect([...logged.values()]).toEqual([{ provider: 'smtp', id: 'e1', kind: 'taken', at: now, email: 'lisbon/m1' }])
    expect(forgotten).toEqual([now - 90 * 24 * 60 * 60 * 1000])
    expect(await tell(event)).toBe(0)
    expect(forgotten).toHaveLength(1)
  })

  it('says that one failed which nobody gets', async () => {
    const { tell, row } = ledgerOf(doubtful)
    await tell({ id: 'e1', kind: 'dropped', email: 'm1' })
    expect(row('lisbon/m1')).toMatchObject({ state: 'failed', code: 'dropped' })
  })

  it('looks at all that is told of one e-mail together', async () => {
    const both = JSON.stringify({ ...JSON.parse(request), cc: [{ address: 'bob@x.example' }] })
    const { tell, row } = ledgerOf({ ...doubtful, request: both })
    await tell(
      { id: 'e1', kind: 'bounced', email: 'm1', address: 'ada@x.example' },
      { id: 'e2', kind: 'bounced', email: 'm1', address: 'bob@x.example' },
    )
    expect(row('lisbon/m1')).toMatchObject({ state: 'failed', code: 'bounced' })
  })

  it('never takes back what was sent', async () => {
    const receipt = { status: 'sent', providerMessageId: 'p', accepted: ['ada@x.example'], rejected: [] } as const
    const { tell, row } = ledgerOf({ ...doubtful, receipt })
    await tell({ id: 'e1', kind: 'dropped', email: 'm1' })
    expect(row('lisbon/m1')?.receipt).toBe(receipt)
  })

  it('makes sent what was said to have failed, and fails nothing twice', async () => {
    const failed: LedgerRow = { ...doubtful, state: 'failed', code: 'first' }
    const taken = ledgerOf(failed)
    await taken.tell({ id: 'e1', kind: 'taken', email: 'm1' })
    expect(taken.row('lisbon/m1')?.receipt?.status).toBe('sent')
    const dropped = ledgerOf(failed)
    await dropped.tell({ id: 'e1', kind: 'dropped', email: 'm1' })
    expect(dropped.row('lisbon/m1')).toMatchObject({ state: 'failed', code: 'first' })
  })

  it('wants to be told again of one that is on its way, when all else is done', async () => {
    const { tell, logged, suppressed, row } = ledgerOf({ id: 'm1', state: 'claimed', request }, doubtful)
    const early = { id: 'e1', kind: 'bounced', isPermanent: true, email: 'm1' } as const
    const answered = ledgerOf({ id: 'm1', state: 'claimed', request })
    await expect(answered.tell(early)).rejects.toMatchObject({ code: 'overloaded' })
    expect([...answered.logged.keys()]).toEqual([])
    await expect(tell(early, { id: 'e2', kind: 'complained', address: 'eve@x.example' })).rejects.toMatchObject({
      code: 'overloaded',
    })
    expect([...logged.keys()]).toEqual(['e2'])
    expect(suppressed).toHaveLength(2)
    expect(row('m1')?.state).toBe('claimed')
  })

  it('logs what is of no e-mail of ours', async () => {
    const { tell, logged } = ledgerOf()
    expect(await tell({ id: 'e1', kind: 'taken', email: 'other', code: '2.0.0' }, { id: 'e2', kind: 'taken' })).toBe(2)
    expect([...logged.values()]).toEqual([
      { provider: 'smtp', id: 'e1', kind: 'taken', at: now, code: '2.0.0' },
      { provider: 'smtp', id: 'e2', kind: 'taken', at: now },
    ])
  })
})

describe('who gets none any more', () => {
  const of = async (event: Partial<EmailEvent> & Pick<EmailEvent, 'kind'>, ...rows: readonly LedgerRow[]) => {
    const { tell, suppressed } = ledgerOf(...rows)
    await tell({ id: 'e1', ...event })
    return suppressed
  }

  it.each<readonly [EmailEvent['kind'], Partial<EmailEvent>, string | undefined]>([
    ['bounced', { isPermanent: true, code: '5.1.1' }, 'bounced (smtp, 5.1.1)'],
    ['bounced', { isPermanent: false }, undefined],
    ['bounced', {}, undefined],
    ['complained', {}, 'complained (smtp)'],
    ['unsubscribed', {}, 'unsubscribed (smtp)'],
    ['taken', {}, undefined],
    ['dropped', { isPermanent: true }, undefined],
  ])('%s %j: %s', async (kind, more, reason) => {
    const suppression = { address: 'ada@x.example', reason, at: now }
    expect(await of({ kind, address: 'Ada@X.example', ...more })).toEqual(reason === undefined ? [] : [suppression])
  })

  it('gets none from the space whose e-mail it was', async () => {
    expect(await of({ kind: 'complained', email: 'm1' }, doubtful)).toEqual([
      { address: 'ada@x.example', reason: 'complained (smtp)', at: now, space: 'lisbon' },
    ])
    expect(await of({ kind: 'complained', email: 'm2' }, { ...doubtful, id: 'm2' })).toEqual([
      { address: 'ada@x.example', reason: 'complained (smtp)', at: now },
    ])
  })

  it('is nobody where no address is told, or none that is one', async () => {
    expect(await of({ kind: 'complained' })).toEqual([])
    expect(await of({ kind: 'complained', address: 'no address' })).toEqual([])
  })
})
