import type { Bucket } from '@google-cloud/storage'
import { ChanceryError } from '@chancery/core'
import type { BatchSettings } from './document-ai-settings.ts'
import { untilAborted } from './service-calls.ts'

/** What is left behind then is for the bucket's lifecycle rule. */
const clearingMs = 10_000

/** The objects of one batch, in a folder of their own. */
export interface BatchBucket {
  /** @returns its `gs://` address */
  write(name: string, bytes: Uint8Array, contentType: string): Promise<string>
  /** What stands below a `gs://` address of this bucket, by name. */
  read(address: string): Promise<Uint8Array[]>
  /** Of an object or folder that need not be there. */
  address(name: string): string
  /** Deletes all of the folder. */
  clear(): Promise<void>
}

/** @throws `provider_failed`, `provider_unavailable` from each method */
export async function openBatchBucket(
  { bucket: name, prefix = 'document-ai', apiEndpoint }: BatchSettings,
  projectId: string,
  batch: string,
  signal: AbortSignal,
): Promise<BatchBucket> {
  const { Storage } = await import('@google-cloud/storage')
  const storage = new Storage({ projectId, ...(apiEndpoint === undefined ? {} : { apiEndpoint }) })
  const bucket = storage.bucket(name)
  const folder = `${prefix.replace(/^\/|\/$/g, '')}/${batch}`
  const address = (object: string): string => `gs://${name}/${folder}/${object}`
  return {
    address,
    write: (object, bytes, contentType) =>
      orBucketError(signal, async () => {
        await bucket
          .file(`${folder}/${object}`)
          .save(Buffer.from(bytes), { contentType, resumable: false, validation: 'md5' })
        return address(object)
      }),
    read: (from) => orBucketError(signal, () => readBelow(bucket, from.slice(`gs://${name}/`.length))),
    clear: () =>
      orBucketError(AbortSignal.timeout(clearingMs), () => bucket.deleteFiles({ prefix: `${folder}/`, force: true })),
  }
}

async function readBelow(bucket: Bucket, prefix: string): Promise<Uint8Array[]> {
  const [files] = await bucket.getFiles({ prefix })
  const read: Uint8Array[] = []
  for (const file of files) {
    if (!file.name.endsWith('.json')) continue
    const [bytes] = await file.download()
    read.push(bytes)
  }
  return read
}

/** The client repeats what fails for minutes; the signal ends that. */
async function orBucketError<T>(signal: AbortSignal, use: () => Promise<T>): Promise<T> {
  try {
    return await untilAborted(use(), signal)
  } catch (error) {
    if (ChanceryError.is(error)) throw error
    throw bucketError(error)
  }
}

const failures: Readonly<Record<number, string>> = {
  401: 'The credentials for the bucket of the batches are not accepted.',
  403: 'The bucket of the batches may not be used with these credentials.',
  404: 'The bucket of the batches, or an object in it, is not there.',
}

/** The message of the client may name objects; it stays the cause. */
function bucketError(error: unknown): ChanceryError {
  const status = Number((error as { readonly code?: unknown } | undefined)?.code)
  const details = { provider: 'document-ai', reason: 'bucket' }
  const failure = failures[status]
  if (failure !== undefined) {
    return new ChanceryError('provider_failed', failure, { cause: error, details, retryable: false })
  }
  return new ChanceryError('provider_unavailable', 'The bucket of the batches cannot be reached.', {
    cause: error,
    details,
  })
}
