import type { PdfWord } from '@chancery/reading-layout/pdf-word'

/** In sizes of the text: what stands on one line is no further apart in height. */
const sameLine = 0.4

interface Placed {
  readonly word: PdfWord
  /** Its place among the words of the file; -1: filled in. */
  readonly at: number
}

/**
 * The words of a page with those that were filled in: each after the text beside it, as if it had been written there,
 * so that labels and values are not taken for columns of text; what has nothing beside it comes last.
 */
export function withWordsFilledIn(words: readonly PdfWord[], filledIn: readonly PdfWord[]): readonly PdfWord[] {
  const ends = runEnds(words)
  const after = new Map<number, PdfWord[]>()
  for (const line of linesOf([
    ...words.map((word, at) => ({ word, at })),
    ...filledIn.map((word) => ({ word, at: -1 })),
  ])) {
    let beside = line.find(({ at }) => at !== -1)?.at
    for (const { word, at } of line) {
      if (at !== -1) beside = at
      else {
        const lies = beside !== undefined && liesOn(word, words[beside])
        const place = beside === undefined ? words.length - 1 : lies ? beside : (ends[beside] ?? beside)
        const there = after.get(place)
        const placed = lies ? { ...word, break: 'space' as const } : word
        if (there === undefined) after.set(place, [placed])
        else there.push(placed)
      }
    }
  }
  return [...(after.get(-1) ?? []), ...words.flatMap((word, at) => [word, ...(after.get(at) ?? [])])]
}

/** On a line to write on, in the middle of a sentence. */
const liesOn = (word: PdfWord, below: PdfWord | undefined): boolean =>
  below !== undefined && /[_.…]{4}/.test(below.text) && word.left < below.right

/** For each word the last one of its stretch of text. */
function runEnds(words: readonly PdfWord[]): number[] {
  const ends: number[] = []
  for (let at = words.length - 1; at >= 0; at--) {
    const next = words[at + 1]?.break ?? 'line'
    ends[at] = next === 'line' || next === 'gap' ? at : (ends[at + 1] ?? at)
  }
  return ends
}

/** From left to right. */
function linesOf(placed: Placed[]): Placed[][] {
  const middle = ({ word }: Placed): number => (word.top + word.bottom) / 2
  const lines: Placed[][] = []
  let last = -Infinity
  for (const each of placed.sort((a, b) => middle(a) - middle(b))) {
    const line = lines.at(-1)
    if (line !== undefined && middle(each) - last < sameLine * each.word.size) line.push(each)
    else lines.push([each])
    last = middle(each)
  }
  return lines.map((line) => line.sort((a, b) => a.word.left - b.word.left))
}
