import { readCursor, writeCursor } from '../documents/cursor.ts'
import { invalidRequest } from '../errors.ts'
import type { ClientSource, SourceRow } from '../ports/client-source.ts'

/** A source whose cursors are those of a space: one of another space is refused as one that was made up. */
export function clientSourceInSpace(source: ClientSource, space: string): ClientSource {
  return {
    id: source.id,
    fromDocument: source.fromDocument,
    async read({ cursor, ...request }, options) {
      const position = cursor === undefined ? undefined : readCursor(cursor, space)
      if (cursor !== undefined && position === undefined) {
        throw invalidRequest(
          '/cursor',
          'invalid_cursor',
          'The cursor does not belong to this document.',
          'Use `nextCursor` as it came, with the same document.',
        )
      }
      const read = await source.read(
        { ...request, ...(position === undefined ? {} : { cursor: position }) },
        { ...options, space },
      )
      return { ...read, rows: rowsInSpace(read.rows, space) }
    },
  }
}

async function* rowsInSpace(rows: AsyncIterable<SourceRow>, space: string): AsyncGenerator<SourceRow> {
  for await (const row of rows) yield { ...row, cursor: writeCursor(row.cursor, space) }
}
