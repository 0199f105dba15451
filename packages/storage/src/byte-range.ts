import { type ByteRange, invalidRequest } from '@chancery/core'

/** The part of a range that a document of that size has. @throws `invalid_request` */
export function rangeWithin(range: ByteRange | undefined, size: number): ByteRange {
  if (range === undefined) return { start: 0, end: size }
  const { start, end } = range
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw invalidRequest('/range', 'invalid_range', 'A range goes from a byte to one that is not before it.')
  }
  return { start: Math.min(start, size), end: Math.min(end, size) }
}
