import { leastOf } from '@chancery/core'
import type { TextSegment } from './text-segments.ts'

/** Headers and footers are looked for among the first and last pieces of text only, and near the edges. */
const edgePieces = 10
const edge = 0.14
/** In sizes of the type: so much parts them from the text. */
const edgeGap = 0.45

interface RunningPage {
  readonly number: number
  readonly height: number
  readonly segments: readonly TextSegment[]
}

export type RunningPlace = 'header' | 'footer'

/** "3", "- 3 -", "Page 3", "Seite 3 von 10", "3/10", "iv": a number by itself. */
const pageNumber =
  /^[-–—|\s]*(?:(?:page|seite|página|pagina|p\.|s\.|стр\.?|str\.?|strona|sida|side|sayfa|oldal)\s*)?(\d{1,4}|[ivxlc]{1,6})(?:\s*(?:\/|of|von|de|sur|di|van|из|z|av|af)\s*\d{1,4})?[-–—|\s]*$/iu

/**
 * Tells text that comes again at the same place on several pages: running headers and footers. Figures in it may
 * differ, as page numbers do; a number by itself counts if it goes on from page to page.
 */
export function runningSegments(pages: readonly RunningPage[]): ReadonlyMap<TextSegment, RunningPlace> {
  const repeated = new Map<string, { readonly segment: TextSegment; readonly page: number }[]>()
  for (const page of pages) {
    for (const [segment, place] of atEdges(page)) {
      const text = textOf(segment)
      const numbered = pageNumber.exec(text)
      const offset = numbered?.[1] === undefined ? undefined : valueOf(numbered[1]) - page.number
      const content = offset === undefined ? text.replaceAll(/\d+/g, '#') : `page ${offset}`
      // Numbers and titles stand now left, now right; what is short may be anything.
      const across = offset === undefined && text.length < 3 ? Math.round(segment.left / 12) : ''
      const key = `${place} ${Math.round(segment.baseline / 6)} ${across} ${content}`
      const same = repeated.get(key)
      if (same === undefined) repeated.set(key, [{ segment, page: page.number }])
      else same.push({ segment, page: page.number })
    }
  }
  const found = new Map<TextSegment, RunningPlace>()
  // Left and right pages may have headers of their own, chapters too.
  const enough = pages.length < 6 ? 2 : 3
  for (const [key, places] of repeated) {
    if (new Set(places.map(({ page }) => page)).size < enough) continue
    for (const { segment } of places) found.set(segment, key.startsWith('header') ? 'header' : 'footer')
  }
  return found
}

/** A lone page number of a document of one page: it says that it is one. */
export const isPageNumber = (text: string): boolean => pageNumber.test(text) && /\p{L}{2}.*\d|\d\s*\/\s*\d/u.test(text)

/** What stands by itself at the edges: the outermost pieces up to the first gap. */
function* atEdges({ height, segments }: RunningPage): Generator<readonly [TextSegment, RunningPlace]> {
  const downwards = outermost(segments, (one, other) => one.top - other.top)
  for (const segment of upToGap(downwards, (one, next) => next.top - one.bottom)) {
    if (segment.bottom < height * edge) yield [segment, 'header']
  }
  const upwards = outermost(segments, (one, other) => other.bottom - one.bottom || one.top - other.top)
  for (const segment of upToGap(upwards, (one, next) => one.top - next.bottom)) {
    if (segment.top > height * (1 - edge)) yield [segment, 'footer']
  }
}

/** The first pieces in this order, one more than are looked at: sorting all of a page would take longer than the rest. */
function outermost(
  segments: readonly TextSegment[],
  compare: (one: TextSegment, other: TextSegment) => number,
): readonly TextSegment[] {
  const first: TextSegment[] = []
  for (const segment of segments) {
    let at = first.length
    while (at > 0 && compare(segment, first[at - 1] ?? segment) < 0) at--
    if (at > edgePieces) continue
    first.splice(at, 0, segment)
    if (first.length > edgePieces + 1) first.pop()
  }
  return first
}

function upToGap(
  sorted: readonly TextSegment[],
  gapBetween: (one: TextSegment, next: TextSegment) => number,
): readonly TextSegment[] {
  for (let count = 1; count <= edgePieces; count++) {
    const next = sorted[count]
    const inside = sorted.slice(0, count)
    if (next === undefined) return inside
    const gap = leastOf(inside.map((one) => gapBetween(one, next)))
    if (gap > edgeGap * Math.max(next.size, inside.at(-1)?.size ?? 0)) return inside
  }
  return []
}

export const textOf = ({ words }: TextSegment): string =>
  words.map((word, index) => (index > 0 && word.break !== 'none' ? ` ${word.text}` : word.text)).join('')

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

function valueOf(number: string): number {
  if (/^\d/.test(number)) return Number(number)
  const digits = [...number.toLowerCase()].map((letter) => romanDigits[letter] ?? 0)
  return digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0)
}
