import { pieceText, type Piece } from '@chancery/induction'
import type { TextElement, WordElement } from './word-sample.ts'

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A brace of the sample, as a tag that writes it. */
const literalBraces = (text: string): string => text.replace(/[{}]/g, (brace) => `{ "${brace}" }`)

const tagsOf = (name: string, inverted: boolean): readonly [string, string] => [
  `{${inverted ? '^' : '#'}${name}}`,
  `{/${name}}`,
]

/** The pieces as text with tags. */
export const written = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => {
      if (piece.kind === 'constant') return literalBraces(piece.text)
      if (piece.kind === 'variable') return `{${piece.variable.name}}`
      const [open, close] = tagsOf(piece.condition.name, piece.condition.inverted)
      return open + written(piece.pieces) + close
    })
    .join('')

/** What becomes of the characters of one slot: kept or not, and the tags put before and after each. */
interface SlotEdit {
  readonly before: Map<number, string>
  readonly after: Map<number, string>
  readonly dropped: Set<number>
  /** Tags of a slot without any character. */
  alone: string
}

/** A tag of a section is put behind the character before it, or before the one behind it. */
type Side = 'before' | 'after'

/**
 * Where the two tags of a section around characters go: both into the same link, or both outside of any, where there is such
 * a place. Otherwise both stay within the section.
 * @param wrapperOf of a character; `undefined` where there is none
 */
function sidesOf(start: number, end: number, wrapperOf: (at: number) => number | undefined): readonly [Side, Side] {
  const sides: readonly Side[] = ['before', 'after']
  for (const open of sides)
    for (const close of sides.toReversed()) {
      const around = wrapperOf(open === 'before' ? start : start - 1)
      if (around !== undefined && around === wrapperOf(close === 'after' ? end - 1 : end)) return [open, close]
    }
  return ['before', 'after']
}

const planSlot = (
  pieces: readonly Piece[],
  instance: number,
  length: number,
  wrapperOf: (at: number) => number | undefined,
): SlotEdit => {
  const edit: SlotEdit = { before: new Map(), after: new Map(), dropped: new Set(), alone: '' }
  const put = (map: Map<number, string>, at: number, text: string): void => void map.set(at, (map.get(at) ?? '') + text)
  const insert = (at: number, text: string): void => {
    if (length === 0) edit.alone += text
    else if (at < length && (at === 0 || edit.before.has(at))) put(edit.before, at, text)
    else put(edit.after, at - 1, text)
  }
  let at = 0
  const visit = (list: readonly Piece[]): void => {
    for (const piece of list) {
      const text = pieceText(piece, instance)
      if (piece.kind === 'constant') {
        for (let index = 0; index < text.length; index += 1) {
          if (text[index] !== '{' && text[index] !== '}') continue
          edit.dropped.add(at + index)
          put(edit.before, at + index, literalBraces(text[index]!))
        }
        at += text.length
      } else if (piece.kind === 'variable') {
        if (text === '') insert(at, written([piece]))
        else put(edit.before, at, written([piece]))
        for (let index = 0; index < text.length; index += 1) edit.dropped.add(at + index)
        at += text.length
      } else if (text === '') insert(at, written([piece]))
      else {
        const [open, close] = tagsOf(piece.condition.name, piece.condition.inverted)
        const [opening, closing] = sidesOf(at, at + text.length, wrapperOf)
        if (opening === 'before') put(edit.before, at, open)
        else put(edit.after, at - 1, open)
        visit(piece.pieces)
        if (closing === 'after') put(edit.after, at - 1, close)
        else put(edit.before, at, close)
      }
    }
  }
  visit(pieces)
  return edit
}

/** What is around a character of a slot, by its place. @param own the slot's texts, in order */
function wrapperIn(own: readonly TextElement[]): (at: number) => number | undefined {
  return (at) => {
    let [low, high] = [0, own.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (own[middle]!.end <= at) low = middle + 1
      else high = middle
    }
    const found = own[low]
    return found !== undefined && found.start <= at ? found.wrapper : undefined
  }
}

const textElement = (text: string): string => (text === '' ? '' : `<w:t xml:space="preserve">${escapeXml(text)}</w:t>`)

const editElement = (element: TextElement, slot: string, edit: SlotEdit, xml: string): string => {
  let text = ''
  let result = ''
  for (let at = element.start; at < element.end; at += 1) {
    text += edit.before.get(at) ?? ''
    if (!edit.dropped.has(at)) {
      if (element.isText) text += slot[at]
      else {
        result += textElement(text) + xml.slice(element.from, element.to)
        text = ''
      }
    }
    text += edit.after.get(at) ?? ''
  }
  return result + textElement(text)
}

const isTouched = (element: TextElement, { before, after, dropped }: SlotEdit): boolean => {
  for (let at = element.start; at < element.end; at += 1)
    if (before.has(at) || after.has(at) || dropped.has(at)) return true
  return false
}

export interface XmlEdit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * What to change in a paragraph so that its values become tags. A tag goes into the run of its value's first character;
 * constant characters stay in their own runs. `open` and `close` are tags of sections around, put at its very ends.
 */
export const leafEdits = (
  element: WordElement,
  texts: readonly string[],
  slots: readonly (readonly Piece[])[],
  instance: number,
  open: string,
  close: string,
): XmlEdit[] => {
  const edits: XmlEdit[] = []
  const textsOf = Map.groupBy(element.texts, ({ slot }) => slot)
  // Behind the texts of the paragraph are its other places.
  for (const [index, text] of texts.slice(0, element.anchors.length).entries()) {
    const edit = planSlot(slots[index] ?? [], instance, text.length, wrapperIn(textsOf.get(index) ?? []))
    const first = index === 0 ? open : ''
    const last = index === element.anchors.length - 1 ? close : ''
    if (text === '') {
      const tags = first + edit.alone + last
      const anchor = element.anchors[index]!
      if (tags === '') continue
      const content = anchor.inRun ? textElement(tags) : `<w:r>${textElement(tags)}</w:r>`
      edits.push(
        element.isEmptyTag
          ? {
              from: element.start,
              to: element.end,
              text: `${element.xml.slice(element.start, element.end - 2)}>${content}</w:p>`,
            }
          : { from: anchor.offset, to: anchor.offset, text: content },
      )
      continue
    }
    if (first !== '') edit.before.set(0, first + (edit.before.get(0) ?? ''))
    if (last !== '') edit.after.set(text.length - 1, (edit.after.get(text.length - 1) ?? '') + last)
    for (const one of textsOf.get(index) ?? []) {
      if (!isTouched(one, edit)) continue
      edits.push({ from: one.from, to: one.to, text: editElement(one, text, edit, element.xml) })
    }
  }
  return edits.sort((a, b) => a.from - b.from)
}

export const applyEdits = (xml: string, start: number, end: number, edits: readonly XmlEdit[]): string => {
  let result = ''
  let at = start
  for (const { from, to, text } of edits) {
    result += xml.slice(at, from) + text
    at = to
  }
  return result + xml.slice(at, end)
}
