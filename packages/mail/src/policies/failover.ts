import { ChanceryError, type EmailTransport, type EmailTransportCapabilities } from '@chancery/core'

export interface FailoverSettings {
  readonly id?: string
  /** How long one that failed is tried last, in ms, where the provider does not say; default 30,000. */
  readonly restMs?: number
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

/**
 * Several transports as one: an e-mail goes to the next where the one before surely has not taken it, by a fault that is not the
 * e-mail's. A doubt is the end: another transport might send it twice. Can what all of them can.
 */
export function failover(
  transports: readonly [EmailTransport, ...EmailTransport[]],
  { id = 'failover', restMs = 30_000, now = Date.now }: FailoverSettings = {},
): EmailTransport {
  const [first] = transports
  const restUntil = new Map<EmailTransport, number>()
  /** Those that failed lately come last. */
  const inOrder = (): readonly EmailTransport[] => {
    const rests = (transport: EmailTransport): boolean => (restUntil.get(transport) ?? 0) > now()
    return [...transports.filter((each) => !rests(each)), ...transports.filter(rests)]
  }
  const askable = transports.flatMap(({ lookUp }) => lookUp ?? [])
  /** Of whichever has it. That one has not, says nothing of the others. */
  const lookUp: EmailTransport['lookUp'] = async (email, options) => {
    for (const ask of askable) {
      const found = await ask(email, options)
      if (found?.state === 'taken') return found
    }
    return undefined
  }
  return {
    id,
    capabilities: commonTo(transports.map(({ capabilities }) => capabilities)),
    async send(email, options) {
      const errors: ChanceryError[] = []
      for (const transport of inOrder()) {
        try {
          const receipt = await transport.send(email, options)
          restUntil.delete(transport)
          return { provider: transport.id, ...receipt }
        } catch (error) {
          if (!isOfTheProvider(error)) throw error
          restUntil.set(transport, now() + (error.retryAfterMs ?? restMs))
          errors.push(error)
        }
      }
      throw errors.find(({ retryable }) => retryable) ?? errors[0]
    },
    ...(first.render === undefined ? {} : { render: first.render }),
    // A look-up that asks nobody would promise to settle what only a person can.
    ...(askable.length > 0 && { lookUp }),
    async check(options) {
      const errors: unknown[] = []
      for (const transport of transports) {
        try {
          return await transport.check(options)
        } catch (error) {
          errors.push(error)
        }
      }
      throw errors[0]
    },
  }
}

/** Surely not taken, and another may take it: a provider that is away, or lets us send no more. */
const isOfTheProvider = (error: unknown): error is ChanceryError =>
  ChanceryError.is(error) &&
  error.details['ambiguous'] !== true &&
  (error.code === 'provider_unavailable' || error.code === 'provider_failed')

const least = (numbers: readonly number[]): number => numbers.reduce((one, other) => Math.min(one, other), Infinity)

const commonTo = (all: readonly EmailTransportCapabilities[]): EmailTransportCapabilities => ({
  // One may have taken what another is asked for again.
  deduplicates: false,
  schedule: all.every(({ schedule }) => schedule),
  tags: all.every(({ tags }) => tags),
  metadata: all.every(({ metadata }) => metadata),
  maxBytes: least(all.map(({ maxBytes }) => maxBytes)),
  concurrent: least(all.map(({ concurrent = 10 }) => concurrent)),
})
