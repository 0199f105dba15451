import { corrupt, tooLarge } from '../guard/guard-limits.ts'

const lt = 0x3c
const gt = 0x3e
const slash = 0x2f
const bang = 0x21
const question = 0x3f
const quote = 0x22
const apostrophe = 0x27

export interface XmlBounds {
  readonly depth: number
  /** Tags that may still come, over all parts. */
  readonly tags: number
}

/**
 * Scans the bytes of one XML part once: UTF-8, no document type, every construct closed, tags balanced by name, within
 * bounds. It reads no entities and builds nothing, so its time is linear in the bytes whatever they hold.
 * @returns how many tags there were
 * @throws `document_corrupt`, `payload_too_large`
 */
export function scanXml(bytes: Buffer, bounds: XmlBounds): number {
  let tags = 0
  /** Where the names of the open elements start and end. */
  const open: number[] = []
  let roots = 0
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  for (;;) {
    const start = bytes.indexOf(lt, at)
    if (start === -1) break
    const next = bytes[start + 1]
    if (next === question) {
      at = after(bytes, '?>', start + 2)
    } else if (next === bang) {
      at = afterDeclaration(bytes, start, open.length > 0)
    } else {
      if (++tags > bounds.tags) throw tooLarge('tags', bounds.tags, tags)
      const end = endOfTag(bytes, start + 1)
      const closing = next === slash
      const nameStart = start + (closing ? 2 : 1)
      const nameEnd = endOfName(bytes, nameStart, end)
      if (nameEnd === nameStart) throw corrupt('a tag without a name')
      if (closing) {
        const openEnd = open.pop()
        const openStart = open.pop()
        if (
          openStart === undefined ||
          openEnd === undefined ||
          !sameName(bytes, openStart, openEnd, nameStart, nameEnd)
        ) {
          throw corrupt('XML tags are not balanced')
        }
      } else if (bytes[end - 1] !== slash) {
        if (open.length === 0) roots++
        open.push(nameStart, nameEnd)
        if (open.length / 2 > bounds.depth) throw tooLarge('elements inside one another', bounds.depth, open.length / 2)
      } else if (open.length === 0) {
        roots++
      }
      at = end + 1
    }
  }
  if (open.length > 0) throw corrupt('XML ends before its elements do')
  if (roots !== 1) throw corrupt('XML with none or several roots')
  return tags
}

function after(bytes: Buffer, text: string, from: number): number {
  const found = bytes.indexOf(text, from, 'latin1')
  if (found === -1) throw corrupt('an XML construct is not closed')
  return found + text.length
}

/** A comment or CDATA section; a document type, which could hold entities, is refused. */
function afterDeclaration(bytes: Buffer, start: number, inside: boolean): number {
  if (bytes[start + 2] === 0x2d && bytes[start + 3] === 0x2d) return after(bytes, '-->', start + 4)
  if (inside && bytes.subarray(start + 2, start + 9).toString('latin1') === '[CDATA[')
    return after(bytes, ']]>', start + 9)
  throw corrupt('XML with a document type, which no office program writes')
}

/** The `>` of a tag, quotes regarded. */
function endOfTag(bytes: Buffer, from: number): number {
  let quoted = 0
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if (quoted !== 0) {
      if (byte === quoted) quoted = 0
      else if (byte === lt) throw corrupt('an XML attribute holds a "<"')
    } else if (byte === gt) return at
    else if (byte === quote || byte === apostrophe) quoted = byte
    else if (byte === lt) throw corrupt('an XML tag is not closed')
  }
  throw corrupt('an XML tag is not closed')
}

function endOfName(bytes: Buffer, from: number, end: number): number {
  let at = from
  while (at < end) {
    const byte = bytes[at] ?? 0
    if (byte <= 0x20 || byte === slash || byte === gt) break
    at++
  }
  return at
}

function sameName(bytes: Buffer, aStart: number, aEnd: number, bStart: number, bEnd: number): boolean {
  if (aEnd - aStart !== bEnd - bStart) return false
  for (let offset = 0; offset < aEnd - aStart; offset++)
    if (bytes[aStart + offset] !== bytes[bStart + offset]) return false
  return true
}
