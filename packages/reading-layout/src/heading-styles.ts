import { sectionNumber } from './section-number.ts'
import type { TextLine } from './text-lines.ts'

/** Type that looks the same: size, weight, slope, underline, typeface, colour, capitals. */
export type StyleKey = string

const roundSize = (size: number): number => Math.round(size * 2) / 2

export function styleOf({ size, bold, italic, family, ink, text, underlined }: TextLine): StyleKey {
  const looks = `${bold ? ' bold' : ''}${italic ? ' italic' : ''}${underlined ? ' underlined' : ''}`
  return `${roundSize(size)}${looks}${isCapitals(text) ? ' capitals' : ''} ${family} ${ink}`
}

/** At least four letters, all of them capitals. */
export const isCapitals = (text: string): boolean =>
  /\p{Lu}.*\p{Lu}.*\p{Lu}.*\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)

/** Lines under each other in one style, near enough to be one heading or paragraph. */
export interface StyledRun {
  readonly style: StyleKey
  readonly lines: readonly TextLine[]
  /** Gap above in heights of the line; Infinity at the top of a column. */
  readonly above: number
  readonly below: number
}

/** In heights of a line: so much more than the usual gap parts two runs. */
const parting = 0.3
const widestUsual = 0.6

/** Parts a column into runs. */
export function styledRuns(lines: readonly TextLine[]): StyledRun[] {
  const gaps = lines
    .slice(1)
    .map((line, at) => gapOf(lines[at], line))
    .filter((gap) => gap > -1)
  const usual = Math.min(gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? 0, widestUsual)
  const runs: { style: StyleKey; lines: TextLine[]; above: number; below: number }[] = []
  for (const line of lines) {
    const style = styleOf(line)
    const run = runs.at(-1)
    const last = run?.lines.at(-1)
    const gap = gapOf(last, line)
    const isNear = gap < Math.max(usual, 0) + parting && gap > -1
    if (run !== undefined && isNear && run.style === style && !beginsSection(run, line)) run.lines.push(line)
    else {
      if (run !== undefined) run.below = gap < -1 ? Infinity : gap
      runs.push({ style, lines: [line], above: gap < -1 ? Infinity : gap, below: Infinity })
    }
  }
  return runs
}

/** "2. Methods" and "2.1. Subjects" under each other are two titles. */
const beginsSection = ({ lines: [first] }: { readonly lines: readonly TextLine[] }, line: TextLine): boolean =>
  first !== undefined && sectionNumber(line.text) !== undefined && sectionNumber(first.text) !== undefined

const gapOf = (above: TextLine | undefined, line: TextLine): number =>
  above === undefined ? Infinity : (line.top - above.bottom) / Math.max(line.bottom - line.top, 1)
