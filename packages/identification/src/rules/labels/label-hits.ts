import type { FieldType } from '@chancery/core'
import { keepPhrases, phraseBook, type PhraseHit } from '../phrase-book.ts'
import type { TextIndex } from '../text-index.ts'
import { compoundLabels } from './compound-labels.ts'
import { hanLabels } from './han-labels.ts'
import { lexicon } from './lexicon.ts'
import type { Target } from './target.ts'

export interface Naming {
  readonly target: Target
  readonly strength: number
}

/** A label in the text. One that names no wanted field still bounds the values of those before it. */
export interface LabelHit {
  readonly start: number
  readonly end: number
  readonly namings: readonly Naming[]
  /** Of the known fields that it is a label of. */
  readonly types: readonly FieldType[]
  /** Labels of wanted fields that it begins with: `Skonto` of `Skonto innert`. */
  readonly shorter: readonly { readonly end: number; readonly namings: readonly Naming[] }[]
}

keepPhrases(Object.values(lexicon).flatMap(({ labels }) => labels))

/** Labels of all fields that are known, in every language. */
export const knownLabels = phraseBook(
  Object.values(lexicon).flatMap((field) => field.labels.map((label) => [label, field.type] as const)),
)

/** Small words before a label of their own. */
const articles = new Set('the der die das le la les el il lo o os as de het com con mit with avec med'.split(' '))

/**
 * A sentence in lower case needs no label of three letters, unless it is marked, has a rate (`btw 21%`), or is the caller's
 * own and its value follows at once (`al 28 de febrero`). Letters without case have short words.
 */
function stands(index: TextIndex, { start, end }: PhraseHit<unknown>, isOwn: boolean): boolean {
  if (end - start > 3) return true
  const raw = index.text.slice(start, end)
  const after = index.text.slice(end, end + 12)
  return (
    /^[\p{Lu}\p{Lo}]/u.test(raw) ||
    /^\.?[ \t]{0,2}(?:[:：#]|(?<=^\. )\d|\d{1,2}(?:[.,]\d{1,2})?[ ]?%)/.test(after) ||
    (isOwn && (/^ [\d\p{Sc}]/u.test(after) || end - start === 3))
  )
}

/** Names of fields leave them out: `cartaoCidadao` is "Cartão de Cidadão". */
const leftOut = new Set('of the de du des del della di da do dos das la le les el der des van voor för av'.split(' '))
const smallAfter = /^ (?:em|am|on|il|le|el|den|de|op)$/iu

export function labelHits(index: TextIndex, targets: readonly Target[]): LabelHit[] {
  const book = phraseBook<Naming>(
    targets.flatMap((target) => target.labels.map(([label, strength]) => [label, { target, strength }] as const)),
    leftOut,
  )
  const hits: LabelHit[] = []
  for (let word = 0; word < index.words.length; word += 1) {
    const known = knownLabels.longestAt(index, word)
    // "The Property" is a label of its own, and that of a field `property`.
    const own = known && articles.has(index.words[word]?.folded ?? '') ? book.longestAt(index, word + 1) : undefined
    const rest = (known?.length ?? 0) - 1
    const isSmall =
      own !== undefined && own.length === rest - 1 && smallAfter.test(index.text.slice(own.end, known?.end))
    const behind = own && book.longestAt(index, word) === undefined && (own.length >= rest || isSmall)
    if (behind) word += 1
    const wanted = behind ? own : book.longestAt(index, word)
    const hit = wanted && (behind || wanted.length >= (known?.length ?? 0)) ? wanted : known
    const isOwn = hit !== undefined && hit === wanted && wanted.values.some(({ strength }) => strength >= 0.97)
    if (!hit || !stands(index, hit, isOwn)) continue
    const types = known?.end === hit.end ? known.values : []
    const namings = hit === wanted ? wanted.values : []
    const shorter =
      namings.length === 0 || hit.length === 1
        ? []
        : book
            .allAt(index, hit.word)
            .slice(0, -1)
            .map(({ end, values }) => ({ end, namings: values }))
    hits.push({ start: hit.start, end: hit.end, namings, types, shorter })
    word += hit.length - 1
  }
  const inRuns = [...hanLabels(index.text, targets, hits), ...compoundLabels(index, targets, hits)]
  return inRuns.length === 0 ? hits : [...hits, ...inRuns].toSorted((a, b) => a.start - b.start)
}
