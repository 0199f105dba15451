import { type AroundValue, type Extent, noExtent } from './widen-values.ts'

/** An article that goes by what stands behind it: `an`, `une`, `einen`. */
const article = /^(?:an?|une?|una|uno|eine[nmrs]?|ein)$/iu
const words = /^\p{L}[\p{L}\p{M} '’-]*$/u

/** How many tokens before a value are its article: `an individual`, where another client is `a company`. */
export function articleBefore(values: readonly string[], { before }: AroundValue): Extent {
  const [word, gap] = before.slice(-2)
  const isArticle = gap?.kind === 'space' && article.test(word?.text ?? '')
  // `a Elena` of Italian and Spanish and `an Frau Brock` of German are no articles.
  const mayBe = (value: string): boolean =>
    words.test(value) && (!/^an?$/.test(word?.text ?? '') || /^\p{Ll}/u.test(value))
  return isArticle && values.length > 1 && values.every(mayBe) ? { before: 2, after: 0 } : noExtent
}
