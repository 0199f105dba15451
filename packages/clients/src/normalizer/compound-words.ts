import type { Word } from './spelled-name.ts'

/** What the first half of a compound may be as a word: "arbets" of "arbete", "strassen" of "strasse". */
const stemsOf = (first: string): readonly string[] => [
  first,
  ...['s', 'n', 'es', 'en'].filter((joint) => first.endsWith(joint)).map((joint) => first.slice(0, -joint.length)),
  first.replace(/s$/, 'e'),
  `${first}i`,
  `${first}e`,
]

/**
 * Every way to take a compound apart in two words: "Privattelefon", "Straßenname", "Työsähköposti".
 * @param isCompound whether the first word and the second make one
 */
export const halvesOf = (
  word: Word,
  isCompound: (first: string, head: Word) => boolean,
): readonly (readonly [Word, Word])[] =>
  Array.from({ length: Math.max(0, word.text.length - 5) }, (_, place) => place + 3).flatMap((at) => {
    const head = { text: word.text.slice(at), isCut: word.isCut }
    const first = stemsOf(word.text.slice(0, at)).find((text) => isCompound(text, head))
    return first === undefined ? [] : [[{ text: first, isCut: false }, head] as const]
  })
