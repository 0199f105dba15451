import { callerOf, type Context } from '../../context.ts'
import { ChanceryError } from '../../errors.ts'
import type { DocumentStore, StoredDocument } from '../../ports/document-store.ts'
import type { Hasher } from '../../ports/hasher.ts'

/** So long a part is kept that nothing was made of, in ms: an interrupted upload goes on the next day. */
export const uploadKeptMs = 48 * 60 * 60 * 1000

/** How many entries are looked at for what has expired: more of them wait for another call. */
const mostLooks = 10_000

/** A part that waits. */
export interface UploadedPart {
  readonly part: number
  readonly path: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** The folder of an upload: the same name of another caller is another upload. */
export const uploadFolder = (upload: string, { principal }: Pick<Context, 'principal'>, hasher: Hasher): string => {
  const caller = hasher.sha256(new TextEncoder().encode(callerOf(principal))).slice(0, 32)
  return `${caller}/${upload}`
}

/** Sorts as the parts do. */
export const partPath = (folder: string, part: number): string => `${folder}/${String(part).padStart(4, '0')}`

const partOf = (path: string): number => Number(path.slice(path.lastIndexOf('/') + 1))

/** The parts of an upload in their order, without those that have expired. */
export async function uploadedParts(
  store: DocumentStore,
  folder: string,
  now: number,
  signal: AbortSignal,
): Promise<readonly UploadedPart[]> {
  const parts: UploadedPart[] = []
  for await (const entry of store.list(folder, { signal })) {
    if (entry.kind !== 'document') continue
    const expiresAt = Date.parse(entry.updatedAt) + uploadKeptMs
    if (expiresAt > now) parts.push({ part: partOf(entry.path), path: entry.path, size: entry.size, expiresAt })
  }
  return parts
}

/**
 * Takes a part away in this very version: one that was sent again since is of a newer upload, and stays. A store that cannot
 * delete on that condition is looked at once more just before.
 */
export async function removePart(
  store: DocumentStore,
  { path, version }: Pick<StoredDocument, 'path' | 'version'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await store.delete(path, { condition: { version }, signal })
  } catch (error) {
    if (!ChanceryError.is(error)) throw error
    if (error.code === 'write_conflict') return
    if (error.code !== 'unsupported_option') throw error
    const there = await store.stat(path, { signal })
    if (there?.version === version) await store.delete(path, { condition: 'any', signal })
  }
}

/** Takes away what was never finished, of all callers. */
export async function removeExpired(store: DocumentStore, now: number, signal: AbortSignal): Promise<void> {
  const isExpired = ({ updatedAt }: { readonly updatedAt: string }): boolean =>
    Date.parse(updatedAt) + uploadKeptMs <= now
  const expired: string[] = []
  let looks = 0
  for await (const entry of store.list('', { signal })) {
    if (entry.kind === 'document' && isExpired(entry)) expired.push(entry.path)
    if (++looks === mostLooks) break
  }
  for (const path of expired) {
    // A listing names no versions.
    const part = await store.stat(path, { signal })
    if (part !== undefined && isExpired(part)) await removePart(store, part, signal)
  }
}
