import * as z from 'zod'
import { ChanceryError } from '../errors.ts'
import { crossFieldCheck } from '../model/cross-field.ts'
import type { ByteRange } from '../ports/document-store.ts'

/** Some bytes of a document that are asked for: `start` with or without `end`, or `last` alone. */
export const rangeOrder = z.lazy(() =>
  z
    .strictObject({
      start: z.int().min(0).optional().describe('The first byte; 0 is that of the document.'),
      end: z.int().min(1).optional().describe('Up to this byte and without it; absent: to the end of the document.'),
      last: z.int().min(1).optional().describe('So many bytes at the end, instead of `start` and `end`.'),
    })
    .check(crossFieldCheck(isOneRange))
    .meta({ id: 'ByteRange', description: 'Some bytes of a document. What lies behind its end is left out.' }),
)
/** As checked: all three are of one document, in bytes. */
export interface RangeOrder {
  readonly start?: number | undefined
  readonly end?: number | undefined
  readonly last?: number | undefined
}

function isOneRange({ value, issues }: z.core.ParsePayload<RangeOrder>): void {
  const { start, end, last } = value
  const refuse = (field: 'end' | 'last' | undefined, code: string, message: string): void => {
    issues.push({ code: 'custom', input: value, path: field === undefined ? [] : [field], message, params: { code } })
  }
  if (start === undefined && last === undefined)
    refuse(undefined, 'missing', 'Say where it starts, or how many are the `last`.')
  if (last !== undefined && start !== undefined) refuse('last', 'unexpected_field', '`last` goes without `start`.')
  if (last !== undefined && end !== undefined) refuse('end', 'unexpected_field', '`last` goes without `end`.')
  if (start !== undefined && end !== undefined && end <= start)
    refuse('end', 'invalid_range', 'Must be greater than `start`.')
}

/** Which bytes an answer holds, and of how many. */
export const answeredRange = z.object({
  start: z.int().describe('The first byte.'),
  end: z.int().describe('The byte behind the last one.'),
  size: z.int().describe('Bytes of the whole document.'),
})
export type AnsweredRange = z.output<typeof answeredRange>

/** What an order means in a document of that size. @throws `range_not_satisfiable` where it has none of these bytes */
export function rangeIn({ start, end, last }: RangeOrder, size: number): ByteRange {
  const from = last === undefined ? (start ?? 0) : Math.max(0, size - last)
  if (from >= size) throw notSatisfiable(size)
  return { start: from, end: Math.min(end ?? size, size) }
}

function notSatisfiable(size: number): ChanceryError {
  const message = `The document has ${size} bytes, none of them in this range.`
  return new ChanceryError('range_not_satisfiable', message, {
    violations: [{ pointer: '/range', code: 'range_not_satisfiable', message }],
    details: { size },
  })
}
