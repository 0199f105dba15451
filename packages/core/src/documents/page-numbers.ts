import { invalidRequest } from '../errors.ts'

const maxPage = 100_000

/** Page numbers, sorted and each once, from a list or from text such as "1-3,7". @throws `invalid_request`. */
export function pageNumbers(given: string | readonly number[] | undefined, pointer: string): number[] | undefined {
  if (given === undefined) return undefined
  const numbers = new Set<number>()
  if (typeof given === 'string') {
    for (const part of given.split(',')) {
      const range = /^\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?$/.exec(part)
      const first = Number(range?.[1])
      const last = Number(range?.[2] ?? range?.[1])
      if (range === null || first < 1 || last < first || last > maxPage) {
        throw invalidRequest(pointer, 'invalid_pages', 'These are not page numbers.', 'Write "1-3,7", counted from 1.')
      }
      for (let page = first; page <= last; page++) numbers.add(page)
    }
  } else {
    for (const page of given) numbers.add(page)
  }
  return [...numbers].sort((a, b) => a - b)
}
