import * as z from 'zod'
import { ChanceryError, type Violation } from '../errors.ts'
import type { Mailbox } from '../ports/email-transport.ts'

// RFC 5321 4.1.2 dot-atom, with the UTF-8 of RFC 6531; no quoted local parts, which hardly any provider takes.
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const label = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u
// oxlint-disable-next-line no-control-regex -- these are what is refused.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u
const encoder = new TextEncoder()
/** In bytes of UTF-8, of which a UTF-16 unit has at most three. */
const isLonger = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && encoder.encode(text).length > bytes

/** An address with its domain in lower case, or `undefined`: one address, never a list. */
export function normalizeAddress(text: string): string | undefined {
  if (unsafe.test(text) || !text.isWellFormed()) return undefined
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const domain = text
    .slice(at + 1)
    .normalize('NFC')
    .toLowerCase()
  if (at < 1 || isLonger(local, 64) || isLonger(domain, 253)) return undefined
  const labels = domain.split('.')
  const fits = labels.length >= 2 && labels.every((each) => each.length <= 63 && label.test(each))
  if (!fits || !localPart.test(local) || /^\d+$/.test(labels.at(-1) ?? '')) return undefined
  return `${local}@${domain}`
}

/** "Ada Lovelace <ada@example.com>" or a bare address. */
function readMailbox(text: string): Mailbox | undefined {
  const trimmed = text.trim()
  if (!trimmed.endsWith('>')) {
    const address = normalizeAddress(trimmed)
    return address === undefined ? undefined : { address }
  }
  const open = trimmed.lastIndexOf('<')
  const address = open === -1 ? undefined : normalizeAddress(trimmed.slice(open + 1, -1))
  const name = trimmed
    .slice(0, open)
    .trim()
    .replace(/^"(.*)"$/su, '$1')
    .trim()
  // What looks like a second address in the name is a smuggled list.
  if (address === undefined || unsafe.test(name) || name.length > 256 || /[<>]/u.test(name)) return undefined
  return name === '' ? { address } : { address, name }
}

const notAnAddress = {
  code: 'invalid_address',
  message: 'Must be one e-mail address.',
  hint: 'Write "name@example.com" or "Name <name@example.com>"; one entry for each.',
}

const writtenMailbox = z.lazy(() =>
  z
    .union([
      z.string().max(600),
      z.strictObject({ address: z.string().max(320), name: z.string().max(256).optional() }),
    ])
    .meta({
      id: 'Mailbox',
      description: 'One e-mail address, with or without a name.',
      examples: ['Ada Lovelace <ada@example.com>'],
    }),
)
type WrittenMailbox = z.output<typeof writtenMailbox>

/** One mailbox on the wire: "ada@example.com", "Ada Lovelace <ada@example.com>", or an object. */
export const mailbox = writtenMailbox.transform((input, context): Mailbox => {
  const read =
    typeof input === 'string'
      ? readMailbox(input)
      : unsafe.test(input.name ?? '')
        ? undefined
        : ((address) => (address === undefined ? undefined : { address, ...(input.name ? { name: input.name } : {}) }))(
            normalizeAddress(input.address.trim()),
          )
  if (read !== undefined) return read
  context.issues.push({
    code: 'custom',
    input,
    message: notAnAddress.message,
    params: { code: notAnAddress.code, hint: notAnAddress.hint },
  })
  return z.NEVER
})

/** Mailboxes on the wire: a list, or one by itself. */
export const mailboxes = (min: number, max: number) =>
  z.union([z.array(mailbox).min(min).max(max), mailbox]).transform((given) => (Array.isArray(given) ? given : [given]))

/** One recipient of many: each mailbox is read on its own, so that a bad one fails its own message and not the call. */
export const recipientMailboxes = z.lazy(() => z.union([writtenMailbox, z.array(writtenMailbox).min(1).max(50)]))

/** The mailboxes of one recipient as they were written. */
export const writtenMailboxes = (to: z.output<typeof recipientMailboxes> | undefined): readonly WrittenMailbox[] =>
  to === undefined ? [] : Array.isArray(to) ? to : [to]

/** @throws `invalid_request` that names every bad one, below `/to`. */
export function readMailboxes(to: z.output<typeof recipientMailboxes> | undefined): readonly Mailbox[] {
  const violations: Violation[] = []
  const read: Mailbox[] = []
  for (const [index, written] of writtenMailboxes(to).entries()) {
    const parsed = mailbox.safeParse(written)
    if (parsed.success) read.push(parsed.data)
    else violations.push({ pointer: Array.isArray(to) ? `/to/${index}` : '/to', ...notAnAddress })
  }
  if (violations.length > 0) throw new ChanceryError('invalid_request', notAnAddress.message, { violations })
  return read
}
