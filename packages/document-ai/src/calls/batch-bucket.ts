import { createHash } from 'node:crypto'
import { ChanceryError, optionalPackage, untilAborted } from '@chancery/core'
import type { BatchSettings, DocumentAiSettings } from './document-ai-settings.ts'
import { foreignAnswer, foreignCode, jsonObjectOf, listedObjects } from './bucket-answers.ts'
import { repeatedCall } from './service-calls.ts'

/** What is left behind then is for the bucket's lifecycle rule. */
const clearingMs = 10_000

/** The objects of one batch, in a folder of their own. */
export interface BatchBucket {
  /** @returns its `gs://` address */
  write(name: string, bytes: Uint8Array, contentType: string): Promise<string>
  /** The JSON that stands below a `gs://` address of this bucket, by name. */
  read(address: string): Promise<object[]>
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
  repetition: Pick<DocumentAiSettings, 'attempts' | 'backoffMs'> = {},
): Promise<BatchBucket> {
  const { Storage } = await optionalPackage(
    '@google-cloud/storage',
    'To have Document AI read in batches',
    () => import('@google-cloud/storage'),
  )
  const storage = new Storage({
    projectId,
    // Its own repetition of a read ends the process on Node 24; `orBucketError` repeats.
    retryOptions: { autoRetry: false },
    ...(apiEndpoint === undefined ? {} : { apiEndpoint }),
  })
  const bucket = storage.bucket(name)
  const folder = `${prefix.replace(/^\/|\/$/g, '')}/${batch}`
  const repeated = <T>(use: () => Promise<T>): Promise<T> => orBucketError(signal, repetition, use)
  const address = (object: string): string => `gs://${name}/${folder}/${object}`
  return {
    address,
    write: (object, bytes, contentType) =>
      repeated(async () => {
        const file = bucket.file(`${folder}/${object}`)
        // The SDK's own check takes any answer for Cloud Storage's.
        await file.save(Buffer.from(bytes), { contentType, resumable: false, validation: false })
        if ((file.metadata as typeof file.metadata | null)?.md5Hash !== md5Of(bytes)) throw foreignAnswer()
        return address(object)
      }),
    async read(from) {
      const prefix = from.slice(`gs://${name}/`.length)
      const read: object[] = []
      for (const object of await listedObjects(bucket, prefix, repeated)) {
        if (!object.endsWith('.json')) continue
        read.push(await repeated(async () => jsonObjectOf((await bucket.file(object).download())[0])))
      }
      return read
    },
    async clear() {
      const within = AbortSignal.timeout(clearingMs)
      const again: typeof repeated = (use) => orBucketError(within, repetition, use)
      for (const object of await listedObjects(bucket, `${folder}/`, again)) {
        await again(() => bucket.file(object).delete({ ignoreNotFound: true }))
      }
    },
  }
}

const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('base64')

/** A bucket that is not there for a moment must not cost a batch that was paid for. */
const orBucketError = <T>(
  signal: AbortSignal,
  repetition: Pick<DocumentAiSettings, 'attempts' | 'backoffMs'>,
  use: () => Promise<T>,
): Promise<T> =>
  repeatedCall(() => untilAborted(use(), signal), {
    ...repetition,
    signal,
    errorOf: bucketError,
    isWorth: ({ retryable }) => retryable,
  })

const failures: Readonly<Record<number, string>> = {
  401: 'The credentials for the bucket of the batches are not accepted.',
  403: 'The bucket of the batches may not be used with these credentials.',
  404: 'The bucket of the batches, or an object in it, is not there.',
}

/** The message of the client may name objects; it stays the cause. */
function bucketError(error: unknown): ChanceryError {
  if (ChanceryError.is(error)) return error
  const { code } = (error ?? {}) as { readonly code?: unknown }
  const status = Number(code)
  const details = { provider: 'document-ai', reason: 'bucket' }
  const failure = failures[status]
  if (failure !== undefined) {
    return new ChanceryError('provider_failed', failure, { cause: error, details, retryable: false })
  }
  if (code === foreignCode) {
    return new ChanceryError('provider_failed', 'What answered in the place of the bucket is not Cloud Storage.', {
      cause: error,
      details,
      retryable: true,
    })
  }
  if (code === undefined && error instanceof TypeError) {
    return new ChanceryError('internal', 'Something went wrong on the way to the bucket.', { cause: error })
  }
  return new ChanceryError('provider_unavailable', 'The bucket of the batches cannot be reached.', {
    cause: error,
    details,
  })
}
