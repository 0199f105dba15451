import type { LabelHit, Naming } from './label-hits.ts'
import type { Target } from './target.ts'

/** Chinese and Japanese put no space between a label and the words around it. */
const han = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,16}$/u
const least = 0.95
const mostPlaces = 100

/** Labels in Han or Kana that are part of a longer run of letters: `租赁期限` of `租赁期限为三年`. `hits` are in order. */
export function hanLabels(text: string, targets: readonly Target[], hits: readonly LabelHit[]): LabelHit[] {
  if (!/[\p{Script=Han}\p{Script=Kana}\p{Script=Hira}]/u.test(text)) return []
  const known = new Set(hits.map(({ start }) => start))
  const found = new Map<number, LabelHit>()
  for (const target of targets) {
    for (const [label, strength] of target.labels) {
      if (strength < least || !han.test(label)) continue
      const naming: Naming = { target, strength: strength * 0.95 }
      let places = 0
      for (
        let start = text.indexOf(label);
        start !== -1 && places < mostPlaces;
        start = text.indexOf(label, start + label.length)
      ) {
        places += 1
        if (known.has(start)) continue
        const end = start + label.length
        const other = found.get(start)
        if (other === undefined || other.end < end)
          found.set(start, { start, end, namings: [naming], types: [], shorter: [] })
        else if (other.end === end) found.set(start, { ...other, namings: [...other.namings, naming] })
      }
    }
  }
  return [...found.values()]
}
