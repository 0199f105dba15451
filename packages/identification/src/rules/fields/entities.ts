import type { FieldType } from '@chancery/core'
import type { Candidate } from '../candidate.ts'
import type { Values } from '../read-values.ts'

/** Where two overlap, the one of the type that shows more surely by its form wins. */
const order: readonly FieldType[] = [
  'iban',
  'email',
  'url',
  'party',
  'address',
  'datetime',
  'date',
  'money',
  'percent',
  'duration',
  'organization',
  'person',
  'phone',
  'identifier',
  'country',
  'number',
]

/**
 * The values that are facts by themselves and the numbers that are part of none of them, none overlapping another, in the
 * order of the text. Where there are more than `most`, numbers give way first.
 */
export function entitiesOf(values: Values, minConfidence: number, most: number): Candidate[] {
  const rank = (value: Candidate): number => {
    const at = order.indexOf(value.type)
    return at === -1 ? order.length : at
  }
  const all = [...values.all()]
    .filter(
      (value) =>
        (!value.bare || value.type === 'number') && value.confidence >= minConfidence && value.type !== 'party',
    )
    .toSorted((a, b) => a.start - b.start || b.end - a.end || rank(a) - rank(b))
  const kept: Candidate[] = []
  for (const value of all) {
    const last = kept.at(-1)
    if (!last || value.start >= last.end) kept.push(value)
    else if (value.type !== last.type && rank(value) < rank(last) && value.end >= last.end)
      kept[kept.length - 1] = value
  }
  let room = most - kept.filter(({ type }) => type !== 'number').length
  const fitting = kept.filter(({ type }) => type !== 'number' || room-- > 0)
  // One more says that there are more.
  return fitting.length < kept.length && fitting.length <= most ? [...fitting, ...kept.slice(-1)] : fitting
}
