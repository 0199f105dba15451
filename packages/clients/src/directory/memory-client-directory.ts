import { ChanceryError, type ClientDirectory, type ClientRecord } from '@chancery/core'
import { identifiersOf, keyOf } from './identifiers.ts'

/** Clients for as long as the process lives. */
export function createMemoryClientDirectory(): ClientDirectory & {
  readonly records: ReadonlyMap<string, ClientRecord>
} {
  const records = new Map<string, ClientRecord>()
  const index = new Map<string, Set<string>>()
  return {
    id: 'memory',
    records,
    async get(id, { signal }) {
      signal.throwIfAborted()
      return records.get(id)
    },
    async match(identifiers, { signal }) {
      signal.throwIfAborted()
      const ids = new Set(identifiers.flatMap((identifier) => [...(index.get(keyOf(identifier)) ?? [])]))
      return [...ids].flatMap((id) => records.get(id) ?? []).sort(byAge)
    },
    async save(batch, { signal }) {
      signal.throwIfAborted()
      const isStale = ({ id, version }: ClientRecord): boolean => (records.get(id)?.version ?? 0) !== version - 1
      if (batch.some(isStale) || new Set(batch.map(({ id }) => id)).size < batch.length) {
        throw new ChanceryError('write_conflict', 'A client was changed at the same time.')
      }
      for (const record of batch) {
        const before = records.get(record.id)
        if (before !== undefined) for (const each of identifiersOf(before)) index.get(keyOf(each))?.delete(record.id)
        records.set(record.id, structuredClone(record))
        for (const each of identifiersOf(record)) {
          const key = keyOf(each)
          const ids = index.get(key) ?? new Set<string>()
          index.set(key, ids.add(record.id))
        }
      }
    },
    async check({ signal }) {
      signal.throwIfAborted()
    },
  }
}

const byAge = (a: ClientRecord, b: ClientRecord): number =>
  a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1
