import { invalidRequest } from '@chancery/core'

/** The number of the client that a page ended with; 0 before the first. @throws `invalid_request` */
export function placeOf(after: string | undefined): number {
  if (after === undefined) return 0
  if (/^\d{1,15}$/.test(after)) return Number(after)
  throw invalidRequest('/cursor', 'invalid_cursor', 'The cursor is none of this directory.', 'Begin again without it.')
}
