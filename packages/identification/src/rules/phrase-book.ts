import { wordsOf, type TextIndex, type Word } from './text-index.ts'

interface Node<T> {
  readonly next: Map<string, Node<T>>
  readonly values: T[]
}

export interface PhraseHit<T> {
  readonly start: number
  readonly end: number
  /** Index of its first word. */
  readonly word: number
  /** How many words. */
  readonly length: number
  readonly values: readonly T[]
}

/** Phrases by their folded words, as a trie: all of them are found in one walk over the words of a text. */
export interface PhraseBook<T> {
  longestAt(index: TextIndex, word: number): PhraseHit<T> | undefined
  /** All that begin at a word, the longest last. */
  allAt(index: TextIndex, word: number): readonly PhraseHit<T>[]
  /** Exact look-up of a phrase. */
  get(phrase: string): readonly T[]
}

const none: readonly never[] = []

const node = <T>(): Node<T> => ({ next: new Map(), values: [] })

/** Words of phrases that every call has, folded once. */
const kept = new Map<string, readonly string[]>()
export function keepPhrases(phrases: Iterable<string>): void {
  for (const phrase of phrases) kept.set(phrase, foldedWords(phrase))
}
const foldedWords = (phrase: string): readonly string[] =>
  kept.get(phrase) ?? wordsOf(phrase).map(({ folded }) => folded)

/** Words of a phrase stand close together: `S.p.A.`, `Invoice - No`. */
const maxGap = 3

/** Whether two words stand close together, in one line and cell. */
const stand = (last: Word, word: Word, text: string): boolean =>
  word.start - last.end <= maxGap && !/[\n\t|]/.test(text.slice(last.end, word.start))

/** @param skipped words of the text that a phrase need not have between its own, one at a time */
export function phraseBook<T>(
  entries: Iterable<readonly [phrase: string, value: T]>,
  skipped: ReadonlySet<string> = new Set(),
): PhraseBook<T> {
  const root = node<T>()
  for (const [phrase, value] of entries) {
    let at = root
    for (const word of foldedWords(phrase)) {
      const next = at.next.get(word) ?? node<T>()
      at.next.set(word, next)
      at = next
    }
    if (at !== root && !at.values.includes(value)) at.values.push(value)
  }
  const allAt = (index: TextIndex, first: number): readonly PhraseHit<T>[] => {
    const { words, text } = index
    const head = words[first]
    let at = head && root.next.get(head.folded)
    if (!head || !at) return none
    const all: PhraseHit<T>[] = []
    let last = head
    for (let length = 1; at; length += 1) {
      if (at.values.length > 0) all.push({ start: head.start, end: last.end, word: first, length, values: at.values })
      let word = words[first + length]
      if (!word || !stand(last, word, text)) break
      const next = words[first + length + 1]
      if (
        at.next.size > 0 &&
        next &&
        skipped.has(word.folded) &&
        !at.next.has(word.folded) &&
        stand(word, next, text)
      ) {
        word = next
        length += 1
      }
      at = at.next.get(word.folded)
      last = word
    }
    return all
  }
  return {
    allAt,
    longestAt: (index, first) => allAt(index, first).at(-1),
    get(phrase) {
      let at: Node<T> | undefined = root
      for (const word of foldedWords(phrase)) at = at?.next.get(word)
      return at?.values ?? []
    },
  }
}

/** All phrases in the text, in order, longest first at each place, none within another. */
export function phrasesIn<T>(book: PhraseBook<T>, index: TextIndex): PhraseHit<T>[] {
  const hits: PhraseHit<T>[] = []
  for (let word = 0; word < index.words.length; word += 1) {
    const hit = book.longestAt(index, word)
    if (!hit) continue
    hits.push(hit)
    word += hit.length - 1
  }
  return hits
}
