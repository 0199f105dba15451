/** How much of the slots keys have used of late, in ms. */
export interface WorkLedger {
  /** A call of the key takes a slot. @returns ends it; `factor`: so many times what it took is charged, 1 where absent */
  begin(key: string): (factor?: number) => void
  /** What the key has used of late, calls that still run counted as far as they have come. */
  recentOf(key: string): number
  /** The least that any other key has used, of those that used anything of late; `undefined`: there is none. */
  leastOfOthers(key: string): number | undefined
}

/** What was used so long ago counts half. */
const halfLifeMs = 10_000
/** Less than this is forgotten. */
const forgottenMs = 1

interface Account {
  /** Used, as it counted at `at`. */
  used: number
  at: number
  /** When the calls that run have begun. */
  readonly running: Set<{ readonly since: number }>
}

/** @param now in ms; it may be set back: no time has passed then */
export function createWorkLedger(now: () => number): WorkLedger {
  const accounts = new Map<string, Account>()

  const passed = (since: number): number => Math.max(0, now() - since)
  const countingNow = ({ used, at }: Account): number => used * 2 ** (-passed(at) / halfLifeMs)
  const recent = (account: Account): number => {
    let sum = countingNow(account)
    for (const { since } of account.running) sum += passed(since)
    return sum
  }

  return {
    begin(key) {
      const account = accounts.get(key) ?? { used: 0, at: now(), running: new Set() }
      accounts.set(key, account)
      const call = { since: now() }
      account.running.add(call)
      return (factor = 1) => {
        if (!account.running.delete(call)) return
        account.used = countingNow(account) + factor * passed(call.since)
        account.at = now()
      }
    },
    recentOf(key) {
      const account = accounts.get(key)
      return account === undefined ? 0 : recent(account)
    },
    leastOfOthers(key) {
      let least: number | undefined
      for (const [other, account] of accounts) {
        const used = recent(account)
        if (used < forgottenMs && account.running.size === 0) accounts.delete(other)
        else if (other !== key) least = Math.min(least ?? used, used)
      }
      return least
    },
  }
}
