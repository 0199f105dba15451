import type { PartFaultReason } from '@chancery/core'
import { scanXml, type XmlFault } from './scan-xml.ts'

/** What scanners pass over, and Word does not: it reads by a strict parser. */
type StrictReason =
  | 'bad_declaration'
  | 'bad_name'
  | 'bad_attribute'
  | 'duplicate_attribute'
  | 'bad_reference'
  | 'bad_character'
  | 'text_outside'

export type WellFormedReason = PartFaultReason | XmlFault['reason'] | StrictReason

/** Where a text stops being XML; UTF-16 offsets. */
export interface WellFormedFault {
  readonly reason: WellFormedReason
  readonly start: number
  readonly end: number
}

/** Longest tag that is shown as the faulty one. */
const maxTag = 120
/** Most texts that are kept in mind as sound. */
const maxKnown = 10_000
/** XML 1.0, production 5, of what is not ASCII all taken; and production 41. */
const name = '[A-Za-z_:\\u0080-\\uffff][\\w.:\\-\\u0080-\\uffff]*'
const value = `\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`
const namePattern = new RegExp(`^${name}$`)
const attributePattern = new RegExp(`\\s+(${name})${value}`, 'y')
/** A "<" that begins nothing that is written as it should be. */
const badMarkup = new RegExp(`<(?!${name}(?:\\s+${name}${value})*\\s*/?>|/${name}\\s*>|!--|!\\[CDATA\\[|\\?)`)
/** The attributes of a tag that has more than one. */
const severalAttributes = new RegExp(`<${name}((?:\\s+${name}${value}){2,})`, 'g')
/** XML 1.0, production 23. */
const declaration =
  /^<\?xml\s+version\s*=\s*(?:"1\.\d"|'1\.\d')(?:\s+encoding\s*=\s*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>$/
/** References to nothing that XML declares, or by number to what is no character (productions 2 and 66). */
const badReference =
  /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)|&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01]|5529[6-9]|55[3-9]\d\d|56\d{3}|57[0-2]\d\d|573[0-3]\d|5734[0-3]|6553[45]|[2-9]\d{6}|1[2-9]\d{5}|11[2-9]\d{4}|111[5-9]\d{3}|1114[2-9]\d\d|11141[2-9]\d|111411[2-9]|[1-9]\d{7,})|x0*(?:[0-8bcefBCEF]|1[\da-fA-F]|[dD][89a-fA-F][\da-fA-F]{2}|[fF]{3}[efEF]|(?!10)[1-9a-fA-F][\da-fA-F]{5}|[1-9a-fA-F][\da-fA-F]{6,}));/g
// oxlint-disable-next-line no-control-regex -- it is these that XML forbids
const badCharacter = /[\0-\u0008\u000b\u000c\u000e-\u001f]/

/**
 * The first place where a text is no well-formed XML (XML 1.0, fifth edition, without document types); `undefined` where
 * it is. Linear in the text.
 * @param isBalanced whether somebody has seen already that all constructs are closed, and the tags balanced: then most
 *   texts need not be walked through, which takes four times as long
 */
export function wellFormedFault(xml: string, isBalanced: boolean): WellFormedFault | undefined {
  return isBalanced && looksWellFormed(xml) ? undefined : firstFault(xml)
}

/** Whether nothing in the text is even suspicious. */
function looksWellFormed(xml: string): boolean {
  if (badMarkup.test(xml) || badReferenceFrom(xml, 0) !== -1 || badCharacter.test(xml)) return false
  if (xml.includes(cdataEnd) || !xml.trimEnd().endsWith('>') || xml.lastIndexOf('<?xml') > 0) return false
  const start = xml.startsWith('<?xml') ? xml.slice(0, xml.indexOf('?>') + 2) : '<'
  if (!xml.startsWith('<') || (start !== '<' && !declaration.test(start))) return false
  if (!isOneElement(xml)) return false
  const sound = new Set<string>()
  for (const [, attributes = ''] of xml.matchAll(severalAttributes)) {
    if (sound.has(attributes)) continue
    if (attributesFault(attributes) !== undefined) return false
    if (sound.size < maxKnown) sound.add(attributes)
  }
  return true
}

/** Whether what is opened first is closed last, and only once. */
function isOneElement(xml: string): boolean {
  const [, root = ''] = /<([^\s<>/?!]+)/.exec(xml) ?? []
  const end = xml.indexOf(`</${root}>`)
  return end !== -1 && xml.slice(end).trimEnd() === `</${root}>`
}

function firstFault(xml: string): WellFormedFault | undefined {
  let first: WellFormedFault | undefined
  const note = (reason: WellFormedReason, start: number, end: number): void => {
    if (first === undefined || start < first.start) first = { reason, start, end }
  }
  /** Names and attributes recur: most are checked once. */
  const sound = new Set<string>()
  let [depth, roots, contentEnd] = [0, 0, 0]
  let reference = badReferenceFrom(xml, 0)
  const fault = scanXml(xml, {
    open(name, attributes, start, end) {
      if (depth++ === 0 && ++roots > 1) note('several_roots', start, end)
      if (!sound.has(name)) {
        if (namePattern.test(name)) sound.add(name)
        else note('bad_name', start, end)
      }
      if (attributes === '' || sound.has(attributes)) return
      const reason = attributesFault(attributes)
      if (reason !== undefined) note(reason, start, end)
      else if (sound.size < maxKnown) sound.add(attributes)
    },
    close(_, __, end) {
      if (--depth === 0) contentEnd = end
    },
    markup(start, end) {
      contentEnd = end
      if (reference >= start && reference < end) reference = badReferenceFrom(xml, end)
      if (!xml.startsWith('<?xml', start) || !/[\s?>]/.test(xml[start + 5] ?? '')) return
      const isFirst = start === 0 || (start === 1 && xml.startsWith('\ufeff'))
      if (!isFirst || end - start > maxTag || !declaration.test(xml.slice(start, end)))
        note('bad_declaration', start, Math.min(end, start + maxTag))
    },
    ...(xml.includes(cdataEnd) ? { text: noteCdataEnds(xml, note) } : {}),
  })
  if (fault !== undefined) note(fault.reason, fault.offset, tagEnd(xml, fault.offset))
  else if (roots === 0) note('no_root', 0, 0)
  noteOutside(xml, fault === undefined ? contentEnd : xml.length, note)
  if (reference !== -1) note('bad_reference', reference, reference + referenceLength(xml, reference))
  const character = xml.search(badCharacter)
  if (character !== -1) note('bad_character', character, character + 1)
  return first
}

function badReferenceFrom(xml: string, at: number): number {
  badReference.lastIndex = at
  return badReference.exec(xml)?.index ?? -1
}

type Note = (reason: WellFormedReason, start: number, end: number) => void

const cdataEnd = ']]>'

/** In a text it has no meaning, and is forbidden (production 14). */
const noteCdataEnds =
  (xml: string, note: Note) =>
  (start: number, end: number): void => {
    const at = xml.slice(start, end).indexOf(cdataEnd)
    if (at !== -1) note('bad_character', start + at, start + at + cdataEnd.length)
  }

function attributesFault(attributes: string): WellFormedReason | undefined {
  const names = new Set<string>()
  let at = 0
  for (;;) {
    attributePattern.lastIndex = at
    const found = attributePattern.exec(attributes)
    if (found === null) return attributes.slice(at).trim() === '' ? undefined : 'bad_attribute'
    const [whole, name = ''] = found
    if (names.has(name)) return 'duplicate_attribute'
    names.add(name)
    at += whole.length
  }
}

/** Text before the root; behind it, where the last of it ends. */
function noteOutside(xml: string, contentEnd: number, note: Note): void {
  const before = xml.slice(0, Math.max(0, xml.indexOf('<'))).replace('\ufeff', '')
  if (before.trim() !== '') note('text_outside', 0, before.length)
  const end = xml.slice(contentEnd)
  if (end.trim() !== '') note('text_outside', xml.length - end.trimStart().length, xml.length)
}

const referenceLength = (xml: string, at: number): number =>
  /^&[\w#.-]{1,40};/.exec(xml.slice(at, at + 42))?.[0].length ?? 1

function tagEnd(xml: string, at: number): number {
  const close = xml.slice(at, at + maxTag).indexOf('>')
  return close === -1 ? Math.min(at + 1, xml.length) : at + close + 1
}
