import { largestOf } from '@chancery/core'
import { enclosing, type Rectangle } from '@chancery/reading-layout/page-geometry'
import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import type { ContentWords } from './content-words.ts'
import { isText } from './lines-of-texts.ts'
import type { TagNode } from './tag-tree.ts'

/** What an element holds of which no tag says what it is: a paragraph, or items in it. */
export interface PlainItem {
  /** All of them; none is empty. */
  readonly words: readonly PdfWord[]
  readonly inside?: readonly PlainItem[]
  readonly place: Rectangle
  /** Of its largest type. */
  readonly size: number
}

export const plainItem = (words: readonly PdfWord[], inside?: readonly PlainItem[]): PlainItem => ({
  words,
  ...(inside === undefined ? {} : { inside }),
  place: enclosing(words),
  size: largestOf(words.map(({ size }) => size)),
})

/** What is between the ends of elements that hold others, of children that no tag calls a block. */
export function itemsIn(children: readonly (TagNode | number)[], words: ContentWords): PlainItem[] {
  const items: PlainItem[] = []
  let loose: PdfWord[] = []
  const endLoose = (): void => {
    if (loose.length > 0) items.push(plainItem(loose))
    loose = []
  }
  const add = (own: readonly PdfWord[]): void => {
    if (isFarBelow(loose.at(-1), own[0])) endLoose()
    for (const word of own) loose.push(word)
  }
  for (const child of children) {
    if (typeof child === 'number') add(words.take(child))
    else if (isInline(child)) add(words.takeAll(child))
    else {
      const inside = child.actualText === undefined ? itemsIn(child.children, words) : itemOf(words.takeAll(child))
      const [first, second] = inside
      if (first === undefined) continue
      if (second === undefined && goesOn(loose.at(-1), first.words[0])) for (const word of first.words) loose.push(word)
      else {
        endLoose()
        items.push(
          second === undefined
            ? first
            : plainItem(
                inside.flatMap((item) => item.words),
                inside,
              ),
        )
      }
    }
  }
  endLoose()
  return items
}

const itemOf = (words: readonly PdfWord[]): PlainItem[] => (words.length === 0 ? [] : [plainItem(words)])

/** What stands within a line of text. */
const inlineTypes = new Set([
  'Span',
  'Link',
  'Em',
  'Strong',
  'Quote',
  'Reference',
  'BibEntry',
  'Ruby',
  'RB',
  'RT',
  'RP',
  'Warichu',
  'WT',
  'WP',
  'Annot',
  'Sub',
  'Lbl',
  'LBody',
  'Form',
])

/** Also what "shall not be interpreted" (ISO 32000-1, 14.8.4.2): `NonStruct` around a text is not there. */
const isInline = (node: TagNode): boolean => inlineTypes.has(node.type) || isText(node)

/** In sizes of the font: less than what parts the cells of a table. */
const widestSpace = 0.4

/** Texts of one element that are no lines of one paragraph. */
const isFarBelow = (last: PdfWord | undefined, word: PdfWord | undefined): boolean =>
  last !== undefined && word !== undefined && word.top - last.bottom > 0.8 * Math.max(last.size, word.size)

/** Whether a word stands right behind another, as a raised number of a note does. */
function goesOn(last: PdfWord | undefined, word: PdfWord | undefined): boolean {
  if (last === undefined || word === undefined) return false
  const overlap = Math.min(last.bottom, word.bottom) - Math.max(last.top, word.top)
  const gap = word.rightToLeft ? last.left - word.right : word.left - last.right
  const size = Math.max(last.size, word.size)
  return overlap > 0 && gap < widestSpace * size && gap > -size
}
