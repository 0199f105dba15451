import { type Word, wordOf } from './spelled-name.ts'

/** What the first half of a compound may be as a word: "arbets" of "arbete", "strassen" of "strasse". */
const stemsOf = (first: string): readonly string[] => [
  first,
  ...['s', 'n', 'e', 'es', 'en'].filter((joint) => first.endsWith(joint)).map((joint) => first.slice(0, -joint.length)),
  first.replace(/s$/, 'e'),
  `${first}i`,
  `${first}e`,
]

/**
 * Every way to take a compound apart in two words: "Privattelefon", "Straßenname", "顧客電話番号".
 * @param isCompound whether the first word and the second make one
 */
export const halvesOf = (
  word: Word,
  isCompound: (first: string, head: Word) => boolean,
): readonly (readonly [Word, Word])[] => {
  const least = /\p{Script=Han}/u.test(word.raw) ? 2 : 3
  const places = Array.from({ length: Math.max(0, word.raw.length - 1 - least) }, (_, place) => place + 2)
  return places.flatMap((at) => {
    const head = wordOf(word.raw.slice(at), word.isCut)
    const first = stemsOf(word.raw.slice(0, at)).find((text) => isCompound(text, head))
    return first === undefined ? [] : [[wordOf(first), head] as const]
  })
}
