import type { Identification } from '@chancery/core'
import type { Target } from '../labels/target.ts'
import type { Values } from '../read-values.ts'
import { wordsOf, type TextIndex } from '../text-index.ts'
import { labelWords } from './alike-words.ts'
import type { Option } from './option.ts'
import { optionAt } from './option-at.ts'

type KeyValue = Identification['keyValues'][number]

const head = 1500
/** A label that says only that a number follows, or its series: `Number:`, `Serie/Número:`, `N°`. */
const series = new Set('serie series reihe sarja document documento dokument'.split(' '))
const isBareNumber = (key: string): boolean => {
  const { telling, kinds } = labelWords(key)
  return kinds.has(0) && kinds.size === 1 && telling.every((word) => series.has(word))
}
/** A line or cell of a few words above it that is the title of the paper. */
const title = /^[\p{L}][\p{L} .’'()/-]{2,50}$/u

/**
 * The number of the paper that is told by a word alone below its title: of `INVOICE` and `Number: 26/0457` the invoice's.
 * Of several such labels none is surely the paper's.
 */
export function paperNumber(
  index: TextIndex,
  values: Values,
  keyValues: readonly KeyValue[],
  target: Target,
): Option[] {
  if (target.type !== 'identifier') return []
  const keys = keyValues.filter(({ key, keySpan }) => keySpan.start < head && isBareNumber(key))
  const [first] = keys
  if (first === undefined) return []
  const own = new Set(target.labels.flatMap(([label, strength]) => (strength >= 0.8 ? kindOf(label) : [])))
  const above = index.text.slice(Math.max(0, first.keySpan.start - head), first.keySpan.start).split(/[\n\t]| {3}/u)
  const isTitled = above.some((line) => title.test(line.trim()) && wordsOf(line).some(({ folded }) => own.has(folded)))
  if (!isTitled) return []
  const place = { ...first.valueSpan, fit: keys.length > 1 ? 0.7 : 0.82, method: 'label', divided: true } as const
  const option = optionAt(index, values, place, target, 0.96)
  return option ? [option] : []
}

/** The kind of paper that a label of its number says: `factura` of `número de factura`. */
function kindOf(label: string): readonly string[] {
  const { telling, kinds } = labelWords(label)
  return kinds.has(0) && telling.length === 1 ? telling : []
}
