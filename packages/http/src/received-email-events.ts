import { ChanceryError, type EmailEventRequest } from '@chancery/core'
import type { Answer } from './answer/answer.ts'
import { readBody } from './body/body-bytes.ts'

/** Where providers tell what became of e-mails: the name of a transport follows. */
export const emailEventsPath = '/email-events'

/**
 * Does what follows from the events of a request.
 * @returns how many were new; `undefined`: no such provider tells anything here
 * @throws `event_signature_invalid`, `malformed_json`
 */
export type ReceiveEmailEvents = (
  provider: string,
  request: EmailEventRequest,
  signal: AbortSignal,
) => Promise<number | undefined>

/** Bytes of one request: SendGrid's batches have up to 768 kB, all others less. */
const mostBytes = 1024 * 1024
/** Requests at once: nobody knows whose they are before they were read. */
const mostAtOnce = 8
const timeMs = 15_000

/** Answers providers, which need no API key: what they send is signed, or brings a secret. */
export function emailEventsAnswers(
  receive: ReceiveEmailEvents,
): (request: Request, provider: string) => Promise<Answer> {
  let running = 0
  return async (request, provider) => {
    if (running >= mostAtOnce) throw new ChanceryError('overloaded', 'Too many providers tell something at once.')
    running++
    try {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeMs)])
      const body = await readBody(request, { limit: mostBytes, signal })
      const { searchParams } = new URL(request.url)
      const told = { headers: Object.fromEntries(request.headers), query: Object.fromEntries(searchParams), body }
      const count = await receive(provider, told, signal)
      if (count === undefined) {
        throw new ChanceryError('operation_not_found', 'No provider of this name is set up to tell anything here.')
      }
      return { status: 204, headers: { 'cache-control': 'no-store' }, body: null }
    } finally {
      running--
    }
  }
}
