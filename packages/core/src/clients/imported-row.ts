import type { SourceRow } from '../ports/client-source.ts'
import type { Finding } from '../model/finding.ts'
import type { ClientData, ClientRecord } from '../model/client-record.ts'
import type { GoneRecord } from './gone-records.ts'
import type { Likely } from './match-clients.ts'
import { comparedValues, type ComparedValues } from './matching/comparison.ts'
import type { MatchKey } from './merge-client.ts'
import type { FieldConflict } from './row-policy.ts'

/** What became of a row. */
export type ImportedRow =
  | {
      readonly status: 'created' | 'updated' | 'unchanged' | 'merged'
      readonly row: number
      readonly id: string
      readonly name: string
      readonly matchedBy?: MatchKey
      /** Clients that this one may be. */
      readonly review?: readonly PossibleClient[]
      /** Where the row says something else, which was not taken over. */
      readonly conflicts?: readonly FieldConflict[]
      readonly warnings: readonly Finding[]
    }
  | {
      readonly status: 'rejected'
      readonly row: number
      readonly raw: Readonly<Record<string, string>>
      readonly errors: readonly Finding[]
    }
  | ({ readonly status: 'gone'; readonly row: number } & GoneRecord)

/** A client that a row's may be, side by side with the row. */
export interface PossibleClient {
  readonly id: string
  readonly name: string
  readonly probability: number
  readonly fields: readonly ComparedValues[]
}

/** How many rows came to which end. */
export const countsOf = (outcomes: readonly ImportedRow[]) => {
  const counts = { created: 0, updated: 0, unchanged: 0, merged: 0, gone: 0, rejected: 0 }
  for (const { status } of outcomes) counts[status]++
  return counts
}

/** What a client remembers of others that it may be. */
export const doubtsOf = (doubts: readonly Likely[]): Pick<ClientRecord, 'doubts'> =>
  doubts.length === 0
    ? {}
    : { doubts: doubts.map(({ record, probability }) => ({ client: record.id, probability: rounded(probability) })) }

/** The same side by side with the row, for people who decide. */
export const reviewOf = (
  data: ClientData,
  doubts: readonly Likely[],
): { readonly review?: readonly PossibleClient[] } =>
  doubts.length === 0
    ? {}
    : {
        review: doubts.map(({ record, probability, agreements }) => ({
          id: record.id,
          name: record.name,
          probability: rounded(probability),
          fields: comparedValues(data, record, agreements),
        })),
      }

const rounded = (probability: number): number => Math.round(probability * 1000) / 1000

/** The row as the source has it; several values of one column as lines. */
export const rawOf = (row: SourceRow): Record<string, string> => {
  const raw = new Map<string, string>()
  for (const { column, value } of row.values) {
    const before = raw.get(column)
    raw.set(column, before === undefined ? value : `${before}\n${value}`)
  }
  return Object.fromEntries(raw)
}

export const rejected = (row: SourceRow, why: Finding): ImportedRow => ({
  status: 'rejected',
  row: row.row,
  raw: rawOf(row),
  errors: [why],
})
