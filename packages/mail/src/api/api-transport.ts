import type { EmailTransport, EmailTransportCapabilities, OutgoingEmail, Receipt } from '@chancery/core'
import { type ProviderAnswer, type ProviderApi, type ProviderCall, ProviderCallFault } from '@chancery/outbound'
import { assertSendable, assertSize } from '../sendable.ts'
import { providerFailure, type ProviderFailure, type ProviderName, unusable } from './provider-failure.ts'
import { assertProviderLimits, type ProviderLimits } from './provider-limits.ts'

/** What is a provider's own of an API that takes one e-mail in one call. */
export interface ApiDialect {
  readonly id: string
  readonly capabilities: EmailTransportCapabilities
  readonly limits: ProviderLimits
  /** The body of the call, without any key. */
  bodyOf(email: OutgoingEmail): Uint8Array | Promise<Uint8Array>
  callOf(email: OutgoingEmail, body: Uint8Array): ProviderCall | Promise<ProviderCall>
  /** Of an answer by which the provider itself says that it has taken the e-mail; anything else is `undefined`. */
  receiptOf(answer: ProviderAnswer, email: OutgoingEmail): Receipt | undefined
  /** What an answer says beyond its status. */
  faultOf(answer: ProviderAnswer, email: OutgoingEmail): ProviderFailure
  /** A call that sends nothing, and needs the key. */
  checkCall(): ProviderCall | Promise<ProviderCall>
  /** Whether its answer shows that the key may send. */
  isReady(answer: ProviderAnswer): boolean
}

/** A transport by such an API: one call for each e-mail, never repeated here. */
export function createApiTransport(dialect: ApiDialect, api: ProviderApi, now: () => number): EmailTransport {
  const { id, capabilities, limits } = dialect
  const name = { id, name: limits.name }

  const ask = async (call: ProviderCall, signal: AbortSignal): Promise<ProviderAnswer> =>
    await askProvider(api, call, signal, name, now)
  const checkedBody = async (email: OutgoingEmail, signal: AbortSignal): Promise<Uint8Array> => {
    assertSendable(email, signal)
    assertProviderLimits(email, limits, now())
    const body = await dialect.bodyOf(email)
    assertSize(email, body.length, { id, capabilities })
    return body
  }

  return {
    id,
    capabilities,
    async send(email, { signal }) {
      const body = await checkedBody(email, signal)
      const answer = await ask(await dialect.callOf(email, body), signal)
      const receipt = dialect.receiptOf(answer, email)
      if (receipt !== undefined) return receipt
      const { status, headers } = answer
      throw providerFailure({ ...dialect.faultOf(answer, email), status, headers }, name, now())
    },
    async render(email) {
      return { contentType: 'application/json', bytes: await checkedBody(email, new AbortController().signal) }
    },
    async check({ signal }) {
      try {
        const answer = await ask(await dialect.checkCall(), signal)
        const { status, headers } = answer
        if (!dialect.isReady(answer)) throw providerFailure({ status, headers }, name, now())
      } catch (error) {
        throw unusable(error, name, signal)
      }
    },
  }
}

/** @throws what the port names, where no answer came */
export async function askProvider(
  api: ProviderApi,
  call: ProviderCall,
  signal: AbortSignal,
  name: ProviderName,
  now: () => number,
): Promise<ProviderAnswer> {
  try {
    return await api(call, signal)
  } catch (error) {
    if (error instanceof ProviderCallFault) throw providerFailure(error, name, now())
    throw error
  }
}

/** The object that an answer's body is, or an empty one. */
export function objectOf({ body }: ProviderAnswer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
