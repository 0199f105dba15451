import { ChanceryError, type Ports, type Receiving, sendDueEmail } from '@chancery/core'

/** How often is looked for e-mails whose time has come, in ms. */
const lookMs = 2000
/** How long a closing waits for the e-mail that is being handed over, in ms: cut off, nobody could tell what became of it. */
const closeMs = 5000

/** Sends e-mails when they are due, one after the other, until it is closed; whoever else does so takes others. */
export function sendDueEmails(ports: Ports): Receiving {
  const closing = new AbortController()
  const cutOff = new AbortController()
  let sending: Promise<void> | undefined
  const sendAll = async (): Promise<void> => {
    try {
      while (!closing.signal.aborted && (await sendDueEmail(ports, cutOff.signal)));
    } catch (error) {
      const code = ChanceryError.is(error) ? error.code : 'internal'
      ports.logger.log('warning', 'due-emails-unavailable', { code })
    }
  }
  const looking = setInterval(() => {
    sending ??= sendAll().finally(() => (sending = undefined))
  }, lookMs)
  looking.unref()
  return {
    async close() {
      closing.abort()
      clearInterval(looking)
      const timer = setTimeout(() => cutOff.abort(), closeMs)
      await sending
      clearTimeout(timer)
    },
  }
}
