import * as z from 'zod'
import { ChanceryError } from '../errors.ts'
import type { AddressRequest, DocumentStore, SignedAddress } from '../ports/document-store.ts'

/** An address that is asked for. Nobody can take one back, so none is good for longer than an hour. */
export const addressOrder = z
  .strictObject({
    address: z.strictObject({
      seconds: z.int().min(60).max(3600).default(900).describe('How long it is good for.'),
    }),
  })
  .optional()

/** An address as callers see it. */
export const signedAddress = z.lazy(() =>
  z
    .object({
      method: z.enum(['GET', 'PUT']),
      url: z.string(),
      headers: z.record(z.string(), z.string()).describe('To be sent as they are.'),
      expiresAt: z.string(),
    })
    .meta({ id: 'SignedAddress' }),
)

/** @throws `unsupported_option` where the store has none, and what the store throws */
export async function addressOf(
  store: DocumentStore,
  request: AddressRequest,
  options: { readonly signal: AbortSignal },
): Promise<SignedAddress> {
  if (store.address === undefined) throw noAddresses(store, request)
  return await store.address(request, options)
}

/** What callers of this store can do instead. */
const instead = {
  read: 'Leave `output` out: as `application/octet-stream` a document of any size is answered.',
  create: 'Send the part itself as `document`.',
}

function noAddresses({ id }: DocumentStore, { act }: AddressRequest): ChanceryError {
  const message = 'This store has no signed addresses.'
  return new ChanceryError('unsupported_option', message, {
    violations: [{ pointer: '/output/address', code: 'unsupported_option', message, hint: instead[act] }],
    details: { provider: id, option: 'address' },
  })
}
