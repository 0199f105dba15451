/** One property of a card: `TEL;TYPE=cell:+44 …`. Names and parameter names in upper case. */
export interface CardProperty {
  readonly name: string
  readonly parameters: ReadonlyMap<string, readonly string[]>
  /** Decoded, unescaped only by who knows its structure. */
  readonly value: string
}

export interface Card {
  readonly properties: readonly CardProperty[]
  /** `END:VCARD` was there. */
  readonly complete: boolean
}

/**
 * Reads vCard 2.1, 3.0 and 4.0 (RFC 2426, RFC 6350): folded lines, quoted-printable with its own soft breaks, charsets,
 * groups (`item1.TEL`), parameters with and without names. What cannot be read as a property is passed over.
 */
export function readVcards(text: string): readonly Card[] {
  const cards: Card[] = []
  let open: CardProperty[] | undefined
  for (const line of logicalLines(text)) {
    const property = readProperty(line)
    if (property === undefined) continue
    const word = property.value.trim().toUpperCase()
    if (property.name === 'BEGIN' && word === 'VCARD') {
      if (open !== undefined) cards.push({ properties: open, complete: false })
      open = []
    } else if (property.name === 'END' && word === 'VCARD') {
      if (open !== undefined) cards.push({ properties: open, complete: true })
      open = undefined
    } else {
      open?.push(property)
    }
  }
  if (open !== undefined) cards.push({ properties: open, complete: false })
  return cards
}

/** Lines with their continuations: a leading space or tab, or the `=` at the end of a quoted-printable line. */
function logicalLines(text: string): string[] {
  const lines: string[] = []
  let current: string[] = []
  let quotedPrintable = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const last = current.at(-1)
    if (quotedPrintable && last?.endsWith('=') === true) {
      current[current.length - 1] = last.slice(0, -1)
      current.push(line)
    } else if (last !== undefined && /^[ \t]/.test(line)) {
      current.push(line.slice(1))
    } else {
      if (current.length > 0) lines.push(current.join(''))
      current = [line]
      quotedPrintable = /^[^:]*quoted-printable[^:]*:/i.test(line)
    }
  }
  if (current.length > 0) lines.push(current.join(''))
  return lines
}

function readProperty(line: string): CardProperty | undefined {
  const colon = valueStart(line)
  if (colon === -1) return undefined
  const [head = '', ...rest] = splitOutsideQuotes(line.slice(0, colon))
  const name = head
    .slice(head.lastIndexOf('.') + 1)
    .trim()
    .toUpperCase()
  if (!/^[A-Z0-9-]+$/.test(name)) return undefined
  const parameters = new Map<string, string[]>()
  for (const part of rest) {
    const equals = part.indexOf('=')
    // vCard 2.1 writes bare types: `TEL;CELL;PREF:`.
    const key =
      equals === -1
        ? /^(?:quoted-printable|base64|8bit)$/i.test(part)
          ? 'ENCODING'
          : 'TYPE'
        : part.slice(0, equals).trim().toUpperCase()
    const values = part
      .slice(equals + 1)
      .replaceAll('"', '')
      .split(',')
    parameters.set(key, [...(parameters.get(key) ?? []), ...values.map((value) => value.trim())])
  }
  const raw = line.slice(colon + 1)
  const encoding = parameters.get('ENCODING')?.[0]?.toLowerCase()
  const value = encoding === 'quoted-printable' ? decodeQuotedPrintable(raw, parameters.get('CHARSET')?.[0]) : raw
  return { name, parameters, value }
}

/** The first colon outside quotation marks. */
function valueStart(line: string): number {
  let quoted = false
  for (let index = 0; index < line.length; index++) {
    if (line[index] === '"') quoted = !quoted
    else if (line[index] === ':' && !quoted) return index
  }
  return line.indexOf(':')
}

function splitOutsideQuotes(text: string): string[] {
  const parts: string[] = []
  let start = 0
  let quoted = false
  for (let index = 0; index <= text.length; index++) {
    if (text[index] === '"') quoted = !quoted
    if (index === text.length || (text[index] === ';' && !quoted)) {
      parts.push(text.slice(start, index))
      start = index + 1
    }
  }
  return parts
}

/** RFC 2045 6.7. */
function decodeQuotedPrintable(text: string, charset = 'utf-8'): string {
  const bytes: number[] = []
  const encoder = new TextEncoder()
  for (let index = 0; index < text.length; index++) {
    const hex = text[index] === '=' ? /^[0-9A-Fa-f]{2}/.exec(text.slice(index + 1, index + 3))?.[0] : undefined
    if (hex === undefined) bytes.push(...encoder.encode(text[index] ?? ''))
    else {
      bytes.push(Number.parseInt(hex, 16))
      index += 2
    }
  }
  return decoderOf(charset).decode(Uint8Array.from(bytes))
}

function decoderOf(charset: string): { decode(bytes: Uint8Array): string } {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

/** Splits a structured value at `;` (or another separator) and takes the backslashes out. */
export function splitValue(value: string, separator = ';'): string[] {
  const parts: string[] = []
  let current = ''
  for (let index = 0; index < value.length; index++) {
    const character = value[index] ?? ''
    const next = value[index + 1]
    if (character === '\\' && next !== undefined && /[\\;,:nN]/.test(next)) {
      current += next === 'n' || next === 'N' ? '\n' : next
      index++
    } else if (character === separator) {
      parts.push(current)
      current = ''
    } else {
      current += character
    }
  }
  parts.push(current)
  return parts.map((part) => part.trim())
}
