import { enclosing, type Rectangle } from '@chancery/reading-layout/page-geometry'
import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import type { TextSegment } from '@chancery/reading-layout/text-segments'
import type { TagNode } from './tag-tree.ts'

/** An element that is one text and nothing else, as browsers write each text of a page, and what it stands in. */
export interface TaggedText {
  readonly element: TagNode
  readonly parent: TagNode
}

export const isText = ({ type, children }: TagNode): boolean =>
  type === 'NonStruct' && children.every((child) => typeof child === 'number')

/** The texts of a tree, by the numbers of their contents: often one for each line. */
export function textsIn(tree: TagNode): ReadonlyMap<number, TaggedText> {
  const texts = new Map<number, TaggedText>()
  const walk = (parent: TagNode): void => {
    for (const child of parent.children) {
      if (typeof child === 'number') continue
      if (!isText(child)) walk(child)
      else for (const content of child.children) texts.set(content as number, { element: child, parent })
    }
  }
  walk(tree)
  return texts
}

/** Whether another text begins with a word. */
function isNewText(word: PdfWord, next: PdfWord, texts: ReadonlyMap<number, TaggedText>): boolean {
  const [text, other] = [texts.get(word.content), texts.get(next.content)]
  return text !== undefined && other !== undefined && text.element !== other.element
}

/** In sizes of the font, from the foot of a line to the top of the next: so far apart, a line could stand between them. */
const emptyLine = 0.95

/** Type that is so much larger is that of a title. */
const largerType = 1.12

/** Paragraphs that are parted by line breaks alone: an empty line stands between two texts, or one of them is a title. */
export function betweenEmptyLines(
  words: readonly PdfWord[],
  texts: ReadonlyMap<number, TaggedText>,
): readonly (readonly PdfWord[])[] {
  const paragraphs: PdfWord[][] = []
  let last: PdfWord | undefined
  for (const word of words) {
    const isApart = last !== undefined && (isFarBelow(last, word) || isOfOtherType(last, word))
    if (last === undefined || (isApart && isNewText(last, word, texts))) paragraphs.push([word])
    else paragraphs.at(-1)?.push(word)
    last = word
  }
  return paragraphs
}

const isFarBelow = (last: PdfWord, word: PdfWord): boolean =>
  word.top - last.bottom > emptyLine * Math.max(word.size, last.size)

/** On a line of its own. */
const isOfOtherType = (last: PdfWord, word: PdfWord): boolean =>
  word.top > last.bottom - 0.3 * last.size &&
  Math.max(word.size, last.size) > largerType * Math.min(word.size, last.size)

/** Lines of a block, from which on all that begin with another text were begun by hand. */
const leastLines = 3

/**
 * Segments that begin a line which somebody began: a text that begins a line comes after a line break where it looks as the
 * one before it and stands in the same element, or would have had room behind it. So do all where each line of a block
 * begins with another text.
 * @param segments of one block, in the order of the file
 */
export function segmentsBegunByHand(
  segments: readonly TextSegment[],
  texts: ReadonlyMap<number, TaggedText>,
): ReadonlySet<TextSegment> {
  const found = new Set<TextSegment>()
  const edges = enclosing(segments)
  const starts: { readonly segment: TextSegment; readonly isNew: boolean; readonly isSure: boolean }[] = []
  for (const [at, segment] of segments.entries()) {
    const [word, next] = [segments[at - 1]?.words.at(-1), segment.words[0]]
    if (word === undefined || next === undefined || next.top <= word.bottom - 0.3 * word.size) continue
    const areSiblings = texts.get(word.content)?.parent === texts.get(next.content)?.parent
    const isSure = (areSiblings && looksLike(word, next)) || hasRoom(word, next, edges)
    starts.push({ segment, isNew: isNewText(word, next, texts), isSure })
  }
  const areAll = starts.length >= leastLines - 1 && starts.every(({ isNew }) => isNew)
  for (const { segment, isNew, isSure } of starts) if (isNew && (areAll || isSure)) found.add(segment)
  return found
}

/** Behind a word, before the edge of its block, with a space. */
function hasRoom(word: PdfWord, { left, right, size }: PdfWord, edges: Pick<Rectangle, 'left' | 'right'>): boolean {
  const room = word.rightToLeft ? word.left - edges.left : edges.right - word.right
  return room > right - left + 0.3 * size
}

const looksLike = (word: PdfWord, other: PdfWord): boolean =>
  word.size === other.size &&
  word.bold === other.bold &&
  word.italic === other.italic &&
  word.family === other.family &&
  word.ink === other.ink
