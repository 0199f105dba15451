import { callerOf, type Context } from '../../context.ts'
import type { DocumentStore } from '../../ports/document-store.ts'
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

/** Takes parts away. Another call may do the same: what is gone is gone. */
export async function removeParts(store: DocumentStore, paths: readonly string[], signal: AbortSignal): Promise<void> {
  for (const path of paths) await store.delete(path, { condition: 'any', signal })
}

/** Takes away what was never finished, of all callers. */
export async function removeExpired(store: DocumentStore, now: number, signal: AbortSignal): Promise<void> {
  const expired: string[] = []
  let looks = 0
  for await (const entry of store.list('', { signal })) {
    if (entry.kind === 'document' && Date.parse(entry.updatedAt) + uploadKeptMs <= now) expired.push(entry.path)
    if (++looks === mostLooks) break
  }
  await removeParts(store, expired, signal)
}
