import { hasMoreBytes, maxPathBytes } from '../model/document-path.ts'
import { ChanceryError, invalidRequest } from '../errors.ts'
import { addressOf } from '../documents/signed-address.ts'
import type { DocumentStore, StoredDocument } from '../ports/document-store.ts'
import { textsOf } from './texts-of-error.ts'

/**
 * A folder of a store as a store of its own: paths begin there, in calls, answers and errors.
 * @param folder a normalized path
 */
export function storeInFolder(store: DocumentStore, folder: string): DocumentStore {
  const prefix = `${folder}/`
  // Short of the bound of all stores by the bytes of the prefix, which are ASCII.
  const maxBytes = maxPathBytes - prefix.length

  const inside = (path: string): string => {
    if (hasMoreBytes(path, maxBytes)) {
      throw invalidRequest('/path', 'path_too_long', `The path is longer than ${maxBytes} bytes of UTF-8.`)
    }
    return prefix + path
  }
  const outside = (path: string): string => path.slice(prefix.length)
  const documentOutside = (document: StoredDocument): StoredDocument => ({ ...document, path: outside(document.path) })

  const told = (error: unknown): unknown =>
    ChanceryError.is(error) ? textsOf(error, (text) => withoutFolder(text, prefix)) : error
  const guarded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      throw told(error)
    }
  }

  return {
    id: store.id,
    capabilities: store.capabilities,

    put: (request, options) =>
      guarded(async () => documentOutside(await store.put({ ...request, path: inside(request.path) }, options))),

    read: (path, options) =>
      guarded(async () => {
        const { document, bytes } = await store.read(inside(path), options)
        return { document: documentOutside(document), bytes }
      }),

    stat: (path, options) =>
      guarded(async () => {
        const document = await store.stat(inside(path), options)
        return document && documentOutside(document)
      }),

    delete: (path, options) => guarded(async () => store.delete(inside(path), options)),

    async *list(path, { after, ...options }) {
      try {
        const entries = store.list(path === '' ? folder : inside(path), {
          ...options,
          ...(after === undefined ? {} : { after: prefix + after }),
        })
        for await (const entry of entries) yield { ...entry, path: outside(entry.path) }
      } catch (error) {
        throw told(error)
      }
    },

    ...(store.folders && {
      async *folders(path, { after, ...options }) {
        try {
          const found = store.folders?.(path === '' ? folder : inside(path), {
            ...options,
            ...(after === undefined ? {} : { after: prefix + after }),
          })
          let isThere = false
          for await (const each of found ?? []) {
            isThere = true
            yield { ...each, path: outside(each.path) }
          }
          // The root is always there, though its folder is made by the first document.
          if (!isThere && path === '' && after === undefined) yield { path: '', documents: 0, folders: 0, bytes: 0 }
        } catch (error) {
          throw told(error)
        }
      },
    }),

    ...(store.versions && {
      versions: (path, options) =>
        guarded(async () => ((await store.versions?.(inside(path), options)) ?? []).map(documentOutside)),
    }),

    ...(store.twins && {
      twins: (path, options) => guarded(async () => ((await store.twins?.(inside(path), options)) ?? []).map(outside)),
    }),

    ...(store.address && {
      address: (request, options) =>
        guarded(async () => addressOf(store, { ...request, path: inside(request.path) }, options)),
    }),

    check: (options) => store.check(options),
  }
}

/** A text in which paths begin in the folder: a path by itself, or paths among words. */
function withoutFolder(text: string, prefix: string): string {
  if (text.startsWith(prefix)) return text.slice(prefix.length)
  if (`${text}/` === prefix) return ''
  return text.replaceAll(prefix, (match, at: number) => (/[\s"'`(]/.test(text[at - 1] ?? '') ? '' : match))
}
