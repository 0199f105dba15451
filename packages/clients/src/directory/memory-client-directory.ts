import {
  IdsByIdentifier,
  ChanceryError,
  type ClientChange,
  type ClientDirectory,
  type ClientIdentifier,
  type ClientRecord,
  type EventOutbox,
  type EventRecording,
  type FoundBy,
  deletionKey,
  deletionKeys,
  identifierKey,
  identifiersOf,
  isKept,
  isRemoved,
  maxOfKey,
  provesAlone,
  type RemovedClient,
  type Seal,
  searchTermsOf,
} from '@chancery/core'
import { MemoryKeptOutcomes } from './memory-kept-outcomes.ts'
import { placeOf } from './search-place.ts'
import { TermIndex } from './term-index.ts'

/** Who is told of imports. */
interface Told {
  readonly events: EventOutbox
  readonly recording: EventRecording
}

/**
 * Clients for as long as the process lives.
 * @param seal of what is remembered of deleted clients
 * @param told absent: nobody is told of imports
 */
export function createMemoryClientDirectory(seal: Seal, told?: Told): ClientDirectory {
  const spaces = new Map<string, ClientsOfSpace>()
  const outcomes = new MemoryKeptOutcomes()
  const clientsOf = (space: string): ClientsOfSpace => {
    const clients = spaces.get(space) ?? new ClientsOfSpace((key) => deletionKey(key, space, seal))
    spaces.set(space, clients)
    return clients
  }
  return {
    id: 'memory',
    async get(id, { signal, space = '' }) {
      signal.throwIfAborted()
      return clientsOf(space).get(id)
    },
    async match(identifiers, { signal, space = '' }) {
      signal.throwIfAborted()
      return clientsOf(space).having(identifiers).records
    },
    // Nothing waits in between, so that no other call comes between.
    async change(identifiers, decide, { signal, space = '', imported, outcome, identifiersOf: known = identifiersOf }) {
      signal.throwIfAborted()
      const clients = clientsOf(space)
      const found = clients.having(identifiers)
      const records = decide(found.records, found.by)
      const event = imported && told?.recording.clientsImported(space, imported())
      const kept = outcome?.()
      if (kept !== undefined) outcomes.refuseTaken(space, kept)
      clients.write(records, found.records, known)
      if (kept !== undefined) outcomes.keep(space, kept)
      if (event !== undefined) await told?.events.add(event)
      return records
    },
    async search({ beginnings, after, limit }, { signal, space = '' }) {
      signal.throwIfAborted()
      const place = placeOf(after)
      const found = clientsOf(space).search(beginnings, place, limit + 1)
      const clients = found.slice(0, limit)
      const last = clients.at(-1)
      return found.length > limit && last !== undefined
        ? { clients: clients.map(({ record }) => record), next: String(last.number) }
        : { clients: clients.map(({ record }) => record) }
    },
    async deletions(identifiers, { signal, space = '' }) {
      signal.throwIfAborted()
      return identifiers.flatMap((by) => {
        const found = clientsOf(space).deletedBy(by)
        return found === undefined ? [] : { ...found, by }
      })
    },
    async outcomeOf(place, { signal, space = '' }) {
      signal.throwIfAborted()
      return outcomes.find(space, place)
    },
    async forgetOutcomes(which, { signal }) {
      signal.throwIfAborted()
      outcomes.forget(which)
    },
    async check({ signal }) {
      signal.throwIfAborted()
    },
  }
}

interface NumberedClient {
  readonly number: number
  readonly record: ClientRecord
}

interface KeptClient {
  /** In which order the clients came. */
  readonly number: number
  readonly version: number
  /**
   * The record as JSON in UTF-8, as a file would hold it: nobody else changes it, it takes a fraction of its objects, and it
   * stands outside the heap, of which as much again is garbage.
   */
  readonly json: Buffer
}

class ClientsOfSpace {
  readonly #clients = new Map<string, KeptClient>()
  readonly #ids = new IdsByIdentifier()
  readonly #terms = new TermIndex((id) => {
    const record = this.get(id)
    return record === undefined ? [] : searchTermsOf(record)
  })
  readonly #deletions = new Map<string, { readonly client: string; readonly deletedAt: string }>()
  readonly #deletionKey: (identifier: ClientIdentifier) => string
  #last = 0

  constructor(keyOfDeletion: (identifier: ClientIdentifier) => string) {
    this.#deletionKey = keyOfDeletion
  }

  deletedBy(identifier: ClientIdentifier): { readonly client: string; readonly deletedAt: string } | undefined {
    // Where nobody was deleted, no digest is made.
    return this.#deletions.size === 0 ? undefined : this.#deletions.get(this.#deletionKey(identifier))
  }

  get(id: string): ClientRecord | undefined {
    const kept = this.#clients.get(id)
    return kept && recordOf(kept)
  }

  having(identifiers: readonly ClientIdentifier[]): {
    readonly records: readonly ClientRecord[]
    readonly by: FoundBy
  } {
    const by = new Map<string, ClientIdentifier[]>()
    for (const identifier of identifiers) {
      const ids = identifier.kind === 'id' ? [identifier.value] : this.#ids.first(identifier, maxOfKey)
      for (const id of ids) {
        const before = by.get(id)
        if (before === undefined) by.set(id, [identifier])
        else before.push(identifier)
      }
    }
    return { records: [...by.keys()].flatMap((id) => this.get(id) ?? []).sort(byAge), by }
  }

  /** The first clients behind a place, in the order in which they came. */
  search(beginnings: readonly (readonly string[])[], after: number, limit: number): readonly NumberedClient[] {
    const ids = beginnings.map((each) => this.#terms.beginningWith(each))
    const [least = this.#clients.keys(), ...others] = ids.sort((a, b) => a.size - b.size)
    const found: KeptClient[] = []
    for (const id of least) {
      const kept = this.#clients.get(id)
      if (kept !== undefined && kept.number > after && others.every((each) => each.has(id))) found.push(kept)
    }
    const first = found.sort((a, b) => a.number - b.number).slice(0, limit)
    return first.map((kept) => ({ number: kept.number, record: recordOf(kept) }))
  }

  /** @param read clients that need not be read again, as they are */
  write(changes: readonly ClientChange[], read: readonly ClientRecord[], known: typeof identifiersOf): void {
    const isStale = ({ id, version }: ClientChange): boolean => (this.#clients.get(id)?.version ?? 0) !== version - 1
    const records = changes.filter(isKept).map((record) => ({ record, identifiers: known(record) }))
    const ids = new Set(changes.map(({ id }) => id))
    // What was never there cannot go.
    const isNothing = changes.some((each) => isRemoved(each) && each.version === 1)
    if (changes.some(isStale) || isNothing || ids.size < changes.length || this.#haveClash(records, ids)) {
      throw new ChanceryError('write_conflict', 'A client was changed at the same time.')
    }
    const before = new Map(read.map((record) => [record.id, record]))
    const recordBefore = (id: string): ClientRecord | undefined => before.get(id) ?? this.get(id)
    for (const each of changes) {
      if (!isRemoved(each)) continue
      const record = recordBefore(each.id)
      if (record === undefined) continue
      this.#remember(record, each)
      this.#forget(record, [], known)
      this.#clients.delete(each.id)
    }
    for (const { record, identifiers } of records) {
      const was = recordBefore(record.id)
      if (was !== undefined) this.#forget(was, identifiers, known)
    }
    for (const { record, identifiers } of records) {
      const number = this.#clients.get(record.id)?.number ?? ++this.#last
      this.#clients.set(record.id, { number, version: record.version, json: Buffer.from(JSON.stringify(record)) })
      for (const each of identifiers) this.#ids.add(each, record.id)
      this.#terms.changed(record.id)
    }
  }

  /** Whether two clients would have what proves a client alone: among the records, or one of them and one that stays. */
  #haveClash(records: readonly Written[], ids: ReadonlySet<string>): boolean {
    const owners = new Map<string, string>()
    for (const { record, identifiers } of records) {
      for (const identifier of identifiers) {
        if (!provesAlone(identifier)) continue
        const key = identifierKey(identifier)
        const owner = owners.get(key) ?? record.id
        if (owner !== record.id || this.#ids.first(identifier, Infinity).some((id) => !ids.has(id))) return true
        owners.set(key, owner)
      }
    }
    return false
  }

  #remember(record: ClientRecord, { id, deletedAt }: RemovedClient): void {
    if (deletedAt === undefined) return
    for (const key of deletionKeys(record)) this.#deletions.set(this.#deletionKey(key), { client: id, deletedAt })
  }

  /** Forgets what a client was found by, but for what it keeps. */
  #forget(before: ClientRecord, keeps: readonly ClientIdentifier[], known: typeof identifiersOf): void {
    this.#terms.changed(before.id)
    const kept = new Set(keeps.map(identifierKey))
    for (const each of known(before)) if (!kept.has(identifierKey(each))) this.#ids.remove(each, before.id)
  }
}

const recordOf = ({ json }: KeptClient): ClientRecord => JSON.parse(json.toString()) as ClientRecord

/** A record to be written, and all that it is found by. */
interface Written {
  readonly record: ClientRecord
  readonly identifiers: readonly ClientIdentifier[]
}

const byAge = (a: ClientRecord, b: ClientRecord): number =>
  a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1
