import type { Box } from '@chancery/core'
import type { CellContent } from '@chancery/reading/model/block-sink'
import { lineJoins } from './line-joins.ts'
import { type Passage, passageOf } from './passage.ts'
import type { HasLayout, Layout, RecordedPage, RecordedTable } from './recorded-document.ts'
import { type AnchoredText, boxOf, fraction, type Stretch } from './text-anchors.ts'
import { UnclaimedText } from './unclaimed-text.ts'

interface PartPlace {
  /** Offset in the answer's text, by which parts are ordered. */
  readonly start: number
  readonly box?: Box
}

export interface TextPart extends PartPlace {
  readonly passage: Passage
  readonly confidence?: number
  /** How high its lines are on average, as a fraction of the page. */
  readonly lineHeight?: number
}

/** A cell whose text knows where it comes from. */
export interface PassageCell extends CellContent {
  readonly passage: Passage
}

export interface TablePart extends PartPlace {
  readonly rows: readonly (readonly PassageCell[])[]
  readonly headerRows: number
}

export type PagePart = TextPart | TablePart

/**
 * What stands on each page, in the order of the text: tables, the paragraphs outside of them, blocks and lines outside
 * of those, and what no element names. Every character of the answer's text but space is in at least one part.
 */
export function partsOfPages(pages: readonly RecordedPage[], anchored: AnchoredText): PagePart[][] {
  const unclaimed = new UnclaimedText(anchored.text.length)
  const joins = lineJoins(pages, anchored, (page) => page.paragraphs ?? page.blocks ?? [])
  const heights = new LineHeights()
  const textPart = (runs: readonly Stretch[], page: RecordedPage, layout?: Layout | null): TextPart[] => {
    const passage = passageOf(anchored.text, runs, joins)
    const start = runs[0]?.[0]
    if (start === undefined || passage.text === '') return []
    const box = boxOf(layout?.boundingPoly, page)
    const lineHeight = heights.within(runs)
    return [
      {
        start,
        passage,
        ...(box === undefined ? {} : { box }),
        ...(layout?.confidence ? { confidence: fraction(layout.confidence) } : {}),
        ...(lineHeight === undefined ? {} : { lineHeight }),
      },
    ]
  }
  for (const page of pages) heights.add(page, anchored)
  const parts = pages.map((page) => {
    const tables = (page.tables ?? []).flatMap((table) => tablePart(table, page, anchored, unclaimed))
    const texts = [page.paragraphs, page.blocks, page.lines].flatMap((elements) =>
      (elements ?? []).flatMap(({ layout }) =>
        textPart(
          anchored.stretches(layout?.textAnchor).flatMap((stretch) => unclaimed.claim(stretch)),
          page,
          layout,
        ),
      ),
    )
    return [...tables, ...texts]
  })
  for (const [index, [start, end]] of pageRanges(pages, anchored).entries()) {
    const page = pages[index]
    if (page === undefined) continue
    for (const run of unclaimed.claim([start, end])) for (const part of textPart([run], page)) parts[index]?.push(part)
  }
  return parts.map((page) => page.sort((a, b) => a.start - b.start))
}

/** From where a page's text begins to where that of the next one does; the first begins with the text. */
function pageRanges(pages: readonly RecordedPage[], anchored: AnchoredText): Stretch[] {
  const firsts = pages.map((page) => {
    const elements: readonly HasLayout[] = [page, ...(page.paragraphs ?? []), ...(page.lines ?? [])]
    return elements
      .flatMap(({ layout }) => anchored.stretches(layout?.textAnchor))
      .reduce((least, [start]) => Math.min(least, start), Infinity)
  })
  const ranges: Stretch[] = []
  let end = anchored.text.length
  // A page without text begins where the next one does, and so holds nothing.
  for (let index = pages.length - 1; index >= 0; index--) {
    const start = index === 0 ? 0 : Math.min(firsts[index] ?? Infinity, end)
    ranges.push([start, end])
    end = start
  }
  return ranges.toReversed()
}

/** Cells that say the same (a header over several columns, repeated) keep it; a table that was read already goes. */
function tablePart(
  table: RecordedTable,
  page: RecordedPage,
  anchored: AnchoredText,
  unclaimed: UnclaimedText,
): TablePart[] {
  const headers = table.headerRows ?? []
  let start = Infinity
  const rows = [...headers, ...(table.bodyRows ?? [])].map(({ cells }) =>
    (cells ?? []).map(({ layout, rowSpan, colSpan }): PassageCell => {
      const stretches = anchored.stretches(layout?.textAnchor)
      for (const [from] of stretches.flatMap((stretch) => unclaimed.claim(stretch))) start = Math.min(start, from)
      const passage = passageOf(anchored.text, stretches)
      const box = boxOf(layout?.boundingPoly, page)
      return {
        text: passage.text,
        passage,
        rowSpan: rowSpan || 1,
        columnSpan: colSpan || 1,
        ...(box === undefined ? {} : { box }),
      }
    }),
  )
  if (start === Infinity) return []
  const box = boxOf(table.layout?.boundingPoly, page)
  return [{ start, rows, headerRows: headers.length, ...(box === undefined ? {} : { box }) }]
}

/** Heights of all lines, to be asked by where they stand in the text. */
class LineHeights {
  private readonly heights = new Map<number, number>()
  private starts: number[] | undefined

  add(page: RecordedPage, anchored: AnchoredText): void {
    for (const { layout } of page.lines ?? []) {
      const start = anchored.stretches(layout?.textAnchor)[0]?.[0]
      const box = boxOf(layout?.boundingPoly, page)
      if (start !== undefined && box !== undefined) this.heights.set(start, box.height)
    }
  }

  within(runs: readonly Stretch[]): number | undefined {
    this.starts ??= [...this.heights.keys()].sort((a, b) => a - b)
    let [sum, count] = [0, 0]
    for (const [start, end] of runs) {
      for (let at = firstFrom(this.starts, start); (this.starts[at] ?? Infinity) < end; at++) {
        sum += this.heights.get(this.starts[at] ?? 0) ?? 0
        count++
      }
    }
    return count === 0 ? undefined : sum / count
  }
}

/** Index of the first number that is not below the wanted one. */
function firstFrom(sorted: readonly number[], wanted: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) >= wanted) high = middle
    else low = middle + 1
  }
  return low
}
