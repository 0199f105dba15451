import type { BlobSASPermissions, BlockBlobClient, SASProtocol } from '@azure/storage-blob'
import type { AddressRequest, SignedAddress } from '@chancery/core'
import { attachment } from '../objects/disposition.ts'

/**
 * An address with a shared access signature of the account's key
 * (https://learn.microsoft.com/rest/api/storageservices/create-service-sas). The permission to create replaces nothing.
 * `undefined` without a key.
 */
export async function signedAddress(
  permissions: typeof BlobSASPermissions,
  blobOf: (name: string, version?: string) => BlockBlobClient,
  request: AddressRequest,
  expiresOn: Date,
): Promise<Omit<SignedAddress, 'expiresAt'> | undefined> {
  const { act, path } = request
  const blob = blobOf(path, act === 'read' ? request.version : undefined)
  const protocol = blob.url.startsWith('https:') ? { protocol: 'https' as SASProtocol } : {}
  const told =
    act === 'read' ? { contentDisposition: attachment(request.filename), contentType: request.contentType } : {}
  try {
    const url = await blob.generateSasUrl({
      permissions: permissions.parse(act === 'read' ? 'r' : 'c'),
      expiresOn,
      ...protocol,
      ...told,
    })
    return act === 'read'
      ? { method: 'GET', url, headers: {} }
      : { method: 'PUT', url, headers: { 'x-ms-blob-type': 'BlockBlob', 'if-none-match': '*' } }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
