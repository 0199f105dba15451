import type { ClientIdentifier } from '../model/client-identifier.ts'
import { asIdentifier, exportedFrom, externalIdKey } from './client-identifiers.ts'
import type { ExternalId } from '../model/client-record.ts'
import { goneIds } from './gone-records.ts'
import { externalIdentifier, type MatchOrder } from './match-clients.ts'
import type { MatchIndex } from './match-index.ts'
import type { ReadRow } from './read-rows.ts'

/** What a row's client is looked for by, and who has its external id, by which the caller may not want it recognized. */
export const lookedFor = (
  { row, client, externalId, externalIds = [] }: ReadRow,
  order: MatchOrder,
): readonly ClientIdentifier[] =>
  client === undefined
    ? goneIds(row).map((id) => externalIdentifier(id, order))
    : [
        ...client.candidates.map(({ identifier }) => identifier),
        ...externalIds.map(asIdentifier),
        ...client.blocks,
        ...(externalId === undefined ? [] : [externalIdentifier(externalId, order)]),
        ...(row.formerIds ?? []).map((id) => externalIdentifier(id, order)),
      ]

/**
 * The ids of a row's client elsewhere that nobody else has; of an export of another directory, its id there too.
 * @param client the one that the row is about, known or new
 */
export function idsOf(
  { externalId, externalIds = [], clientId }: ReadRow,
  { system }: MatchOrder,
  index: MatchIndex,
  client: string,
): { readonly ids: readonly ExternalId[]; readonly areTaken: boolean } {
  const told = [...(externalId === undefined ? [] : [{ source: system, id: externalId }]), ...externalIds]
  const isElsewhere = clientId !== undefined && index.find({ kind: 'id', value: clientId }).length === 0
  const all = isElsewhere ? [...told, { source: exportedFrom, id: clientId }] : told
  if (all.length === 0) return { ids: all, areTaken: false }
  const isFree = (each: ExternalId): boolean => index.find(asIdentifier(each)).every(({ id }) => id === client)
  const ids = [...new Map(all.filter(isFree).map((each) => [externalIdKey(each), each])).values()]
  return { ids, areTaken: !told.every(isFree) }
}
