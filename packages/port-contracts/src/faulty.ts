import { ChanceryError, type Providers } from '@chancery/core'

/**
 * How a port call fails. `refused`: the provider did not take it, and says so; `broken`: an error that no port promises, before
 * anything was done; `lost`: all was done, and the answer did not come back.
 */
export type Failure = 'refused' | 'broken' | 'lost'

/** How a port call never ends, as where the process is killed meanwhile: nothing was done yet, or all of it. */
export type Hold = 'held' | 'held-after'

export const failures: readonly Failure[] = ['refused', 'broken', 'lost']

/** Ports that count their calls together, and of which one call fails. */
export interface Faults {
  /** The port, with all of its calls counted: those that resolve, and each piece of what is read piece by piece. */
  faulty<Port extends object>(port: Port): Port
  /** The same for all adapters of a port. */
  faultyEach<Port extends object>(ports: Providers<Port>): Providers<Port>
  /** Calls so far. */
  calls(): number
  /** The call that failed, or never ends: `put`; absent: none has. */
  failed(): string | undefined
}

/** They answer on the spot, out of what they are given: there is nothing that could fail. */
const synchronous = new Set(['identify'])

/** @param plan.at which call fails, from 1; absent: none does, and calls are counted */
export function createFaults(plan: { readonly at?: number; readonly how: Failure | Hold }): Faults {
  let calls = 0
  let failed: string | undefined

  /** Counts a call that is about to be made, and makes it, or not. */
  async function counted<T>(name: string, make: () => Promise<T> | T): Promise<T> {
    calls++
    if (calls !== plan.at) return await make()
    // A refusal does not come back either.
    if (plan.how === 'held-after') await Promise.resolve(make()).catch(() => undefined)
    failed = name
    if (plan.how === 'held' || plan.how === 'held-after') return new Promise<never>(() => undefined)
    if (plan.how === 'refused') throw new ChanceryError('provider_unavailable', 'The provider did not take the call.')
    if (plan.how === 'broken') throw new Error('The provider is broken.')
    await make()
    throw new ChanceryError('provider_timeout', 'The provider did not answer.', { details: { ambiguous: true } })
  }

  async function* countedPieces<T>(name: string, pieces: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
    const iterator = pieces[Symbol.asyncIterator]()
    try {
      for (;;) {
        const next = await counted(name, () => iterator.next())
        if (next.done === true) return
        yield next.value
      }
    } finally {
      await iterator.return?.()
    }
  }

  /** What is read piece by piece can fail at each of them, also inside of an answer. */
  function withPieces(name: string, value: unknown): unknown {
    if (isPieces(value)) return countedPieces(name, value)
    if (typeof value !== 'object' || value === null || !Object.values(value).some(isPieces)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, isPieces(each) ? countedPieces(`${name} ${key}`, each) : each]),
    )
  }

  function faulty<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property, target)
        if (typeof value !== 'function' || typeof property !== 'string' || synchronous.has(property)) return value
        const method = value.bind(target) as (...args: unknown[]) => unknown
        return (...args: unknown[]) => {
          if (streams.has(property)) return withPieces(property, method(...args))
          return counted(property, () => method(...args)).then((answer) => withPieces(property, answer))
        }
      },
    })
  }

  return {
    faulty,
    faultyEach: (ports) => ({ names: ports.names, get: (name, pointer) => faulty(ports.get(name, pointer)) }),
    calls: () => calls,
    failed: () => failed,
  }
}

/** They hand over pieces at once, and do nothing until the first is asked for. */
const streams = new Set(['folders', 'list', 'zip'])

const isPieces = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
