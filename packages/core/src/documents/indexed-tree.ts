import type { DocumentStore, FolderSummary, StoreEntry } from '../ports/document-store.ts'
import { baseName } from '../model/document-path.ts'
import { levelAt, type TreeNode, type TreePosition } from './folder-tree.ts'

/** A store that knows what lies below its folders. */
export type IndexedStore = DocumentStore & Required<Pick<DocumentStore, 'folders'>>

/** Whether a store has an index of its folders. */
export const isIndexed = (store: DocumentStore): store is IndexedStore => store.folders !== undefined

/** Which part of a tree is wanted: nodes in the order of their names. */
export interface TreeQuestion {
  readonly path: string
  readonly depth: number
  readonly include: 'folders' | 'documents' | 'folders-and-documents'
  /** Nodes behind this place; absent: from the beginning. */
  readonly after: TreePosition | undefined
  readonly limit: number
  /** How old counts may be, and how long it may take to bring them up to date: see `DocumentStore.folders`. */
  readonly maxAgeMs: number
  readonly patienceMs: number
  readonly signal: AbortSignal
}

/** What is answered of a tree. */
export interface TreePart {
  readonly tree: TreeNode
  /** Where it ended, if more follows. */
  readonly last?: TreePosition
  readonly isThere: boolean
  /** Its counts are held to what is stored. */
  readonly isCounted: boolean
}

/** A folder as the index knows it. @param isTop it was asked for: its own date is none of what lies below */
export function folderNode(summary: FolderSummary, isTop = false): TreeNode {
  const { path, documents, folders, bytes, modifiedAt, updatedAt } = summary
  const dates = [modifiedAt, ...(isTop ? [] : [updatedAt])].filter((date) => date !== undefined).sort()
  const latest = dates.at(-1)
  return {
    name: baseName(path),
    path,
    type: 'folder',
    documentCount: documents,
    folderCount: folders,
    totalSize: bytes,
    ...(latest === undefined ? {} : { modifiedAt: latest }),
    children: [],
  }
}

type DocumentEntry = StoreEntry & { readonly kind: 'document' }

const isDocument = (entry: StoreEntry | FolderSummary): entry is DocumentEntry =>
  'kind' in entry && entry.kind === 'document'

const documentNode = (entry: DocumentEntry): TreeNode => ({
  name: baseName(entry.path),
  path: entry.path,
  type: 'document',
  contentType: entry.contentType,
  totalSize: entry.size,
  modifiedAt: entry.updatedAt,
})

/** What the index knows of one folder; of one that it does not know (yet), nothing lies there. */
async function summaryOf(
  store: IndexedStore,
  path: string,
  { maxAgeMs, patienceMs, signal }: Pick<TreeQuestion, 'maxAgeMs' | 'patienceMs' | 'signal'>,
): Promise<FolderSummary | undefined> {
  for await (const summary of store.folders(path, { depth: 0, maxAgeMs, patienceMs, signal })) return summary
  return undefined
}

/**
 * A page of the tree that costs what it shows: the listing goes on where the page before ended, and the index tells how much
 * lies below each folder.
 * @returns the tree, where it ended if more follows, whether the folder is there, and whether the counts are of now
 */
export async function pageByIndex(store: IndexedStore, question: TreeQuestion): Promise<TreePart> {
  const { path, depth, include, after, limit, signal } = question
  const top = await summaryOf(store, path, question)
  const nothing = { path, documents: 0, folders: 0, bytes: 0 }
  const tree = folderNode(top ?? nothing, true)
  if (top === undefined) return { tree, isThere: false, isCounted: true }
  const isCounted = top.isOutdated !== true
  // What was brought up to date a moment ago.
  const known = { maxAgeMs: Infinity, patienceMs: 0, signal }
  const base = path === '' ? '' : `${path}/`
  const behind = after === undefined ? {} : { after: base + keyOf(after) }
  const chain = [tree]
  let taken = 0
  let last: TreePosition | undefined
  // Folders that were not counted yet may not even be known.
  const entries =
    include !== 'folders' || !isCounted
      ? store.list(path, { ...behind, depth, signal })
      : store.folders(path, { ...behind, depth, ...known })
  for await (const entry of entries) {
    const names = entry.path.slice(base.length).split('/')
    if (entry.path === path || names.length > depth) continue
    if (include === (isDocument(entry) ? 'folders' : 'documents')) continue
    if (taken === limit && last !== undefined) return { tree, last, isThere: true, isCounted }
    let shared = 0
    while (shared < names.length - 1 && chain[shared + 1]?.name === names[shared]) shared++
    chain.length = shared + 1
    for (; shared < names.length - 1; shared++) {
      const above = base + names.slice(0, shared + 1).join('/')
      enter(chain, folderNode((await summaryOf(store, above, known)) ?? { ...nothing, path: above }))
    }
    if (isDocument(entry)) chain.at(-1)?.children?.push(documentNode(entry))
    else if (!('kind' in entry)) enter(chain, folderNode(entry))
    else enter(chain, folderNode((await summaryOf(store, entry.path, known)) ?? { ...nothing, path: entry.path }))
    last = positionOf(names, !isDocument(entry))
    taken++
  }
  return { tree, isThere: true, isCounted }
}

function enter(chain: TreeNode[], node: TreeNode): void {
  chain.at(-1)?.children?.push(node)
  chain.push(node)
}

const positionOf = (names: readonly string[], isFolder: boolean): TreePosition =>
  names.map((name, level) => levelAt(name, level < names.length - 1 || isFolder ? 'folder' : 'document'))

/** The key of the port's listing that a place is at. */
const keyOf = (position: TreePosition): string =>
  position.map(({ name }) => name).join('/') + (position.at(-1)?.type === 'folder' ? '/' : '')

/** All folders down to a depth, out of the index. */
export async function foldersByIndex(
  store: IndexedStore,
  { path, depth, maxAgeMs, patienceMs, signal }: Omit<TreeQuestion, 'include' | 'after' | 'limit'>,
): Promise<TreePart> {
  let chain: TreeNode[] = []
  let isCounted = true
  for await (const summary of store.folders(path, { depth, maxAgeMs, patienceMs, signal })) {
    isCounted &&= summary.isOutdated !== true
    const node = folderNode(summary, chain.length === 0)
    while (chain.length > 1 && !summary.path.startsWith(`${chain.at(-1)?.path}/`)) chain.pop()
    if (chain.length === 0) chain = [node]
    else enter(chain, node)
  }
  const [top] = chain
  const tree = top ?? folderNode({ path, documents: 0, folders: 0, bytes: 0 })
  return { tree, isThere: top !== undefined, isCounted }
}
