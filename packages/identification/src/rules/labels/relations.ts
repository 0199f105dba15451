import { firstAtOrAfter, lastAtOrBefore, lineAt, type Line, type TextIndex } from '../text-index.ts'
import type { LabelHit } from './label-hits.ts'

/** Where the value of a label may stand, and how well that place fits. */
export interface Place {
  readonly start: number
  readonly end: number
  /** 0 to 1, for a value that begins right at `start`. */
  readonly fit: number
  readonly method: 'label' | 'table' | 'form'
  /** A mark divides label and value, so that any text may be the value. */
  readonly divided: boolean
  /** The label opens its line, so that the rest of the line may be its value without a mark. */
  readonly opens?: boolean
}

const divider =
  /^[°º]?[ \t]{0,8}(?:\((?!(?:\p{Lu}{3} |\p{Sc} ?)?\d[\d.,’']*[.,]\d\d(?!\d))[^()\n]{0,24}\)[ \t]{0,4})?(?:-?(?:no|nr|n°|nº|number|num|#)(?![\p{L}\d])[.]?[ \t]{0,4})?((?:[.]?[:：=#?]|[.…_]{2,40}|[|]|\t|[ ]{2,}|[ ]?[-–—](?=[ ]))(?:[ \t:：._|…]|-(?![\d\p{Sc}])){0,60}|[.])?[ \t]{0,40}(?:(?:is|was|are|ist|lautet|est|es|è|é)[ ])?/iu

/** Lines that hold a label and nothing after it, in a run: the i-th has its value on the i-th line after the run. */
interface Runs {
  readonly lone: ReadonlyMap<number, LabelHit>
}

/** At most this many lines hold labels before their values. */
const maxRun = 8

export function loneLabels(index: TextIndex, hits: readonly LabelHit[]): Runs {
  const lone = new Map<number, LabelHit>()
  for (const hit of hits) {
    const line = lineAt(index, hit.start)
    const after = index.text.slice(hit.end, Math.min(line.end, hit.end + 60))
    const before = index.text.slice(Math.max(line.start, hit.start - 20), hit.start)
    if (
      line.end - hit.end < 60 &&
      /^[\s.:#)(_-]*$/.test(after.replace(/\([^)]{0,20}\)|\b(?:no|nr)\b\.?/i, '')) &&
      /^[\s\p{P}\d]*$/u.test(before)
    ) {
      lone.set(line.number, hit)
    }
  }
  return { lone }
}

/** The next line that has text, within a few. */
function nextLine(index: TextIndex, number: number): Line | undefined {
  for (let next = number + 1; next <= number + 3; next += 1) {
    const line = index.lines[next]
    if (line && /\S/.test(index.text.slice(line.start, Math.min(line.end, line.start + 200)))) return line
  }
  return undefined
}

interface Cell {
  readonly start: number
  readonly end: number
}

/** The cells of a line: between tabs, or where it has none between two spaces and more. */
function cellsOf(text: string, { start, end }: Line): Cell[] {
  const line = text.slice(start, Math.min(end, start + 4000))
  const cells: Cell[] = []
  let from = 0
  for (const gap of line.matchAll(line.includes('\t') ? /\t/g : / {2,}/g)) {
    if (gap.index > 0 || gap[0] === '\t') cells.push({ start: start + from, end: start + gap.index })
    from = gap.index + gap[0].length
  }
  if (from < line.length || line.endsWith('\t')) cells.push({ start: start + from, end: start + line.length })
  return cells
}

/** The cell below that of a label, in a line of as many. */
function cellBelow(index: TextIndex, line: Line, offset: number): Cell | undefined {
  const { text } = index
  const below = index.lines[line.number + 1]
  if (!below || below.end - below.start > 4000 || offset - line.start > 4000) return undefined
  const own = cellsOf(text, line)
  if (own.length < 2) return undefined
  const cells = cellsOf(text, below)
  return cells.length === own.length ? cells[lastAtOrBefore(own, offset)] : undefined
}

/** The places of a label's value, the best first: after it, in the cell below, on the following lines. */
export function placesOf(
  index: TextIndex,
  hits: readonly LabelHit[],
  at: number,
  runs: Runs,
  header: boolean,
): Place[] {
  const hit = hits[at]
  if (!hit) return []
  const { text } = index
  const line = lineAt(index, hit.start)
  const match = divider.exec(text.slice(hit.end, Math.min(line.end, hit.end + 160)))
  const start = Math.min(line.end, hit.end + (match?.[0].length ?? 0))
  const divided = match?.[1] !== undefined && match[1] !== '.'
  const places: Place[] = []
  let next = firstAtOrAfter(hits, hit.end)
  // `Name      Date of birth`: what stands in the next cell is a label as well, and the values are below.
  const beside = hits[lastAtOrBefore(hits, start)]
  const isHeading =
    beside?.start === start &&
    /^(?:\t| {2,})$/.test(match?.[1] ?? '') &&
    /^(?:\t| {2,}|\r?\n|$)/.test(text.slice(beside.end, beside.end + 2))
  // A label without a mark after it, such as a word in a sentence, ends no value.
  while (hits[next] && (hits[next]?.start ?? 0) < line.end && (hits[next]?.start ?? 0) <= start) next += 1
  const stop = Math.min(line.end, hits[next]?.start ?? line.end)
  const blank = start >= line.end
  const lead = text.slice(line.start, Math.min(hit.start, line.start + 60))
  const opens = hit.start - line.start < 40 && /^[\s\p{P}\d]*$/u.test(lead)
  if (!blank && stop > start && !header && !isHeading) {
    const opening = opens ? 1 : 0.92
    places.push({ start, end: stop, fit: (divided ? 1 : 0.85) * opening, method: 'label', divided, opens })
  }
  const below = cellBelow(index, line, hit.start)
  if (below)
    places.push({
      ...below,
      fit: header || stop < line.end || (hits[at - 1]?.start ?? -1) >= line.start ? 0.85 : 0.5,
      method: 'table',
      divided: true,
    })
  // A word at the end of a wrapped line is no label of the next one.
  if (blank && (opens || divided)) {
    let first = line.number
    while (first > line.number - maxRun && runs.lone.has(first - 1)) first -= 1
    let last = line.number
    while (last < line.number + maxRun && runs.lone.has(last + 1)) last += 1
    const count = last - first + 1
    const own = count > 1 ? index.lines[last + 1 + (line.number - first)] : nextLine(index, line.number)
    if (own && own.end > own.start) {
      const skip =
        /^[\s:]*(?:(?:no|nr)\.[ \t]|n[°º][ \t]?|#[ \t]?)?/iu.exec(text.slice(own.start, own.start + 8))?.[0].length ?? 0
      places.push({
        start: own.start + skip,
        end: own.end,
        fit: count > 1 ? 0.75 : 0.88,
        method: 'label',
        divided: true,
      })
      const after = nextLine(index, own.number)
      if (after && count === 1)
        places.push({ start: after.start, end: after.end, fit: 0.55, method: 'label', divided: false })
    }
  }
  return places
}
