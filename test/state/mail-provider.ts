import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** A stand-in for SendGrid that takes every mail and remembers its subject; it recognizes no repetition. */
export interface MailProvider {
  readonly settings: Readonly<Record<string, string>>
  /** How often each subject came. */
  readonly taken: ReadonlyMap<string, number>
  close(): Promise<void>
}

export async function startMailProvider(): Promise<MailProvider> {
  const taken = new Map<string, number>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { subject, personalizations } = JSON.parse(Buffer.concat(chunks).toString()) as {
        readonly subject?: string
        readonly personalizations?: readonly { readonly subject?: string }[]
      }
      const name = subject ?? personalizations?.[0]?.subject ?? ''
      taken.set(name, (taken.get(name) ?? 0) + 1)
      response.writeHead(202, { 'x-message-id': `id-${taken.size}` }).end()
    })
  })
  // A connection that it closes while a mail comes along it would be a doubt of its own making.
  server.keepAliveTimeout = 600_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      CHANCERY_TRANSPORTS: 'sendgrid',
      CHANCERY_SENDGRID_API_KEY: 'SG.test',
      CHANCERY_SENDGRID_ENDPOINT: `http://127.0.0.1:${port}`,
    },
    taken,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
