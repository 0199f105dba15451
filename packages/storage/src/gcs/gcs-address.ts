import type { Bucket, GetSignedUrlConfig } from '@google-cloud/storage'
import { type AddressRequest, ChanceryError, type SignedAddress } from '@chancery/core'
import { attachment } from '../objects/disposition.ts'

/**
 * An address signed as of version 4 (https://cloud.google.com/storage/docs/authentication/signatures), with what a write has to
 * state. Without a key of its own, as on Cloud Run, the account has Google sign.
 * @throws `provider_failed` where the account may not sign, and what the SDK throws
 */
export async function signedAddress(
  bucket: Bucket,
  provider: string,
  request: AddressRequest,
  expires: Date,
): Promise<Omit<SignedAddress, 'expiresAt'>> {
  const common = { version: 'v4', expires } as const
  try {
    if (request.act === 'create') {
      const headers = {
        'x-goog-if-generation-match': '0',
        'x-goog-content-length-range': `0,${request.maxBytes}`,
      }
      const [url] = await bucket
        .file(request.path)
        .getSignedUrl({ ...common, action: 'write', extensionHeaders: headers })
      return { method: 'PUT', url, headers }
    }
    const { version, filename, contentType } = request
    const config: GetSignedUrlConfig = {
      ...common,
      action: 'read',
      responseDisposition: attachment(filename),
      responseType: contentType,
    }
    const [url] = await bucket
      .file(request.path, version === undefined ? {} : { generation: version })
      .getSignedUrl(config)
    return { method: 'GET', url, headers: {} }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'SigningError') throw error
    throw new ChanceryError(
      'provider_failed',
      'The account may not sign addresses: it needs a key, or the role of a token creator for itself.',
      { details: { provider }, retryable: false, cause: error.name },
    )
  }
}
