import { type Piece, pieceText } from '@chancery/induction'
import type { Relation } from '../package/open-package.ts'
import { escapeXml } from '../xml/escape-xml.ts'
import type { NewRelations } from './new-relations.ts'
import type { WordElement } from './word-sample.ts'
import { written, type XmlEdit } from './write-leaf.ts'

/** How the k-th of something is in each sample that has the paragraph. */
export const differs = (values: readonly (string | undefined)[]): boolean => values.some((value) => value !== values[0])

/**
 * Tags in what is no text of a paragraph: addresses, alternative texts, tool tips.
 * @param isForeign the paragraph comes from another package than the template's, which does not know its relations
 */
export function attachedEdits(
  { part, attached, anchors }: WordElement,
  slots: readonly (readonly Piece[])[],
  { relations, isForeign }: { readonly relations: NewRelations; readonly isForeign: boolean },
): XmlEdit[] {
  return attached.flatMap(({ kind, name, from, to, value, isAbsent }, index): XmlEdit[] => {
    const pieces = slots[anchors.length + index] ?? []
    const isFixed = pieces.every((piece) => piece.kind === 'constant')
    if (isFixed && !(kind === 'address' && isForeign)) return []
    const text = isFixed ? value : written(pieces)
    if (kind === 'address') return [{ from, to, text: relations.link(part, text) }]
    const quoted = escapeXml(text).replaceAll('"', '&quot;').replaceAll("'", '&apos;')
    return [{ from, to, text: isAbsent ? ` ${name}="${quoted}"` : quoted }]
  })
}

/**
 * Takes clients' pictures out: where the samples have different ones, the template has an empty one. Other objects
 * (charts, embedded files) stay and are told.
 */
export function pictureEdits(
  { xml, part, objects }: WordElement,
  members: readonly WordElement[],
  known: ReadonlyMap<string, Relation>,
  relations: NewRelations,
): XmlEdit[] {
  return objects.flatMap(({ from, to }, index): XmlEdit[] => {
    if (!differs(members.map((member) => member.objects[index]?.contents))) return []
    const edits: XmlEdit[] = []
    for (const found of xml.slice(from, to).matchAll(/\s(r:(?:embed|link|id|pict))="([^"]*)"/g)) {
      const [whole, name = '', id = ''] = found
      if (known.get(id)?.type.endsWith('/image') !== true) continue
      const start = from + found.index
      const text = name === 'r:link' ? '' : ` ${name}="${relations.picture(part)}"`
      edits.push({ from: start, to: start + whole.length, text })
    }
    // Their names are those of the files they were.
    for (const found of xml.slice(from, to).matchAll(/(<pic:cNvPr\b[^<>]*?\sname=")([^"]*)"/g)) {
      const start = from + found.index + (found[1] ?? '').length
      if (edits.length > 0) edits.push({ from: start, to: start + (found[2] ?? '').length, text: 'Picture' })
    }
    return edits
  })
}

/** Word numbers its own bookmarks anew in each document. */
export const codeAlike = (code: string): string => code.trim().replaceAll(/_(Toc|Ref|Hlk)\d+/g, '_$1')

/**
 * Makes text of fields of Word's whose code is not the same in all samples (the address of a link), or whose result holds
 * a value: worked out again, they would show something else.
 */
export function fieldEdits(
  element: WordElement,
  members: readonly WordElement[],
  slots: readonly (readonly Piece[])[],
  instance: number,
): XmlEdit[] {
  const isOther = members.some(({ codes }) => codes.length !== element.codes.length)
  const varying = slots.map((pieces) => varyingRanges(pieces, instance))
  return element.codes
    .filter((code, index) => {
      if (!code.isWhole) return false
      if (isOther || differs(members.map(({ codes }) => codeAlike(codes[index]?.code ?? '')))) return true
      if (/^\s*HYPERLINK\b/i.test(code.code)) return false
      // What varies, in order: the first that ends behind the beginning of the result.
      const ranges = varying[code.slot] ?? []
      let [low, high] = [0, ranges.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if (ranges[middle]!.end <= code.start) low = middle + 1
        else high = middle
      }
      return (ranges[low]?.start ?? Infinity) < code.end
    })
    .flatMap(({ elements }) => elements.map(({ from, to }) => ({ from, to, text: '' })))
}

/** Where text of a slot is a value or an optional part, in one sample. */
function varyingRanges(pieces: readonly Piece[], instance: number): readonly { start: number; end: number }[] {
  let at = 0
  return pieces.flatMap((piece) => {
    const start = at
    at += pieceText(piece, instance).length
    return piece.kind === 'constant' ? [] : [{ start, end: at }]
  })
}
