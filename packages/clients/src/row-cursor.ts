import { ChanceryError } from '@chancery/core'

/** A cursor into a file: how many records were read, and the file's size, so that another file's cursor is refused. */
export const rowCursor = (row: number, bytes: Uint8Array): string => `${row}.${bytes.length}`

/** @returns how many records to pass over. @throws `invalid_request`. */
export function rowsBefore(cursor: string | undefined, bytes: Uint8Array): number {
  if (cursor === undefined) return 0
  const [, row, size] = /^(\d{1,9})\.(\d{1,12})$/.exec(cursor) ?? []
  if (row !== undefined && Number(size) === bytes.length) return Number(row)
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
