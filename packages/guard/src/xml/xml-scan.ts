import type { GuardLimits } from '../guard-limits.ts'
import { corrupt, tooLarge } from '../refusal.ts'

export interface XmlRules {
  /** `none`: refused; `external`: one without an internal subset, as SVG and XHTML have it. */
  readonly doctype: 'none' | 'external'
  /** False for HTML, where many an end tag is left out. */
  readonly balanced: boolean
}

const lt = 0x3c
const gt = 0x3e
const slash = 0x2f
const exclamation = 0x21
const question = 0x3f
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
  /** Where the names of the open elements begin: the first `level` numbers. */
  const open: number[] = []
  let level = 0
  let tags = tagsBefore
  let roots = 0
  let doctypes = 0
  for (let at = nextMarkup(bytes, 0); at < bytes.length; at = nextMarkup(bytes, at)) {
    const next = bytes[at + 1]
    if (next === exclamation) {
      if (bytes[at + 2] === 0x2d && bytes[at + 3] === 0x2d) at = after(bytes, commentEnd, at + 4, 'comment')
      else if (bytes.compare(cdata, 0, cdata.length, at, Math.min(at + cdata.length, bytes.length)) === 0) {
        at = after(bytes, cdataEnd, at + cdata.length, 'CDATA section')
      } else {
        if (rules.doctype === 'none' || ++doctypes > 1) throw corrupt('An XML part declares a document type.')
        at = afterDoctype(bytes, at)
      }
      continue
    }
    if (next === question) {
      at = after(bytes, instructionEnd, at + 2, 'processing instruction')
      continue
    }
    if (++tags > limits.tags) throw tooLarge('XML tags', limits.tags, tags)
    if (next === slash) {
      if (rules.balanced && level === 0) throw corrupt('An XML part closes what is not open.')
      at = rules.balanced ? afterEndTag(bytes, at + 2, open[level - 1]!) : afterAnyEndTag(bytes, at + 2)
      level = Math.max(0, level - 1)
      continue
    }
    const name = at + 1
    const tagEnd = afterStartTag(bytes, name, limits)
    at = Math.abs(tagEnd)
    if (level === 0) roots++
    if (tagEnd > 0) open[level++] = name
    if (level > limits.depth) {
      if (rules.balanced) throw tooLarge('levels of XML elements', limits.depth, level)
      // Unclosed HTML elements are siblings as often as not; only the count of tags bounds them.
      level = 0
    }
  }
  if (rules.balanced && level > 0) throw corrupt('An XML part ends before its elements do.')
  if (rules.balanced && roots !== 1) throw corrupt('An XML part has not exactly one root.')
  return tags
}

/** Short texts are gone through here: a call into Node costs as much as some dozens of bytes. */
const shortText = 64

/** Where the next `<` stands; the end where there is none. */
function nextMarkup(bytes: Buffer, from: number): number {
  const near = Math.min(from + shortText, bytes.length)
  for (let at = from; at < near; at++) if (bytes[at] === lt) return at
  const far = bytes.indexOf(lt, near)
  return far < 0 ? bytes.length : far
}

/** How many bytes two names begin with alike. Names are short: a loop here costs a tenth of a call into Node. */
function lengthInCommon(bytes: Uint8Array, one: number, other: number): number {
  let length = 0
  while (bytes[one + length] === bytes[other + length] && kinds[bytes[one + length]!] === inName) length++
  return length
}

/** @param open where the name of the element begins that is to be closed */
function afterEndTag(bytes: Uint8Array, from: number, open: number): number {
  const length = lengthInCommon(bytes, open, from)
  let at = from + length
  if (kinds[bytes[open + length]!] === inName || kinds[bytes[at]!] === inName) {
    throw corrupt('An XML part closes another element than is open.')
  }
  while (kinds[bytes[at]!] === isSpace) at++
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
function afterStartTag(bytes: Uint8Array, name: number, limits: GuardLimits): number {
  if (kinds[bytes[name]!] !== inName) throw corrupt('An XML part holds a "<" that begins no tag.')
  const end = bytes.length
  let attributes = 0
  for (let at = name + 1; at < end; at++) {
    const byte = bytes[at]!
    if (kinds[byte]! < isMark) continue
    if (byte === gt) return bytes[at - 1] === slash ? -(at + 1) : at + 1
    if (byte === lt) break
    if (++attributes > limits.attributes) throw tooLarge('attributes of one element', limits.attributes, attributes)
    at++
    while (at < end && bytes[at] !== byte && bytes[at] !== lt) at++
    if (bytes[at] !== byte) throw corrupt('An attribute of an XML part is not closed.')
  }
  throw corrupt('A tag of an XML part is not closed.')
}
