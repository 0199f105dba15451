import { Hyphenation } from '@chancery/reading-layout/hyphenation'
import type { LineJoin } from './passage.ts'
import type { HasLayout, RecordedPage } from './recorded-document.ts'
import { type AnchoredText, boxOf, type Stretch } from './text-anchors.ts'

/** A line that fills this much of its paragraph goes on in the next one; a shorter one was ended on purpose. */
const fullLine = 0.82

interface Line {
  readonly start: number
  /** Offset of the line break at its end. */
  readonly feed: number
  readonly extent: number | undefined
}

/** Which line breaks are only where the paper ended, by the offset of the break: lines of addresses stay lines. */
export function lineJoins(
  pages: readonly RecordedPage[],
  anchored: AnchoredText,
  paragraphsOf: (page: RecordedPage) => readonly HasLayout[],
): ReadonlyMap<number, LineJoin> {
  const { text } = anchored
  const joins = new Map<number, LineJoin>()
  const lines = pages.map((page) => linesOf(page, anchored))
  const hyphenation = new Hyphenation()
  for (const { start, feed } of lines.flat()) hyphenation.add({ text: text.slice(start, feed) })
  for (const [index, page] of pages.entries()) {
    const own = lines[index] ?? []
    for (const { layout } of paragraphsOf(page)) {
      const whole = extentOf(layout, page)
      for (const stretch of anchored.stretches(layout?.textAnchor)) {
        for (const [at, line] of linesIn(own, stretch)) {
          const below = own[at + 1]
          if (below === undefined || line.feed + 1 >= stretch[1]) continue
          if (hyphenation.joins(text.slice(line.start, line.feed), text.slice(below.start, below.feed))) {
            joins.set(line.feed, 'hyphen')
          } else if (whole !== undefined && line.extent !== undefined && line.extent >= whole * fullLine) {
            joins.set(line.feed, 'space')
          }
        }
      }
    }
  }
  return joins
}

/** In the order of the text; lines that no break ends are left out. */
const linesOf = (page: RecordedPage, anchored: AnchoredText): Line[] =>
  (page.lines ?? [])
    .flatMap(({ layout }): Line[] => {
      const stretches = anchored.stretches(layout?.textAnchor)
      const [start, end] = [stretches[0]?.[0], stretches.at(-1)?.[1]]
      if (start === undefined || end === undefined) return []
      const feed = anchored.text[end - 1] === '\n' ? end - 1 : end
      return anchored.text[feed] === '\n' ? [{ start, feed, extent: extentOf(layout, page) }] : []
    })
    .sort((a, b) => a.start - b.start)

function* linesIn(lines: readonly Line[], [start, end]: Stretch): Generator<[index: number, line: Line]> {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((lines[middle]?.start ?? 0) >= start) high = middle
    else low = middle + 1
  }
  for (let at = low; at < lines.length; at++) {
    const line = lines[at]
    if (line === undefined || line.feed >= end) return
    yield [at, line]
  }
}

/** How far it goes in the direction in which it is read. */
function extentOf(layout: HasLayout['layout'], page: RecordedPage): number | undefined {
  const box = boxOf(layout?.boundingPoly, page)
  return box === undefined
    ? undefined
    : Math.max(box.width * (page.dimension?.width || 1), box.height * (page.dimension?.height || 1))
}
