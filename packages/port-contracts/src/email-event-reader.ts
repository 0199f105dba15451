import type { EmailEvent, EmailEventReader, EmailEventRequest } from '@chancery/core'
import { describe, expect, it } from 'vitest'

/** What a provider sends, as its documentation shows it, and what it says. */
export interface RecordedEvent {
  readonly name: string
  /** A text is the body as it is sent; anything else is written as JSON. */
  readonly body: unknown
  /** Ids may be left out: they are then the same for the same request, and another for another. */
  readonly says: readonly Partial<EmailEvent>[]
}

export interface EmailEventReaderUnderTest {
  readonly reader: EmailEventReader
  /** The request as the provider sends it at a time, in ms. */
  request(body: Uint8Array, at: number): EmailEventRequest
  /** Requests that are not the provider's, by what is wrong with them. */
  forged(body: Uint8Array, at: number): Readonly<Record<string, EmailEventRequest>>
  readonly recorded: readonly RecordedEvent[]
  /** The provider signs a time: an old request is refused. */
  readonly isTimed: boolean
}

const { signal } = new AbortController()
const now = 1_764_000_000_000

/** What every reader of a provider's events must do. */
export function emailEventReaderContract(underTest: EmailEventReaderUnderTest): void {
  const { reader, recorded, request, forged, isTimed } = underTest
  const bytesOf = (body: unknown): Uint8Array =>
    new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
  const read = (told: EmailEventRequest): Promise<readonly EmailEvent[]> => reader.read(told, { now, signal })

  describe(`${reader.id} keeps the contract of a reader of e-mail events`, () => {
    it.each(recorded)('reads $name, and the same when it is told again', async ({ body, says }) => {
      const events = await read(request(bytesOf(body), now))
      expect(events).toEqual(says.map((each) => ({ id: expect.stringMatching(/./), ...each })))
      expect(await read(request(bytesOf(body), now))).toEqual(events)
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    })

    it.each(Object.keys(forged(bytesOf({}), now)))('refuses what is not the provider’s: %s', async (name) => {
      for (const { body } of recorded.slice(0, 2)) {
        const told = forged(bytesOf(body), now)[name]
        if (told === undefined) throw new Error(name)
        await expect(read(told)).rejects.toMatchObject({ code: 'event_signature_invalid' })
      }
    })

    const timed = async (): Promise<void> => {
      const [first] = recorded
      for (const ms of [-301_000, 301_000]) {
        const told = request(bytesOf(first?.body), now + ms)
        await expect(read(told)).rejects.toMatchObject({ code: 'event_signature_invalid' })
      }
      expect(await read(request(bytesOf(first?.body), now - 299_000))).toHaveLength(first?.says.length ?? 0)
    }
    if (isTimed) it('refuses what is old, or of a time to come', timed)

    it('makes nothing of what is of another form, and says what is no JSON', async () => {
      for (const body of [null, 1, 'null', [], {}, [null, 1, [], {}], { Message: 'x', type: [], data: 7, event: {} }])
        expect(await read(request(bytesOf(body), now))).toEqual([])
      for (const body of ['', '{', 'ü'])
        await expect(read(request(bytesOf(body), now))).rejects.toMatchObject({ code: 'malformed_json' })
      const told = request(Uint8Array.of(0xff, 0xfe), now)
      await expect(read(told)).rejects.toMatchObject({ code: 'malformed_json' })
    })
  })
}
