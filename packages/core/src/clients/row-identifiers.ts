import type { ClientIdentifier } from '../ports/client-directory.ts'
import type { NormalizedRow } from '../ports/client-normalizer.ts'
import type { SourceRow } from '../ports/client-source.ts'
import { asIdentifier, blockIdentifier, exportedFrom, externalIdKey } from './client-identifiers.ts'
import type { ExternalId } from './client-record.ts'
import { goneIds } from './gone-records.ts'
import { candidatesOf, externalIdentifier, type MatchIndex, type MatchOrder } from './match-clients.ts'
import type { Likeness } from './matching/likeness.ts'

/** A row, normalized, with the id of the client that it may become. */
export interface ReadRow extends NormalizedRow {
  readonly row: SourceRow
  readonly digest: string
  readonly newId: string
  /** Where it is about a client that was deleted, when. */
  readonly deletedAt?: string
}

/** What a row's client is looked for by, and who has its external id, by which the caller may not want it recognized. */
export const lookedFor = (
  { row, data, externalId, externalIds, clientId, digest }: ReadRow,
  order: MatchOrder,
  likeness: Likeness,
): readonly ClientIdentifier[] =>
  data === undefined
    ? goneIds(row).map((id) => externalIdentifier(id, order))
    : [
        ...candidatesOf(data, externalId, digest, order, { clientId, externalIds }).map(({ identifier }) => identifier),
        ...(externalIds ?? []).map(asIdentifier),
        ...(order.matchBy.includes('likeness') ? likeness.keysOf(data).map(blockIdentifier) : []),
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
  const isFree = (each: ExternalId): boolean => index.find(asIdentifier(each)).every(({ id }) => id === client)
  const ids = [...new Map(all.filter(isFree).map((each) => [externalIdKey(each), each])).values()]
  return { ids, areTaken: !told.every(isFree) }
}

/** By what a row is known of a client that was deleted. */
export const deletionKeysOf = ({ data, digest, clientId }: ReadRow): readonly ClientIdentifier[] =>
  data === undefined
    ? []
    : [...(clientId === undefined ? [] : [{ kind: 'id', value: clientId } as const]), { kind: 'row', value: digest }]
