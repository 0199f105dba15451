import type { Bucket } from '@google-cloud/storage'

export const foreignCode = 'FOREIGN_ANSWER'

/** An answer that is not Cloud Storage's own: a proxy's page, with 200. It is asked for again, as if it had not come. */
export const foreignAnswer = (): Error => Object.assign(new Error('not of Cloud Storage'), { code: foreignCode })

const nameOf = (item: unknown): string => {
  const { name } = (item ?? {}) as { readonly name?: unknown }
  if (typeof name !== 'string') throw foreignAnswer()
  return name
}

/**
 * The names of the objects below a prefix. Not by the SDK's `getFiles` or `deleteFiles`: they look into the answer unseen,
 * outside of any promise, and `null` in its place ends the process.
 * @param page asks for one page, and asks again where that is worth it
 */
export async function listedObjects(
  bucket: Bucket,
  prefix: string,
  page: <T>(ask: () => Promise<T>) => Promise<T>,
): Promise<readonly string[]> {
  let names: readonly string[] = []
  let pageToken: string | undefined
  do {
    const found = await page(() => objectPage(bucket, { prefix, pageToken }))
    names = [...names, ...found.names]
    pageToken = found.nextPageToken
  } while (pageToken !== undefined)
  return names
}

async function objectPage(
  bucket: Bucket,
  query: { readonly prefix: string; readonly pageToken: string | undefined },
): Promise<{ readonly names: readonly string[]; readonly nextPageToken: string | undefined }> {
  const body = await new Promise<unknown>((resolve, reject) => {
    const qs = { ...query, fields: 'kind,items(name),nextPageToken' }
    bucket.request({ uri: '/o', qs }, (error: unknown, answer?: unknown) => {
      if (error) reject(error as Error)
      else resolve(answer)
    })
  })
  const { kind, items = [], nextPageToken } = (body ?? {}) as Readonly<Record<string, unknown>>
  if (kind !== 'storage#objects' || !Array.isArray(items)) throw foreignAnswer()
  return {
    names: items.map(nameOf),
    nextPageToken: typeof nextPageToken === 'string' && nextPageToken !== '' ? nextPageToken : undefined,
  }
}

/** What an object holds as JSON. @throws where it is no object of JSON, which the service never writes */
export function jsonObjectOf(bytes: Uint8Array): object {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Said below.
  }
  throw foreignAnswer()
}
