import type { Candidate } from '../candidate.ts'
import type { Place } from '../labels/relations.ts'
import { firstWithin } from '../read-values.ts'

/** More cells than these are no row of a bill or payslip. */
const mostCells = 5
const widest = 200
const rate = /^[\t ]{0,60}(\d{1,2}(?:[.,]\d{1,3})?) ?%[\t ]{0,60}$/u

const amountOf = ({ value }: Candidate): number =>
  typeof value === 'object' && value !== null && 'amount' in value ? Number(value.amount) : Number.NaN

const isProduct = (product: number, one: number, other: number): boolean =>
  Math.abs(Math.abs(product) - Math.abs(one * other)) < 0.02 + Math.abs(product) * 0.0001

/**
 * The place behind what the amount of a row comes from: its hours and their rate, or the base and its percentage, stand before
 * it (`Grundlohn   160   14,10   2.256,00`).
 */
export function beyondFactors(text: string, list: readonly Candidate[], place: Place): Place {
  const first = firstWithin(list, place.start, place.end)
  if (first === undefined) return place
  const [row = ''] = text.slice(place.start, Math.min(place.end, place.start + widest)).split('\n', 1)
  const end = place.start + row.length
  let before = first
  for (let cells = 1; cells < mostCells; cells += 1) {
    const next = firstWithin(list, before.end, end)
    if (next === undefined) return place
    const percentage = rate.exec(text.slice(before.end, next.start))?.[1]
    const factor = percentage === undefined ? amountOf(before) : Number(percentage.replace(',', '.')) / 100
    const isWhole = percentage !== undefined || before !== first
    if (isWhole && factor !== 1 && isProduct(amountOf(next), amountOf(first), factor))
      return { ...place, start: before.end }
    before = next
  }
  return place
}
