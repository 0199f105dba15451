import type { Bucket, FileMetadata } from '@google-cloud/storage'
import { foreignAnswer } from '../objects/object-problems.ts'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTime = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value))

/**
 * What an object's own call answered. Whoever stands between may answer anything with 200, and what it says would be stored
 * as a fact, or lead the SDK astray.
 * @throws `foreignAnswer`
 */
export function objectIn(body: unknown): FileMetadata {
  if (
    !isRecord(body) ||
    typeof body['name'] !== 'string' ||
    !/^\d{1,19}$/.test(String(body['generation'])) ||
    !isTime(body['timeCreated']) ||
    !(body['updated'] === undefined || isTime(body['updated']))
  )
    throw foreignAnswer()
  return body
}

/** An object as a list names it. */
export interface ListedObject extends FileMetadata {
  readonly name: string
  readonly updated: string
}

export interface ObjectPage {
  readonly objects: readonly ListedObject[]
  /** Of a list with a delimiter: what lies below, up to the next. */
  readonly folders: readonly string[]
  readonly nextPageToken?: string
}

const isListed = (item: unknown): item is ListedObject =>
  isRecord(item) && typeof item['name'] === 'string' && isTime(item['updated'])

/**
 * One page of a list. Not by the SDK's own `getFiles`: it looks into the answer unseen, outside of any promise, and `null` in
 * its place ends the process.
 * @param fields of each object
 * @throws `foreignAnswer`, and what the SDK throws
 */
export async function objectPage(
  bucket: Bucket,
  query: Readonly<Record<string, unknown>>,
  fields = listedFields,
): Promise<ObjectPage> {
  const body = await new Promise<unknown>((resolve, reject) => {
    bucket.request(
      { uri: '/o', qs: { ...query, fields: `kind,items(${fields}),prefixes,nextPageToken` } },
      (error: unknown, answer?: unknown) => {
        if (error) reject(error as Error)
        else resolve(answer)
      },
    )
  })
  if (!isRecord(body) || body['kind'] !== 'storage#objects') throw foreignAnswer()
  const { items = [], prefixes = [], nextPageToken } = body
  if (!Array.isArray(items) || !items.every(isListed)) throw foreignAnswer()
  if (!Array.isArray(prefixes) || !prefixes.every((prefix) => typeof prefix === 'string')) throw foreignAnswer()
  return { objects: items, folders: prefixes, ...(typeof nextPageToken === 'string' ? { nextPageToken } : {}) }
}

/**
 * Takes the live object away that has this generation. Google says nothing with 204: any other success is somebody else's.
 * @throws `foreignAnswer`, and what the SDK throws
 */
export async function removeObject(bucket: Bucket, name: string, generation: string): Promise<void> {
  const request = {
    method: 'DELETE',
    uri: `/o/${encodeURIComponent(name)}`,
    qs: { ifGenerationMatch: generation },
  }
  const status = await new Promise<unknown>((resolve, reject) => {
    bucket.request(request, (error: unknown, _: unknown, answer?: { readonly statusCode?: number }) => {
      if (error) reject(error as Error)
      else resolve(answer?.statusCode)
    })
  })
  if (status !== 204) throw foreignAnswer()
}

const listedFields = 'name,size,contentType,updated,generation'

/** All that is told of an object. */
export const versionFields = `${listedFields},timeCreated,crc32c,metadata`
