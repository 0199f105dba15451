import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { applyEmailEvents } from '@chancery/core'
import { compose, type Composition, readConfiguration } from '@chancery/wiring'
import { messageForTest } from '@chancery/port-contracts/email-ledger'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runHere, runProgram } from './commands.test-support.ts'
import { mail as mailCommand } from './mail-command.ts'

const { signal } = new AbortController()
let data: string
let composition: Composition
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'chancery-mail-'))
  composition = compose(readConfiguration({ CHANCERY_DATA: data, CHANCERY_LOG: 'off', CHANCERY_SAFETY: 'inline' }))
})
afterEach(async () => {
  await composition.close()
  rmSync(data, { recursive: true, force: true })
})

const email = {
  to: [{ address: 'ada@example.com' }],
  cc: [],
  bcc: [{ address: 'b@example.com' }],
  subject: 'Your\tlease\n',
  attachments: [],
}
const ledger = () => composition.ports.emailLedger
const hour = 3_600_000
/** A message that was begun so long ago. */
const begun = (id: string, ago: number, more: object = {}) => ({
  ...messageForTest(id),
  at: Date.now() - ago,
  request: JSON.stringify(email),
  ...more,
})
const claim = (id: string, ago: number, more: object = {}) => ledger().claim(begun(id, ago, more), { signal })

async function mail(...args: string[]) {
  const outcome = await runHere(mailCommand, [...args, '--data', data], {})
  return { ...outcome, ids: [...outcome.out.matchAll(/^(\S+)\t/gm)].map(([, id]) => id) }
}

describe('mail', () => {
  it('lists what has no receipt, and settles it', async () => {
    await claim('lost', 2 * hour)
    await ledger().settle('lost', { status: 'unknown', code: 'provider_timeout' })
    await claim('lisbon/cut', 3 * hour)
    await claim('later', hour, { dueAt: Date.now() + hour })
    const listed = await mail('list')
    expect(listed.ids).toEqual(['id', 'lisbon/cut', 'lost'])
    expect(listed.out).toMatch(
      /^lost\tunknown\toutbox\t\S+Z\t-\tprovider_timeout\tada@example.com,b@example.com\tYour lease $/m,
    )
    expect(listed.out).toMatch(/^lisbon\/cut\tunknown\toutbox\t\S+Z\t-\tcut_off\t/m)
    expect((await mail('list', '--unknown')).ids).toEqual(['id', 'lisbon/cut', 'lost'])
    expect((await mail('list', '--failed', '--scheduled')).ids).toEqual(['id', 'later'])

    expect(await mail('settle', 'lost', 'sent')).toMatchObject({ code: 0, out: 'lost is settled: sent.\n' })
    expect(await mail('settle', 'lisbon/cut', 'not-sent')).toMatchObject({ code: 0 })
    expect(await claim('lost', 0)).toEqual({
      state: 'settled',
      provider: 'outbox',
      receipt: { status: 'sent', providerMessageId: '', accepted: ['ada@example.com', 'b@example.com'], rejected: [] },
    })
    expect((await mail('list', '--unknown')).ids).toEqual(['id'])
    // Whoever sends it again does so once.
    expect(await claim('lisbon/cut', 0)).toEqual({ state: 'claimed' })
    expect((await claim('lisbon/cut', 0)).state).toBe('in-doubt')
  })

  it('leaves alone what may be on its way, and what waits', async () => {
    await claim('now', 60_000)
    await claim('later', 2 * hour, { dueAt: Date.now() + hour })
    expect(await mail('settle', 'now', 'not-sent')).toMatchObject({
      code: 2,
      error: expect.stringContaining('on its way'),
    })
    expect(await mail('settle', 'later', 'sent')).toMatchObject({ code: 2, error: expect.stringContaining('cancel') })
    expect((await mail('settle', 'now', 'not-sent', '--cut-off')).code).toBe(0)
    expect(await mail('settle', 'now', 'sent')).toMatchObject({
      code: 2,
      error: expect.stringContaining('There is no e-mail now'),
    })
  })

  it('leaves what was told first, and says so', async () => {
    for (const id of ['told', 'lisbon/lost', 'off'])
      await claim(id, 2 * hour, id === 'off' ? { dueAt: Date.now() + hour } : {})
    await ledger().settle('told', { status: 'unknown', code: 'provider_timeout' })
    const delivered = { id: 'e1', kind: 'taken', email: 'told' } as const
    await applyEmailEvents('postmark', [delivered], { ...composition.ports, emailEvents: composition.emailEventLog })
    await composition.ports.emailSchedule.cancel('off')
    const told = await claim('told', 0)
    expect(told.state).toBe('settled')
    const error = expect.stringContaining('told is settled already, as sent')
    expect(await mail('settle', 'told', 'not-sent')).toMatchObject({ code: 2, error })
    expect(await claim('told', 0)).toEqual(told)
    expect((await mail('settle', 'off', 'sent')).error).toContain('off was cancelled')
    expect((await mail('settle', 'lost', 'sent')).error).toContain('There is no e-mail lost, but lisbon/lost')
  })

  it('cancels what waits, once', async () => {
    await claim('later', 0, { dueAt: Date.now() + hour })
    expect(await mail('cancel', 'later')).toMatchObject({ code: 0, out: 'later is cancelled.\n' })
    expect((await mail('cancel', 'later')).code).toBe(2)
    expect(await composition.ports.emailSchedule.takeDue(Date.now() + 2 * hour, { signal })).toBeUndefined()
  })

  it('lists what providers told, of all e-mails or of one', async () => {
    const log = composition.emailEventLog
    await log.add([
      { provider: 'ses', id: 'a', kind: 'bounced', at: 1000, email: 'lisbon/m1', code: '5.1.1' },
      { provider: 'postmark', id: 'b', kind: 'complained', at: 2000 },
    ])
    const first = '1970-01-01T00:00:01.000Z\tses\tbounced\t5.1.1\tlisbon/m1\n'
    const head = 'time\tprovider\tkind\tcode\tid\n'
    expect((await mail('events')).out).toBe(`${head}1970-01-01T00:00:02.000Z\tpostmark\tcomplained\t-\t-\n${first}`)
    expect((await mail('events', '--email', 'lisbon/m1')).out).toBe(head + first)
  })

  it('has a list of addresses that get no e-mails', async () => {
    expect((await mail('suppress', 'Ada@Example.com', '--reason', 'complained')).code).toBe(0)
    expect((await mail('suppress', 'nobody')).code).toBe(2)
    expect((await mail('suppress', 'ada@example.com', '--space', 'lisbon')).out).toBe(
      'ada@example.com gets no e-mails from lisbon.\n',
    )
    for (const space of ['A/B', 'common'])
      expect((await mail('suppress', 'ada@example.com', '--space', space)).code).toBe(2)
    expect((await mail('suppressed')).out).toMatch(
      /^ada@example.com\t\S+Z\tcomplained\t-\nada@example.com\t\S+Z\t\tlisbon$/m,
    )
    expect((await mail('allow', 'ada@example.com', '--space', 'porto')).code).toBe(2)
    expect(await composition.ports.suppressions.among(['ada@example.com'], { signal })).toEqual(['ada@example.com'])
    expect((await mail('allow', 'ada@example.com')).code).toBe(0)
    expect((await mail('suppressed')).ids).toEqual(['address'])
  })

  it.each([
    [['--help'], 0],
    [['settle', 'x', 'perhaps'], 2],
    [['list', '--sent'], 2],
  ])('tells how it is used: %j', async (args, code) => {
    expect(await mail(...args)).toMatchObject({ code })
  })

  it('is a program', () => expect(runProgram('mail.ts', ['settle', 'x', 'perhaps', '--data', data]).code).toBe(2))
})
