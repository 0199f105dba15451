import {
  type ApiKeyStore,
  type IdempotencyStore,
  type Logger,
  measured,
  type Ports,
  type Providers,
  type RateLimiter,
  type Telemetry,
} from '@chancery/core'

/** Who is told what adapters do. */
interface Watch {
  readonly telemetry: Telemetry
  readonly logger: Logger
}

type Methods<Port> = readonly (keyof Port & string)[]

interface Observed<Port> {
  /** As spans and figures name it. */
  readonly port: string
  readonly provider: string
  /** Those that answer one promise; all others are left as they are. */
  readonly methods: Methods<Port>
}

/** An adapter whose calls are spans, figures and, where a provider failed, a line of the log: the id of the call ties them. */
function observed<Port extends object>(adapter: Port, { port, provider, methods }: Observed<Port>, watch: Watch): Port {
  const { telemetry, logger } = watch
  const watched = new Map<PropertyKey, unknown>()
  for (const method of methods) {
    const attributes = { port, provider, method }
    const done = (outcome: string, ms: number): void => {
      const failed = outcome === 'internal' || outcome.startsWith('provider_')
      const fields = { ...attributes, outcome, durationMs: Math.round(ms) }
      if (failed) logger.log('warning', 'provider-failed', fields)
      else logger.log('debug', 'provider-call', fields)
    }
    const about = {
      name: `${port}.${method}`,
      kind: 'client',
      attributes,
      spanAttributes: { provider },
      histogram: 'chancery.provider.duration',
      done,
    } as const
    watched.set(method, (...parameters: unknown[]) =>
      measured(
        telemetry,
        about,
        () => performance.now(),
        async () => (adapter[method] as (...all: unknown[]) => Promise<unknown>)(...parameters),
      ),
    )
  }
  // Over an object of its own: what an adapter has frozen stays free to be watched.
  return new Proxy({} as Port, {
    get: (_target, name) => watched.get(name) ?? Reflect.get(adapter, name),
    has: (_target, name) => Reflect.has(adapter, name),
    defineProperty: (_target, name, value) => Reflect.defineProperty(adapter, name, value),
    ownKeys: () => Reflect.ownKeys(adapter),
    getOwnPropertyDescriptor(_target, name) {
      const known = Reflect.getOwnPropertyDescriptor(adapter, name)
      return known && { configurable: true, enumerable: true, value: watched.get(name) ?? Reflect.get(adapter, name) }
    },
  })
}

const each = <Port extends object>(
  adapters: Providers<Port>,
  port: string,
  methods: Methods<Port>,
  watch: Watch,
): Providers<Port> => {
  const all = new Map(
    adapters.names.map((name) => [name, observed(adapters.get(name), { port, provider: name, methods }, watch)]),
  )
  return {
    names: adapters.names,
    get(name = adapters.names[0], pointer) {
      // Whatever is wrong with a name, the adapters say themselves.
      return all.get(name ?? '') ?? adapters.get(name, pointer)
    },
  }
}

/**
 * The ports that leave this process. Those that work in children are told of by the jobs themselves; what is done in memory costs
 * less than its span.
 */
export function observedPorts(ports: Ports, watch: Watch): Ports {
  const one = <Port extends object>(adapter: Port, port: string, provider: string, methods: Methods<Port>): Port =>
    observed(adapter, { port, provider, methods }, watch)
  return {
    ...ports,
    stores: each(ports.stores, 'stores', ['put', 'read', 'stat'], watch),
    transports: each(ports.transports, 'transports', ['send'], watch),
    extractors: each(ports.extractors, 'extractors', ['extract'], watch),
    converters: each(ports.converters, 'converters', ['convert'], watch),
    remoteDocuments: one(ports.remoteDocuments, 'remoteDocuments', 'url', ['fetch']),
    emailLedger: one(ports.emailLedger, 'emailLedger', 'state', ['claim', 'settle', 'release']),
    clientDirectory: one(ports.clientDirectory, 'clientDirectory', ports.clientDirectory.id, [
      'get',
      'match',
      'change',
      'search',
      'deletions',
      'outcomeOf',
      'forgetOutcomes',
    ]),
  }
}

/** What the HTTP face keeps. */
export const observedState = (
  state: { readonly apiKeys: ApiKeyStore; readonly idempotency: IdempotencyStore; readonly rates: RateLimiter },
  provider: string,
  watch: Watch,
): typeof state => ({
  apiKeys: observed(state.apiKeys, { port: 'apiKeys', provider, methods: ['find'] }, watch),
  idempotency: observed(
    state.idempotency,
    { port: 'idempotency', provider, methods: ['claim', 'complete', 'release'] },
    watch,
  ),
  // SQLite counts in memory: a span would cost more.
  rates:
    provider === 'postgres'
      ? observed(state.rates, { port: 'rates', provider, methods: ['take'] }, watch)
      : state.rates,
})
