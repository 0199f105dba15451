import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

let addresses = 0
/** E-mails to new addresses, so that each can be told from all others. */
export function mails(count: number) {
  const recipients = Array.from({ length: count }, () => ({ to: `a${++addresses}@example.com` }))
  return { template: { subject: 'Hello', text: 'Hello.' }, from: 'o@example.com', recipients }
}

/** Of the recipients, those of the e-mails that lie in the outbox, once for each: others may still be on their way there. */
export function sentTo(data: string, recipients: readonly { readonly to: string }[]): readonly string[] {
  const folder = join(data, 'outbox')
  if (!existsSync(folder)) return []
  const wanted = new Set(recipients.map(({ to }) => to))
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.eml'))
    .flatMap((name) => /^To: (\S+)\r$/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1] ?? [])
    .filter((to) => wanted.has(to))
}
