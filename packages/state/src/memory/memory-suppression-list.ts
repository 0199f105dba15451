import { type Suppression, type SuppressionList, throwIfCancelled } from '@chancery/core'

export function createMemorySuppressionList(): SuppressionList {
  /** By address, and in it by space; `''` is all. */
  const byAddress = new Map<string, Map<string, Suppression>>()
  return {
    async among(addresses, { signal, space = '' }) {
      throwIfCancelled(signal)
      return [...new Set(addresses)].filter((address) => {
        const found = byAddress.get(address)
        return found?.has('') === true || found?.has(space) === true
      })
    },
    async add(suppression) {
      const { address, space = '' } = suppression
      byAddress.set(address, (byAddress.get(address) ?? new Map()).set(space, suppression))
    },
    async remove(address, space) {
      if (space === undefined) return byAddress.delete(address)
      const found = byAddress.get(address)
      const wasThere = found?.delete(space) === true
      if (found?.size === 0) byAddress.delete(address)
      return wasThere
    },
    list: async () =>
      [...byAddress].toSorted(ordered).flatMap(([, found]) => [...found].toSorted(ordered).map(([, each]) => each)),
  }
}

const ordered = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1
