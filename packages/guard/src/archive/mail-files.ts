/** A file in an e-mail. */
export interface MailFile {
  /** As it stands there; empty where it has none. */
  readonly name: string
  /** It is an e-mail, whatever it is called. */
  readonly isMail: boolean
  /** Its bytes; nothing where they are not to be had, or more than `most`. Absent: they are a text that was gone through. */
  readonly content?: (most: number) => Uint8Array | undefined
}

/** Of a header with its folded lines (RFC 5322, 2.2.3), wherever one stands: by which parts a program goes depends on the program. */
const partHeader = /^content-(?:type|disposition)[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*/gim
/** Files that stand in the text itself, as uuencode writes them. */
const encodedFile = /^begin(?:-base64)? [0-7]{3,4} ([^\r\n]+)/gm
const parameter = /\b(?:file)?name(?:\*(\d{1,3}))?(\*)?[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/gi
/** Characters of a header that are read, and before and behind it in which the others of its part are looked for. */
const headerReach = 4096

/** The files of an e-mail as it goes over the wire, also of those in it. Linear in the bytes, but for what `content` reads. */
export function* filesOfMail(bytes: Uint8Array): Generator<MailFile> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const bodyEnd = boundaryFinder(text)
  for (const { 0: whole, index } of text.matchAll(partHeader)) {
    const header = whole.slice(0, headerReach)
    const isMail = /^content-type[ \t]*:\s*message\/(?:rfc822|global)\b/i.test(header)
    const name = nameIn(header.replaceAll(/\r?\n[ \t]+/g, ' '))
    if (name === '' && !isMail) continue
    const part = partAt(text, index)
    const isText = part?.encoding === undefined && (isMail || /\.eml[\s.]*$/i.test(name))
    yield {
      name,
      isMail,
      ...(isText ? {} : { content: (most) => part && bodyOf(text, part, bodyEnd(part.start), most) }),
    }
  }
  for (const { 1: name = '' } of text.matchAll(encodedFile)) yield { name, isMail: false, content: () => undefined }
}

/** The name that a header gives, also in pieces and in other characters (RFC 2231, RFC 2047): its ASCII is what counts. */
function nameIn(header: string): string {
  const pieces: string[] = []
  let whole = ''
  for (const [, number, star, quoted, plain = ''] of header.matchAll(parameter)) {
    const written = quoted?.replaceAll(/\\(.)/gs, '$1') ?? plain
    const value = star === undefined ? written : withoutPercents(written)
    if (number === undefined) whole = value
    else pieces[Number(number)] = value
  }
  return withoutEncodedWords(pieces.length > 0 ? pieces.join('') : whole)
}

/** Its charset and language stand before it. */
const withoutPercents = (text: string): string =>
  text.replace(/^[^']*'[^']*'/, '').replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => byte(hex))

const byte = (hex: string): string => String.fromCharCode(Number.parseInt(hex, 16))

const withoutEncodedWords = (text: string): string =>
  text
    .replaceAll(/(\?=)\s+(=\?)/g, '$1$2')
    .replaceAll(/=\?[^?\s]{1,40}\?([bq])\?([^?\s]*)\?=/gi, (_, way: string, word: string) =>
      way.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString('latin1') : unquoted(word),
    )

const unquoted = (text: string): string =>
  text.replaceAll(/=\r?\n/g, '').replaceAll(/=([\da-f]{2})/gi, (_, hex: string) => byte(hex))

interface Part {
  /** Absent: its body stands there as it is. */
  readonly encoding: 'base64' | 'quoted-printable' | undefined
  /** Where its body begins. */
  readonly start: number
}

/** The part that a header is of. */
function partAt(text: string, header: number): Part | undefined {
  const before =
    text
      .slice(Math.max(0, header - headerReach), header)
      .split(/\r?\n\r?\n/)
      .at(-1) ?? ''
  const behind = text.slice(header, header + headerReach)
  const end = /\r?\n\r?\n/.exec(behind)
  if (end === null) return undefined
  const headers = before + behind.slice(0, end.index)
  const encoding = /^content-transfer-encoding[ \t]*:\s*"?(base64|quoted-printable)\b/im
    .exec(headers)?.[1]
    ?.toLowerCase()
  return { encoding: encoding as Part['encoding'], start: header + end.index + end[0].length }
}

/** Where the next boundary is at or after ever later offsets, or the end: each stretch of the text is searched once. */
function boundaryFinder(text: string): (from: number) => number {
  let known = -1
  return (from) => {
    if (known >= from) return known
    const found = text.indexOf('\n--', from)
    return (known = found === -1 ? text.length : found)
  }
}

/** What stands behind the headers of a part. */
function bodyOf(text: string, { encoding, start }: Part, end: number, most: number): Uint8Array | undefined {
  if (end - start > most) return undefined
  const body = text.slice(start, end)
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  return Buffer.from(encoding === undefined ? body : unquoted(body), 'latin1')
}
