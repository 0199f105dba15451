import type { TextIndex, Word } from '../text-index.ts'
import { stemKey } from './alike-words.ts'
import { isSaidBy, mostPlaces, otherWords, type Stems } from './telling-words.ts'

/** Where a sentence ends: with a paragraph or a line of its own, behind a full stop that a capital follows. */
const ending =
  /\n[ \t]*\r?\n|\n(?=[ \t]*(?:[-•–*§]|\d{1,2}[.)]))|(?<=(?:^|\n)[^\n]{0,59})\n|[;!?]\s|(?<=\p{L}{3}|\d{3}|[.,]\d\d|[)%€])\.\s+(?=[\p{Lu}\p{Lo}„"“«])|\t/gu
/** UTF-16 units that a sentence reaches to either side of a word. */
const reach = 260

/** What says of a thing that it is not the one that a paper is about, folded. */
const ofOthers = new Set(
  'next following previous nachste nachsten folgende folgenden vorige vorigen prochain prochaine precedent precedente proximo proxima siguiente anterior prossimo prossima seguinte volgende nastepne nastepny nastepna'.split(
    ' ',
  ),
)

/** In UTF-16 units. */
export interface Sentence {
  readonly start: number
  readonly end: number
}

function sentenceAt(text: string, offset: number): Sentence {
  const from = Math.max(0, offset - reach)
  // The mark of an ending looks at the letter behind it, which may be the first of the word itself.
  const before = [...text.slice(from, offset + 1).matchAll(ending)].findLast(
    ({ 0: mark, index }) => from + index + mark.length <= offset,
  )
  const after = text.slice(offset, offset + reach).search(ending)
  return {
    start: from + (before === undefined ? 0 : before.index + before[0].length),
    end: after === -1 ? Math.min(text.length, offset + reach) : offset + after,
  }
}

/** A sentence with some of the words that a field is called or described by. */
interface Said {
  readonly sentence: Sentence
  /** The words of the field, each where it is said first. */
  readonly words: Map<string, Word>
  /** Some of the words are only said by what means the same. */
  isMeant: boolean
}

/** Where a text has a word, and then where it has others of the same meaning; as many at most as it is looked for itself. */
function placesOf(
  { words }: Pick<TextIndex, 'words'>,
  stems: Stems,
  own: string,
  others: readonly string[],
): (readonly [word: string, at: number])[] {
  const found: (readonly [word: string, at: number])[] = []
  for (const word of [own, ...others]) {
    if (found.length >= mostPlaces) break
    for (const at of stems.get(stemKey(word)) ?? [])
      if (isSaidBy(words[at]?.folded ?? '', word) && found.length < mostPlaces) found.push([word, at])
  }
  return found
}

/** The sentences that have words of a field, by where they begin. */
export function sentencesWith({ text, words, lines }: TextIndex, stems: Stems, telling: readonly string[]): Said[] {
  const found = new Map<number, Said>()
  const isOfOther = telling.some((one) => ofOthers.has(one))
  for (const one of telling) {
    for (const [place, at] of placesOf({ words }, stems, one, otherWords({ text, words, lines }, stems, one))) {
      const word = words[at]
      // `The next meeting` is another one.
      if (word === undefined || (!isOfOther && ofOthers.has(words[at - 1]?.folded ?? ''))) continue
      const sentence = sentenceAt(text, word.start)
      const said = found.get(sentence.start) ?? { sentence, words: new Map<string, Word>(), isMeant: false }
      if (!said.words.has(one)) {
        said.words.set(one, word)
        said.isMeant ||= place !== one
      }
      found.set(sentence.start, said)
    }
  }
  return [...found.values()]
}
