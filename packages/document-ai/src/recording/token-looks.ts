import type { Look, Run } from '@chancery/core'
import type { RecordedPage, TokenStyle } from './recorded-document.ts'
import type { AnchoredText, Stretch } from './text-anchors.ts'

/** Where stretches of the answer's text came to stand in the model. */
type Place = (stretches: readonly Stretch[]) => Stretch | undefined

/**
 * Words that look other than most of their page, as runs. The service tells the style of tokens where the processor has
 * `computeStyleInfo` on; a space between two words of one look is part of the run.
 */
export function runsOfTokens(
  { tokens }: RecordedPage,
  number: number,
  anchored: AnchoredText,
  place: Place,
  text: string,
): Run[] {
  const runs: Run[] = []
  for (const { layout, styleInfo } of tokens ?? []) {
    const look = styleInfo ? lookOf(styleInfo) : {}
    const placed = Object.keys(look).length === 0 ? undefined : place(anchored.stretches(layout?.textAnchor))
    if (placed === undefined) continue
    const [from, to] = placed
    const start = from + (/^\s*/.exec(text.slice(from, to))?.[0].length ?? 0)
    const end = start + text.slice(start, to).trimEnd().length
    const last = runs.at(-1)
    if (end <= start || (last !== undefined && last.span.end > start)) continue
    if (last !== undefined && isSame(last, look) && /^[ ]?$/.test(text.slice(last.span.end, start))) {
      runs[runs.length - 1] = { ...last, span: { ...last.span, end } }
    } else runs.push({ span: { start, end, page: number }, ...look })
  }
  return runs
}

const lookOf = ({ bold, italic, underlined, strikeout, superscript, subscript }: TokenStyle): Look => ({
  ...(bold ? { bold } : {}),
  ...(italic ? { italic } : {}),
  ...(underlined ? { underline: underlined } : {}),
  ...(strikeout ? { strike: strikeout } : {}),
  ...(superscript ? { script: 'super' } : subscript ? { script: 'sub' } : {}),
})

const isSame = (one: Look, other: Look): boolean =>
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.underline === other.underline &&
  one.strike === other.strike &&
  one.script === other.script
