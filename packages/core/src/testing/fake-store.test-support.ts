import { Content } from '../model/content.ts'
import { contentTypes } from '../model/document-type.ts'
import { ChanceryError } from '../errors.ts'
import type { AddressRequest, DocumentStore, StoredDocument, StoreEntry } from '../ports/document-store.ts'
import { bytesOf, digestOf, now, textOf, typeOf } from './document-texts.test-support.ts'

/** What went out and in, in its order: `put a.txt`, `send m1`. */
export type Events = string[]

export async function allOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}

/** Documents as text, by path. @param versions whether it keeps older ones */
export function fakeStore(events: Events = [], id = 'memory', versions = false) {
  const kept = new Map<string, { document: StoredDocument; bytes: Uint8Array }[]>()
  let writes = 0
  const latest = (path: string) => kept.get(path)?.at(-1)
  const missing = (path: string): ChanceryError =>
    new ChanceryError('document_not_found', 'No document is stored at that path.', { details: { path } })

  const store: DocumentStore = {
    id,
    capabilities: { versions, addresses: false },
    async put({ path, content: given, sha256, contentType, metadata, condition }, { signal }) {
      signal.throwIfAborted()
      const content = 'pieces' in given ? new Content(await allOf(given.pieces({ signal }))) : given
      const before = latest(path)
      if (condition === 'absent' && before !== undefined)
        throw new ChanceryError('document_exists', 'A document is stored at that path.', { details: { path } })
      if (typeof condition === 'object' && before?.document.version !== condition.version)
        throw new ChanceryError('write_conflict', 'Another version is stored there.')
      if (sha256 !== undefined && sha256 !== digestOf(content.chunks)) throw new TypeError('not its checksum')
      const at = new Date(now + ++writes).toISOString()
      const document: StoredDocument = {
        path,
        provider: id,
        size: content.byteLength,
        contentType,
        sha256: digestOf(content.chunks),
        crc32c: 'AAAAAA==',
        version: `${writes}`,
        createdAt: before?.document.createdAt ?? at,
        updatedAt: at,
        metadata,
      }
      kept.set(path, [...(versions ? (kept.get(path) ?? []) : []), { document, bytes: content.bytes.slice() }])
      events.push(`put ${path}`)
      return document
    },
    async read(path, { version, range, maxBytes, signal }) {
      signal.throwIfAborted()
      if (version !== undefined && !versions)
        throw new ChanceryError('unsupported_option', 'This store keeps no versions.')
      const found =
        version === undefined ? latest(path) : kept.get(path)?.find(({ document }) => document.version === version)
      if (found === undefined) throw missing(path)
      const bytes = found.bytes.slice(range?.start, range?.end)
      if (maxBytes !== undefined && bytes.length > maxBytes)
        throw new ChanceryError('payload_too_large', 'The document is larger than allowed.')
      events.push(`read ${path}`)
      return { document: found.document, bytes }
    },
    async stat(path, { signal }) {
      signal.throwIfAborted()
      return latest(path)?.document
    },
    async delete(path, { condition, signal }) {
      signal.throwIfAborted()
      const found = latest(path)
      if (found === undefined) return false
      if (typeof condition === 'object' && found.document.version !== condition.version)
        throw new ChanceryError('write_conflict', 'Another version is stored there.')
      kept.delete(path)
      events.push(`delete ${path}`)
      return true
    },
    async *list(folder, { after, signal }) {
      const folders = new Set<string>()
      for (const path of kept.keys()) {
        const names = path.split('/')
        for (let depth = 1; depth < names.length; depth++) folders.add(names.slice(0, depth).join('/'))
      }
      const entries: StoreEntry[] = [...folders].map((path) => ({ kind: 'folder', path }))
      for (const [path, each] of kept) {
        const { size, contentType, updatedAt } = each.at(-1)?.document ?? { size: 0, contentType: '', updatedAt: '' }
        entries.push({ kind: 'document', path, size, contentType, updatedAt })
      }
      const keyOf = ({ kind, path }: StoreEntry): string => (kind === 'folder' ? `${path}/` : path)
      entries.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      for (const entry of entries) {
        signal.throwIfAborted()
        const isBelow = folder === '' || entry.path.startsWith(`${folder}/`)
        if (isBelow && (after === undefined || keyOf(entry) > after)) yield entry
      }
    },
    async check({ signal }) {
      signal.throwIfAborted()
    },
  }
  return {
    ...store,
    /** Puts a document there as it stands. */
    async keep(path: string, text: string, contentType: string = contentTypes[typeOf(bytesOf(text))]) {
      const request = {
        path,
        content: new Content([bytesOf(text)]),
        contentType,
        metadata: {},
        condition: 'any' as const,
      }
      const stored = await store.put(request, { signal: new AbortController().signal })
      events.length = 0
      return stored
    },
    /** What is stored, as text. */
    texts: () =>
      Object.fromEntries([...kept.keys()].sort().map((path) => [path, textOf(latest(path)?.bytes ?? bytesOf(''))])),
    document: (path: string) => latest(path)?.document,
  }
}

/** What makes a store one with addresses. @param asked gets what they are asked for */
export const signs = (asked: AddressRequest[]): Pick<DocumentStore, 'capabilities' | 'address'> => ({
  capabilities: { versions: true, addresses: true },
  async address(request, { signal }) {
    signal.throwIfAborted()
    asked.push(request)
    const method = request.act === 'read' ? 'GET' : 'PUT'
    return { method, url: `https://store.example/${request.path}`, headers: {}, expiresAt: new Date(now).toISOString() }
  },
})
