import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../ports/settings.ts'
import { faultOf } from '../testing/calls.test-support.ts'
import { readSender, senderOf } from './sender.ts'

const principal = { id: 'k', operations: '*' as const }
const sender =
  (from: string | undefined, senders?: readonly string[], all?: readonly string[], usual?: string) => async () =>
    senderOf(
      from === undefined ? undefined : { address: from },
      {
        settings: {
          ...defaultSettings,
          ...(all && { emailSenders: all }),
          ...(usual !== undefined && { emailFrom: { address: usual } }),
        },
      },
      { principal: { ...principal, ...(senders && { senders }) } },
    ).address

describe('a sender', () => {
  it.each([
    ['office@lisbon.example', ['@lisbon.example']],
    ['Office@Lisbon.example', ['office@lisbon.example']],
    ['x@b.example', ['a@b.example', '@b.example']],
  ])('%s is one of %j', async (from, senders) => {
    expect(await sender(from, senders)()).toBe(from)
    expect(await sender(from, undefined, senders)()).toBe(from)
    expect(await sender(undefined, senders, undefined, from)()).toBe(from)
  })

  it.each([
    ['office@porto.example', ['@lisbon.example']],
    ['office@evil.lisbon.example', ['@lisbon.example']],
    ['office@evillisbon.example', ['@lisbon.example']],
    ['other@lisbon.example', ['office@lisbon.example']],
    ['a@b.example', []],
  ])('%s is none of %j', async (from, senders) => {
    for (const each of [
      sender(from, senders),
      sender(from, undefined, senders),
      sender(undefined, senders, ['@b.example'], from),
    ])
      expect(await faultOf(each())).toMatchObject({
        code: 'invalid_request',
        violations: [{ pointer: '/from', code: 'sender_not_allowed' }],
      })
  })

  it('goes by those of the key where it has some', async () => {
    expect(await sender('a@own.example', ['@own.example'], ['@all.example'])()).toBe('a@own.example')
    await faultOf(sender('a@all.example', ['@own.example'], ['@all.example'])())
  })

  it('is anybody where nothing is said', async () => expect(await sender('a@b.example')()).toBe('a@b.example'))
})

it.each([
  [' Office@Example.com ', 'office@example.com'],
  ['@Example.com', '@example.com'],
  ['example.com', undefined],
  ['@', undefined],
  ['@localhost', undefined],
  ['a@b.example,c@d.example', undefined],
  ['Office <a@b.example>', undefined],
])('reads %j', (text, read) => expect(readSender(text)).toBe(read))
