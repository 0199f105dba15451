/** What is used of the package that signs addresses, as `s3-sdk.ts` is of the SDK. */
export { getSignedUrl } from '@aws-sdk/s3-request-presigner'
