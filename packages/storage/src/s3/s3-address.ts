import { type AddressRequest, optionalPackage } from '@chancery/core'
import { attachment } from '../objects/disposition.ts'
import type { DriverAddress } from '../objects/object-driver.ts'
import type { S3Bucket } from './s3-object.ts'

/**
 * An address signed as of version 4 of AWS
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html), with the condition of a create.
 * @throws what the SDK throws
 */
export async function signedAddress(
  { sdk, client, bucket }: S3Bucket,
  request: AddressRequest,
): Promise<DriverAddress> {
  const { getSignedUrl } = await optionalPackage(
    '@aws-sdk/s3-request-presigner',
    'To sign addresses of S3',
    () => import('./s3-presigner.ts'),
  )
  const at = { Bucket: bucket, Key: request.path }
  const expiresIn = request.seconds
  // Those of a role end with its session, and what is signed with them, too.
  const { expiration } = await client.config.credentials()
  const ends = expiration === undefined ? {} : { credentialsEnd: expiration }
  if (request.act === 'create') {
    const headers = { 'if-none-match': '*' }
    const command = new sdk.PutObjectCommand({ ...at, IfNoneMatch: headers['if-none-match'] })
    return { method: 'PUT', url: await getSignedUrl(client, command, { expiresIn }), headers, ...ends }
  }
  const { version, filename, contentType } = request
  const command = new sdk.GetObjectCommand({
    ...at,
    ...(version === undefined ? {} : { VersionId: version }),
    ResponseContentDisposition: attachment(filename),
    ResponseContentType: contentType,
  })
  return { method: 'GET', url: await getSignedUrl(client, command, { expiresIn }), headers: {}, ...ends }
}
