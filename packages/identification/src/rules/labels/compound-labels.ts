import { fold, type TextIndex } from '../text-index.ts'
import type { LabelHit, Naming } from './label-hits.ts'
import type { Target } from './target.ts'

/** Shorter words end many others by chance. */
const leastTail = 7
const leastHead = 3
const least = 0.95
const tailKey = (word: string): string => word.slice(-leastTail)
/** What marks a word as a label: a colon, a gap, the end of its line. */
const marked = /^[ ]?(?:[:：=]|[.…_]{2}|\t| {2}|\r?\n|$)/u

/** Labels that end a longer word, as Germanic languages join them: `vervaldatum` of `Contractvervaldatum`. `hits` are in order. */
export function compoundLabels(
  { text, words }: TextIndex,
  targets: readonly Target[],
  hits: readonly LabelHit[],
): LabelHit[] {
  const tails = new Map<string, (readonly [label: string, naming: Naming])[]>()
  for (const target of targets) {
    for (const [raw, strength] of target.labels) {
      const label = strength < least || /[^\p{L}]/u.test(raw) ? '' : fold(raw)
      if (label.length < leastTail) continue
      const naming = { target, strength: strength * 0.85 }
      tails.set(tailKey(label), [...(tails.get(tailKey(label)) ?? []), [label, naming]])
    }
  }
  if (tails.size === 0) return []
  const known = new Set(hits.map(({ start }) => start))
  return words.flatMap(({ start, end, folded }) => {
    if (folded.length < leastTail + leastHead || known.has(start)) return []
    const namings = (tails.get(tailKey(folded)) ?? [])
      .filter(([label]) => folded.length >= label.length + leastHead && folded.endsWith(label))
      .map(([, naming]) => naming)
    const isLabel =
      namings.length > 0 && /^\p{Lu}/u.test(text.slice(start, end)) && marked.test(text.slice(end, end + 3))
    return isLabel ? [{ start, end, namings, types: [], shorter: [] }] : []
  })
}
