/**
 * A port whose adapter is loaded at its first call, so that starting costs nothing for what is not used. Only for ports
 * whose methods all answer promises; `known` is what may be read before.
 */
export function lazily<Port extends object>(known: Partial<Port>, load: () => Promise<Port>): Port {
  let loaded: Promise<Port> | undefined
  return new Proxy(known as Port, {
    get(target, property) {
      if (property in target) return target[property as keyof Port]
      // A promise would be asked for `then`; a port is none.
      if (property === 'then' || typeof property === 'symbol') return undefined
      return async (...parameters: unknown[]) => {
        loaded ??= load().catch((error: unknown) => {
          // The next call tries again.
          loaded = undefined
          throw error
        })
        const port = (await loaded) as Record<string, (...parameters: unknown[]) => unknown>
        return port[property]?.(...parameters)
      }
    },
  })
}
