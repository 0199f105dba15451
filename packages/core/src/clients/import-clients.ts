import type { Context } from '../context.ts'
import { ChanceryError } from '../errors.ts'
import type { ClientIdentifier } from '../ports/client-directory.ts'
import type { ColumnMapping, NormalizedRow } from '../ports/client-normalizer.ts'
import type { SourceRow } from '../ports/client-source.ts'
import type { Ports } from '../ports/index.ts'
import type { Finding } from '../shapes/finding.ts'
import type { ClientData, ClientRecord } from './client-record.ts'
import { joinClient, type MatchKey, namesAgree, provesIdentity, sameClient, sortedJson } from './merge-client.ts'

export interface ImportOrder {
  /** Whose ids the external ids are. */
  readonly system: string
  readonly given: Readonly<Record<string, string>>
  readonly columns: readonly string[]
  readonly matchBy: readonly MatchKey[]
  readonly onConflict: 'merge' | 'replace' | 'skip'
  readonly dryRun: boolean
  readonly locale: string
  readonly country?: string
}

/** What became of a row. */
export type ImportedRow =
  | {
      readonly status: 'created' | 'updated' | 'unchanged' | 'merged'
      readonly row: number
      readonly id: string
      readonly name: string
      readonly matchedBy?: MatchKey
      readonly warnings: readonly Finding[]
    }
  | {
      readonly status: 'rejected'
      readonly row: number
      readonly raw: Readonly<Record<string, string>>
      readonly errors: readonly Finding[]
    }

type Needed = Pick<Ports, 'clientNormalizer' | 'clientDirectory' | 'ids' | 'clock' | 'hasher'>

/** A normalizer that answers fewer rows than it got must not make one vanish. */
const unread: NormalizedRow = {
  errors: [{ code: 'not_normalized', severity: 'error', message: 'The row could not be read.' }],
  warnings: [],
}

/** How often a batch is tried again when another import changed the same clients meanwhile. */
const maxTries = 5

/** One import: batches of rows go in, each row comes out with what became of it. */
export function createImport(order: ImportOrder, ports: Needed, { signal }: Context) {
  let mapping: readonly ColumnMapping[] | undefined
  /** In a dry run, what would be in the directory by now. */
  const unsaved = new MatchIndex()
  const touched = new Set<string>()

  const digestOf = (row: NormalizedRow | undefined): string =>
    ports.hasher.sha256(new TextEncoder().encode(sortedJson([row?.data, row?.externalId]))).slice(0, 32)

  async function enterOnce(rows: readonly SourceRow[]): Promise<readonly ImportedRow[]> {
    const { clientDirectory, clientNormalizer, clock } = ports
    const results = await clientNormalizer.normalize(rows, mapping ?? [], {
      locale: order.locale,
      ...(order.country === undefined ? {} : { country: order.country }),
    })
    const normalized = rows.map((row, index) => ({
      row,
      digest: digestOf(results[index]),
      ...(results[index] ?? unread),
    }))
    const wanted = normalized.flatMap(({ data, externalId, digest }) =>
      data === undefined ? [] : identifiersOf(data, externalId, digest, order).map(({ identifier }) => identifier),
    )
    const index = order.dryRun ? unsaved : new MatchIndex()
    const before = await clientDirectory.match(dedupe(wanted), { signal })
    for (const record of before) if (!index.has(record.id)) index.add(record)

    const changed = new Map<string, ClientRecord>()
    const touchedNow = new Set<string>()
    const now = new Date(clock.now()).toISOString()
    const outcomes = normalized.map(({ row, data, externalId, digest, errors, warnings }): ImportedRow => {
      if (data === undefined) return { status: 'rejected', row: row.row, raw: rawOf(row), errors }
      const external = externalId === undefined ? undefined : { source: order.system, id: externalId }
      const found = findMatch(data, externalId, digest, index, order)
      const remarks = [...errors, ...warnings, ...(found.doubt ?? [])]
      if (found.record === undefined) {
        const created: ClientRecord = {
          ...data,
          id: ports.ids.next(),
          version: 1,
          externalIds: external === undefined ? [] : [external],
          rows: [digest],
          createdAt: now,
          updatedAt: now,
        }
        index.add(created)
        changed.set(created.id, created)
        touchedNow.add(created.id)
        return { status: 'created', row: row.row, id: created.id, name: created.name, warnings: remarks }
      }
      const known = found.record
      const joined = joinClient(known, data, external, digest, order.onConflict)
      const again = touched.has(known.id) || touchedNow.has(known.id)
      touchedNow.add(known.id)
      const same = sameClient(known, joined)
      if (!same) {
        // Several rows of one batch make one new version.
        const version = changed.has(known.id) ? known.version : known.version + 1
        const next = { ...joined, version, updatedAt: now }
        changed.set(next.id, next)
        index.add(next)
      }
      return {
        status: again ? 'merged' : same ? 'unchanged' : 'updated',
        row: row.row,
        id: known.id,
        name: joined.name,
        ...(found.by === 'row' ? {} : { matchedBy: found.by }),
        warnings: remarks,
      }
    })
    if (!order.dryRun && changed.size > 0) await clientDirectory.save([...changed.values()], { signal })
    for (const id of touchedNow) touched.add(id)
    return outcomes
  }

  return {
    /** Enters one batch: all of its clients are saved together. @throws `write_conflict` after several tries. */
    async enter(rows: readonly SourceRow[]): Promise<readonly ImportedRow[]> {
      mapping ??= await ports.clientNormalizer.map(order.columns, rows, order.given)
      for (let attempt = 1; ; attempt++) {
        try {
          return await enterOnce(rows)
        } catch (error) {
          if (!ChanceryError.is(error) || error.code !== 'write_conflict' || attempt === maxTries) throw error
        }
      }
    },
    mapping: async (): Promise<readonly ColumnMapping[]> =>
      mapping ?? (await ports.clientNormalizer.map(order.columns, [], order.given)),
  }
}

const rawOf = (row: SourceRow): Record<string, string> => {
  const raw = new Map<string, string>()
  for (const { column, value } of row.values) {
    const before = raw.get(column)
    raw.set(column, before === undefined ? value : `${before}\n${value}`)
  }
  return Object.fromEntries(raw)
}

interface MatchCandidate {
  readonly by: MatchKey | 'row'
  readonly identifier: ClientIdentifier
}

/** A row's identifiers: that it came before just so, then those of the caller in their order of trust. */
function identifiersOf(
  data: ClientData,
  externalId: string | undefined,
  digest: string,
  order: ImportOrder,
): MatchCandidate[] {
  const all: Record<MatchKey, readonly ClientIdentifier[]> = {
    externalId: externalId === undefined ? [] : [{ kind: 'external', value: `${order.system}:${externalId}` }],
    email: data.emails.map((value) => ({ kind: 'email', value: value.toLowerCase() })),
    phone: data.phones.filter((value) => value.startsWith('+')).map((value) => ({ kind: 'phone', value })),
  }
  const chosen: MatchCandidate[] = order.matchBy.flatMap((by) => all[by].map((identifier) => ({ by, identifier })))
  return [{ by: 'row', identifier: { kind: 'row', value: digest } }, ...chosen]
}

function dedupe(identifiers: readonly ClientIdentifier[]): ClientIdentifier[] {
  return [...new Map(identifiers.map((each) => [keyOf(each), each])).values()]
}

const keyOf = ({ kind, value }: ClientIdentifier): string => `${kind}:${value}`

/** Finds the clients of a run by identifier, newest state first. */
class MatchIndex {
  readonly #records = new Map<string, ClientRecord>()
  readonly #ids = new Map<string, Set<string>>()

  has(id: string): boolean {
    return this.#records.has(id)
  }

  /** Adds a client, or its new state in place of the old one. */
  add(record: ClientRecord): void {
    const before = this.#records.get(record.id)
    if (before !== undefined)
      for (const each of identifiersOfRecord(before)) this.#ids.get(keyOf(each))?.delete(record.id)
    this.#records.set(record.id, record)
    for (const identifier of identifiersOfRecord(record)) {
      const key = keyOf(identifier)
      const ids = this.#ids.get(key)
      if (ids === undefined) this.#ids.set(key, new Set([record.id]))
      else ids.add(record.id)
    }
  }

  find(identifier: ClientIdentifier): readonly ClientRecord[] {
    return [...(this.#ids.get(keyOf(identifier)) ?? [])].flatMap((id) => this.#records.get(id) ?? [])
  }
}

const identifiersOfRecord = (record: ClientRecord): readonly ClientIdentifier[] => [
  ...record.emails.map((value) => ({ kind: 'email' as const, value: value.toLowerCase() })),
  ...record.phones.map((value) => ({ kind: 'phone' as const, value })),
  ...record.rows.map((value) => ({ kind: 'row' as const, value })),
  ...record.externalIds.map(({ source, id }) => ({ kind: 'external' as const, value: `${source}:${id}` })),
]

/** The client that a row is about, by the strongest identifier that proves it. */
function findMatch(
  data: ClientData,
  externalId: string | undefined,
  digest: string,
  index: MatchIndex,
  order: ImportOrder,
):
  | { readonly record: ClientRecord; readonly by: MatchKey | 'row'; readonly doubt?: readonly Finding[] }
  | { readonly record?: undefined; readonly doubt?: readonly Finding[] } {
  let shared: MatchKey | undefined
  /** What tells people why a row that came before is that client. */
  const strongestKey = (record: ClientRecord): MatchKey | 'row' =>
    identifiersOf(data, externalId, digest, order).find(
      ({ by, identifier }) => by !== 'row' && index.find(identifier).includes(record),
    )?.by ?? 'row'
  for (const { by, identifier } of identifiersOf(data, externalId, digest, order)) {
    const found = index.find(identifier).filter((record) => by !== 'phone' || !ofAnotherId(externalId, record, order))
    const proven = found.filter((record) => provesIdentity(by, identifier.value, data, record))
    const record = proven.find(({ name }) => namesAgree(name, data.name)) ?? proven[0]
    if (record !== undefined) return { record, by: by === 'row' ? strongestKey(record) : by }
    if (by !== 'row' && found.length > 0) shared = by
  }
  if (shared === undefined) return {}
  return {
    doubt: [
      {
        code: 'shared_contact',
        severity: 'warning',
        message: `Another client has the same ${shared === 'phone' ? 'phone number' : 'e-mail address'}; taken for two clients.`,
        hint: 'Give both the same external id if they are one.',
        location: { field: shared },
      },
    ],
  }
}

/** The source system says that they are two: both have ids of it, and the ids differ. A telephone does not outweigh that. */
const ofAnotherId = (externalId: string | undefined, record: ClientRecord, { system, matchBy }: ImportOrder): boolean =>
  externalId !== undefined &&
  matchBy.includes('externalId') &&
  record.externalIds.some(({ source }) => source === system) &&
  !record.externalIds.some(({ source, id }) => source === system && id === externalId)
