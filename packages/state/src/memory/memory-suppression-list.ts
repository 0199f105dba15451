import { type Suppression, type SuppressionList, throwIfCancelled } from '@chancery/core'

export function createMemorySuppressionList(): SuppressionList {
  const byAddress = new Map<string, Suppression>()
  return {
    async among(addresses, { signal }) {
      throwIfCancelled(signal)
      return [...new Set(addresses)].filter((address) => byAddress.has(address))
    },
    add: async (suppression) => void byAddress.set(suppression.address, suppression),
    remove: async (address) => byAddress.delete(address),
    list: async () => [...byAddress.values()].toSorted((one, other) => (one.address < other.address ? -1 : 1)),
  }
}
