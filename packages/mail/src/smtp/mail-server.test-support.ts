import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Delivery } from '@chancery/port-contracts/email-transport'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { parsedDelivery } from '../mime/parsed-delivery.test-support.ts'
import { testCertificate, testKey } from './certificate.test-support.ts'

export interface Taken {
  readonly recipients: readonly string[]
  readonly user: unknown
  readonly secure: boolean
  readonly message: Buffer
}

export const mailPassword = 'right-password'

/** A real mail server (smtp-server), with TLS and sign-in, that keeps what it takes. */
export async function mailServer(options: SMTPServerOptions = {}) {
  const taken: Taken[] = []
  const server = new SMTPServer({
    key: testKey,
    cert: testCertificate,
    logger: false,
    size: 26 * 1024 * 1024,
    onAuth: ({ username, password: given }, _session, done) =>
      given === mailPassword ? done(null, { user: username }) : done(new Error('no')),
    onData(stream, session, done) {
      void buffer(stream).then((message) => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        taken.push({ recipients, user: session.user, secure: session.secure, message })
        done(null)
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async (): Promise<void> => await new Promise((resolve) => server.close(resolve))
  return { taken, port: (server.server.address() as AddressInfo).port, close }
}

/** A message as its recipients got it. */
export async function takenDelivery({ recipients, message }: Taken): Promise<Delivery> {
  const delivery = await parsedDelivery(message)
  const shown = new Set([...delivery.to, ...delivery.cc])
  return { ...delivery, bcc: recipients.filter((address) => !shown.has(address)) }
}
