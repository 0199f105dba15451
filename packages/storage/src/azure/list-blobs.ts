import type { BlobItem, ContainerClient } from '@azure/storage-blob'
import type { ListedObject, ObjectFacts, Repeat } from '../objects/object-driver.ts'
import { present } from '@chancery/core'
import { foreignAnswer } from '../objects/object-problems.ts'
import { compareUtf8 } from '../utf8-order.ts'
import { factsOf } from './azure-blob.ts'

const pageSize = 1000

/**
 * Blobs whose names begin with a prefix, in the order of their names. Azure begins lists at a mark that it gave itself, and
 * at no name: to go on after one, what lies beside its folders is listed level by level, and what comes before is passed
 * over, a folder at a step.
 */
export async function* listBlobs(
  container: ContainerClient,
  prefix: string,
  after: string | undefined,
  repeat: Repeat,
): AsyncGenerator<ListedObject[]> {
  if (after === undefined || (compareUtf8(prefix, after) > 0 && !after.startsWith(prefix)))
    return yield* flat(container, prefix, repeat)
  // All of them come before it.
  if (!after.startsWith(prefix)) return
  let marker: string | undefined
  do {
    const { entries, next } = await repeat((signal) => levelPage(container, prefix, marker, signal))
    for (const entry of entries) {
      if ('size' in entry) {
        if (compareUtf8(entry.name, after) > 0) yield [entry]
      } else if (after.startsWith(entry.name)) yield* listBlobs(container, entry.name, after, repeat)
      else if (compareUtf8(entry.name, after) > 0) yield* flat(container, entry.name, repeat)
    }
    marker = next
  } while (marker !== undefined)
}

async function* flat(container: ContainerClient, prefix: string, repeat: Repeat): AsyncGenerator<ListedObject[]> {
  let marker: string | undefined
  do {
    const { objects, next } = await repeat((signal) => flatPage(container, prefix, pageSize, marker, signal))
    yield objects
    marker = next
  } while (marker !== undefined)
}

/** @throws `foreignAnswer`, and what the SDK throws */
export async function flatPage(
  container: ContainerClient,
  prefix: string,
  maxPageSize: number,
  continuationToken: string | undefined,
  abortSignal: AbortSignal,
): Promise<{ readonly objects: ListedObject[]; readonly next?: string }> {
  const { segment, next } = await firstOf(
    container.listBlobsFlat({ prefix, abortSignal }).byPage(from(maxPageSize, continuationToken)),
  )
  return { objects: segment.blobItems.map(listed), ...next }
}

/** What is told of the versions of one blob, the newest first: its name comes first of all that begin with it, its versions from the oldest on. */
export async function blobVersions(
  container: ContainerClient,
  name: string,
  repeat: Repeat,
): Promise<readonly ObjectFacts[]> {
  const found: ObjectFacts[] = []
  let marker: string | undefined
  do {
    const { segment, next } = await repeat((abortSignal) =>
      firstOf(
        container
          .listBlobsFlat({ prefix: name, includeVersions: true, includeMetadata: true, abortSignal })
          .byPage(from(pageSize, marker)),
      ),
    )
    for (const item of segment.blobItems) {
      if (item.name !== name) return found.toReversed()
      if (item.versionId !== undefined) found.push(versionFacts(item))
    }
    marker = next.next
  } while (marker !== undefined)
  return found.toReversed()
}

/** @throws `foreignAnswer` */
function versionFacts({ name, versionId, metadata = {}, properties }: BlobItem): ObjectFacts {
  const { etag, ...told } = properties
  return factsOf(name, { ...told, ...present({ versionId }), metadata, etag: `"${etag}"` }, true)
}

/** Blobs and folders right below a prefix; folders have a `/` behind. */
export async function levelPage(
  container: ContainerClient,
  prefix: string,
  continuationToken: string | undefined,
  abortSignal: AbortSignal,
): Promise<{ readonly entries: readonly (ListedObject | { readonly name: string })[]; readonly next?: string }> {
  const { segment, next } = await firstOf(
    container.listBlobsByHierarchy('/', { prefix, abortSignal }).byPage(from(pageSize, continuationToken)),
  )
  const folders = (segment.blobPrefixes ?? []).map(({ name }) => ({ name }))
  const entries = [...segment.blobItems.map(listed), ...folders]
  return { entries: entries.sort((a, b) => compareUtf8(a.name, b.name)), ...next }
}

const from = (
  maxPageSize: number,
  continuationToken: string | undefined,
): { readonly maxPageSize: number; readonly continuationToken?: string } => ({
  maxPageSize,
  ...(continuationToken === undefined ? {} : { continuationToken }),
})

/** One page. @throws `foreignAnswer` for what is no list, into which the SDK looks unseen */
async function firstOf<
  Page extends { readonly segment: unknown; readonly containerName?: string; readonly continuationToken?: string },
>(
  pages: AsyncIterableIterator<Page>,
): Promise<{ readonly segment: Page['segment']; readonly next: { readonly next?: string } }> {
  try {
    const { value, done } = await pages.next()
    const page = value as Page | undefined
    if (done === true || page?.containerName === undefined) throw foreignAnswer()
    const token = page.continuationToken
    return { segment: page.segment, next: token === undefined || token === '' ? {} : { next: token } }
  } catch (error) {
    throw error instanceof TypeError ? foreignAnswer() : error
  }
}

function listed({ name, properties: { contentLength, contentType, lastModified } }: BlobItem): ListedObject {
  if (typeof name !== 'string' || contentLength === undefined || Number.isNaN(lastModified?.getTime() ?? Number.NaN))
    throw foreignAnswer()
  return {
    name,
    size: contentLength,
    ...(contentType === undefined ? {} : { contentType }),
    updatedAt: lastModified.toISOString(),
  }
}
