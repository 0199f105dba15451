import { ownFolderOf } from '../model/own-folders.ts'
import { addressOf } from '../documents/signed-address.ts'
import { ChanceryError, invalidRequest } from '../errors.ts'
import type { DocumentStore, StoreEntry } from '../ports/document-store.ts'

/** Behind every name that a folder of the service's own holds. */
const last = '\u{10ffff}'

/** A store as callers see it: what lies in the service's own folders is as absent as what never was. */
export function storeWithoutOwnFolders(store: DocumentStore): DocumentStore {
  return {
    id: store.id,
    capabilities: store.capabilities,

    async put(request, options) {
      const own = ownFolderOf(request.path)
      if (own !== undefined) {
        throw invalidRequest('/path', 'path_reserved', `The folder "${own}" belongs to the service itself.`)
      }
      return store.put(request, options)
    },

    async read(path, options) {
      if (ownFolderOf(path) !== undefined) {
        throw new ChanceryError('document_not_found', 'No document is stored at that path.', { details: { path } })
      }
      return store.read(path, options)
    },

    async stat(path, options) {
      return ownFolderOf(path) === undefined ? store.stat(path, options) : undefined
    },

    async delete(path, options) {
      return ownFolderOf(path) === undefined ? store.delete(path, options) : false
    },

    async *list(folder, options) {
      if (folder !== '') {
        if (ownFolderOf(folder) === undefined) yield* store.list(folder, options)
        return
      }
      let after = options.after
      for (;;) {
        const passed = yield* listToOwnFolder(store, { ...options, ...(after === undefined ? {} : { after }) })
        if (passed === undefined) return
        after = passed
      }
    },

    ...(store.folders && {
      async *folders(folder, options) {
        if (ownFolderOf(folder) !== undefined) return
        for await (const each of store.folders?.(folder, options) ?? []) {
          if (ownFolderOf(each.path) === undefined) yield each
        }
      },
    }),

    ...(store.versions && {
      versions: async (path, options) =>
        ownFolderOf(path) === undefined ? ((await store.versions?.(path, options)) ?? []) : [],
    }),

    ...(store.twins && {
      twins: async (path, options) =>
        ((await store.twins?.(path, options)) ?? []).filter((other) => ownFolderOf(other) === undefined),
    }),

    ...(store.address && {
      async address(request, options) {
        const own = ownFolderOf(request.path)
        if (own !== undefined) {
          throw invalidRequest('/path', 'path_reserved', `The folder "${own}" belongs to the service itself.`)
        }
        return addressOf(store, request, options)
      },
    }),

    check: (options) => store.check(options),
  }
}

/**
 * Lists from the root to the first folder of the service's own, which may hold millions: they are not walked.
 * @returns after what the listing goes on; `undefined` at its end
 */
async function* listToOwnFolder(
  store: DocumentStore,
  options: Parameters<DocumentStore['list']>[1],
): AsyncGenerator<StoreEntry, string | undefined, undefined> {
  for await (const entry of store.list('', options)) {
    if (ownFolderOf(entry.path) === undefined) {
      yield entry
      continue
    }
    const end = `${entry.path.split('/', 1)[0]}/${last}`
    // A document by itself hides nothing else, and what lies behind the end is passed one by one.
    if ((entry.kind === 'folder' || entry.path.includes('/')) && end !== options.after) return end
  }
  return undefined
}
