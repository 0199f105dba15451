import { ChanceryError, type EmailTransport } from '@chancery/core'
import { type Pause, realPause } from './pause.ts'

/** What is left of a call to write down what became of the e-mail, and to answer, in ms; of a short call a tenth. */
const answerMs = 1000
/** The longest time that a timer takes, in ms. */
const longest = 2 ** 31 - 1

/**
 * Ends a try a moment before the call that it is for has to: whoever waits is told what is known of the e-mail, instead of
 * that the time is over. What may have arrived by then is a doubt, as ever.
 */
export function endingInTime(transport: EmailTransport, { now }: Pick<Pause, 'now'> = realPause): EmailTransport {
  return {
    ...transport,
    async send(email, options) {
      const { signal, deadline } = options
      if (deadline === undefined) return await transport.send(email, options)
      const left = Math.max(0, deadline - now())
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(), Math.min(left - Math.min(answerMs, left / 10), longest))
      try {
        return await transport.send(email, { ...options, signal: AbortSignal.any([signal, limit.signal]) })
      } catch (error) {
        const isOurs = limit.signal.aborted && !signal.aborted && ChanceryError.is(error) && error.code === 'cancelled'
        throw isOurs ? noTimeLeft(error, transport.id) : error
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

const noTimeLeft = ({ details }: ChanceryError, provider: string): ChanceryError =>
  details['ambiguous'] === true
    ? new ChanceryError('provider_timeout', 'The provider did not answer while there was time.', { details })
    : new ChanceryError('provider_unavailable', 'The provider did not take the e-mail while there was time.', {
        details: { provider, ...details, reason: 'timeout' },
      })
