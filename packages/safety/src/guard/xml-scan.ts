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
/** What each byte is inside of a tag: one look-up costs less than eight comparisons. */
const [inName, isSpace, endsName, isMark] = [0, 1, 2, 3]
const kinds = new Uint8Array(256)
for (const byte of [0x20, 0x0a, 0x0d, 0x09]) kinds[byte] = isSpace
kinds[slash] = endsName
for (const byte of [gt, lt, quote, apostrophe]) kinds[byte] = isMark

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
    const next = bytes[at + 1]
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
    if (next === slash) {
      at = rules.balanced ? afterEndTag(bytes, at + 2, open.pop(), open.pop()) : afterAnyEndTag(bytes, at + 2)
      if (!rules.balanced) open.length = Math.max(0, open.length - 2)
      continue
    }
    const nameStart = at + 1
    const nameEnd = afterName(bytes, nameStart)
    const closed = bytes[nameEnd] === gt ? nameEnd + 1 : afterAttributes(bytes, nameEnd, limits)
    at = Math.abs(closed)
    if (open.length === 0) roots++
    if (closed < 0) continue
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

/** @param openEnd where the name of the element that is to be closed ends @param openStart where it begins */
function afterEndTag(
  bytes: Uint8Array,
  from: number,
  openEnd: number | undefined,
  openStart: number | undefined,
): number {
  if (openStart === undefined || openEnd === undefined) throw corrupt('An XML part closes what is not open.')
  const length = openEnd - openStart
  // Names are short: comparing them here costs a tenth of a call into Node.
  for (let at = 0; at < length; at++) {
    if (bytes[from + at] !== bytes[openStart + at]) throw corrupt('An XML part closes another element than is open.')
  }
  let at = from + length
  if (bytes[at] === gt) return at + 1
  if (afterName(bytes, from) !== at) throw corrupt('An XML part closes another element than is open.')
  while (kinds[bytes[at] ?? 0] === isSpace) at++
  if (bytes[at] !== gt) throw corrupt('An end tag of an XML part is not closed.')
  return at + 1
}

function afterAnyEndTag(bytes: Uint8Array, from: number): number {
  let at = afterName(bytes, from)
  while (kinds[bytes[at] ?? 0] === isSpace) at++
  if (bytes[at] !== gt) throw corrupt('An end tag of an XML part is not closed.')
  return at + 1
}

function afterName(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && kinds[bytes[at]!] === inName) at++
  if (at === from) throw corrupt('An XML part holds a "<" that begins no tag.')
  return at
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

/** @returns where the tag ends, negative for that of an empty element: an object for each would cost more than the rest. */
function afterAttributes(bytes: Uint8Array, from: number, limits: GuardLimits): number {
  const end = bytes.length
  let attributes = 0
  for (let at = from; at < end; at++) {
    if (kinds[bytes[at]!]! < isMark) continue
    const byte = bytes[at]
    if (byte === gt) return bytes[at - 1] === slash ? -(at + 1) : at + 1
    if (byte === lt) break
    if (++attributes > limits.attributes) throw tooLarge('attributes of one element', limits.attributes, attributes)
    at++
    while (at < end && bytes[at] !== byte && bytes[at] !== lt) at++
    if (bytes[at] !== byte) throw corrupt('An attribute of an XML part is not closed.')
  }
  throw corrupt('A tag of an XML part is not closed.')
}
