import {
  ChanceryError,
  type EmailTransport,
  type EmailTransportCapabilities,
  type OutgoingEmail,
  type Receipt,
} from '@chancery/core'

/** Numbers from 0 to 1, the same for the same seed (mulberry32, by T. Ettinger). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** How a provider takes an e-mail, and what its transport can tell of that. */
const manners = [
  // Taken, and told.
  'takes',
  // Taken, and the answer is lost: dropped, broken in the middle, a page of a proxy, too late.
  'takes and drops',
  // Not taken, and nobody can tell.
  'drops',
  // Not taken, surely: busy, refused before the first byte.
  'is busy',
  // Not taken, for good.
  'refuses',
  // Taken or not, and no answer ever: the process ends first.
  'takes and hangs',
  'hangs',
  // A fault that no transport promises, before or after.
  'takes and breaks',
] as const
type Manner = (typeof manners)[number]

/** What a provider is able to do beside taking e-mails. */
export type Ability = 'none' | 'knows ids' | 'knows ids for a day' | 'can be asked'

export interface Provider {
  /** As a process sees it. @param hang ends that process, and never resolves */
  transportIn(hang: () => Promise<never>): EmailTransport
  /** How often each e-mail was delivered, by its subject. */
  readonly delivered: ReadonlyMap<string, number>
}

const dayMs = 86_400_000

/** A provider that fails in every way that one can, as often as it takes an e-mail. */
export function unreliableProvider(
  id: string,
  ability: Ability,
  world: { readonly random: () => number; readonly now: () => number },
): Provider {
  const delivered = new Map<string, number>()
  const known = new Map<string, { readonly receipt: Receipt; readonly at: number }>()
  const knowsForMs = ability === 'knows ids' ? Infinity : ability === 'knows ids for a day' ? dayMs : 0
  const capabilities: EmailTransportCapabilities = {
    deduplicates: ability === 'knows ids',
    ...(ability === 'knows ids for a day' && { deduplicatesForMs: dayMs }),
    schedule: false,
    tags: true,
    metadata: true,
    maxBytes: 1_000_000,
  }

  const take = (email: OutgoingEmail): Receipt => {
    const before = known.get(email.id)
    if (before !== undefined && world.now() - before.at < knowsForMs) return before.receipt
    delivered.set(email.subject, (delivered.get(email.subject) ?? 0) + 1)
    const accepted = [...email.to, ...email.cc, ...email.bcc].map(({ address }) => address)
    const receipt: Receipt = { status: 'sent', providerMessageId: `p-${delivered.size}`, accepted, rejected: [] }
    known.set(email.id, { receipt, at: world.now() })
    return receipt
  }
  const manner = (): Manner =>
    world.random() < 0.3 ? 'takes' : (manners[Math.floor(world.random() * manners.length)] ?? 'takes')
  const lost = (code: 'provider_failed' | 'provider_timeout') =>
    new ChanceryError(code, 'The answer was lost.', { details: { ambiguous: true } })

  return {
    delivered,
    transportIn: (hang) => ({
      id,
      capabilities,
      async send(email, { signal }) {
        signal.throwIfAborted()
        await Promise.resolve()
        switch (manner()) {
          case 'takes':
            return take(email)
          case 'takes and drops':
            take(email)
            throw lost('provider_timeout')
          case 'drops':
            throw lost('provider_failed')
          case 'is busy':
            throw new ChanceryError('provider_unavailable', 'Busy.')
          case 'refuses':
            throw new ChanceryError('provider_failed', 'Refused.')
          case 'takes and hangs':
            take(email)
            return await hang()
          case 'hangs':
            return await hang()
          case 'takes and breaks':
            take(email)
            throw new TypeError('broken')
        }
      },
      ...(ability === 'can be asked' && {
        async lookUp({ id: asked }: OutgoingEmail) {
          if (world.random() < 0.3) return undefined
          const found = known.get(asked)
          return found === undefined
            ? ({ state: 'absent' } as const)
            : ({ state: 'taken', receipt: found.receipt } as const)
        },
      }),
      check: async () => undefined,
    }),
  }
}
