import { access, mkdir, realpath } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { type BigIntStats, closeSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { Content, type DocumentStore, type StoredDocument, throwIfCancelled } from '@chancery/core'
import { watchSqliteFile } from '@chancery/formats/sqlite-file'
import { rangeWithin } from '../byte-range.ts'
import { checkFolderPath } from '../document-path.ts'
import { checkSize, corrupt, documentNotFound } from '../store-errors.ts'
import { deleteFile } from './delete-file.ts'
import { identityOf, openDocumentIndex, type DocumentIndex, type IndexRow } from './document-index.ts'
import { errorCode, fileError, rootError } from './file-error.ts'
import { flushFiles } from './flush-files.ts'
import { openFolderIndex } from './folder-index/folder-index.ts'
import { createFolderSync } from './folder-sync.ts'
import { createJournal } from './journal.ts'
import { isBehindAnother, keepDeletes } from './kept-deletes.ts'
import { listTree } from './list-tree.ts'
import { abandonedFiles, type AbandonedFile } from './owned-names.ts'
import { withKeptVersion } from './kept-versions.ts'
import { putFile, putFileKeeping } from './put-file.ts'
import { redoJournals, type Redone } from './redo-journals.ts'
import { createRootPaths, ownFolder } from './root-paths.ts'
import { readRange, type StoredFile, withStoredFile } from './stored-file.ts'
import { discard, writeTemporaryFile } from './temporary-files.ts'

/** Several processes of one machine may use the same root. */
export interface LocalDocumentStoreSettings {
  /** The folder that holds the documents; made when it is missing. Only the service should be able to write there. */
  readonly root: string
  /** The name of the provider. Default `local`. */
  readonly id?: string
}

/** What there must be room for: a letter with a picture. */
const checkedBytes = 256 * 1024

/** Its index is opened by the first call, and held until `close`. */
export interface LocalDocumentStore extends DocumentStore {
  /** Lets go of the index; a later call opens it again. */
  close(): Promise<void>
}

/** Removes the rows of puts that were never finished; those of files with a second name are in use. */
function forget(index: DocumentIndex, unfinished: readonly AbandonedFile[]): void {
  const bodies = unfinished.filter(({ stats }) => stats.nlink === 1n)
  for (const { path, version } of index.ofIdentities(bodies.map(({ stats }) => identityOf(stats))).values()) {
    index.remove(path, version)
  }
}

/** A put whose delete is known no more would be done again: deletes go last, and not before the journals of others. */
async function letGo(settled: readonly AbandonedFile[], deletes: Redone['deletes']): Promise<void> {
  const files = settled.map(({ file }) => file)
  const ours = new Set(files)
  for (const file of files) if (!deletes.has(file)) discard(file)
  for (const [file, records] of deletes) {
    if (isBehindAnother(file, ours)) await keepDeletes(file, records)
    else discard(file)
  }
}

/** Codes of what is said of nothing: by the system, or of the document. */
const absent: ReadonlySet<string> = new Set(['ENOENT', 'document_not_found', 'write_conflict'])

/**
 * Documents as plain files below a folder, each under its own path.
 *
 * A put or a delete is durable when it resolves, and whole or nothing at whatever moment the process is killed or the power is lost.
 * The bytes go to a file in `<root>/.chancery/tmp`, what is known of them to the index
 * `<root>/.chancery/documents.sqlite`, bound to that very file, and both to a journal in `<root>/.chancery/journal`,
 * which is flushed. Then one `link` (condition `absent`) or `rename` is the commit. A delete is journaled too; its commit
 * is the `rename` of the file into `<root>/.chancery/tmp`, from where it goes, after its row. A start after a loss of
 * power does again what is in the journal and not in its place.
 *
 * Conditions hold among all processes of one machine: `absent` by `link`, which never replaces; a version is compared
 * and replaced or taken away under the index's write lock. SQLite's lock is not to be trusted on network file systems: keep the root
 * on a local disk.
 *
 * A file that a person put there is a document too: its checksums and type are worked out when it is asked for.
 */
export function createLocalDocumentStore({ root, id = 'local' }: LocalDocumentStoreSettings): LocalDocumentStore {
  const openRoot = async () => {
    const made = await mkdir(resolve(root), { recursive: true })
    const real = await realpath(resolve(root))
    const own = join(real, ownFolder)
    const temporary = join(own, 'tmp')
    const journals = join(own, 'journal')
    const versions = join(own, 'versions')
    for (const folder of [temporary, journals, versions]) await mkdir(folder, { recursive: true })
    const index = openDocumentIndex(join(own, 'documents.sqlite'))
    const syncFolder = createFolderSync()
    const paths = createRootPaths(real, syncFolder)
    const folders = openFolderIndex(own, real)
    const settle = async (settled: readonly string[]): Promise<void> => {
      await flushFiles(real, settled, syncFolder)
      await index.flush()
    }
    const unfinished = await abandonedFiles(temporary)
    forget(index, unfinished)
    const left = await abandonedFiles(journals)
    const { paths: redone, deletes } = await redoJournals({ index, paths, temporary }, left)
    if (left.length > 0) await settle(redone)
    else await index.flush()
    for (const { file } of unfinished) discard(file)
    await letGo(left, deletes)
    for (const folder of made === undefined ? [own, real] : [own, real, dirname(made)]) await syncFolder(folder)
    return {
      index,
      folders,
      real,
      temporary,
      versions,
      syncFolder,
      paths,
      indexFile: watchSqliteFile(join(own, 'documents.sqlite')),
      journal: createJournal({ folder: journals, settle }),
    }
  }
  let opening: ReturnType<typeof openRoot> | undefined
  const opened = () =>
    (opening ??= openRoot().catch((error: unknown) => {
      opening = undefined
      throw rootError(error, id)
    }))

  const guarded = async <Result>(
    signal: AbortSignal,
    work: (store: Awaited<ReturnType<typeof openRoot>>) => Promise<Result>,
  ): Promise<Result> => {
    throwIfCancelled(signal)
    const store = await opened()
    try {
      const result = await work(store)
      if (result === undefined || result === false) await mustBeThere(store)
      // What is known of documents went into an index that nobody will find again.
      store.indexFile.mustBeInPlace()
      return result
    } catch (error) {
      if (absent.has(errorCode(error) ?? '')) await mustBeThere(store)
      throw fileError(error, id)
    }
  }

  /** What is on a disk that is not there any more is not absent: the store's own folder is looked for, as that of a mount is left empty. */
  const mustBeThere = ({ temporary }: Pick<Awaited<ReturnType<typeof openRoot>>, 'temporary'>): Promise<void> =>
    access(temporary).catch((error: unknown) => {
      throw rootError(error, id)
    })

  const documentOf = ({ row, stats }: { readonly row: IndexRow; readonly stats: BigIntStats }): StoredDocument => ({
    path: row.path,
    provider: id,
    size: Number(stats.size),
    contentType: row.contentType,
    sha256: row.sha256,
    crc32c: row.crc32c,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: stats.mtime.toISOString(),
    metadata: row.metadata,
  })

  return {
    id,
    capabilities: { versions: true, versionsGo: true, addresses: false },

    put: (request, { signal }) =>
      guarded(signal, async (store) => {
        const put = request.keepReplaced === true ? putFileKeeping : putFile
        try {
          return documentOf(await put(store, request, signal))
        } finally {
          store.folders.changed()
        }
      }),

    read: (path, { version, range, maxBytes, signal }) =>
      guarded(signal, async (store) => {
        const readBytes = async (stored: StoredFile) => {
          const within = rangeWithin(range, Number(stored.stats.size))
          checkSize(within.end - within.start, maxBytes)
          const bytes = range === undefined ? await stored.handle.readFile() : await readRange(stored.handle, within)
          const isWhole = range === undefined
          if (isWhole && createHash('sha256').update(bytes).digest('hex') !== stored.row.sha256) throw corrupt(path)
          return { document: documentOf(stored), bytes }
        }
        const limits = { signal, ...(range === undefined ? { maxBytes } : {}) }
        const found =
          (await withStoredFile(store, path, limits, async (stored) =>
            version === undefined || stored.row.version === version ? await readBytes(stored) : undefined,
          )) ?? (version === undefined ? undefined : await withKeptVersion(store, path, version, readBytes))
        if (found === undefined) throw documentNotFound(path, version)
        return found
      }),

    stat: (path, { signal }) =>
      guarded(signal, (store) => withStoredFile(store, path, { signal }, async (stored) => documentOf(stored))),

    versions: (path, { signal }) =>
      guarded(signal, async (store) => {
        const current = await withStoredFile(store, path, { signal }, async (stored) => documentOf(stored))
        const found = current === undefined ? [] : [current]
        for (const { version } of store.index.kept.rows(path)) {
          if (version === current?.version) continue
          const kept = await withKeptVersion(store, path, version, async (stored) => documentOf(stored))
          if (kept !== undefined) found.push(kept)
        }
        if (found.length === 0) await mustBeThere(store)
        return found
      }),

    twins: (path, { signal }) =>
      guarded(signal, async (store) => {
        const there = await Promise.all(
          store.index.twins(path).map(async (twin) => [twin, await store.paths.existing(twin)]),
        )
        return there.flatMap(([twin, file]) => (twin === undefined || file === undefined ? [] : [twin]))
      }),

    delete: (path, { condition, signal }) =>
      guarded(signal, async (store) => {
        try {
          return await deleteFile(store, path, condition, signal)
        } finally {
          store.folders.changed()
        }
      }),

    async *list(folder, { after, depth, signal }) {
      throwIfCancelled(signal)
      checkFolderPath(folder)
      try {
        const { index, paths, real, temporary } = await opened()
        const start = folder === '' ? real : await paths.existing(folder)
        await mustBeThere({ temporary })
        if (start !== undefined) yield* listTree(index, { folder: start, path: folder }, { after, depth, signal })
      } catch (error) {
        throw fileError(error, id)
      }
    },

    async *folders(folder, options) {
      throwIfCancelled(options.signal)
      checkFolderPath(folder)
      try {
        const { folders, paths, real, temporary } = await opened()
        const start = folder === '' ? real : await paths.existing(folder)
        await mustBeThere({ temporary })
        if (start === undefined) return
        const inside = start.slice(real.length + 1).replaceAll(sep, '/')
        const { after, ...rest } = options
        // The path may lead through a link.
        const from = inside.length
        const outside = (path: string): string => (from === 0 ? path : folder + path.slice(from))
        const behind = after === undefined ? {} : { after: inside + after.slice(folder.length) }
        for await (const each of folders.summaries(inside, { ...rest, ...behind })) {
          yield { ...each, path: outside(each.path) }
        }
      } catch (error) {
        throw fileError(error, id)
      }
    },

    check: ({ signal }) =>
      guarded(signal, async ({ indexFile, temporary }) => {
        try {
          // Really written: on a full disk, a file still gets its name.
          const { file, descriptor } = await writeTemporaryFile(temporary, new Content([new Uint8Array(checkedBytes)]))
          closeSync(descriptor)
          discard(file)
          await indexFile.check()
        } catch (error) {
          throw rootError(error, id)
        }
      }),

    async close() {
      const store = await opening?.catch(() => undefined)
      opening = undefined
      try {
        await store?.folders.close()
        await store?.journal.close()
      } catch (error) {
        throw fileError(error, id)
      } finally {
        store?.index.close()
      }
    },
  }
}
