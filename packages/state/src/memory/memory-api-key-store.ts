import { type ApiKeyRecord, type ApiKeyStore, throwIfCancelled } from '@chancery/core'

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export function createMemoryApiKeyStore(): ApiKeyStore {
  const records = new Map<string, ApiKeyRecord>()
  return {
    async find(id) {
      return records.get(id)
    },
    async list() {
      return [...records.values()].sort((a, b) => order(a.createdAt, b.createdAt) || order(a.id, b.id))
    },
    async save(record) {
      records.set(record.id, structuredClone(record))
    },
    async check({ signal }) {
      throwIfCancelled(signal)
    },
  }
}
