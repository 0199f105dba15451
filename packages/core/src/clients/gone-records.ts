import type { SourceRow } from '../ports/client-source.ts'
import type { Finding } from '../model/finding.ts'
import type { ClientRecord } from '../model/client-record.ts'
import { externalIdentifier, type findMatch, type MatchOrder } from './match-clients.ts'
import type { MatchIndex } from './match-index.ts'

/** A record that the source system has no more. */
export interface GoneRecord {
  readonly externalId: string
  readonly reason: 'deleted' | 'merged'
  /** Id of the record that it became part of. */
  readonly into?: string
  /** The client that has its id. */
  readonly client?: string
  /** The client that has the id of `into`. */
  readonly intoClient?: string
}

/** Ids that a row without a record speaks of. */
export const goneIds = ({ gone, externalId }: SourceRow): readonly string[] =>
  gone === undefined ? [] : [externalId, gone.into].filter((id) => id !== undefined)

/**
 * What a row tells of a record that is gone. The client stays as it is: others may know it too, and its documents are here; whoever
 * wants it gone deletes it.
 */
export function goneRecord(row: SourceRow, index: MatchIndex, order: MatchOrder): GoneRecord | undefined {
  const { gone, externalId } = row
  if (gone === undefined || externalId === undefined) return undefined
  const clientOf = (id: string): string | undefined => index.find(externalIdentifier(id, order))[0]?.id
  const client = clientOf(externalId)
  const intoClient = gone.into === undefined ? undefined : clientOf(gone.into)
  return {
    externalId,
    ...gone,
    ...(client === undefined ? {} : { client }),
    ...(intoClient === undefined ? {} : { intoClient }),
  }
}

/** Clients that have an id of a record which is now part of a row's. */
export const formerClients = (
  { formerIds = [] }: SourceRow,
  index: MatchIndex,
  order: MatchOrder,
): readonly ClientRecord[] =>
  order.matchBy.includes('externalId') ? formerIds.flatMap((id) => index.find(externalIdentifier(id, order))) : []

type Match = ReturnType<typeof findMatch>

/** The client of a record that became part of the row's is the row's, where it has none that its own id or address proves. */
export const foundBefore = (match: Match, [former]: readonly ClientRecord[]): Match =>
  match.record === undefined && former !== undefined ? { record: former, by: 'externalId' } : match

/** The source system says that two clients are one; people see to that. */
export function mergedElsewhere(former: readonly ClientRecord[], found: ClientRecord | undefined): readonly Finding[] {
  const others = former.filter(({ id }) => id !== found?.id)
  return others.length === 0 ? [] : [mergedInSource]
}

const mergedInSource: Finding = {
  code: 'merged_in_source',
  severity: 'warning',
  message: 'The system made one record of two that are two clients here.',
  hint: 'Make them one with `/settle-clients`.',
  location: { field: 'externalId' },
}
