/**
 * Sends e-mails with one attachment to the mail server on a port, by our transport or by nodemailer alone, and prints what it cost as
 * JSON: `sender.ts <ours|nodemailer> <port> <bytes> <count>`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createSmtpTransport } from '@chancery/mail'
import { emailForTest } from '@chancery/port-contracts/email-transport'

const [who = '', port = '', bytes = '', count = ''] = process.argv.slice(2)

interface Mailer {
  createTransport(settings: object): { sendMail(mail: object): Promise<unknown>; close(): void }
}

/** Of our own package: the peer in the version that it is built on. */
const nodemailer = (): Mailer =>
  createRequire(join(import.meta.dirname, '../../../packages/mail/package.json'))('nodemailer') as Mailer

const to = { host: '127.0.0.1', port: Number(port) }
const text = 'Dear Ada,\n\nplease find the survey attached.\n'
const senders: Readonly<Record<string, () => (content: Uint8Array) => Promise<unknown>>> = {
  ours: () => {
    const transport = createSmtpTransport({ ...to, security: 'none' })
    const { signal } = new AbortController()
    return async (content) => {
      const attachments = [{ filename: 'survey.pdf', contentType: 'application/pdf', bytes: content }]
      return await transport.send(emailForTest({ text, attachments }), { signal })
    }
  },
  nodemailer: () => {
    const transport = nodemailer().createTransport({ ...to, secure: false, ignoreTLS: true, pool: true })
    return async (content) =>
      await transport.sendMail({
        from: 'The Firm <office@firm.example>',
        to: 'Ada Lovelace <ada@client.example>',
        subject: 'Your survey',
        text,
        attachments: [{ filename: 'survey.pdf', contentType: 'application/pdf', content: Buffer.from(content.buffer) }],
      })
  },
}

const statusMb = (name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? Number.NaN) / 1024
/** A document: bytes without a pattern. */
function document(size: number): Uint8Array {
  const content = new Uint8Array(size)
  let state = 1
  for (let index = 0; index < size; index += 1) content[index] = (state = (state * 48_271) % 2_147_483_647) & 255
  return content
}

const send = senders[who]?.()
if (send === undefined) throw new Error(`sender: no such sender: ${who}`)
await send(document(1000))
globalThis.gc?.()
const before = statusMb('VmRSS')
// From here on the highest is counted anew (proc(5), clear_refs).
writeFileSync('/proc/self/clear_refs', '5')
await send(document(Number(bytes)))
const peak = statusMb('VmHWM')

const content = document(Number(bytes))
const started = process.cpuUsage()
for (let index = 0; index < Number(count); index += 1) await send(content)
const { user, system } = process.cpuUsage(started)
console.log(JSON.stringify({ memoryMb: peak - before, cpuMs: (user + system) / 1000 / Number(count) }))
process.exit(0)
