import type { ClientIdentifier } from '../model/client-identifier.ts'
import type { ClientRecord } from '../model/client-record.ts'
import { exportedFrom } from './client-identifiers.ts'

/** By what a deleted client is known again: also by the ids of clients that had become part of it, and of other directories. */
export const deletionKeys = ({ id, rows, mergedFrom = [], externalIds }: ClientRecord): readonly ClientIdentifier[] => [
  ...[id, ...mergedFrom, ...externalIds.flatMap((each) => (each.source === exportedFrom ? each.id : []))].map(
    (value): ClientIdentifier => ({ kind: 'id', value }),
  ),
  ...rows.map((value): ClientIdentifier => ({ kind: 'row', value })),
]
