import { ChanceryError, type TagDelimiters } from '@chancery/core'
import { type Delimiters, doubleBraces, scanText, singleBraces } from './scan-text.ts'

/** What a template's tags stand in, and how many seem to stand in the other braces. */
export interface ChosenDelimiters {
  readonly delimiters: Delimiters
  /** Tags in single braces, where double ones were chosen. */
  readonly strays: number
}

/**
 * `{{ }}` where the template uses them (no tag stands in single braces alone, or more in double ones), else `{ }`.
 * `isTag`: whether what stands between braces is a tag of the language.
 */
export function chooseDelimiters(texts: readonly string[], isTag: (source: string) => boolean): ChosenDelimiters {
  if (!texts.some((text) => text.includes('{{'))) return { delimiters: singleBraces, strays: 0 }
  let [double, single, meant] = [0, 0, 0]
  for (const text of texts) {
    if (!text.includes('{')) continue
    const whole = text.includes('{{') ? scanText(text, doubleBraces).tags : []
    const paired = whole.filter(({ source }) => isTag(source))
    meant += whole.filter(({ source }) => beginsAsTag.test(source)).length
    double += paired.length
    const rest = paired.length === 0 ? text : outside(text, paired)
    single += scanText(rest, singleBraces).tags.filter(({ source }) => isTag(source)).length
  }
  // Where no tag can be read in either, those that begin like one show what was meant.
  return (double > 0 && double >= single) || (double + single === 0 && meant > 0)
    ? { delimiters: doubleBraces, strays: single }
    : { delimiters: singleBraces, strays: 0 }
}

/** `client.name | default("x")`, `#if total => 5`. */
const beginsAsTag = /^\s?(?:[#^]\s?(?:if|each|unless)\s|[#/^%~]?[\p{L}_][\p{L}\p{N}_.]*\s?(?:$|[|(?]))/u

/** A text of the same length with blanks for the stretches. */
export function outside(text: string, stretches: readonly { readonly start: number; readonly end: number }[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { start, end } of stretches) {
    pieces.push(text.slice(at, start), ' '.repeat(end - start))
    at = end
  }
  return [...pieces, text.slice(at)].join('')
}

/** @throws `invalid_request` for delimiters that nothing could be told apart by. */
export function refuseDelimiters({ open, close }: TagDelimiters): void {
  const isSign = (text: string): boolean => /^[^\p{L}\p{N}\p{C}\s"'.]{1,8}$/u.test(text)
  if (open !== close && isSign(open) && isSign(close)) return
  throw new ChanceryError('invalid_request', 'The delimiters cannot be used.', {
    violations: [
      {
        pointer: '/delimiters',
        code: 'invalid_delimiters',
        message: 'Delimiters are two different texts of one to eight signs.',
        hint: 'Such as "<<" and ">>".',
      },
    ],
  })
}
