/** The directory of clients, and where their rows come from. */
import { identifierKey, identifiersOf } from '../clients/client-identifiers.ts'
import type { ClientField, ClientRecord } from '../model/client-record.ts'
import { hasBeginnings } from '../clients/search/search-terms.ts'
import { ChanceryError } from '../errors.ts'
import type { Json } from '../json.ts'
import { present } from '../present.ts'
import { deletionKeys } from '../clients/deletion-keys.ts'
import { isKept } from '../model/client-change.ts'
import type { ClientIdentifier } from '../model/client-identifier.ts'
import type { BatchPlace, ClientDirectory } from '../ports/client-directory.ts'
import type { ClientNormalizer, ColumnMapping } from '../ports/client-normalizer.ts'
import type { ClientSource, ReadClientsRequest, SourceRow } from '../ports/client-source.ts'
import type { Finding } from '../model/finding.ts'
import { now } from './document-texts.test-support.ts'
import type { Events } from './fake-store.test-support.ts'

export function fakeDirectory(events: Events = []) {
  const records = new Map<string, ClientRecord>()
  const gone = new Map<string, { readonly client: string; readonly deletedAt: string }>()
  const spaces: (string | undefined)[] = []
  /** What was kept of batches, as JSON. */
  const outcomes = new Map<string, string>()
  const placeOf = ({ import: id, after }: BatchPlace): string => `${id} ${after}`
  /** Worked out once: imports of a thousand rows ask again and again. */
  const keysOf = (record: ClientRecord): readonly string[] => {
    const all =
      known.get(record) ?? [{ kind: 'id', value: record.id } as const, ...identifiersOf(record)].map(identifierKey)
    known.set(record, all)
    return all
  }
  const known = new WeakMap<ClientRecord, readonly string[]>()
  const matching = (identifiers: readonly ClientIdentifier[]): readonly ClientRecord[] => {
    const keys = new Set(identifiers.map(identifierKey))
    return [...records.values()].filter((record) => keysOf(record).some((key) => keys.has(key)))
  }
  const directory: ClientDirectory = {
    id: 'directory',
    async get(id, { signal, space }) {
      signal.throwIfAborted()
      spaces.push(space)
      return records.get(id)
    },
    async match(identifiers, { signal }) {
      signal.throwIfAborted()
      return matching(identifiers)
    },
    async change(identifiers, decide, { signal, outcome }) {
      signal.throwIfAborted()
      const decision = decide(matching(identifiers))
      if (decision.some(({ id, version }) => (records.get(id)?.version ?? 0) !== version - 1))
        throw new ChanceryError('write_conflict', 'It has changed since.')
      const kept = outcome?.()
      if (kept !== undefined && outcomes.has(placeOf(kept)))
        throw new ChanceryError('write_conflict', 'It was entered since.')
      if (kept !== undefined) outcomes.set(placeOf(kept), JSON.stringify(kept.outcome))
      for (const change of decision) {
        const before = records.get(change.id)
        if (isKept(change)) records.set(change.id, change)
        else {
          const { deletedAt } = change
          if (deletedAt !== undefined && before !== undefined)
            for (const key of deletionKeys(before)) gone.set(identifierKey(key), { client: change.id, deletedAt })
          records.delete(change.id)
        }
      }
      events.push(`change ${decision.length}`)
      return decision
    },
    async search({ beginnings, after = '0', limit }, { signal }) {
      signal.throwIfAborted()
      const found = [...records.values()].filter((record) => hasBeginnings(record, beginnings))
      const end = Number(after) + limit
      const clients = found.slice(Number(after), end)
      return end < found.length ? { clients, next: String(end) } : { clients }
    },
    async deletions(identifiers) {
      return identifiers.flatMap((by) => {
        const found = gone.get(identifierKey(by))
        return found === undefined ? [] : { ...found, by }
      })
    },
    async outcomeOf(place) {
      const text = outcomes.get(placeOf(place))
      return text === undefined ? undefined : (JSON.parse(text) as Json)
    },
    async forgetOutcomes(which) {
      for (const key of outcomes.keys())
        if ('import' in which && key.startsWith(`${which.import} `)) outcomes.delete(key)
    },
    async check({ signal }) {
      signal.throwIfAborted()
    },
  }
  return { ...directory, records, spaces, outcomes }
}

/** A client with what matters to a test. */
export const aClient = (id: string, parts: Partial<ClientRecord> = {}): ClientRecord => ({
  id,
  version: 1,
  kind: 'person',
  name: 'Ada Lovelace',
  emails: [],
  phones: [],
  custom: {},
  externalIds: [],
  rows: [],
  createdAt: new Date(now).toISOString(),
  updatedAt: new Date(now).toISOString(),
  ...parts,
})

/** One column a name; `found.rows` are its rows, and reading begins behind the cursor. */
export function fakeSource(id: string, fromDocument: boolean) {
  const asked: ReadClientsRequest[] = []
  const found: {
    columns: readonly string[]
    rows: readonly SourceRow[]
    findings: readonly Finding[]
    fault: unknown
    /** Thrown behind the last row. */
    endsWith: unknown
    fields?: Readonly<Record<string, ClientField | `custom.${string}`>>
    asOf?: string
  } = { columns: ['Name', 'Email'], rows: [], findings: [], fault: undefined, endsWith: undefined }
  const source: ClientSource = {
    id,
    fromDocument,
    async read(request, { signal }) {
      signal.throwIfAborted()
      asked.push(request)
      if (found.fault !== undefined) throw found.fault
      const start =
        request.cursor === undefined ? 0 : found.rows.findIndex(({ cursor }) => cursor === request.cursor) + 1
      async function* rows() {
        yield* found.rows.slice(start)
        if (found.endsWith !== undefined) throw found.endsWith
      }
      const { columns, findings, fields, asOf } = found
      return { columns, rows: rows(), findings, ...present({ fields, asOf }) }
    },
  }
  return { ...source, asked, found }
}

/** A row with a name and an e-mail address, or either. */
export const aRow = (row: number, cells: Readonly<Record<string, string>>): SourceRow => ({
  row,
  values: Object.entries(cells).map(([column, value]) => ({ column, value })),
  faults: [],
  cursor: `at-${row}`,
})

/** Reads cells as they are; a row without a name is no client. */
export function fakeNormalizer() {
  const asked: {
    map: { columns: readonly string[]; given: Readonly<Record<string, string>>; sample: number }[]
    normalize: { rows: number; country?: string; locale: string }[]
  } = { map: [], normalize: [] }
  const normalizer: ClientNormalizer = {
    async map(columns, sample, given) {
      asked.map.push({ columns, given, sample: sample.length })
      return columns.map((column): ColumnMapping => {
        const field = given[column] === 'notes' ? 'notes' : column === 'Email' ? 'email' : 'name'
        return { column, field, confidence: 1, reason: column in given ? 'given' : 'name' }
      })
    },
    async normalize(rows, _mapping, options) {
      asked.normalize.push({ rows: rows.length, ...options })
      return rows.map(({ values, externalId }) => {
        const cell = (name: string): string | undefined => values.find(({ column }) => column === name)?.value
        const name = cell('Name')
        if (name === undefined)
          return { errors: [{ code: 'no_name', severity: 'error', message: 'There is no name.' }], warnings: [] }
        const [email, phone] = [cell('Email'), cell('Phone')]
        return {
          data: {
            kind: 'person',
            name,
            emails: email === undefined ? [] : [email],
            phones: phone?.split(', ') ?? [],
            custom: {},
          },
          ...(externalId === undefined ? {} : { externalId }),
          errors: [],
          warnings: [],
        }
      })
    },
  }
  return { ...normalizer, asked }
}
