import { emailForTest, emailTransportContract } from '@chancery/port-contracts/email-transport'
import { expect, it } from 'vitest'
import { createMemoryTransport } from './memory-transport.ts'

emailTransportContract('memory', async () => {
  const transport = createMemoryTransport()
  return {
    transport,
    deliveries: async () =>
      transport.sent.map((email) => ({
        ...email,
        from: email.from.address,
        to: email.to.map(({ address }) => address),
        cc: email.cc.map(({ address }) => address),
        bcc: email.bcc.map(({ address }) => address),
      })),
  }
})

it('shows what was sent, apart from what the caller does with it later', async () => {
  const transport = createMemoryTransport()
  const { signal } = new AbortController()
  const bytes = Uint8Array.of(1, 2, 3)
  const sendAt = Date.now() + 60_000
  const email = emailForTest({ attachments: [{ filename: 'a', contentType: 'image/png', bytes }], sendAt })
  expect((await transport.send(email, { signal })).status).toBe('scheduled')
  bytes.fill(9)
  expect([...(transport.sent[0]?.attachments[0]?.bytes ?? [])]).toEqual([1, 2, 3])
  transport.clear()
  expect(transport.sent).toEqual([])
})
