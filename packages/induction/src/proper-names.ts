import type { TemplateLeaf } from './template.ts'
import type { Mark } from './tokens.ts'

/** Behind a word that begins small: within a sentence. */
const within = /(?<=(?<![\p{L}\p{M}])\p{Ll}[\p{L}\p{M}'’-]{0,30},? )\p{L}[\p{L}\p{M}'’-]*/gu
const beginsLarge = /^\p{Lu}/u
/** Of so many words at least something is told of a language. */
const fewestWords = 8
/** Of the words within sentences so many begin large in German, and in no other language. */
const shareOfNouns = 0.18

/** Whether the nouns of the language begin large, so that a large word says nothing. */
export function hasLargeNouns(leaves: readonly TemplateLeaf[]): boolean {
  let [all, large] = [0, 0]
  for (const { slots } of leaves)
    for (const piece of slots.flat())
      if (piece.kind === 'constant')
        for (const [word] of piece.text.matchAll(within)) {
          all += 1
          if (beginsLarge.test(word)) large += 1
        }
  return all < fewestWords || large > all * shareOfNouns
}

const part = String.raw`\p{Lu}[\p{L}\p{M}'’-]*(?:&[\p{L}]+)?`
/** Large words within a sentence: `with Halden Mutual`, `our Gold plan`. */
const largeWords = new RegExp(
  `(?<=(?<![\\p{L}\\p{M}])\\p{Ll}[\\p{L}\\p{M}'’-]{0,30},? )${part}(?: (?:(?:of|de|du|di|del|van|&|und|and|y|et) )?${part}){0,4}`,
  'gu',
)
/** A law, and how somebody is spoken to. */
const isNoName =
  /(?:Act|Acts|Code|Regulations?|Directive|Order|Law|Rules|Convention|Ley|Loi|Codice|Wet)$|^(?:I|Sie|Ihr(?:e[nmrs]?)?|Ihnen|Lei|Le|La|Vi|Vostr[aeio]|Usted(?:es)?|Vd|U|Uw)(?: |$)/u
/** An abbreviation that many texts have: `VAT`, `IBAN`. */
const isShortForm = /^\p{Lu}{2,4}$/u

/**
 * What looks like a name within a sentence: large words that the samples do not share.
 * @param common words that all samples have
 * @param isGerman nouns begin large, so that only several large words are a name
 */
export function properNames(text: string, common: ReadonlySet<string>, isGerman: boolean): Mark[] {
  return Array.from(text.matchAll(largeWords), ([found]) => found)
    .filter((found) => {
      const words = found.split(' ').filter((word) => beginsLarge.test(word))
      if (isNoName.test(found) || (isGerman && words.length < 2)) return false
      return (
        words.every((word) => word.length > 2 && !common.has(word)) && !words.every((word) => isShortForm.test(word))
      )
    })
    .map((found) => ({ text: found, field: '' }))
}
