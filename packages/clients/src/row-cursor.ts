import { ChanceryError } from '@chancery/core'

/** Where reading goes on. */
export interface RowPlace {
  /** Records before it. */
  readonly row: number
  /** Where the next record stands in the text, in UTF-16 units; absent: it is counted up to. */
  readonly at?: number
}

/**
 * A cursor into a file: how many records were read, the file's size, so that another file's cursor is refused, and where
 * the next record stands, where the source can go on there.
 */
export const rowCursor = (row: number, bytes: Uint8Array, at?: number): string =>
  at === undefined ? `${row}.${bytes.length}` : `${row}.${bytes.length}.${at}`

/** @throws `invalid_request` */
export function placeOf(cursor: string | undefined, bytes: Uint8Array): RowPlace {
  if (cursor === undefined) return { row: 0 }
  const [, row, size, at] = /^(\d{1,9})\.(\d{1,12})(?:\.(\d{1,12}))?$/.exec(cursor) ?? []
  if (row !== undefined && Number(size) === bytes.length && Number(at ?? 0) <= bytes.length) {
    return { row: Number(row), ...(at === undefined ? {} : { at: Number(at) }) }
  }
  const message = 'The cursor does not belong to this document.'
  throw new ChanceryError('invalid_request', message, {
    violations: [
      {
        pointer: '/cursor',
        code: 'invalid_cursor',
        message,
        hint: 'Use `nextCursor` as it came, with the same document.',
      },
    ],
  })
}

/** Where reading begins, for `sourceRows`, and where in the text. @throws `invalid_request` */
export function readingPlace(
  cursor: string | undefined,
  bytes: Uint8Array,
): { readonly skip: number; readonly passed: number; readonly from: number } {
  const { row, at } = placeOf(cursor, bytes)
  return { skip: row, passed: at === undefined ? 0 : row, from: at ?? 0 }
}

/** @returns how many records to pass over. @throws `invalid_request` */
export const rowsBefore = (cursor: string | undefined, bytes: Uint8Array): number => placeOf(cursor, bytes).row
