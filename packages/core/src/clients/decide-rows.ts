import { exportedFrom, externalIdKey } from './client-identifiers.ts'
import { latestRaws, rawSaid } from './client-raw.ts'
import type { ClientRecord } from '../model/client-record.ts'
import { formerClients, foundBefore, goneRecord, mergedElsewhere } from './gone-records.ts'
import { doubtsOf, type ImportedRow, rawOf, rejected, reviewOf } from './imported-row.ts'
import { findLike, findMatch, type Likely, type MatchOrder, toldIds } from './match-clients.ts'
import type { MatchIndex } from './match-index.ts'
import type { Likeness } from './matching/likeness.ts'
import { present } from '../present.ts'
import type { Finding } from '../model/finding.ts'
import { type ConflictPolicy, isWithoutRoom, joinClient, partIds, sameClient } from './merge-client.ts'
import type { ReadRow, RowClient } from './read-rows.ts'
import {
  clientDeleted,
  clientKnown,
  clientMerged,
  clientUnknown,
  contactsLeftOut,
  externalIdTaken,
} from './row-findings.ts'
import { idsOf } from './row-identifiers.ts'
import { conflictsOf, policyFor } from './row-policy.ts'

/** Which rows are entered: all, those of clients that are not known yet, or those of clients that are. */
export const importModes = ['upsert', 'createOnly', 'updateOnly'] as const
export type ImportMode = (typeof importModes)[number]

export interface DecisionOrder extends MatchOrder {
  /** Of the file, or the connection. */
  readonly name?: string
  readonly onConflict: ConflictPolicy
  readonly mode: ImportMode
  /** Whether a client that was deleted is made again, which is told, or its row is rejected. */
  readonly deleted: 'enter' | 'reject'
}

/** What an import knows when it decides on a batch. */
export interface ImportState {
  /** Of the import. */
  readonly requestId: string
  /** ISO 8601, UTC. */
  readonly now: string
  readonly likeness: Likeness
  /** Ids of clients that the batches before were about, and of those that they made. */
  readonly touched: ReadonlySet<string>
  readonly created: ReadonlySet<string>
}

export interface Decision {
  readonly outcomes: readonly ImportedRow[]
  /** To be written. */
  readonly records: readonly ClientRecord[]
  /** Ids of the clients that rows were about. */
  readonly touched: ReadonlySet<string>
}

/** What becomes of rows beside the clients of the index, which it brings up to date. */
export function decideRows(
  rows: readonly ReadRow[],
  index: MatchIndex,
  order: DecisionOrder,
  state: ImportState,
): Decision {
  const batch: Batch = { index, order, state, changed: new Map(), touched: new Set(), created: new Set() }
  const outcomes = rows.map((read): ImportedRow => {
    const gone = goneRecord(read.row, index, order)
    if (gone !== undefined) return { status: 'gone', row: read.row.row, ...gone }
    if (read.client === undefined)
      return { status: 'rejected', row: read.row.row, raw: rawOf(read.row), errors: read.errors }
    return decideRow(read, read.client, batch)
  })
  return { outcomes, records: [...batch.changed.values()], touched: batch.touched }
}

/** What comes of the rows of a batch, one after the other. */
interface Batch {
  readonly index: MatchIndex
  readonly order: DecisionOrder
  readonly state: ImportState
  readonly changed: Map<string, ClientRecord>
  readonly touched: Set<string>
  readonly created: Set<string>
}

function decideRow(read: ReadRow, client: RowClient, batch: Batch): ImportedRow {
  const { index, order, state } = batch
  const { row, externalId, externalIds: told, errors, warnings } = read
  const { data } = client
  const matched = { data, externalId, externalIds: told, candidates: client.candidates }
  const former = formerClients(row, index, order)
  const certain = foundBefore(findMatch(matched, index, order, state.likeness.names), former)
  const like =
    certain.record === undefined && order.matchBy.includes('likeness')
      ? findLike(matched, client, index, order, state.likeness)
      : { doubts: [] }
  const found = like.same === undefined ? certain : ({ record: like.same, by: 'likeness', doubt: undefined } as const)
  const { ids: externalIds, areTaken } = idsOf(read, order, index, found.record?.id ?? client.newId)
  const remarks = [
    ...errors,
    ...warnings,
    ...(found.doubt ?? []),
    ...(areTaken ? [externalIdTaken] : []),
    ...mergedElsewhere(former, found.record),
  ]
  if (found.record === undefined && order.mode === 'updateOnly') return rejected(row, clientUnknown)
  if (read.deletedAt !== undefined && !isEnteredAgain(read, found.record, order)) {
    const remark = clientDeleted(read.deletedAt, order.deleted)
    if (order.deleted === 'reject') return rejected(row, remark)
    remarks.push(remark)
  }
  return found.record === undefined
    ? createdBy(read, client, { externalIds, doubts: like.doubts, remarks }, batch)
    : changedBy(read, client, { record: found.record, by: found.by }, { externalIds, remarks }, batch)
}

/** A new client, as the row says. */
function createdBy(
  { row, digest, updatedAt }: ReadRow,
  client: RowClient,
  {
    externalIds,
    doubts,
    remarks,
  }: Pick<ClientRecord, 'externalIds'> & { readonly doubts: readonly Likely[] } & Remarks,
  { index, order, state: { now, requestId }, changed, touched, created }: Batch,
): ImportedRow {
  const { data, newId } = client
  const origin = originOf(row.row, order, requestId)
  const made: ClientRecord = {
    ...data,
    id: newId,
    version: 1,
    externalIds,
    ...(updatedAt === undefined ? {} : { saidAt: updatedAt }),
    rows: [digest],
    origin,
    raw: [rawSaid(row, digest, { ...origin, at: now })],
    ...doubtsOf(doubts),
    createdAt: now,
    updatedAt: now,
  }
  index.know(made, client)
  index.add(made)
  changed.set(newId, made)
  touched.add(newId)
  created.add(newId)
  return {
    status: 'created',
    row: row.row,
    id: newId,
    name: made.name,
    ...reviewOf(data, doubts),
    warnings: remarks,
  }
}

/** A known client, with what the row says. */
function changedBy(
  { row, digest, clientId, updatedAt }: ReadRow,
  client: RowClient,
  { record: known, by }: { readonly record: ClientRecord; readonly by: Parameters<typeof policyFor>[1]['by'] },
  { externalIds, remarks }: Pick<ClientRecord, 'externalIds'> & Remarks,
  { index, order, state, changed, touched, created }: Batch,
): ImportedRow {
  const { now, requestId } = state
  const { data } = client
  const isNew = state.created.has(known.id) || created.has(known.id)
  // A file that has a client twice says so when it makes it; imported again, it says nothing new.
  const again = (state.touched.has(known.id) || touched.has(known.id)) && (isNew || !known.rows.includes(digest))
  const isOld = order.mode === 'createOnly' && !isNew
  if (isOld && !known.rows.includes(digest)) return rejected(row, clientKnown)
  const isOfMerged = clientId !== undefined && known.mergedFrom?.includes(clientId) === true
  if (isOfMerged) remarks.push(clientMerged)
  const { policy, remark } = policyFor(isOld ? 'skip' : order.onConflict, { by, said: updatedAt, isOfMerged }, known)
  const origin = { ...originOf(row.row, order, requestId), at: now }
  const joined = joinClient(
    known,
    {
      row: digest,
      data,
      ...partIds(externalIds),
      ...present({ saidAt: updatedAt }),
      origin,
    },
    policy,
  )
  const conflicts = order.onConflict === 'report' ? conflictsOf(known, data) : []
  if (policy !== 'skip' && isWithoutRoom(joined, data)) remarks.push(contactsLeftOut)
  touched.add(known.id)
  const same = sameClient(known, joined)
  // A new row that says nothing new is remembered, so that it never speaks again.
  // A row of an export is known by the client's id.
  if (!same || (joined.rows !== known.rows && clientId === undefined) || joined.saidAt !== known.saidAt) {
    // Several rows of one batch make one new version.
    const version = changed.has(known.id) ? known.version : known.version + 1
    const raw = latestRaws([rawSaid(row, digest, origin), ...(known.raw ?? [])])
    const next = { ...joined, ...raw, version, updatedAt: same ? known.updatedAt : now }
    index.know(data, client)
    changed.set(next.id, next)
    index.add(next)
  }
  return {
    status: again ? 'merged' : same ? 'unchanged' : 'updated',
    row: row.row,
    id: known.id,
    name: joined.name,
    ...(by === 'row' ? {} : { matchedBy: by }),
    ...(conflicts.length === 0 ? {} : { conflicts }),
    warnings: remark === undefined ? remarks : [...remarks, remark],
  }
}

interface Remarks {
  readonly remarks: Finding[]
}

const originOf = (row: number, { system, name }: DecisionOrder, requestId: string) => ({
  source: system,
  ...present({ name }),
  import: requestId,
  row,
})

/** Whether the client of a row that was deleted was made again by it, or by one like it. */
function isEnteredAgain(row: ReadRow, record: ClientRecord | undefined, order: MatchOrder): boolean {
  if (record === undefined) return false
  const { digest, clientId } = row
  const told = new Set(toldIds(row, order).map(externalIdKey))
  return (
    record.rows.includes(digest) ||
    record.externalIds.some(
      (each) => (each.source === exportedFrom && each.id === clientId) || told.has(externalIdKey(each)),
    )
  )
}
