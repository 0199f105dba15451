import type { EmailEventLog, LoggedEmailEvent } from '@chancery/core'

export function createMemoryEmailEventLog(): EmailEventLog {
  const events = new Map<string, LoggedEmailEvent>()
  const keyOf = (provider: string, id: string): string => JSON.stringify([provider, id])
  return {
    known: async (provider, ids) => ids.filter((id) => events.has(keyOf(provider, id))),
    async add(some) {
      for (const event of some) {
        const key = keyOf(event.provider, event.id)
        if (!events.has(key)) events.set(key, event)
      }
    },
    list: async ({ limit, email }) =>
      [...events.values()]
        .filter((event) => email === undefined || event.email === email)
        .toSorted(
          (one, other) => other.at - one.at || (keyOf(one.provider, one.id) < keyOf(other.provider, other.id) ? -1 : 1),
        )
        .slice(0, limit),
    async forget(before) {
      for (const [key, { at }] of events) if (at < before) events.delete(key)
    },
  }
}
