import { clientShape } from '../client-shape.ts'
import { exportedRow, type TableClient } from './client-table.ts'

/**
 * A client that `/export-clients` wrote as JSON, as a row of its csv: by column, all that an import takes back. `undefined`:
 * it is none of ours.
 */
export function rowOfExportedClient(value: unknown): Readonly<Record<string, string>> | undefined {
  const parsed = clientShape.safeParse(value)
  return parsed.success ? exportedRow(parsed.data as TableClient) : undefined
}
