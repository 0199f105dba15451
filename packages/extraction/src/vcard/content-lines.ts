import { decodeText } from '../decode-text.ts'

/** One line of vCard or iCalendar (RFC 6350 3.3, RFC 5545 3.1). */
export interface ContentLine {
  /** In capitals, without a group. */
  readonly name: string
  /** "item1" of "item1.TEL", in capitals; empty where there is none. */
  readonly group: string
  /** Names and values in capitals, but for names of people and time zones; vCard 2.1 leaves out the names ("TYPE"). */
  readonly parameters: readonly (readonly [name: string, value: string])[]
  readonly value: string
}

export interface Component {
  /** VCARD, VEVENT … */
  readonly name: string
  readonly lines: readonly ContentLine[]
}

/** The components of a text in the order in which they end, each with its own lines. */
export function componentsOf(text: string): Component[] {
  const components: Component[] = []
  const open: { readonly name: string; readonly lines: ContentLine[] }[] = []
  for (const line of unfolded(text)) {
    const parsed = contentLine(line)
    if (parsed === undefined) continue
    if (parsed.name === 'BEGIN') open.push({ name: parsed.value.trim().toUpperCase(), lines: [] })
    else if (parsed.name === 'END') {
      const ended = open.pop()
      if (ended !== undefined) components.push(ended)
    } else open.at(-1)?.lines.push(parsed)
  }
  // What is cut off is better than nothing.
  return [...components, ...open.toReversed()]
}

/** Lines that go on in the next one: by a blank at its start, in quoted-printable by "=" at the end. */
function unfolded(text: string): string[] {
  const lines: string[][] = []
  let isSoft = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const last = lines.at(-1)
    if (last !== undefined && isSoft) last.push('\n', line)
    else if (last !== undefined && /^[ \t]/.test(line)) last.push(line.slice(1))
    else lines.push([line])
    isSoft = line.endsWith('=') && isQuotedPrintable(lines.at(-1)?.[0] ?? '')
  }
  return lines.map((parts) => parts.join(''))
}

const isQuotedPrintable = (line: string): boolean => /^[^:]{0,300}QUOTED-PRINTABLE/i.test(line)

function contentLine(line: string): ContentLine | undefined {
  const colon = colonOf(line)
  if (colon <= 0) return undefined
  const [head = '', ...given] = splitOutsideQuotes(line.slice(0, colon))
  const parameters = given.slice(0, 50).map((parameter) => {
    const equals = parameter.indexOf('=')
    const value = parameter.slice(equals + 1).replaceAll('"', '')
    const name = equals === -1 ? 'TYPE' : parameter.slice(0, equals).toUpperCase()
    return [name, name === 'CN' || name === 'TZID' ? value : value.toUpperCase()] as const
  })
  const raw = line.slice(colon + 1)
  const encoding = parameters.find(([name]) => name === 'ENCODING')?.[1] ?? ''
  const isPrintable = encoding === 'QUOTED-PRINTABLE' || parameters.some(([, value]) => value === 'QUOTED-PRINTABLE')
  const charset = parameters.find(([name]) => name === 'CHARSET')?.[1]
  const dot = head.lastIndexOf('.')
  return {
    name: head
      .slice(dot + 1)
      .trim()
      .toUpperCase(),
    group: head.slice(0, Math.max(dot, 0)).trim().toUpperCase(),
    parameters,
    value: isPrintable ? quotedPrintable(raw, charset) : raw,
  }
}

/** The colon that parts name and value; those in quoted parameters do not. */
function colonOf(line: string): number {
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted
    else if (line[at] === ':' && !isQuoted) return at
  }
  return line.indexOf(':')
}

function splitOutsideQuotes(head: string): string[] {
  const parts: string[] = []
  let from = 0
  let isQuoted = false
  for (let at = 0; at <= head.length; at++) {
    if (head[at] === '"') isQuoted = !isQuoted
    else if (at === head.length || (head[at] === ';' && !isQuoted)) {
      parts.push(head.slice(from, at))
      from = at + 1
    }
  }
  return parts
}

/** Bytes beyond ASCII in it are UTF-8 where no charset is given, and Windows-1252 where they are not UTF-8. */
function quotedPrintable(text: string, charset: string | undefined): string {
  const bytes = Buffer.from(
    text
      .replaceAll(/=\n/g, '')
      .replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  // Text that was not encoded would be cut to single bytes.
  if (/[\u0100-\uffff]/.test(text)) return text
  return decodeText({ bytes }, charset)
}

/** `\n`, `\,`, `\;` and `\\` of a text value. */
export const unescaped = (value: string): string =>
  value.replaceAll(/\\([nN,;:\\])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign))

/** The parts of a value with structure, at `;` signs that are not escaped. */
export function partsOf(value: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at <= value.length; at++) {
    if (value[at] === '\\') at++
    else if (at === value.length || value[at] === ';') {
      parts.push(unescaped(value.slice(from, at)).trim())
      from = at + 1
    }
  }
  return parts
}
