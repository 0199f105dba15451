import { ChanceryError, type Ports, type Receiving, sendDueEmail } from '@chancery/core'

/** How often is looked for e-mails whose time has come, in ms. */
const lookMs = 2000
/** How long a closing waits for the e-mail that is being handed over, in ms: cut off, nobody could tell what became of it. */
const closeMs = 5000

/** Sends e-mails when they are due, one after the other, until it is closed; whoever else does so takes others. */
export function sendDueEmails(ports: Ports): Receiving {
  const stop = new AbortController()
  let isClosed = false
  let sending: Promise<void> | undefined
  const sendAll = async (): Promise<void> => {
    try {
      let wasDue = true
      while (wasDue && !isClosed) wasDue = await sendDueEmail(ports, stop.signal)
    } catch (error) {
      const code = ChanceryError.is(error) ? error.code : 'internal'
      ports.logger.log('warning', 'due-emails-unavailable', { code })
    }
  }
  const timer = setInterval(() => {
    sending ??= sendAll().finally(() => (sending = undefined))
  }, lookMs)
  timer.unref()
  return {
    async close() {
      isClosed = true
      clearInterval(timer)
      const cutOff = setTimeout(() => stop.abort(), closeMs)
      await sending
      clearTimeout(cutOff)
    },
  }
}
