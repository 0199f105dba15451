import { createHash, randomUUID } from 'node:crypto'
import {
  type Clock,
  type Content,
  type DocumentStore,
  foldedPath,
  type StoredDocument,
  type StoreEntry,
  throwIfCancelled,
} from '@chancery/core'
import { rangeWithin } from '../byte-range.ts'
import { crc32c, crc32cText } from '../crc32c.ts'
import { checkDocumentPath, checkFolderPath } from '../document-path.ts'
import {
  checkSize,
  corrupt,
  documentExists,
  documentNotFound,
  isFolder,
  throughDocument,
  writeConflict,
} from '../store-errors.ts'
import { collected, isStream } from '../streamed-content.ts'
import { compareUtf8 } from '../utf8-order.ts'

interface Kept {
  readonly document: StoredDocument
  readonly bytes: Uint8Array
}

/** A document store whose content a test can look at. */
export interface MemoryDocumentStore extends DocumentStore {
  /** All versions by path, oldest first. The bytes are the store's own: look, don't write. */
  readonly documents: ReadonlyMap<string, readonly Kept[]>
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function copyOf({ chunks, byteLength }: Content): Uint8Array {
  const copy = new Uint8Array(byteLength)
  let at = 0
  for (const chunk of chunks) {
    copy.set(chunk, at)
    at += chunk.length
  }
  return copy
}

/** The folders that a path lies in, outermost first. */
function foldersOf(path: string): string[] {
  const folders: string[] = []
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    folders.push(path.slice(0, slash))
  }
  return folders
}

/** Keeps documents, in every version, until they are deleted or the process ends. Without a clock, it goes by the machine's. */
export function createMemoryDocumentStore({
  id = 'memory',
  clock = { now: () => Date.now() },
}: { readonly id?: string; readonly clock?: Clock } = {}): MemoryDocumentStore {
  const documents = new Map<string, Kept[]>()
  /** How many documents lie in each, at any depth. */
  const folders = new Map<string, number>()
  let ordered: string[] | undefined
  /** Paths by what they are where case is ignored. */
  const folded = new Map<string, Set<string>>()

  const latest = (path: string): Kept | undefined => documents.get(path)?.at(-1)

  return {
    id,
    capabilities: { versions: true, versionsGo: true, addresses: false },
    documents,

    async put({ path, content: given, contentType, metadata, condition, ...stated }, { signal }) {
      throwIfCancelled(signal)
      checkDocumentPath(path)
      const content = isStream(given) ? await collected(given, stated, signal) : given
      if (folders.has(path)) throw isFolder()
      const parents = foldersOf(path)
      if (parents.some((folder) => documents.has(folder))) throw throughDocument()
      const before = latest(path)
      if (condition === 'absent' && before !== undefined) throw documentExists(path)
      if (typeof condition === 'object' && before?.document.version !== condition.version) throw writeConflict(path)

      const own = copyOf(content)
      const now = new Date(clock.now()).toISOString()
      const document: StoredDocument = Object.freeze({
        path,
        provider: id,
        size: own.length,
        contentType,
        sha256: sha256(own),
        crc32c: crc32cText(crc32c(own)),
        version: randomUUID(),
        createdAt: before?.document.createdAt ?? now,
        updatedAt: now,
        metadata: Object.freeze({ ...metadata }),
      })
      documents.set(path, [...(documents.get(path) ?? []), { document, bytes: own }])
      if (before === undefined) {
        for (const folder of parents) folders.set(folder, (folders.get(folder) ?? 0) + 1)
        const key = foldedPath(path)
        folded.set(key, (folded.get(key) ?? new Set()).add(path))
        ordered = undefined
      }
      return document
    },

    async read(path, { version, range, maxBytes, signal }) {
      throwIfCancelled(signal)
      checkDocumentPath(path)
      const kept =
        version === undefined ? latest(path) : documents.get(path)?.find((one) => one.document.version === version)
      if (kept === undefined) throw documentNotFound(path, version)
      const { start, end } = rangeWithin(range, kept.bytes.length)
      checkSize(end - start, maxBytes)
      if (range === undefined && sha256(kept.bytes) !== kept.document.sha256) throw corrupt(path)
      return { document: kept.document, bytes: kept.bytes.slice(start, end) }
    },

    async stat(path, { signal }) {
      throwIfCancelled(signal)
      checkDocumentPath(path)
      return latest(path)?.document
    },

    async delete(path, { condition, signal }) {
      throwIfCancelled(signal)
      checkDocumentPath(path)
      const found = latest(path)
      if (found === undefined) return false
      if (typeof condition === 'object' && found.document.version !== condition.version) throw writeConflict(path)
      documents.delete(path)
      folded.get(foldedPath(path))?.delete(path)
      if (folded.get(foldedPath(path))?.size === 0) folded.delete(foldedPath(path))
      for (const folder of foldersOf(path)) {
        const left = (folders.get(folder) ?? 0) - 1
        if (left > 0) folders.set(folder, left)
        else folders.delete(folder)
      }
      ordered = undefined
      return true
    },

    async *list(folder, { after, signal }): AsyncGenerator<StoreEntry> {
      throwIfCancelled(signal)
      checkFolderPath(folder)
      ordered ??= [...documents.keys()].sort(compareUtf8)
      const prefix = folder === '' ? '' : `${folder}/`
      for (const path of ordered) {
        throwIfCancelled(signal)
        if (!path.startsWith(prefix) || (after !== undefined && compareUtf8(path, after) <= 0)) continue
        const document = latest(path)?.document
        // Deleted since the listing began.
        if (document === undefined) continue
        const { size, contentType, updatedAt } = document
        yield { kind: 'document', path, size, contentType, updatedAt }
      }
    },

    async versions(path, { signal }) {
      throwIfCancelled(signal)
      return (documents.get(path) ?? []).map(({ document }) => document).toReversed()
    },

    async twins(path, { signal }) {
      throwIfCancelled(signal)
      return [...(folded.get(foldedPath(path)) ?? [])].filter((other) => other !== path)
    },

    async check({ signal }) {
      throwIfCancelled(signal)
    },
  }
}
