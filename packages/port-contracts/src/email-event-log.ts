import type { EmailEventLog, LoggedEmailEvent } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** A log to try, new and empty. */
export interface EmailEventLogUnderTest {
  readonly log: EmailEventLog
  close?(): void | Promise<void>
}

/** What every log of e-mail events must do. `make` gives a new, empty one each time. */
export function emailEventLogContract(name: string, make: () => Promise<EmailEventLogUnderTest>): void {
  describe(`${name} keeps the contract of a log of e-mail events`, () => {
    let underTest: EmailEventLogUnderTest
    let log: EmailEventLog
    beforeEach(async () => {
      underTest = await make()
      log = underTest.log
    })
    afterEach(() => underTest.close?.())
    const event = (id: string, more: Partial<LoggedEmailEvent> = {}): LoggedEmailEvent => ({
      provider: 'ses',
      id,
      kind: 'bounced',
      at: 1000,
      ...more,
    })

    it('knows what was told before, by its provider and id', async () => {
      const odd = `ü\u0000"' ${'x'.repeat(2000)}`
      await log.add([event('a'), event(odd)])
      expect((await log.known('ses', ['a', 'b', odd, 'a'])).toSorted()).toEqual(expect.arrayContaining(['a', odd]))
      expect(await log.known('ses', ['b'])).toEqual([])
      expect(await log.known('postmark', ['a'])).toEqual([])
      expect(await log.known('ses', [])).toEqual([])
    })

    it('keeps the first of what is told twice, and lists the newest first', async () => {
      await log.add([event('a', { email: 'lisbon/m1', code: '5.1.1' }), event('b', { at: 3000, kind: 'taken' })])
      await log.add([event('a', { kind: 'complained' }), event('c', { at: 2000 }), event('c', { at: 9000 })])
      const a = event('a', { email: 'lisbon/m1', code: '5.1.1' })
      expect(await log.list({ limit: 9 })).toEqual([
        event('b', { at: 3000, kind: 'taken' }),
        event('c', { at: 2000 }),
        a,
      ])
      expect(await log.list({ limit: 1 })).toHaveLength(1)
      expect(await log.list({ limit: 9, email: 'lisbon/m1' })).toEqual([a])
    })

    it('forgets what is old', async () => {
      await log.add([event('a'), event('b', { at: 2000 })])
      await log.forget(2000)
      expect(await log.known('ses', ['a', 'b'])).toEqual(['b'])
    })
  })
}
