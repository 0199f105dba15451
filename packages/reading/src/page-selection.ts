import type { Finding } from '@chancery/core'
import { beyondLimit } from './reading-errors.ts'

/**
 * The pages to read, from 1, in order. Wanted pages that the document lacks are a warning.
 * @throws `payload_too_large` where more than `limit` are left
 */
export function pageSelection(
  count: number,
  wanted: readonly number[] | undefined,
  limit: number,
  warnings: Finding[],
): number[] {
  const there = wanted?.filter((page) => page >= 1 && page <= count)
  if (wanted !== undefined && there?.length !== wanted.length) {
    warnings.push({
      code: 'page_not_found',
      severity: 'warning',
      message: `Some of the wanted pages are not in the document, which has ${count}.`,
    })
  }
  const length = there?.length ?? count
  if (length > limit) throw beyondLimit('pages', limit, length)
  return there === undefined ? Array.from({ length: count }, (_, index) => index + 1) : sortedOnce(there)
}

const sortedOnce = (pages: readonly number[]): number[] => [...new Set(pages)].sort((a, b) => a - b)
