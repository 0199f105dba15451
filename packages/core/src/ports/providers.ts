import { ChanceryError } from '../errors.ts'

/** The configured adapters of one port, by the names that requests use. */
export interface Providers<Port> {
  readonly names: readonly string[]
  /** The named one, or the default. @throws `provider_not_configured` with `details.configured`. */
  get(name?: string): Port
}

/** @param entries the first is the default. */
export function providers<Port>(entries: Readonly<Record<string, Port>>): Providers<Port> {
  const byName = new Map(Object.entries(entries))
  const names = [...byName.keys()]
  return {
    names,
    get(name = names[0]) {
      const port = name === undefined ? undefined : byName.get(name)
      if (port === undefined) {
        throw new ChanceryError('provider_not_configured', 'No such provider is configured for this.', {
          details: { configured: names },
        })
      }
      return port
    },
  }
}
