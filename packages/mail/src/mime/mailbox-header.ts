import { domainToASCII } from 'node:url'
import type { Mailbox } from '@chancery/core'
import { phrasePieces, structuredHeader } from './header-text.ts'

/** The address with its domain in ASCII (IDNA A-labels); a local part beyond ASCII stays UTF-8 (RFC 6532). */
export function asciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  if (/^[ -~]*$/.test(domain)) return address
  return address.slice(0, at) + (domainToASCII(domain) || domain)
}

/** An address without a name; a quoted one in brackets, since some readers take the quotation for a name. */
const bare = (wire: string): string => (wire.startsWith('"') ? `<${wire}>` : wire)

function mailboxPieces({ address, name }: Mailbox, used: number): string[] {
  const wire = asciiDomain(address)
  return name === undefined || name.trim() === '' ? [bare(wire)] : [...phrasePieces(name, used), `<${wire}>`]
}

/** A header that lists mailboxes, such as `To`. */
export const mailboxHeader = (name: string, mailboxes: readonly Mailbox[]): string =>
  structuredHeader(
    name,
    mailboxes.flatMap((mailbox, index) => {
      const pieces = mailboxPieces(mailbox, index === 0 ? name.length + 2 : 1)
      const last = index === mailboxes.length - 1 ? '' : ','
      return pieces.map((piece, at) => (at === pieces.length - 1 ? piece + last : piece))
    }),
  )

/** A mailbox in one line of Unicode, as APIs take it that make the header themselves: `"Lovelace, Ada" <ada@client.example>`. */
export function mailboxText({ address, name }: Mailbox): string {
  const wire = asciiDomain(address)
  return name === undefined || name.trim() === '' ? bare(wire) : `"${name.replace(/["\\]/g, '\\$&')}" <${wire}>`
}
