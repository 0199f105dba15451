/** Titles that stand before a name whether or not a dot follows, folded. */
const plain = new Set(
  'mr mrs ms miss mx dr prof professor doctor sir dame herr frau fraulein monsieur madame mademoiselle mme mlle sra srta senor senora dott dottssa dottore dottoressa sigra signor signora avvocato dhr mevr mevrouw meneer pani don dona hra eheleute ehepaar familie famiglia'.split(
    ' ',
  ),
)

/** Those that are also names or words of their own: only with a dot. */
const dotted = new Set(
  'm fr hr sr mag ing sig avv dipl rev hon st mw dra drs mgr judr mudr lic arch geom rag fam'.split(' '),
)

/** What goes on behind a doctor or a graduate: "Dr. med. dent.", "Dipl.-Ing.", "Prof. Dr. h.c.". */
const continued = new Set(
  'med dent jur phil rer nat habil hc h.c vet oec pol theol iur univ ing dipl kfm fh mult h c mba'.split(' '),
)

/** Longer words, in UTF-16 units, are no titles, and not looked at. */
const longest = 40

const bare = (word: string): string =>
  word
    .slice(0, longest)
    .normalize('NFD')
    .replaceAll(/[\p{M}.,]/gu, '')
    .toLowerCase()

function isTitle(word: string, hasTitle: boolean): boolean {
  const parts = word.split('-').filter((part) => part !== '')
  return (
    parts.length > 0 &&
    parts.every((part, index) => {
      const name = bare(part)
      return (
        plain.has(name) ||
        (word.endsWith('.') && dotted.has(name)) ||
        (index > 0 && continued.has(name)) ||
        (hasTitle && word.endsWith('.') && continued.has(name))
      )
    })
  )
}

/** What joins the titles of a couple: "Mr & Mrs Smith", "Herr und Frau Maier", "M. et Mme Durand". */
const joint = /^(?:&|\+|and|und|et|e|ed|y|en|och|og|i|a|\/)$/iu

/** How many words at the front are titles, those of a couple together; at least one word is left. */
export function leadingTitles(words: readonly string[]): number {
  const titlesFrom = (start: number): number => {
    let at = start
    while (at < words.length - 1 && isTitle(words[at] ?? '', at > start)) at++
    return at
  }
  const first = titlesFrom(0)
  if (first === 0 || !joint.test(words[first] ?? '')) return first
  const both = titlesFrom(first + 1)
  return both > first + 1 ? both : first
}

/** Nothing but titles: "Herr Dr.", "Mrs", "M.", and "M" where the column says that it is one. */
export function isHonorific(text: string): boolean {
  if (text.length > 6 * longest) return false
  const words = text.trim().split(/[\s/]+/)
  return words.length <= 6 && words.every((word) => isTitle(word, true) || dotted.has(bare(word)))
}
