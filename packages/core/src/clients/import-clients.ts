import type { Context } from '../context.ts'
import type { ColumnMapping, NormalizedRow } from '../ports/client-normalizer.ts'
import type { SourceRow } from '../ports/client-source.ts'
import type { Ports } from '../ports/index.ts'
import { exportedFrom, identifierKey } from './client-identifiers.ts'
import type { ClientData, ClientRecord } from './client-record.ts'
import { latestRaws, rawSaid } from './client-raw.ts'
import { formerClients, foundBefore, goneRecord, mergedElsewhere } from './gone-records.ts'
import { countsOf, doubtsOf, type ImportedRow, rawOf, rejected, reviewOf } from './imported-row.ts'
import { findLike, findMatch, MatchIndex, type MatchOrder } from './match-clients.ts'
import { keepBlockKeys } from './matching/block-keys.ts'
import { Likeness } from './matching/likeness.ts'
import type { MatchModel } from './matching/match-model.ts'
import { present } from '../present.ts'
import { type ConflictPolicy, joinClient, partIds, sameClient, sortedJson } from './merge-client.ts'
import { clientDeleted, clientKnown, clientMerged, clientUnknown, externalIdTaken } from './row-findings.ts'
import { deletionKeysOf, idsOf, lookedFor, type ReadRow } from './row-identifiers.ts'
import { conflictsOf, policyFor } from './row-policy.ts'

/** Which rows are entered: all, those of clients that are not known yet, or those of clients that are. */
export const importModes = ['upsert', 'createOnly', 'updateOnly'] as const
export type ImportMode = (typeof importModes)[number]

export interface ImportOrder extends MatchOrder {
  readonly given: Readonly<Record<string, string>>
  readonly columns: readonly string[]
  /** Of the file, or the connection. */
  readonly name?: string
  readonly onConflict: ConflictPolicy
  readonly mode: ImportMode
  /** Whether a client that was deleted is made again, which is told, or its row is rejected. */
  readonly deleted: 'enter' | 'reject'
  readonly dryRun: boolean
  readonly locale: string
  readonly country?: string
}

type Needed = Pick<Ports, 'clientNormalizer' | 'clientDirectory' | 'ids' | 'clock' | 'hasher'>

/** A normalizer that answers fewer rows than it got must not make one vanish. */
const unread: NormalizedRow = {
  errors: [{ code: 'not_normalized', severity: 'error', message: 'The row could not be read.' }],
  warnings: [],
}

/** One import: batches of rows go in, each row comes out with what became of it. */
export function createImport(order: ImportOrder, ports: Needed, { signal, requestId }: Context) {
  const { clientDirectory, clientNormalizer, clock, hasher, ids } = ports
  let mapping: readonly ColumnMapping[] | undefined
  /** In a dry run, what would be in the directory by now. */
  const unsaved = new MatchIndex()
  const touched = new Set<string>()
  const created = new Set<string>()
  const likeness = new Likeness()
  const isByLikeness = order.matchBy.includes('likeness')

  const digestOf = (row: NormalizedRow | undefined): string =>
    hasher
      .sha256(
        new TextEncoder().encode(
          sortedJson([row?.data, row?.externalId, ...(row?.clientId === undefined ? [] : [row.clientId])]),
        ),
      )
      .slice(0, 32)

  async function readRows(rows: readonly SourceRow[]): Promise<readonly ReadRow[]> {
    const living = rows.filter(({ gone }) => gone === undefined)
    const normalized = await clientNormalizer.normalize(living, mapping ?? [], {
      locale: order.locale,
      ...(order.country === undefined ? {} : { country: order.country }),
    })
    const byRow = new Map(living.map((row, index) => [row, normalized[index]]))
    const results = rows.map((row) => byRow.get(row))
    // Ids are made before anything is decided, so that a decision that is made again gives the same ones.
    const read = rows.map((row, index) => ({
      row,
      digest: digestOf(results[index]),
      newId: results[index]?.data === undefined ? '' : ids.next(),
      ...(results[index] ?? unread),
    }))
    const gone = await clientDirectory.deletions(read.flatMap(deletionKeysOf), { signal })
    if (gone.length === 0) return read
    const times = new Map(gone.map(({ by, deletedAt }) => [identifierKey(by), deletedAt]))
    return read.map((each) => {
      const deletedAt = deletionKeysOf(each).flatMap((key) => times.get(identifierKey(key)) ?? [])[0]
      return deletedAt === undefined ? each : { ...each, deletedAt }
    })
  }

  /** What becomes of rows beside the clients of the index, which it brings up to date. */
  function decide(rows: readonly ReadRow[], index: MatchIndex): Decision {
    const changed = new Map<string, ClientRecord>()
    const touchedNow = new Set<string>()
    const createdNow = new Set<string>()
    const now = new Date(clock.now()).toISOString()
    const outcomes = rows.map((read): ImportedRow => {
      const { row, externalId, clientId, digest, newId, errors, warnings } = read
      const data = read.data === undefined ? undefined : withSource(read.data, order)
      const { name: file } = order
      const origin = { source: order.system, ...present({ name: file }), import: requestId, row: row.row }
      const gone = goneRecord(row, index, order)
      if (gone !== undefined) return { status: 'gone', row: row.row, ...gone }
      if (data === undefined) return { status: 'rejected', row: row.row, raw: rawOf(row), errors }
      const former = formerClients(row, index, order)
      const certain = foundBefore(findMatch(data, externalId, digest, index, order, read), former)
      const like =
        certain.record === undefined ? findLike(data, externalId, index, order, likeness, read) : { doubts: [] }
      const found =
        like.same === undefined ? certain : ({ record: like.same, by: 'likeness', doubt: undefined } as const)
      const { ids: externalIds, areTaken } = idsOf(read, order, index, found.record?.id ?? newId)
      const remarks = [
        ...errors,
        ...warnings,
        ...(found.doubt ?? []),
        ...(areTaken ? [externalIdTaken] : []),
        ...mergedElsewhere(former, found.record),
      ]
      if (found.record === undefined && order.mode === 'updateOnly') return rejected(row, clientUnknown)
      if (read.deletedAt !== undefined && !isEnteredAgain(read, found.record)) {
        const remark = clientDeleted(read.deletedAt, order.deleted)
        if (order.deleted === 'reject') return rejected(row, remark)
        remarks.push(remark)
      }
      if (found.record === undefined) {
        const made: ClientRecord = {
          ...data,
          id: newId,
          version: 1,
          externalIds,
          ...(read.updatedAt === undefined ? {} : { saidAt: read.updatedAt }),
          rows: [digest],
          origin,
          raw: [rawSaid(row, digest, { ...origin, at: now })],
          ...doubtsOf(like.doubts),
          createdAt: now,
          updatedAt: now,
        }
        keepBlockKeys(data, made)
        index.add(made)
        changed.set(made.id, made)
        touchedNow.add(made.id)
        createdNow.add(made.id)
        return {
          status: 'created',
          row: row.row,
          id: made.id,
          name: made.name,
          ...reviewOf(data, like.doubts),
          warnings: remarks,
        }
      }
      const known = found.record
      const again = touched.has(known.id) || touchedNow.has(known.id)
      const isOld = order.mode === 'createOnly' && !created.has(known.id) && !createdNow.has(known.id)
      if (isOld && !known.rows.includes(digest)) return rejected(row, clientKnown)
      const isOfMerged = clientId !== undefined && known.mergedFrom?.includes(clientId) === true
      if (isOfMerged) remarks.push(clientMerged)
      const { policy, remark } = policyFor(
        isOld ? 'skip' : order.onConflict,
        { by: found.by, said: read.updatedAt, isOfMerged },
        known,
      )
      const joined = joinClient(
        known,
        {
          row: digest,
          data,
          ...partIds(externalIds),
          ...present({ saidAt: read.updatedAt }),
          origin: { ...origin, at: now },
        },
        policy,
      )
      const conflicts = order.onConflict === 'report' ? conflictsOf(known, data) : []
      touchedNow.add(known.id)
      const same = sameClient(known, joined)
      // A new row that says nothing new is remembered, so that it never speaks again.
      // A row of an export is known by the client's id.
      if (!same || (joined.rows !== known.rows && clientId === undefined) || joined.saidAt !== known.saidAt) {
        // Several rows of one batch make one new version.
        const version = changed.has(known.id) ? known.version : known.version + 1
        const said = rawSaid(row, digest, { ...origin, at: now })
        const raw = latestRaws([said, ...(known.raw ?? [])])
        const next = { ...joined, ...raw, version, updatedAt: same ? known.updatedAt : now }
        changed.set(next.id, next)
        index.add(next)
      }
      return {
        status: again ? 'merged' : same ? 'unchanged' : 'updated',
        row: row.row,
        id: known.id,
        name: joined.name,
        ...(found.by === 'row' ? {} : { matchedBy: found.by }),
        ...(conflicts.length === 0 ? {} : { conflicts }),
        warnings: remark === undefined ? remarks : [...remarks, remark],
      }
    })
    return { outcomes, records: [...changed.values()], touched: touchedNow }
  }

  async function decideAndKeep(rows: readonly ReadRow[]): Promise<Decision> {
    const wanted = rows.flatMap((row) => lookedFor(row, order, likeness))
    if (wanted.length === 0) return decide(rows, new MatchIndex())
    if (order.dryRun) {
      for (const record of await clientDirectory.match(wanted, { signal }))
        if (!unsaved.has(record.id)) unsaved.add(record)
      return decide(rows, unsaved)
    }
    let decision: Decision = { outcomes: [], records: [], touched: new Set() }
    await clientDirectory.change(
      wanted,
      (matches, foundBy) => {
        const index = new MatchIndex()
        for (const record of matches) index.add(record, foundBy?.get(record.id))
        decision = decide(rows, index)
        return decision.records
      },
      { signal, imported: () => ({ import: requestId, ...countsOf(decision.outcomes) }) },
    )
    return decision
  }

  return {
    /** Enters one batch: all of its clients are kept together. */
    async enter(rows: readonly SourceRow[]): Promise<EnteredBatch> {
      mapping ??= await clientNormalizer.map(order.columns, rows, order.given)
      const read = await readRows(rows)
      if (isByLikeness) likeness.read(read.flatMap(({ data }) => data ?? []))
      const { outcomes, touched: now } = await decideAndKeep(read)
      const { model } = likeness
      return { outcomes, touched: [...now], mapping, ...(model === undefined ? {} : { model }) }
    },
    /** Goes on after a batch, whether it was entered just now or before the call was cut off. */
    goOnAfter({ outcomes, touched: ids, mapping: known, model }: EnteredBatch): void {
      likeness.goOnWith(model)
      for (const id of ids) touched.add(id)
      for (const each of outcomes) if (each.status === 'created') created.add(each.id)
      mapping = known
    },
    mapping: async (): Promise<readonly ColumnMapping[]> =>
      mapping ?? (await clientNormalizer.map(order.columns, [], order.given)),
  }
}

/** What became of a batch, and what the next ones must know of it. */
export interface EnteredBatch {
  readonly outcomes: readonly ImportedRow[]
  /** Ids of the clients that its rows were about. */
  readonly touched: readonly string[]
  readonly mapping: readonly ColumnMapping[]
  /** How clients are judged, as the first rows taught. */
  readonly model?: MatchModel
}

interface Decision {
  readonly outcomes: readonly ImportedRow[]
  /** To be written. */
  readonly records: readonly ClientRecord[]
  /** Ids of the clients that rows were about. */
  readonly touched: ReadonlySet<string>
}

/** What a row says, with who says it where it tells of a consent: that is not part of its digest, as files are renamed. */
function withSource(data: ClientData, { system, name }: Pick<ImportOrder, 'system' | 'name'>): ClientData {
  if (data.consents === undefined) return data
  const source = name === undefined ? system : `${system}: ${name}`
  return { ...data, consents: data.consents.map((each) => ({ source, ...each })) }
}

/** Whether the client of a row that was deleted was made again by it, or by one like it. */
const isEnteredAgain = ({ digest, clientId }: ReadRow, record: ClientRecord | undefined): boolean =>
  record !== undefined &&
  (record.rows.includes(digest) ||
    record.externalIds.some(({ source, id }) => source === exportedFrom && id === clientId))
