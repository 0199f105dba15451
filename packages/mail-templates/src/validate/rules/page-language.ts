import type { HtmlPage } from '../../page/html-page.ts'
import { type Html, htmlRule } from '../rule.ts'

/** Languages that are written in letters of their own. */
const scripts: ReadonlyMap<string, RegExp> = new Map([
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u],
  ['zh', /\p{Script=Han}/u],
  ['ko', /\p{Script=Hangul}/u],
  ['ru', /\p{Script=Cyrillic}/u],
  ['uk', /\p{Script=Cyrillic}/u],
  ['bg', /\p{Script=Cyrillic}/u],
  ['el', /\p{Script=Greek}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['fa', /\p{Script=Arabic}/u],
  ['th', /\p{Script=Thai}/u],
  ['hi', /\p{Script=Devanagari}/u],
])

/** Small words that each text of a language is full of, and none of the others. */
const smallWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    en: 'the and you your for with this have from our will please are not',
    de: 'der das und ist nicht sie ihr ihre ihren wir mit für auf dem eine haben',
    fr: 'les et vous votre est pour avec une dans nous sur pas vos merci',
    es: 'los las y usted su para con una por el gracias nuestro está',
    it: 'gli il è per con della che sono grazie non nostro questo suo',
    nl: 'het een en van voor uw wij niet je bedankt met ons zijn deze',
    pt: 'os você para com uma não seu sua obrigado nosso é em dos',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
)

/** Letters of the page that are looked at, and how many words tell a language. */
const mostLetters = 10_000
const leastLetters = 80
const leastWords = 4

/** What readers see of a page, as far as its language is looked for. */
function shownText({ texts }: HtmlPage, looks: Html['looks']): string {
  let all = ''
  for (const { element, parent, text } of texts) {
    if (element === '' && (looks?.[parent]?.hiddenBy ?? '') === '') all += ` ${text}`
    if (all.length > mostLetters) break
  }
  return all.slice(0, mostLetters)
}

/** How many of the words of a text are small words of a language; no more are looked for than `enough`. */
function countOf(small: ReadonlySet<string> | undefined, text: string, enough = Infinity): number {
  let count = 0
  for (const [word] of text.matchAll(/\p{L}+/gu)) {
    if (small?.has(word) === true) count += 1
    if (count === enough) break
  }
  return count
}

/** A page that says another language than its words are in: screen readers read it with the sounds of that one. */
export const pageLanguage = htmlRule(({ starts, page, looks, parsed }, tell) => {
  const language = starts.find(({ name }) => name === 'html')?.attributes.get('lang')
  const said = language?.value.trim().split(/[-_]/, 1)[0]?.toLowerCase() ?? ''
  if (language === undefined || parsed.field.source.slice(language.start, language.end).includes('{{')) return
  const script = scripts.get(said)
  const own = smallWords.get(said)
  if (script === undefined && own === undefined) return
  const text = shownText(page, looks)
  if (script !== undefined) {
    if (!script.test(text) && (text.match(/\p{Script=Latin}/gu)?.length ?? 0) >= leastLetters)
      tell('bad_language', language, {
        message: `The page says that it is in "${said}", and has no letter of that language.`,
        hint: 'Write the language of its words.',
      })
    return
  }
  const words = text.toLowerCase()
  const mine = countOf(own, words, leastWords)
  if (mine >= leastWords) return
  for (const [other, small] of smallWords) {
    const count = other === said ? 0 : countOf(small, words)
    if (count >= leastWords && count > 4 * mine)
      return tell('bad_language', language, {
        message: `The page says that it is in "${said}"; its words are of "${other}".`,
        hint: 'Write the language of its words.',
      })
  }
})
