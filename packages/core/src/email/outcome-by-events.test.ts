import { describe, expect, it } from 'vitest'
import type { EmailEvent } from '../ports/email-event-reader.ts'
import type { FoundMessage } from '../ports/email-ledger.ts'
import { addressOf, outcomeByEvents, recipientsOf } from './outcome-by-events.ts'

const to = (...addresses: readonly string[]) => addresses.map((address) => ({ address }))
const request = (kept: object) => JSON.stringify({ to: [], cc: [], bcc: [], attachments: [], ...kept })
const message = (kept: object): FoundMessage => ({ id: 'm', state: 'unknown', request: request(kept) })
const two = message({ to: to('a@x.example'), bcc: to('b@x.example') })
const one = message({ to: to('a@x.example') })

let ids = 0
const event = (kind: EmailEvent['kind'], more: Partial<EmailEvent> = {}): EmailEvent => ({
  id: `${++ids}`,
  kind,
  ...more,
})
const sent = { status: 'sent', providerMessageId: '', rejected: [] } as const
const refused = (address: string, code: string) => ({
  address,
  code,
  message: 'The provider did not deliver it to this recipient.',
})

describe('the recipients of an e-mail', () => {
  it('are all that it was handed over for, each mailbox once', () => {
    const kept = { to: to('a@x.example', 'B@x.example'), cc: to('b@X.example'), bcc: to('c@x.example') }
    expect(recipientsOf(message(kept))).toEqual(['a@x.example', 'b@X.example', 'c@x.example'])
  })

  it('are those of its receipt, or nobody knows them any more', () => {
    const receipt = { ...sent, accepted: ['z@x.example'] }
    expect(recipientsOf({ id: 'm', state: 'settled', receipt })).toEqual(['z@x.example'])
    expect(recipientsOf({ id: 'm', state: 'unknown' })).toBeUndefined()
  })
})

it('an event is about whom it names, or the one recipient', () => {
  expect(addressOf(event('bounced', { address: 'n@x.example' }), two)).toBe('n@x.example')
  expect(addressOf(event('bounced'), one)).toBe('a@x.example')
  expect(addressOf(event('bounced'), two)).toBeUndefined()
  expect(addressOf(event('bounced'), undefined)).toBeUndefined()
})

describe('what became of an e-mail', () => {
  it.each<readonly [string, FoundMessage, readonly EmailEvent[], unknown]>([
    ['taken', two, [event('taken')], { ...sent, accepted: ['a@x.example', 'b@x.example'] }],
    [
      'with the id that the provider gives it',
      two,
      [event('taken'), event('taken', { providerMessageId: 'p' })],
      { ...sent, providerMessageId: 'p', accepted: ['a@x.example', 'b@x.example'] },
    ],
    ['dropped whole', two, [event('dropped')], { status: 'failed', code: 'dropped' }],
    ['bounced by its one recipient', one, [event('bounced')], { status: 'failed', code: 'bounced' }],
    [
      'bounced by each',
      two,
      [event('bounced', { address: 'A@x.example' }), event('dropped', { address: 'b@x.example' })],
      { status: 'failed', code: 'bounced' },
    ],
    [
      'bounced by one of two',
      two,
      [event('bounced', { address: 'b@x.example', code: '5.1.1' })],
      { ...sent, accepted: ['a@x.example'], rejected: [refused('b@x.example', '5.1.1')] },
    ],
    [
      'dropped for one of two, without a code',
      two,
      [event('dropped', { address: 'b@x.example' })],
      { ...sent, accepted: ['a@x.example'], rejected: [refused('b@x.example', 'dropped')] },
    ],
    [
      'bounced by nobody knows whom of two',
      two,
      [event('bounced')],
      { ...sent, accepted: ['a@x.example', 'b@x.example'] },
    ],
    [
      'taken by one, in whatever order it is told',
      two,
      [
        event('bounced', { address: 'b@x.example' }),
        event('taken', { address: 'B@x.example' }),
        event('dropped', { address: 'a@x.example' }),
      ],
      { ...sent, accepted: ['b@x.example'], rejected: [refused('a@x.example', 'dropped')] },
    ],
    ['in doubt still, its recipients being unknown', { id: 'm', state: 'unknown' }, [event('taken')], undefined],
  ])('%s', (_, about, events, outcome) => {
    expect(outcomeByEvents(events, about)).toEqual(outcome)
  })
})
