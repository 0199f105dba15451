import { type ItemCount, type ItemMarker, itemMarker } from './item-markers.ts'
import type { TextLine } from './text-lines.ts'

/** In points: markers of one list stand this near under each other. */
const sameEdge = 3
/** Lines between two dashes of one list. */
const twinReach = 12

/** The numbers that lines of a document begin with, to tell whether one goes on with another. */
export class ItemCounts {
  private readonly edges = new Map<string, number[]>()

  add(line: TextLine): void {
    for (const count of itemMarker(line.text)?.counts ?? []) {
      const key = keyOf(count)
      const known = this.edges.get(key)
      if (known === undefined) this.edges.set(key, [edgeOf(line)])
      // So many of one number say nothing more.
      else if (known.length < 40) known.push(edgeOf(line))
    }
  }

  /** Whether the document has the number before or after one, at the same distance from the edge. */
  goOn(line: TextLine, counts: readonly ItemCount[]): boolean {
    const edge = edgeOf(line)
    return counts.some(({ series, value }) =>
      [value - 1, value + 1].some((other) =>
        this.edges.get(keyOf({ series, value: other }))?.some((each) => Math.abs(each - edge) < sameEdge),
      ),
    )
  }
}

const keyOf = ({ series, value }: ItemCount): string => `${series} ${value}`

const isUnder = (one: TextLine, other: TextLine, reach = sameEdge): boolean =>
  Math.abs(edgeOf(one) - edgeOf(other)) < reach

const isFurtherIn = (line: TextLine, above: TextLine): boolean =>
  (line.rightToLeft ? above.right - line.right : line.left - above.left) > 0.8 * line.size

/** Its number is the next one. */
const isNext = (above: ItemMarker | undefined, item: ItemMarker): boolean =>
  item.counts.some(({ series, value }) =>
    above?.counts.some((count) => count.series === series && count.value === value - 1),
  )

const edgeOf = ({ left, right, rightToLeft }: TextLine): number => (rightToLeft ? right : left)

/** Ends a sentence, or announces something. */
const ended = /[.!?:;…。！？؟۔][)\]"”»’']?$/u
export const endsSentence = (text: string): boolean => ended.test(text)
/** Between the items of an enumeration. */
const enumerates = /(?:,|\b(?:and|or|und|oder|sowie|et|ou|y|o|e|og|eller|och|en|of|i|lub|и|или))$/u

/** The room that the lines of a column have, and the usual gap between them. */
export interface ColumnMeasure {
  readonly left: number
  readonly right: number
  readonly gap: number
}

const emptyRing = /^○[ \t]/u

/** The chosen button among others is an item as they are. */
function chosenRing(text: string): ItemMarker | undefined {
  const [found] = /^◉[ \t]+(?=\S)/u.exec(text) ?? []
  return found === undefined ? undefined : { marker: '◉', markerLength: found.length, kind: 'bullet', counts: [] }
}

/**
 * The marker of each line that is an item of a list. A number before a text is no evidence: it may be a day, an amount, or
 * have come to the start of a line as any word does. The line above has to have ended; a number has to go on with
 * another or to begin with what follows set in; a dash needs another one, or text set in.
 */
export function listItems(
  lines: readonly TextLine[],
  measure: ColumnMeasure,
  counts: ItemCounts,
): readonly (ItemMarker | undefined)[] {
  const hasRings = lines.some(({ text }) => emptyRing.test(text))
  const candidates = lines.map(({ text }) => itemMarker(text) ?? (hasRings ? chosenRing(text) : undefined))
  const found: (ItemMarker | undefined)[] = []
  for (const [at, line] of lines.entries()) {
    const item = candidates[at]
    found.push(item !== undefined && isItem(line, at, item) ? item : undefined)
  }
  return found

  function isItem(line: TextLine, at: number, item: ItemMarker): boolean {
    if (item.kind === 'bullet') return true
    const above = lines[at - 1]
    const goesOn = item.kind === 'number' && counts.goOn(line, item.counts)
    const last = found[at - 1]
    const isShifted = above !== undefined && !isUnder(above, line, line.size)
    if (goesOn && (isNext(last, item) || isShifted)) return true
    if (item.kind === 'dash' && above !== undefined && last?.marker === item.marker && isUnder(above, line)) return true
    if (line.markerIsSetOff && isShifted) return true
    if (above !== undefined && !hasEnded(above, line, last !== undefined, measure)) return false
    if (goesOn || line.markerIsSetOff) return true
    // Numbers of a list may end under each other instead.
    if (last !== undefined && above !== undefined && isNext(last, item) && isUnder(above, line, line.size)) return true
    if (item.kind === 'dash' && hasTwin(line, at, item)) return true
    const isFirst = item.kind === 'dash' || item.counts.some(({ value }) => value === 1)
    if (isFirst && last !== undefined && above !== undefined && isFurtherIn(line, above)) return true
    return isFirst && hangs(line, item, lines[at + 1])
  }

  /** The same sign before another line, as far in. */
  function hasTwin(line: TextLine, at: number, { marker }: ItemMarker): boolean {
    const first = Math.max(0, at - twinReach)
    return candidates.slice(first, at + twinReach + 1).some((other, index) => {
      const twin = lines[first + index]
      return first + index !== at && twin !== undefined && other?.marker === marker && isUnder(twin, line)
    })
  }
}

/** The next line stands under the text, not under the marker. */
function hangs(line: TextLine, { markerLength }: ItemMarker, next: TextLine | undefined): boolean {
  if (next === undefined || next.top - line.bottom > 0.8 * line.size) return false
  const into = line.rightToLeft ? line.right - next.right : next.left - line.left
  const expected = ((line.right - line.left) * markerLength) / Math.max(1, line.text.length)
  return into > 0.5 * line.size && into < Math.max(3 * line.size, 2 * expected)
}

/** Whether the text of a line ended with it: by its last sign, its length, its type or the gap after it. */
export function hasEnded(above: TextLine, line: TextLine, isItemAbove: boolean, measure: ColumnMeasure): boolean {
  if (above.parts > 1 || above.rightToLeft !== line.rightToLeft) return true
  if (Math.abs(above.size - line.size) > 0.6 || above.bold !== line.bold) return true
  const gap = line.top - above.bottom
  if (gap > measure.gap + 0.3 * (line.bottom - line.top) || gap < -line.size) return true
  if (ended.test(above.text) || (isItemAbove && enumerates.test(above.text))) return true
  const room = above.rightToLeft ? above.left - measure.left : measure.right - above.right
  const [first = ''] = line.text.split(/\s/, 1)
  const needed = ((line.right - line.left) * first.length) / Math.max(1, line.text.length)
  return room > needed + 3 * line.size
}
