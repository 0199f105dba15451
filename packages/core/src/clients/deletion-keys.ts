import type { ClientIdentifier } from '../model/client-identifier.ts'
import type { ClientRecord, ExternalId } from '../model/client-record.ts'
import { asIdentifier, exportedFrom, rowIdentifier } from './client-identifiers.ts'

/**
 * By what a deleted client is known again: also by the ids of clients that had become part of it, and by those that it had in
 * other directories and systems.
 */
export const deletionKeys = ({ id, rows, mergedFrom = [], externalIds }: ClientRecord): readonly ClientIdentifier[] => {
  const isExported = ({ source }: ExternalId): boolean => source === exportedFrom
  const own = [id, ...mergedFrom, ...externalIds.filter(isExported).map((each) => each.id)]
  return [
    ...own.map((value): ClientIdentifier => ({ kind: 'id', value })),
    ...externalIds.filter((each) => !isExported(each)).map(asIdentifier),
    ...rows.map(rowIdentifier),
  ]
}
