import type { TextLine } from './text-lines.ts'

/** Type that looks the same: size, weight, slope, typeface, colour, capitals. */
export type StyleKey = string

const roundSize = (size: number): number => Math.round(size * 2) / 2

export function styleOf({ size, bold, italic, family, ink, text }: TextLine): StyleKey {
  return `${roundSize(size)}${bold ? ' bold' : ''}${italic ? ' italic' : ''}${isCapitals(text) ? ' capitals' : ''} ${family} ${ink}`
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

/** Parts a column into runs. */
export function styledRuns(lines: readonly TextLine[]): StyledRun[] {
  const runs: { style: StyleKey; lines: TextLine[]; above: number; below: number }[] = []
  for (const line of lines) {
    const style = styleOf(line)
    const run = runs.at(-1)
    const last = run?.lines.at(-1)
    const gap = last === undefined ? Infinity : (line.top - last.bottom) / Math.max(line.bottom - line.top, 1)
    const isNear = gap < 0.7 && gap > -1
    if (run !== undefined && isNear && run.style === style) run.lines.push(line)
    else {
      if (run !== undefined) run.below = gap < -1 ? Infinity : gap
      runs.push({ style, lines: [line], above: gap < -1 ? Infinity : gap, below: Infinity })
    }
  }
  return runs
}
