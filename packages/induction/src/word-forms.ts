/** Words that stand for a person by their sex or number alone: `he` and `she`, `Der` and `Die`. */
const pronouns = new Set(
  (
    'he she they his her their him them himself herself er sie ihm ihr ihn ihnen sein seine seinen seinem seiner ihre ihren ihrem ihrer ' +
    'il elle ils elles lui leur él ella ellos ellas lo la lui lei egli ella essi hij zij hem haar zijn ele ela eles elas'
  ).split(' '),
)
const articles = new Set('der die das dem den des le la les il lo gli i el los las o a os as de het the'.split(' '))

/** What a word ends in by the sex and number of whom it is said of, once what all its forms begin with is taken off. */
const endings =
  /^(?:|in|innen|e|es|en|er|em|r|n|s|a|o|os|as|i|é|ée|és|ées|te|trice|teur|euse|eur|rice|ore|ora|or|y|ą|ym|im|ego|ej|emu)$/
const word = /^[\p{L}\p{M}-]+$/u

export const isPronoun = (text: string): boolean => pronouns.has(text.toLowerCase())
export const isArticle = (text: string): boolean => articles.has(text.toLowerCase())

const withoutArticle = (value: string): string => {
  const [first = '', ...rest] = value.split(' ')
  return rest.length > 0 && isArticle(first) ? rest.join(' ') : value
}

const commonStart = (words: readonly string[]): string => {
  const [first = '', ...others] = words
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--
  return first.slice(0, length)
}

/**
 * Whether values are one word in the forms of several sexes or numbers: `Mieter` and `Mieterin`, `née` and `né`, `der
 * Käufer` and `die Käuferin`, `his` and `her`. Names of people that end so (`Mario`, `Maria`) are none.
 */
export function areForms(values: readonly string[]): boolean {
  const words = [...new Set(values.map(withoutArticle))]
  if (new Set(values).size < 2 || words.some((each) => !word.test(each))) return false
  if (words.every(isPronoun)) return true
  const folded = words.map((each) => each.toLowerCase())
  const start = commonStart(folded)
  if (start.length < 2 || !folded.every((each) => endings.test(each.slice(start.length)))) return false
  if (words.every((each) => /^\p{Ll}/u.test(each))) return true
  // Of nouns that begin large only German ones, and those behind an article.
  const haveArticles = values.every((value) => withoutArticle(value) !== value)
  return haveArticles || (start.length > 4 && folded.some((each) => each.endsWith('in')) && folded.includes(start))
}

/** The word of which they are forms: the shortest, without its article. Pronouns are forms of none. */
export function baseOfForms(values: readonly string[]): string | undefined {
  const words = values.map(withoutArticle)
  if (words.every(isPronoun)) return undefined
  return words.reduce((best, each) => (each.length < best.length ? each : best))
}
