import { escapeXml } from '../../xml/escape-xml.ts'
import { elementsOf, textOfElement, type XmlElement } from '../../xml/element-tree.ts'
import { attribute } from '../../xml/scan-xml.ts'
import { signs } from '../../template/carried-tags.ts'
import type { FieldEdits } from './field-edits.ts'
import { type Field, paragraphOf, type Piece } from './read-fields.ts'

/** What an IF shows if so, or if not: a quoted text of its code, and the marks that stand for its quotation marks. */
export interface Branch {
  readonly from: number
  readonly until: number
  readonly opening: string
  readonly closing: string
}

export const isInOneParagraph = (pieces: readonly Piece[]): boolean =>
  pieces.every(({ run }) => paragraphOf(run) === paragraphOf(pieces[0]?.run ?? run))

/** It begins and ends in paragraphs side by side, not in a table or out of one. */
export function hasOneStory({ pieces }: Field): boolean {
  const [first, last] = [pieces[0], pieces.at(-1)].map((piece) =>
    piece === undefined ? undefined : paragraphOf(piece.run)?.parent,
  )
  return first !== undefined && first === last
}

/** Makes text of what the code of an IF shows, paragraphs and tables and all; the rest of the code goes. */
export function spreadBranches(
  xml: string,
  { code, nested, codePieces }: Field,
  branches: readonly Branch[],
  edits: FieldEdits,
  take: (inner: Field) => void,
): void {
  const branchAt = (at: number): Branch | undefined => branches.find(({ from, until }) => at >= from && at < until)
  const shown = (at: number): string => {
    const char = code[at] ?? ''
    const edge = branches.find(({ from, until }) => at === from - 1 || at === until)
    if (edge !== undefined) return at === edge.until ? edge.closing : edge.opening
    const isEscape = char === '\\' && /["\\]/.test(code[at + 1] ?? '')
    return branchAt(at) === undefined || isEscape ? '' : escapeXml(char)
  }
  let [at, index] = [0, 0]
  const skipNested = (): void => {
    for (; code[at] === signs.nested; at++) {
      const inner = nested[index++]
      if (inner === undefined) continue
      if (branchAt(at) !== undefined) take(inner)
      else if (inner.simple === undefined) for (const piece of inner.pieces) edits.remove(piece)
      else edits.replace(inner.simple.start, inner.simple.end, '')
    }
  }
  for (const piece of codePieces) {
    const { name } = piece.element
    const isText = name === 'w:instrText' || name === 'w:t'
    const text = isText ? textOfElement(xml, piece.element) : /^w:(?:tab|br|cr)$/.test(name) ? ' ' : ''
    if (text !== '') skipNested()
    const from = at
    const own = isText ? Array.from({ length: text.length }, (_, offset) => shown(from + offset)).join('') : ''
    const isKept = !isText && text !== '' && branchAt(at) !== undefined
    at += text.length
    if (own !== '') edits.insertInstead(piece, `<w:t xml:space="preserve">${own}</w:t>`)
    else if (!isKept) edits.remove(piece)
  }
  skipNested()
}

/**
 * Takes out what a field showed before, with the paragraphs that were there for nothing else.
 * @param after the last piece that stays, or in whose paragraph something stands instead
 */
export function removeResult(
  { codePieces, resultPieces, pieces }: Field,
  edits: FieldEdits,
  after = codePieces.at(-1),
): void {
  for (const piece of resultPieces) edits.remove(piece)
  const end = pieces.at(-1)
  if (after === undefined || end === undefined) return
  const [from, until] = [paragraphOf(after.run), paragraphOf(end.run)]
  if (from === undefined || until === undefined || from === until || from.parent !== until.parent) return
  const siblings = from.parent?.children ?? []
  for (const between of siblings.slice(siblings.indexOf(from) + 1, siblings.indexOf(until)))
    edits.replace(between.start, between.end, '')
  if (holdsNothingElse(until, new Set(pieces.map(({ element }) => element)))) edits.replace(until.start, until.end, '')
}

const holdsNothingElse = (paragraph: XmlElement, own: ReadonlySet<XmlElement>): boolean =>
  [...elementsOf(paragraph)].every(
    (element) =>
      own.has(element) ||
      (!(element.parent?.name === 'w:r' && element.name !== 'w:rPr') &&
        !/^w:(?:sectPr|bookmark|comment|sdt|hyperlink)/.test(element.name) &&
        attribute(element.attributes, 'w:fldCharType') === undefined),
  )
