import { createHash } from 'node:crypto'
import type { NewObject, Repeat } from '../objects/object-driver.ts'
import { foreignAnswer } from '../objects/object-problems.ts'
import { isNotFound, s3Code } from './s3-error.ts'
import { conditionOf, descriptionOf, isRefusal, type S3Bucket, type Written, writtenIn } from './s3-object.ts'

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const maxParts = 10_000

/**
 * Writes a large object as S3 wants it: part by part, each made again by itself where the connection breaks, and all of
 * them, on the object's condition, in a last call. Until then nothing of it is seen; parts of a write that fails are given
 * up, and left for a lifecycle rule of the bucket where even that fails.
 */
export async function writeInParts(
  { sdk, client, bucket, partBytes }: S3Bucket,
  object: NewObject,
  repeat: Repeat,
): Promise<Written | 'refused'> {
  const at = { Bucket: bucket, Key: object.name }
  const UploadId = await repeat(async (abortSignal) => {
    const command = new sdk.CreateMultipartUploadCommand({ ...at, ...descriptionOf(object) })
    const { UploadId: id } = await client.send(command, { abortSignal })
    if (id === undefined) throw foreignAnswer()
    return id
  })
  const abort = (): Promise<unknown> =>
    repeat((abortSignal) =>
      client.send(new sdk.AbortMultipartUploadCommand({ ...at, UploadId }), { abortSignal }),
    ).catch(() => undefined)
  try {
    const Parts: { readonly PartNumber: number; readonly ETag: string }[] = []
    const { size } = object.body
    for await (const Body of object.body.pieces(Math.max(partBytes, Math.ceil(size / maxParts)))) {
      const PartNumber = Parts.length + 1
      const ContentMD5 = createHash('md5').update(Body).digest('base64')
      const command = new sdk.UploadPartCommand({ ...at, UploadId, PartNumber, Body, ContentMD5 })
      const part = await repeat(
        (abortSignal) => unlessOver(async () => writtenIn(await client.send(command, { abortSignal }))),
        Body.length,
      )
      if (part === 'refused') return part
      Parts.push({ PartNumber, ETag: part.etag })
    }
    const command = new sdk.CompleteMultipartUploadCommand({
      ...at,
      UploadId,
      MultipartUpload: { Parts },
      ...conditionOf(object),
    })
    const outcome = await repeat(
      (abortSignal) => unlessOver(async () => writtenIn(await client.send(command, { abortSignal }))),
      size,
    )
    if (outcome === 'refused') await abort()
    return outcome
  } catch (error) {
    await abort()
    throw error
  }
}

/**
 * Runs a call of an upload that may be over: its condition does not hold, or it is gone, since an earlier try was done and its
 * answer lost, or a rule of the bucket took it away. Then it is begun anew, if the object still is what it was.
 */
async function unlessOver(work: () => Promise<Written>): Promise<Written | 'refused'> {
  try {
    return await work()
  } catch (error) {
    const isGone = (isNotFound(error) && s3Code(error) !== 'NoSuchBucket') || s3Code(error) === 'InvalidPart'
    if (isRefusal(error) || isGone) return 'refused'
    throw error
  }
}
