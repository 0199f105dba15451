/** A word of a column's name. */
export interface Word {
  /** Folded. */
  readonly raw: string
  /** With `#` for "number" in whatever language. */
  readonly text: string
  /** It says itself that it is the beginning of one: "Nachn.". */
  readonly isCut: boolean
}

const numberWord = /(?:nummer|numero|numer|number|cislo|szam|номер|番号)$|(?<=..)(?:nro|num|nr)$|^(?:nro|num|nr|no)$/u

/** "handynr" and "handynummer" are one, and so are "nm" and "name"; "N. cliente" is a number. */
export const wordOf = (raw: string, isCut = false): Word => ({
  raw,
  text: raw === 'nm' ? 'name' : raw === 'n' && isCut ? '#' : raw.replace(numberWord, '#'),
  isCut,
})

/** A word is another, or its beginning: one without a point has at least half of it. */
export function begins({ raw, text, isCut }: Word, whole: Word): boolean {
  if (text === whole.text) return true
  if (!whole.raw.startsWith(raw)) return false
  // A number says so, if only by a letter and a point: "Client" alone is no number of one, nor "Tags" of a tagszám.
  const number = whole.text.indexOf('#')
  if (number >= 0 && (raw.length <= number || !isCut)) return false
  return isCut || (raw.length >= 4 && raw.length * 2 >= whole.raw.length)
}

/** Two words are the two halves of a compound: "Geb.dat." of "geburtsdatum", "Geb.-Tag" of "geburtstag". */
function areHalves(first: Word, second: Word, whole: Word): boolean {
  if (second.raw.length < 3 || !whole.raw.startsWith(first.raw)) return false
  const at = whole.raw.lastIndexOf(second.raw)
  const end = whole.raw.slice(at)
  return at >= Math.max(3, first.raw.length) && second.raw.length * 2 >= end.length && begins(second, wordOf(end))
}

/** Whether words are those of a name in its order, some cut off. */
export function spell(words: readonly Word[], name: readonly Word[]): boolean {
  const [first, second] = words
  const [whole] = name
  if (first === undefined || whole === undefined) return first === undefined && whole === undefined
  if (begins(first, whole) && spell(words.slice(1), name.slice(1))) return true
  return second !== undefined && areHalves(first, second, whole) && spell(words.slice(2), name.slice(1))
}

/** Whether a word is one of some, or begins one by three letters or more. */
export function beginningOf(wholes: Iterable<string>): (word: Word) => boolean {
  const all = new Set(wholes)
  const byStart = Map.groupBy(
    [...all].map((whole) => wordOf(whole)),
    ({ raw }) => raw.slice(0, 3),
  )
  return (word) =>
    all.has(word.raw) ||
    (word.raw.length >= 3 && (byStart.get(word.raw.slice(0, 3)) ?? []).some((whole) => begins(word, whole)))
}
