/** A word of a column's name, folded; `#` stands for "number" in whatever language. */
export interface Word {
  readonly text: string
  /** It says itself that it is the beginning of one: "Nachn.". */
  readonly isCut: boolean
}

const numberWord = /(?:nummer|numero|numer|number|cislo|szam|номер)$|(?<=..)(?:nro|num|nr)$|^(?:nro|num|nr|no)$/u

/** "handynr" and "handynummer" are one, and so are "nm" and "name". */
export const withoutNumber = (word: string): string => (word === 'nm' ? 'name' : word.replace(numberWord, '#'))

/** A word is another, or its beginning: one without a point has at least half of it. */
export const begins = ({ text, isCut }: Word, whole: string): boolean =>
  text === whole ||
  (whole.startsWith(text) &&
    // A number says so: "Client" alone is no number of one.
    whole.includes('#') === text.includes('#') &&
    (isCut || (text.length >= 4 && text.length * 2 >= whole.length)))

/** Two words are the two halves of a compound: "Geb.dat." of "geburtsdatum", "Geb.-Tag" of "geburtstag". */
function areHalves(first: Word, second: Word, whole: string): boolean {
  if (second.text.length < 3 || !whole.startsWith(first.text)) return false
  const at = whole.lastIndexOf(second.text)
  // What is cut off of the second half is its end: half a word at most.
  return at >= Math.max(3, first.text.length) && begins(second, whole.slice(at)) && isMostOf(second, whole.slice(at))
}

const isMostOf = ({ text }: Word, whole: string): boolean => text.length * 2 >= whole.length

/** Whether words are those of a name in its order, some cut off. */
export function spell(words: readonly Word[], name: readonly string[]): boolean {
  const [first, second] = words
  const [whole] = name
  if (first === undefined || whole === undefined) return first === undefined && whole === undefined
  if (begins(first, whole) && spell(words.slice(1), name.slice(1))) return true
  return second !== undefined && areHalves(first, second, whole) && spell(words.slice(2), name.slice(1))
}
