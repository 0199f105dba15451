import type { Bucket, FileMetadata } from '@google-cloud/storage'
import type { NewObject, Repeat } from '../objects/object-driver.ts'
import { foreignAnswer } from '../objects/object-problems.ts'
import { objectIn } from './gcs-answer.ts'
import { gcsStatus, isNotFound } from './gcs-error.ts'

/** Of one piece: pieces are multiples of 256 KiB. Larger documents go up in such. */
export const pieceBytes = 8 * 1024 * 1024

interface Answer {
  readonly body?: unknown
  readonly headers: Readonly<Record<string, unknown>>
}

/**
 * One call of an upload, by the SDK's client. 308 is an answer here, and no failure.
 * @throws what the SDK throws
 */
async function callOf(bucket: Bucket, request: object): Promise<Answer & { readonly status: string }> {
  return await new Promise((resolve, reject) => {
    bucket.request(request as never, (error: unknown, body?: unknown, answer?: unknown) => {
      const failed = error as { readonly response?: unknown } | null
      const status = failed === null ? '200' : gcsStatus(failed)
      const { headers = {} } = ((failed === null ? answer : failed.response) ?? {}) as Partial<Answer>
      if (failed !== null && status !== '308') reject(error as Error)
      else resolve({ status: status ?? '200', body, headers })
    })
  })
}

/** How many bytes Google has, by the `Range` of a 308: `bytes=0-8388607`. */
function keptIn(headers: Answer['headers']): number {
  const [, last] = /^bytes=0-(\d+)$/.exec(String(headers['range'] ?? '')) ?? []
  return last === undefined ? 0 : Number(last) + 1
}

/**
 * Writes a large object as a resumable upload, piece by piece
 * (https://cloud.google.com/storage/docs/performing-resumable-uploads). Where a connection breaks, Google is asked how much
 * it has. The object is there with the last piece, if its checksums and the condition hold.
 * @param resource metadata as JSON
 */
export async function writeResumable(
  bucket: Bucket,
  { name, body, replaces }: NewObject,
  resource: object,
  repeat: Repeat,
): Promise<FileMetadata | 'refused'> {
  const session = await repeat(() =>
    unlessRefused(async () => {
      const { headers } = await callOf(bucket, {
        method: 'POST',
        uri: `${bucket.storage.apiEndpoint}/upload/storage/v1/b/${encodeURIComponent(bucket.name)}/o`,
        qs: { uploadType: 'resumable', name, ifGenerationMatch: replaces ?? 0 },
        json: resource,
      })
      if (typeof headers['location'] !== 'string') throw foreignAnswer()
      return headers['location']
    }),
  )
  if (session === 'refused') return session
  const { size } = body
  /** What Google has. */
  let offset = 0
  let isKnown = true
  let start = 0
  for await (const piece of body.pieces(pieceBytes)) {
    const end = start + piece.length
    while (offset < end) {
      const outcome = await repeat(
        () =>
          unlessOver(async () => {
            if (!isKnown) {
              const asked = outcomeOf(await send(bucket, session, piece.subarray(0, 0), `bytes */${size}`))
              if (typeof asked !== 'number') return asked
              // Never less than before.
              if (asked < start || asked > end) throw foreignAnswer()
              offset = asked
              if (offset === end) return asked
            }
            isKnown = false
            const rest = piece.subarray(offset - start)
            const sent = outcomeOf(await send(bucket, session, rest, `bytes ${offset}-${end - 1}/${size}`))
            isKnown = true
            return sent
          }),
        pieceBytes,
      )
      if (typeof outcome !== 'number') return outcome
      // What Google has of a piece may be less than the piece.
      if (outcome < offset || outcome > end || outcome >= size) throw foreignAnswer()
      offset = outcome
    }
    start = end
  }
  throw foreignAnswer()
}

const send = (bucket: Bucket, uri: string, piece: Uint8Array, range: string) =>
  callOf(bucket, {
    method: 'PUT',
    uri,
    headers: { 'Content-Range': range },
    body: Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength),
  })

const outcomeOf = ({ status, body, headers }: Answer & { readonly status: string }): FileMetadata | number =>
  status === '308' ? keptIn(headers) : objectIn(body)

async function unlessRefused<Result>(work: () => Promise<Result>): Promise<Result | 'refused'> {
  try {
    return await work()
  } catch (error) {
    if (gcsStatus(error) === '412') return 'refused'
    throw error
  }
}

/** The same of a session, which may be gone: the write is begun anew, if the object still is what it was. */
async function unlessOver<Result>(work: () => Promise<Result>): Promise<Result | 'refused'> {
  try {
    return await unlessRefused(work)
  } catch (error) {
    if (isNotFound(error) || gcsStatus(error) === '410') return 'refused'
    throw error
  }
}
