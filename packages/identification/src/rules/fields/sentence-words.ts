import type { FieldType } from '@chancery/core'
import { spaced, type Target, typeWordsOf } from '../labels/target.ts'
import type { Candidate } from '../candidate.ts'
import type { Values } from '../read-values.ts'
import { firstAtOrAfter, lastAtOrBefore, type TextIndex } from '../text-index.ts'
import { leastStem, labelWords, sameStem } from './alike-words.ts'
import type { Option } from './option.ts'

/** What shows by its form, so that the words around it say which one it is. */
const shown: ReadonlySet<FieldType> = new Set(['date', 'money', 'percent', 'duration'])
/** Where a sentence ends: with a paragraph or a line of its own, behind a full stop that a capital follows. */
const ending =
  /\n[ \t]*\r?\n|\n(?=[ \t]*(?:[-•–*§]|\d{1,2}[.)]))|(?<=(?:^|\n)[^\n]{0,59})\n|[;!?]\s|(?<=\p{L}{3}|\d{3}|[.,]\d\d|[)%€])\.\s+(?=[\p{Lu}\p{Lo}„"“«])|\t/gu
/** What says of a day only that it is the last. */
const limits = new Set('limite limit latest last final deadline until before by frist spatestens'.split(' '))
const mostEnding = 5
const reach = 260
const mostPlaces = 40

/** Words of a text by how they begin, for those of a name in another form. */
export type Stems = ReadonlyMap<string, readonly number[]>

export function stemsOf({ words }: TextIndex): Stems {
  const stems = new Map<string, number[]>()
  for (const [at, { folded }] of words.entries()) {
    if (folded.length < 3) continue
    const stem = folded.slice(0, leastStem - 1)
    const known = stems.get(stem)
    if (known === undefined) stems.set(stem, [at])
    else if (known.length < mostPlaces * 4) known.push(at)
  }
  return stems
}

/** The words of a name or description that say which value is meant, and not of what kind it is. */
const tellingOf = (words: string, type: FieldType): string[] =>
  labelWords(words.replaceAll(/(?<=\p{L})(?=\d)/gu, ' ')).telling.filter(
    (word) => word.length > 2 && !typeWordsOf(type).has(word) && !(type === 'date' && limits.has(word)),
  )

/** A noun of a name and a verb of a sentence have the same stem: `inspection`, `inspected`. */
function isOfStem(one: string, other: string): boolean {
  const least = Math.min(one.length, other.length)
  if (sameStem(one, other)) return true
  if (least < leastStem || Math.abs(one.length - other.length) > mostEnding) return false
  const stem = Math.max(leastStem, Math.ceil(least * 0.75))
  return one.slice(0, stem) === other.slice(0, stem)
}

interface Sentence {
  readonly start: number
  readonly end: number
}

function sentenceAt(text: string, offset: number): Sentence {
  const from = Math.max(0, offset - reach)
  const before = [...text.slice(from, offset).matchAll(ending)].at(-1)
  const after = text.slice(offset, offset + reach).search(ending)
  return {
    start: from + (before === undefined ? 0 : before.index + before[0].length),
    end: after === -1 ? Math.min(text.length, offset + reach) : offset + after,
  }
}

/** The only value of a type in a sentence; where it has several, the one at most a few words from where a name is said. */
function valueIn(list: readonly Candidate[], { start, end }: Sentence, said: Sentence): Candidate | undefined {
  const within = list
    .slice(firstAtOrAfter(list, start), lastAtOrBefore(list, end) + 1)
    .filter((value) => value.bare !== true && value.end <= end)
  // What is said of a value more often stands before it.
  const gap = (value: Candidate): number => Math.max(value.start - said.end, (said.start - value.end) * 2)
  const [nearest, next] = within.toSorted((a, b) => gap(a) - gap(b))
  if (nearest === undefined || next === undefined) return nearest
  return gap(nearest) < 40 && gap(nearest) * 2 < gap(next) ? nearest : undefined
}

/**
 * What a sentence says with the words of a field's name: `returnPeriod` of "shall return all papers within 14 days". It is
 * less sure than any label.
 */
export function sentenceOptions(
  index: TextIndex,
  values: Values,
  stems: Stems,
  target: Target,
  description: string | undefined,
): Option[] {
  if (!shown.has(target.type)) return []
  const list = values.of(target.type)
  const options: Option[] = []
  for (const [words, score] of [
    [spaced(target.name), 0.56],
    [description ?? '', 0.52],
  ] as const) {
    const telling = tellingOf(words, target.type)
    const [first, ...others] = telling.toSorted((a, b) => b.length - a.length)
    if (first === undefined || options.length > 0) continue
    const places = (stems.get(first.slice(0, leastStem - 1)) ?? []).filter((at) =>
      isOfStem(first, index.words[at]?.folded ?? ''),
    )
    for (const at of places.slice(0, mostPlaces)) {
      const word = index.words[at]
      if (word === undefined) continue
      const sentence = sentenceAt(index.text, word.start)
      const around = index.words.slice(
        firstAtOrAfter(index.words, sentence.start),
        lastAtOrBefore(index.words, sentence.end) + 1,
      )
      const isSaid = others.every((other) => around.some(({ folded }) => isOfStem(other, folded)))
      const value = isSaid ? valueIn(list, sentence, word) : undefined
      if (value !== undefined)
        options.push({ value, score: score * (others.length > 0 ? 1 : 0.85) * value.confidence, method: 'clause' })
    }
  }
  return options
}
