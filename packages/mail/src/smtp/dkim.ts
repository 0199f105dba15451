import { buffer } from 'node:stream/consumers'
import { ChanceryError } from '@chancery/core'
import type { DkimSettings } from './smtp-settings.ts'

/**
 * The message with the signature of the sender's domain before it (RFC 6376): relaxed, RSA with SHA-256, the same bytes for the
 * same message.
 * @throws `internal` where no signature came about: a message without one would be taken for a forgery
 */
export async function dkimSigned(message: Uint8Array, dkim: DkimSettings): Promise<Uint8Array> {
  const { default: Dkim } = await import('nodemailer/lib/dkim')
  const { domain, selector, privateKey } = dkim
  const signer = new Dkim({ domainName: domain, keySelector: selector, privateKey, cacheDir: false })
  const signed = await buffer(signer.sign(Buffer.from(message.buffer, message.byteOffset, message.byteLength)))
  if (signed.subarray(0, 15).toString('latin1') !== 'DKIM-Signature:') {
    throw new ChanceryError('internal', 'The e-mail could not be signed.')
  }
  return signed
}
