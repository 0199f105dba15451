import { listMarker, type ListNumbering } from '@chancery/reading/model/list-marker'

const numberings: readonly (readonly [RegExp, ListNumbering])[] = [
  [/^alphaLc/, 'lowerLetter'],
  [/^alphaUc/, 'upperLetter'],
  [/^romanLc/, 'lowerRoman'],
  [/^romanUc/, 'upperRoman'],
]

/** What a paragraph of `a:buAutoNum` shows: `arabicPeriod` is "1.", `alphaLcParenBoth` is "(a)" (20.1.10.61). */
export function autoNumber(type: string, number: number): string {
  const numbering = numberings.find(([pattern]) => pattern.test(type))?.[1] ?? 'decimal'
  const text = listMarker(number, numbering)
  if (type.endsWith('ParenBoth')) return `(${text})`
  if (type.endsWith('ParenR')) return `${text})`
  return type.endsWith('Period') ? `${text}.` : text
}
