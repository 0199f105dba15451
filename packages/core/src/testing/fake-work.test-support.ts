import type { Json } from '../json.ts'
import type { LongWork } from '../long-work.ts'
import type { Progress } from '../ports/call-register.ts'

/** What a worker would keep of a call; parts are kept as JSON, as a store has them. */
export function fakeWork() {
  const parts = new Map<string, string>()
  const told: Progress[] = []
  /** So many parts are kept before the process dies. */
  let left = Number.POSITIVE_INFINITY
  let life = new AbortController()
  let afterwards: Parameters<LongWork['afterwards']>[0] | undefined
  const work: LongWork = {
    id: 'call',
    afterwards: (last) => {
      afterwards = last
    },
    progress: (progress) => void told.push(progress),
    async kept(part) {
      const text = parts.get(part)
      return text === undefined ? undefined : (JSON.parse(text) as Json)
    },
    async keep(part, outcome) {
      if (left-- <= 0) life.abort()
      else parts.set(part, JSON.stringify(outcome))
    },
  }
  /** A life of the process, which ends when one more part would be kept. */
  const lifeOf = (count = Number.POSITIVE_INFINITY) => {
    left = count
    life = new AbortController()
    return { work, signal: life.signal }
  }
  /** The call has ended for good. */
  const end = async (): Promise<void> => afterwards?.(new AbortController().signal)
  return { work, parts, told, lifeOf, end }
}
