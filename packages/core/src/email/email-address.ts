import * as z from 'zod'
import { ChanceryError, type Violation } from '../errors.ts'
import type { Mailbox } from '../ports/email-transport.ts'
import type { Finding } from '../model/finding.ts'
import { lookAlikeAddress } from './look-alike.ts'

// RFC 5321 4.1.2 dot-atom, with the UTF-8 of RFC 6531.
const dotAtom = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
// Its quoted string, without angle brackets: mail programs and libraries take those for the ends of the address.
const quotedString = /^"((?:[\p{L}\p{M}\p{N} !#-;=?@[\]^-~]|\\[ -;=?-~])*)"$/u
const label = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u
// oxlint-disable-next-line no-control-regex -- these are what is refused.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u
/** What joins letters of Persian and of India, or pictures to one; between Latin letters it only hides. */
const joiner =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])(?<!\p{Script=Latin})[\u200C\u200D](?=[\p{L}\p{M}\p{Extended_Pictographic}])(?!\p{Script=Latin})/gu
const isUnsafeName = (name: string): boolean => unsafe.test(name.replace(joiner, ''))
const encoder = new TextEncoder()
/** In bytes of UTF-8, of which a UTF-16 unit has at most three. */
const isLonger = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && encoder.encode(text).length > bytes

/**
 * What stands before the `@`, in its one shape: quoted only where it must be, so that `"ada"` and `ada`, which are the same mailbox
 * (RFC 5321, 4.1.2), are the same text.
 */
function normalizeLocalPart(text: string): string | undefined {
  if (dotAtom.test(text)) return text
  const [, written] = quotedString.exec(text) ?? []
  if (written === undefined) return undefined
  const meant = written.replace(/\\(.)/gu, '$1')
  return dotAtom.test(meant) ? meant : `"${meant.replace(/["\\]/g, '\\$&')}"`
}

/** An address with its domain in lower case, or why the text is none, in one sentence. */
export type AddressResult = { readonly address: string } | { readonly fault: string }

/**
 * Reads one address, never a list. Domains are names: no `[192.0.2.1]`, no single word.
 */
export function readAddress(text: string): AddressResult {
  if (unsafe.test(text) || !text.isWellFormed()) return { fault: 'It holds a character that cannot be seen.' }
  const at = text.lastIndexOf('@')
  if (at === -1) return { fault: 'It has no "@".' }
  if (at === 0) return { fault: 'Nothing stands before the "@".' }
  const local = normalizeLocalPart(text.slice(0, at))
  // As IDNA does with wide and other letters for compatibility (UTS 46).
  const domain = text
    .slice(at + 1)
    .normalize('NFKC')
    .toLowerCase()
  if (local === undefined) return { fault: 'What stands before the "@" is no name of a mailbox.' }
  if (isLonger(local, 64)) return { fault: 'What stands before the "@" is longer than 64 bytes.' }
  if (isLonger(domain, 253)) return { fault: 'Its domain is longer than 253 bytes.' }
  const labels = domain.split('.')
  if (labels.length < 2) return { fault: 'Its domain has no dot.' }
  const isName = labels.every((each) => each.length <= 63 && label.test(each)) && !/^\d+$/.test(labels.at(-1) ?? '')
  return isName ? { address: `${local}@${domain}` } : { fault: 'What stands behind the "@" is no domain.' }
}

/** The address that the text is, as `readAddress` has it. */
export function normalizeAddress(text: string): string | undefined {
  const read = readAddress(text)
  return 'address' in read ? read.address : undefined
}

/** Where the address begins that ends the text: the first `<` that no quotation marks hold, or else the last. */
function openingBracket(text: string): number {
  let isQuoted = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (character === '\\' && isQuoted) index += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (character === '<' && !isQuoted) return index
  }
  return text.lastIndexOf('<')
}

/** A display name as it is meant: without the quotation marks around it, and their backslashes (RFC 5322, 3.2.4). */
const readName = (written: string): string => {
  const [, quoted] = /^"(.*)"$/su.exec(written) ?? []
  return quoted === undefined ? written : quoted.replace(/\\(["\\])/g, '$1').trim()
}

/** "Ada Lovelace <ada@example.com>" or a bare address. */
function readMailbox(text: string): Mailbox | undefined {
  const trimmed = text.trim()
  if (!trimmed.endsWith('>')) {
    const address = normalizeAddress(trimmed)
    return address === undefined ? undefined : { address }
  }
  const open = openingBracket(trimmed)
  const address = open === -1 ? undefined : normalizeAddress(trimmed.slice(open + 1, -1))
  const name = readName(trimmed.slice(0, open).trim())
  // What looks like a second address in the name is a smuggled list.
  if (address === undefined || isUnsafeName(name) || name.length > 256 || /[<>]/u.test(name)) return undefined
  return name === '' ? { address } : { address, name }
}

const notAnAddress = {
  code: 'invalid_address',
  message: 'Must be one e-mail address.',
  hint: 'Write "name@example.com" or "Name <name@example.com>"; one entry for each.',
}

/** An address that nobody writes without meaning to deceive is no address. */
function disguised({ address }: Mailbox): typeof notAnAddress | undefined {
  const found = lookAlikeAddress(address)
  if (found?.isMixed !== true) return undefined
  return {
    code: 'lookalike_address',
    message: `"${found.word}" mixes letters of several alphabets.`,
    hint: `If "${found.reads}" is meant, type the address anew.`,
  }
}

/** What is told of addresses that may be read as others, and may be right all the same. */
export const lookAlikeFindings = (mailboxes: readonly Mailbox[]): Finding[] =>
  mailboxes.flatMap(({ address }) => {
    const found = lookAlikeAddress(address)
    if (found === undefined) return []
    return {
      code: 'lookalike_address',
      severity: 'warning' as const,
      message: `The domain of ${address} can be read as "${found.reads}".`,
      hint: 'Make sure that it is the one that is meant.',
      location: { text: address },
    }
  })

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
      : isUnsafeName(input.name ?? '')
        ? undefined
        : ((address) => (address === undefined ? undefined : { address, ...(input.name ? { name: input.name } : {}) }))(
            normalizeAddress(input.address.trim()),
          )
  const fault = read === undefined ? notAnAddress : disguised(read)
  if (read !== undefined && fault === undefined) return read
  const { code, message, hint } = fault ?? notAnAddress
  context.issues.push({ code: 'custom', input, message, params: { code, hint } })
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

/** Of a mailbox that was not read. */
const faultOf = ({ issues: [issue] }: z.ZodError): typeof notAnAddress =>
  issue?.code === 'custom' && issue.params?.['code'] === 'lookalike_address'
    ? { code: 'lookalike_address', message: issue.message, hint: String(issue.params['hint']) }
    : notAnAddress

/** @throws `invalid_request` that names every bad one, below `/to`. */
export function readMailboxes(to: z.output<typeof recipientMailboxes> | undefined): readonly Mailbox[] {
  const violations: Violation[] = []
  const read: Mailbox[] = []
  for (const [index, written] of writtenMailboxes(to).entries()) {
    const parsed = mailbox.safeParse(written)
    const pointer = Array.isArray(to) ? `/to/${index}` : '/to'
    if (parsed.success) read.push(parsed.data)
    else violations.push({ pointer, ...faultOf(parsed.error) })
  }
  if (violations.length > 0) throw new ChanceryError('invalid_request', notAnAddress.message, { violations })
  return read
}
