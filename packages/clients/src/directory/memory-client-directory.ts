import {
  ChanceryError,
  type ClientChange,
  type ClientDirectory,
  type ClientIdentifier,
  type ClientRecord,
  type FoundBy,
  identifierKey,
  identifiersOf,
  isKept,
  isRemoved,
  maxOfBlock,
  provesAlone,
} from '@chancery/core'
import { IdsByKey } from './ids-by-key.ts'

/** Clients for as long as the process lives. */
export function createMemoryClientDirectory(): ClientDirectory {
  const spaces = new Map<string, ClientsOfSpace>()
  const clientsOf = (space: string): ClientsOfSpace => {
    const clients = spaces.get(space) ?? new ClientsOfSpace()
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
    async change(identifiers, decide, { signal, space = '' }) {
      signal.throwIfAborted()
      const clients = clientsOf(space)
      const found = clients.having(identifiers)
      const records = structuredClone(decide(found.records, found.by))
      clients.write(records)
      return records
    },
    async check({ signal }) {
      signal.throwIfAborted()
    },
  }
}

class ClientsOfSpace {
  readonly #records = new Map<string, ClientRecord>()
  readonly #ids = new IdsByKey()

  get(id: string): ClientRecord | undefined {
    return this.#records.get(id)
  }

  having(identifiers: readonly ClientIdentifier[]): {
    readonly records: readonly ClientRecord[]
    readonly by: FoundBy
  } {
    const by = new Map<string, ClientIdentifier[]>()
    for (const identifier of identifiers) {
      const most = identifier.kind === 'block' ? maxOfBlock : Infinity
      for (const id of this.#ids.first(identifierKey(identifier), most)) {
        const before = by.get(id)
        if (before === undefined) by.set(id, [identifier])
        else before.push(identifier)
      }
    }
    return { records: [...by.keys()].flatMap((id) => this.#records.get(id) ?? []).sort(byAge), by }
  }

  write(changes: readonly ClientChange[]): void {
    const isStale = ({ id, version }: ClientChange): boolean => (this.#records.get(id)?.version ?? 0) !== version - 1
    const records = changes.filter(isKept)
    const ids = new Set(changes.map(({ id }) => id))
    // What was never there cannot go.
    const isNothing = changes.some((each) => isRemoved(each) && each.version === 1)
    if (changes.some(isStale) || isNothing || ids.size < changes.length || this.#haveClash(records, ids)) {
      throw new ChanceryError('write_conflict', 'A client was changed at the same time.')
    }
    for (const id of ids) this.#forget(id)
    for (const each of changes) if (isRemoved(each)) this.#records.delete(each.id)
    for (const record of records) {
      this.#records.set(record.id, record)
      for (const each of identifiersOf(record)) this.#ids.add(identifierKey(each), record.id)
    }
  }

  /** Whether two clients would have what proves a client alone: among the records, or one of them and one that stays. */
  #haveClash(records: readonly ClientRecord[], ids: ReadonlySet<string>): boolean {
    const owners = new Map<string, string>()
    for (const record of records) {
      for (const key of identifiersOf(record).filter(provesAlone).map(identifierKey)) {
        const owner = owners.get(key) ?? record.id
        if (owner !== record.id || this.#ids.first(key, Infinity).some((id) => !ids.has(id))) return true
        owners.set(key, owner)
      }
    }
    return false
  }

  #forget(id: string): void {
    const before = this.#records.get(id)
    if (before !== undefined) for (const each of identifiersOf(before)) this.#ids.remove(identifierKey(each), id)
  }
}

const byAge = (a: ClientRecord, b: ClientRecord): number =>
  a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1
