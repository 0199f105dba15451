import type { Identification } from '@chancery/core'
import type { Target } from '../labels/target.ts'
import { spaced } from '../labels/target.ts'
import type { Values } from '../read-values.ts'
import type { TextIndex } from '../text-index.ts'
import { type LabelWords, labelWords, wordsBeyond } from './alike-words.ts'
import type { Option } from './option.ts'
import { optionAt } from './option-at.ts'

type KeyValue = Identification['keyValues'][number]

/** More words than these say another thing; of a field that is known, any. */
const mostBeyond = 2
/** A pair without a mark between may be a sentence. */
const leastSure = 0.6
const mostKeys = 500

/**
 * What stands at a label that has the words of a field's name or description in other forms: `datePaiement` at `Date de
 * paiement:`, `numeroSecuriteSociale` at `N° Sécurité sociale :`, `Zählernummer` at `Zähler:`.
 */
export function alikeOptions(
  index: TextIndex,
  values: Values,
  keyValues: readonly KeyValue[],
  target: Target,
  description: string | undefined,
): Option[] {
  const named = [labelWords(spaced(target.name)), ...(description === undefined ? [] : [labelWords(description)])]
  const beyond = (key: LabelWords): number =>
    Math.min(...named.map((name) => wordsBeyond(name, key) ?? Number.POSITIVE_INFINITY))
  return keyValues.slice(0, mostKeys).flatMap(({ key, keySpan, valueSpan, confidence }) => {
    const more = beyond(labelWords(key))
    if (more > (target.canonical === undefined ? mostBeyond : 0) || confidence < leastSure || valueSpan.start < keySpan.end) return []
    const place = { ...valueSpan, fit: 0.8 - more * 0.12, method: 'label', divided: true } as const
    return optionAt(index, values, place, target, 0.96) ?? []
  })
}
