/** What `scanXml` tells of an XML text, in its order. Offsets are UTF-16 units into the text. */
export interface XmlHandler {
  /** `attributes`: the raw text between name and end. An empty element opens and closes. */
  open(name: string, attributes: string, start: number, end: number): void
  close(name: string, start: number, end: number): void
  /** Raw character data, entities not yet decoded. */
  text?(start: number, end: number): void
  /** A comment, a CDATA section or a processing instruction. */
  markup?(start: number, end: number): void
}

/** Why a part is no well-formed XML. */
export interface XmlFault {
  readonly reason: 'unclosed' | 'mismatch' | 'syntax' | 'doctype' | 'too_deep'
  readonly offset: number
}

/** Deepest nesting of elements; Word itself stays below a hundred. */
const maxElementDepth = 2000

/** Walks an XML text once, in linear time, checks that its tags are balanced, and stops at the first fault. */
export function scanXml(xml: string, handler: XmlHandler): XmlFault | undefined {
  const names: string[] = []
  let at = 0
  while (at < xml.length) {
    const start = xml.indexOf('<', at)
    const textEnd = start === -1 ? xml.length : start
    if (textEnd > at && names.length > 0) handler.text?.(at, textEnd)
    if (start === -1) break
    if (xml[start + 1] === '!' || xml[start + 1] === '?') {
      const end = endOfMarkup(xml, start)
      if (end === -1) return { reason: xml.startsWith('<!DOCTYPE', start) ? 'doctype' : 'syntax', offset: start }
      handler.markup?.(start, end)
      at = end
      continue
    }
    const end = endOfTag(xml, start)
    if (end === -1) return { reason: 'syntax', offset: start }
    if (xml[start + 1] === '/') {
      const name = xml.slice(start + 2, end - 1).trimEnd()
      if (names.pop() !== name) return { reason: 'mismatch', offset: start }
      handler.close(name, start, end)
    } else {
      const isEmpty = xml[end - 2] === '/'
      const nameEnd = endOfName(xml, start, end)
      const name = xml.slice(start + 1, nameEnd)
      if (name === '' || name === '>') return { reason: 'syntax', offset: start }
      handler.open(name, xml.slice(nameEnd, end - (isEmpty ? 2 : 1)), start, end)
      if (isEmpty) handler.close(name, start, end)
      else if (names.push(name) > maxElementDepth) return { reason: 'too_deep', offset: start }
    }
    at = end
  }
  return names.length > 0 ? { reason: 'unclosed', offset: xml.length } : undefined
}

/** Behind a comment, a CDATA section or a processing instruction; -1 where it does not end, or declares entities. */
function endOfMarkup(xml: string, start: number): number {
  const [open, close] = (
    [
      ['<!--', '-->'],
      ['<![CDATA[', ']]>'],
      ['<?', '?>'],
    ] as const
  ).find(([mark]) => xml.startsWith(mark, start)) ?? ['', '']
  if (open === '') return -1
  const end = xml.indexOf(close, start + open.length)
  return end === -1 ? -1 : end + close.length
}

const [quote, apostrophe, less, greater] = [0x22, 0x27, 0x3c, 0x3e]

/** Behind the `>` of a tag; one inside quotation marks is text. */
function endOfTag(xml: string, start: number): number {
  for (let at = start + 1; at < xml.length; at++) {
    const code = xml.charCodeAt(at)
    if (code === greater) return at + 1
    if (code === less) return -1
    if (code !== quote && code !== apostrophe) continue
    do if (++at >= xml.length || xml.charCodeAt(at) === less) return -1
    while (xml.charCodeAt(at) !== code)
  }
  return -1
}

/** Behind the name of a start tag, which ends at `end`. */
function endOfName(xml: string, start: number, end: number): number {
  let at = start + 1
  while (at < end - 1 && !isSpaceOrSlash(xml.charCodeAt(at))) at++
  return at
}

const isSpaceOrSlash = (code: number): boolean =>
  code === 0x20 || code === 0x2f || code === 0x09 || code === 0x0a || code === 0x0d

/** The value of an attribute in the raw text of a tag, decoded. */
export function attribute(attributes: string, name: string): string | undefined {
  let at = attributes.indexOf(name)
  while (at !== -1) {
    const before = attributes[at - 1]
    let rest = at + name.length
    while (' \t\r\n'.includes(attributes[rest] ?? 'x')) rest++
    if ((before === undefined || ' \t\r\n'.includes(before)) && attributes[rest] === '=') {
      rest++
      while (' \t\r\n'.includes(attributes[rest] ?? 'x')) rest++
      const end = attributes.indexOf(attributes[rest] ?? '"', rest + 1)
      return end === -1 ? undefined : decodeXml(attributes.slice(rest + 1, end))
    }
    at = attributes.indexOf(name, at + 1)
  }
  return undefined
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
export const entity = /&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|([a-z]{2,4}));/g

/** The text of an entity's match; as it stands where it names nothing. */
export function entityText(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named[name] ?? whole
  const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return point <= 0x10ffff ? String.fromCodePoint(point) : whole
}

export const decodeXml = (raw: string): string => (raw.includes('&') ? raw.replaceAll(entity, entityText) : raw)
