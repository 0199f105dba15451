import {
  ChanceryError,
  type DocumentStore,
  type StoreEntry,
  throwIfCancelled,
  unready,
  unreadyReasonOf,
  untilAborted,
} from '@chancery/core'
import { contentTypeOfName } from '../content-type-of-name.ts'
import { checkDocumentPath, checkFolderPath, isDocumentPath } from '../document-path.ts'
import { documentNotFound, versionsUnsupported } from '../store-errors.ts'
import { bucketCalls } from './bucket-calls.ts'
import { ownFolder } from './conditions.ts'
import type { ObjectDriver } from './object-driver.ts'
import { objectReads } from './object-reads.ts'
import type { ObjectStoreSettings } from './object-store-settings.ts'
import { objectTwins } from './object-twins.ts'
import { objectWrites } from './object-writes.ts'

/**
 * Documents as objects of a bucket: one object each, under the path of the document, with what else is known of it in the
 * metadata. A put that is cancelled while the store has it may still happen, whole.
 * @param open loads the SDK, at the first call
 */
export function createObjectDocumentStore(
  id: string,
  settings: ObjectStoreSettings & { readonly conditions: 'try' | 'trust' },
  open: () => Promise<ObjectDriver>,
): DocumentStore {
  const { versions = false } = settings
  const calls = bucketCalls(id, settings, open)
  const { root, call, opened, repeatFor, touch, conditionsKept, seen } = calls
  const reads = objectReads(id, calls)
  const writes = objectWrites(id, calls)

  return {
    id,
    capabilities: { versions, addresses: true },

    async put(request, { signal }) {
      throwIfCancelled(signal)
      checkDocumentPath(request.path)
      return writes.put(request, signal)
    },

    async read(path, options) {
      checkDocumentPath(path)
      if (options.version !== undefined && !versions) throw versionsUnsupported(id)
      const found = await reads.download(path, options)
      if (found === undefined) throw documentNotFound(path, options.version)
      return found
    },

    async stat(path, { signal }) {
      checkDocumentPath(path)
      return reads.stat(path, signal)
    },

    ...(versions && {
      async versions(path, { signal }) {
        checkDocumentPath(path)
        return reads.versions(path, signal)
      },
    }),

    async twins(path, { signal }) {
      checkDocumentPath(path)
      const below = (name: string): string => name.slice(root.length)
      return objectTwins(path, async (prefix) => {
        const { documents, folders, hasMore } = await call(signal, (driver, own) => driver.level(root + prefix, own))
        return { documents: documents.map(below), folders: folders.map(below), hasMore }
      })
    },

    async delete(path, { condition, signal }) {
      throwIfCancelled(signal)
      checkDocumentPath(path)
      return writes.remove(path, condition, signal)
    },

    async *list(folder, { after, signal }): AsyncGenerator<StoreEntry> {
      throwIfCancelled(signal)
      checkFolderPath(folder)
      const driver = await opened()
      const prefix = folder === '' ? root : `${root}${folder}/`
      const from = after === undefined ? undefined : root + after
      for await (const page of driver.list(prefix, from, repeatFor(driver, signal))) {
        seen()
        for (const { name, size, contentType, updatedAt } of page) {
          throwIfCancelled(signal)
          const key = name.slice(root.length)
          const path = key.replace(/\/$/, '')
          // Names that no document can have were not put there through this service.
          if (name === prefix || key === after || !isDocumentPath(path) || key.startsWith(ownFolder)) continue
          if (path !== key) yield { kind: 'folder', path, updatedAt }
          else yield { kind: 'document', path, size, contentType: contentType ?? contentTypeOfName(path), updatedAt }
        }
      }
    },

    async address(request, { signal }) {
      throwIfCancelled(signal)
      checkDocumentPath(request.path)
      if (request.act === 'read' && request.version !== undefined && !versions) throw versionsUnsupported(id)
      const driver = await opened()
      const expiresAt = new Date(Math.floor(Date.now() / 1000 + request.seconds) * 1000)
      const asked = { ...request, path: root + request.path }
      const signing = driver.sign(asked, expiresAt).catch((error: unknown) => {
        throw ChanceryError.is(error) ? error : driver.problemOf(error)
      })
      const signed = await untilAborted(signing, signal)
      if (signed === undefined) throw nothingToSignWith(id)
      const { credentialsEnd, ...address } = signed
      const end = credentialsEnd === undefined || credentialsEnd > expiresAt ? expiresAt : credentialsEnd
      return { ...address, expiresAt: end.toISOString() }
    },

    async check({ signal }) {
      throwIfCancelled(signal)
      const driver = await opened()
      try {
        await touch(signal)
        await conditionsKept(signal)
      } catch (error) {
        if (ChanceryError.is(error) && error.kind === 'cancelled') throw error
        const reason = driver.refusesCredentials(error) ? 'credentials_refused' : unreadyReasonOf(error)
        throw unready(id, reason, 'The bucket cannot be used.', { cause: error })
      }
    },
  }
}

const nothingToSignWith = (provider: string): ChanceryError =>
  new ChanceryError('unsupported_option', 'The access of this store has nothing to sign addresses with.', {
    details: { option: 'address', provider },
  })
