import { leastOf } from '@chancery/core'
import type { TextSegment } from './text-segments.ts'

/** Headers and footers are looked for among the first and last pieces of text only, and near the edges. */
const edgePieces = 10
const edge = 0.14
/** In sizes of the type: so much parts them from the text. */
const edgeGap = 0.45

/** Of a document that is not short. */
const leastPages = 3

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
export class RunningLines {
  /** The pages on which a line is set apart from the text, of each line that is so on one. */
  private readonly apart = new Map<string, Set<number>>()
  private pages = 0

  /** Of pages that follow those given before, by what all of them have. */
  on(pages: readonly RunningPage[]): ReadonlyMap<TextSegment, RunningPlace> {
    this.pages += pages.length
    const pieces: (EdgePiece & { readonly key: string })[] = []
    for (const page of pages) {
      for (const piece of atEdges(page)) {
        const key = keyOf(piece, page.number)
        pieces.push({ ...piece, key })
        if (!piece.isSetApart) continue
        const known = this.apart.get(key)
        if (known === undefined) this.apart.set(key, new Set([page.number]))
        else if (known.size < leastPages) known.add(page.number)
      }
    }
    // Left and right pages may have headers of their own, chapters too.
    const enough = this.pages < 6 ? 2 : leastPages
    // On other pages, the text may come up to it.
    const running = pieces.filter(({ key }) => (this.apart.get(key)?.size ?? 0) >= enough)
    return new Map(running.map(({ segment, place }) => [segment, place]))
  }
}

/** What is equal of the same running line on different pages. */
function keyOf({ segment, place }: EdgePiece, page: number): string {
  const text = textOf(segment)
  const numbered = pageNumber.exec(text)
  const offset = numbered?.[1] === undefined ? undefined : valueOf(numbered[1]) - page
  const content = offset === undefined ? text.replaceAll(/\d+/g, '#') : `page ${offset}`
  // Numbers and titles stand now left, now right; what is short may be anything.
  const across = offset === undefined && text.length < 3 ? Math.round(segment.left / 12) : ''
  return `${place} ${Math.round(segment.baseline / 6)} ${across} ${content}`
}

/** A lone page number of a document of one page: it says that it is one. */
export const isPageNumber = (text: string): boolean => pageNumber.test(text) && /\p{L}{2}.*\d|\d\s*\/\s*\d/u.test(text)

interface EdgePiece {
  readonly segment: TextSegment
  readonly place: RunningPlace
  /** It stands by itself: a gap follows, before the text. */
  readonly isSetApart: boolean
}

/** The outermost pieces of a page, near its edges. */
function* atEdges({ height, segments }: RunningPage): Generator<EdgePiece> {
  const downwards = outermost(segments, (one, other) => one.top - other.top)
  const apartAbove = countUpToGap(downwards, (one, next) => next.top - one.bottom)
  for (const [at, segment] of downwards.slice(0, edgePieces).entries())
    if (segment.bottom < height * edge) yield { segment, place: 'header', isSetApart: at < apartAbove }
  const upwards = outermost(segments, (one, other) => other.bottom - one.bottom || one.top - other.top)
  const apartBelow = countUpToGap(upwards, (one, next) => one.top - next.bottom)
  for (const [at, segment] of upwards.slice(0, edgePieces).entries())
    if (segment.top > height * (1 - edge)) yield { segment, place: 'footer', isSetApart: at < apartBelow }
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

/** How many pieces there are before the first gap; none if there is no gap. */
function countUpToGap(
  sorted: readonly TextSegment[],
  gapBetween: (one: TextSegment, next: TextSegment) => number,
): number {
  for (let count = 1; count <= edgePieces; count++) {
    const next = sorted[count]
    const inside = sorted.slice(0, count)
    if (next === undefined) return count
    const gap = leastOf(inside.map((one) => gapBetween(one, next)))
    if (gap > edgeGap * Math.max(next.size, inside.at(-1)?.size ?? 0)) return count
  }
  return 0
}

export const textOf = ({ words }: TextSegment): string =>
  words.map((word, index) => (index > 0 && word.break !== 'none' ? ` ${word.text}` : word.text)).join('')

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

function valueOf(number: string): number {
  if (/^\d/.test(number)) return Number(number)
  const digits = [...number.toLowerCase()].map((letter) => romanDigits[letter] ?? 0)
  return digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0)
}
