import { ChanceryError } from '../errors.ts'
import { present } from '../present.ts'
import { suggest } from '../suggest.ts'

/** The configured adapters of one port, by the names that requests use. */
export interface Providers<Port> {
  readonly names: readonly string[]
  /** The named one, or the default. @throws `provider_not_configured` with `details.configured`, at `pointer` (`/provider`). */
  get(name?: string, pointer?: string): Port
}

/**
 * Adapters of one port by name, as `Ports` wants them.
 * @param entries the first is the default; without any, `get` throws
 */
export function providers<Port>(entries: Readonly<Record<string, Port>>): Providers<Port> {
  const byName = new Map(Object.entries(entries))
  const names = [...byName.keys()]
  return {
    names,
    get(name = names[0], pointer = '/provider') {
      const port = name === undefined ? undefined : byName.get(name)
      if (port === undefined) {
        const message = 'No such provider is configured for this.'
        throw new ChanceryError('provider_not_configured', message, {
          violations: [
            { pointer, code: 'provider_not_configured', message, ...present({ hint: hintFor(name, names) }) },
          ],
          details: { configured: names },
        })
      }
      return port
    },
  }
}

function hintFor(name: string | undefined, names: readonly string[]): string | undefined {
  const meant = name === undefined ? undefined : suggest(name, names)
  if (meant !== undefined) return `Did you mean \`${meant}\`?`
  return names.length === 0 ? undefined : `Name one of: ${names.join(', ')}.`
}
