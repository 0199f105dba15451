import type { GuardLimits } from './guard-limits.ts'
import { corrupt, tooLarge } from './refusal.ts'

export interface XmlRules {
  /** `none`: refused; `external`: one without an internal subset, as SVG and XHTML have it. */
  readonly doctype: 'none' | 'external'
  /** False for HTML, where many an end tag is left out. */
  readonly balanced: boolean
}

const lt = 0x3c
const gt = 0x3e
const slash = 0x2f
const quote = 0x22
const apostrophe = 0x27
const commentEnd = new TextEncoder().encode('-->')
const cdata = new TextEncoder().encode('<![CDATA[')
const cdataEnd = new TextEncoder().encode(']]>')
const instructionEnd = new TextEncoder().encode('?>')
const doctypeStart = /^<!doctype[\s>]/i

/**
 * Goes once over the bytes of an XML part in UTF-8, in linear time, and makes sure that no parser can be made to hang,
 * recurse or expand by it: all constructs closed, tags balanced, no entities declared, bounded depth and counts
 * (XML 1.0, section 2; names are compared, not checked).
 * @param tagsBefore tags of earlier parts; the limit is for all together.
 * @returns the tags, earlier ones included.
 * @throws `document_corrupt`, `payload_too_large`.
 */
export function scanXml(content: Uint8Array, rules: XmlRules, limits: GuardLimits, tagsBefore = 0): number {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const end = bytes.length
  /** Start and end of the name of each open element, two numbers each. */
  const open: number[] = []
  let tags = tagsBefore
  let roots = 0
  let doctypes = 0
  let at = 0
  for (;;) {
    while (at < end && bytes[at] !== lt) at++
    if (at >= end) break
    const next = bytes[at + 1] ?? 0
    if (next === 0x21) {
      if (bytes[at + 2] === 0x2d && bytes[at + 3] === 0x2d) at = after(bytes, commentEnd, at + 4, 'comment')
      else if (bytes.compare(cdata, 0, cdata.length, at, Math.min(at + cdata.length, end)) === 0) {
        at = after(bytes, cdataEnd, at + cdata.length, 'CDATA section')
      } else {
        if (rules.doctype === 'none' || ++doctypes > 1) throw corrupt('An XML part declares a document type.')
        at = afterDoctype(bytes, at)
      }
      continue
    }
    if (next === 0x3f) {
      at = after(bytes, instructionEnd, at + 2, 'processing instruction')
      continue
    }
    if (++tags > limits.tags) throw tooLarge('XML tags', limits.tags, tags)
    const isEnd = next === slash
    const nameStart = isEnd ? at + 2 : at + 1
    let nameEnd = nameStart
    while (nameEnd < end && !endsName(bytes[nameEnd] ?? 0)) nameEnd++
    if (nameEnd === nameStart) throw corrupt('An XML part holds a "<" that begins no tag.')
    if (isEnd) {
      at = nameEnd
      while (at < end && isSpace(bytes[at] ?? 0)) at++
      if (bytes[at] !== gt) throw corrupt('An end tag of an XML part is not closed.')
      at++
      closeElement(bytes, open, nameStart, nameEnd, rules)
      continue
    }
    const closed = afterAttributes(bytes, nameEnd, limits)
    at = closed.at
    if (open.length === 0) roots++
    if (closed.isEmpty) continue
    open.push(nameStart, nameEnd)
    if (open.length > 2 * limits.depth) {
      if (rules.balanced) throw tooLarge('levels of XML elements', limits.depth, open.length / 2)
      // Unclosed HTML elements are siblings as often as not; only the count of tags bounds them.
      open.length = 0
    }
  }
  if (rules.balanced && open.length > 0) throw corrupt('An XML part ends before its elements do.')
  if (rules.balanced && roots !== 1) throw corrupt('An XML part has not exactly one root.')
  return tags
}

function closeElement(bytes: Buffer, open: number[], nameStart: number, nameEnd: number, rules: XmlRules): void {
  const openEnd = open.pop()
  const openStart = open.pop()
  if (!rules.balanced) return
  if (openStart === undefined || openEnd === undefined) throw corrupt('An XML part closes what is not open.')
  let same = nameEnd - nameStart === openEnd - openStart
  // Names are short: comparing them here costs a tenth of a call into Node.
  for (let at = 0; same && at < openEnd - openStart; at++) same = bytes[nameStart + at] === bytes[openStart + at]
  if (!same) throw corrupt('An XML part closes another element than is open.')
}

function after(bytes: Buffer, terminator: Uint8Array, from: number, what: string): number {
  const found = bytes.indexOf(terminator, from)
  if (found < 0) throw corrupt(`A ${what} of an XML part is not closed.`)
  return found + terminator.length
}

/** Up to the `>` outside of quotes; an internal subset could declare entities, so it is never allowed. */
function afterDoctype(bytes: Buffer, from: number): number {
  if (!doctypeStart.test(bytes.toString('latin1', from, from + 10)))
    throw corrupt('An XML part holds an odd declaration.')
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === gt) return at + 1
    if (byte === 0x5b) throw corrupt('An XML part declares entities.')
    if (byte === quote || byte === apostrophe) {
      at = bytes.indexOf(byte, at + 1)
      if (at < 0) break
    }
  }
  throw corrupt('A document type of an XML part is not closed.')
}

function afterAttributes(bytes: Buffer, from: number, limits: GuardLimits): { at: number; isEmpty: boolean } {
  const end = bytes.length
  let attributes = 0
  for (let at = from; at < end; at++) {
    const byte = bytes[at] ?? 0
    if (byte === gt) return { at: at + 1, isEmpty: bytes[at - 1] === slash }
    if (byte === lt) break
    if (byte === quote || byte === apostrophe) {
      if (++attributes > limits.attributes) throw tooLarge('attributes of one element', limits.attributes, attributes)
      at++
      while (at < end && bytes[at] !== byte && bytes[at] !== lt) at++
      if (bytes[at] !== byte) throw corrupt('An attribute of an XML part is not closed.')
    }
  }
  throw corrupt('A tag of an XML part is not closed.')
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
const endsName = (byte: number): boolean =>
  isSpace(byte) || byte === gt || byte === slash || byte === lt || byte === quote || byte === apostrophe
