/** How much of the slots keys have used of late, and how long their calls take. All times in ms. */
export interface WorkLedger {
  /** A call of the key takes a slot. @returns ends it; `factor`: so many times what it took is charged, 1 where absent */
  begin(key: string): (factor?: number) => void
  /** What the key has used of late, calls that still run counted as far as they have come. */
  recentOf(key: string): number
  /** What a call of the key takes, as the latest ones did; infinite where none has ended yet. */
  typicalOf(key: string): number
}

/** What was used so long ago counts half. */
const halfLifeMs = 10_000
/** Less than this is forgotten. */
const forgottenMs = 1
/** Of so many of the latest calls the median counts: one that had to wait for something says nothing of the others. */
const latestCalls = 5
/** Accounts at which those are looked for that can be forgotten. */
const tidyAt = 1000

interface Account {
  /** Used, as it counted at `at`. */
  used: number
  at: number
  /** What the latest calls took that have ended. */
  readonly took: number[]
  /** When the calls that run have begun. */
  readonly running: Set<{ readonly since: number }>
}

const medianOf = (numbers: readonly number[]): number | undefined =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

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
  function tidy(): void {
    for (const [key, account] of accounts) {
      if (account.running.size === 0 && recent(account) < forgottenMs) accounts.delete(key)
    }
  }

  return {
    begin(key) {
      if (accounts.size >= tidyAt) tidy()
      const account = accounts.get(key) ?? { used: 0, at: now(), took: [], running: new Set() }
      accounts.set(key, account)
      const call = { since: now() }
      account.running.add(call)
      return (factor = 1) => {
        if (!account.running.delete(call)) return
        const took = factor * passed(call.since)
        account.used = countingNow(account) + took
        account.at = now()
        account.took.push(took)
        if (account.took.length > latestCalls) account.took.shift()
      }
    },
    recentOf(key) {
      const account = accounts.get(key)
      return account === undefined ? 0 : recent(account)
    },
    typicalOf(key) {
      const account = accounts.get(key)
      let longest = medianOf(account?.took ?? []) ?? Infinity
      for (const { since } of account?.running ?? []) longest = Math.max(longest, passed(since))
      return longest
    },
  }
}
