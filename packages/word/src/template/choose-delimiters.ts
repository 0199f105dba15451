import { type Delimiters, doubleBraces, parseTag, scanText, singleBraces } from '@chancery/tags'

/** `{{ }}` where the template uses them (no tag stands in single braces alone, or more in double ones), else `{ }`. */
export function chooseDelimiters(texts: readonly string[]): Delimiters {
  let [double, single] = [0, 0]
  for (const text of texts) {
    if (!text.includes('{')) continue
    const paired = text.includes('{{') ? scanText(text, doubleBraces).tags.filter(({ source }) => isTag(source)) : []
    double += paired.length
    let rest = text
    if (paired.length > 0) {
      const pieces: string[] = []
      let at = 0
      for (const { start, end } of paired) {
        pieces.push(text.slice(at, start))
        at = end
      }
      rest = [...pieces, text.slice(at)].join(' ')
    }
    single += scanText(rest, singleBraces).tags.filter(({ source }) => isTag(source)).length
  }
  return double > 0 && double >= single ? doubleBraces : singleBraces
}

const isTag = (source: string): boolean => parseTag(source).ok
