import type { Candidate } from '../candidate.ts'
import { firstWithin, type Values } from '../read-values.ts'
import { lastAtOrBefore } from '../text-index.ts'

/** `five instalments of £57`, `two copies within 14 days`: neither is how many there are. */
export const isMeasure = (values: Values, { start, end }: Candidate): boolean =>
  (['money', 'duration', 'percent'] as const).some((type) => {
    const list = values.of(type)
    const measure = list[lastAtOrBefore(list, start)]
    return (
      measure !== undefined && measure.bare !== true && measure.end >= end && measure.end - measure.start > end - start
    )
  })

export const beginsAt = (list: readonly Candidate[], start: number): boolean =>
  firstWithin(list, start, start + 1) !== undefined

/** `2 916,00 €`: with cents and a currency it is no number of a paper, while `4711 USD 500` may begin with one. */
export const isWrittenAsMoney = (text: string, { value, start, end }: Candidate): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'currency' in value &&
  value.currency !== null &&
  /[.,]\d\d(?!\d)/u.test(text.slice(start, end))
