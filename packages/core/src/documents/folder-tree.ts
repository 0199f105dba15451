import type { StoreEntry } from '../ports/document-store.ts'

/** A folder or document of the answer. Counts and sizes are of the whole subtree. */
export interface TreeNode {
  readonly name: string
  readonly path: string
  readonly type: 'folder' | 'document'
  contentType?: string
  /** Documents below, at any depth. */
  documentCount?: number
  /** Folders below, at any depth. */
  folderCount?: number
  /** Bytes of all documents below; of a document, its own. */
  totalSize: number
  /** The latest change below; absent for an empty folder without a date of its own. */
  modifiedAt?: string
  children?: TreeNode[]
}

export interface TreeOptions {
  /** How many levels below the root are listed; counts go deeper. */
  readonly depth: number
  readonly documents: boolean
  /** Which documents count and are listed. */
  readonly matches: (entry: StoreEntry & { readonly kind: 'document' }) => boolean
  /** Folders without a matching document are neither listed nor counted. */
  readonly filtered: boolean
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/**
 * Builds the tree from a depth-first listing, holding only the nodes within `depth`: what lies deeper is counted and let
 * go, so a million objects need no more memory than the part that is shown.
 */
export async function buildTree(
  root: string,
  entries: AsyncIterable<StoreEntry>,
  options: TreeOptions,
): Promise<TreeNode> {
  const top = folder(root)
  // The chain of folders from the root to where the listing is; deeper ones are only counted.
  let chain: TreeNode[] = [top]
  const prefix = root === '' ? 0 : root.length + 1

  const enter = (path: string): void => {
    const segments = path.slice(prefix).split('/')
    let kept = 0
    let at = root
    while (kept < segments.length) {
      const next = at === '' ? (segments[kept] ?? '') : `${at}/${segments[kept]}`
      if (chain[kept + 1]?.path !== next) break
      at = next
      kept++
    }
    chain = chain.slice(0, kept + 1)
    for (const segment of segments.slice(kept)) {
      at = at === '' ? segment : `${at}/${segment}`
      const node = folder(at)
      for (const ancestor of chain) ancestor.folderCount = (ancestor.folderCount ?? 0) + 1
      if (chain.length <= options.depth) chain.at(-1)?.children?.push(node)
      chain.push(node)
    }
  }

  for await (const entry of entries) {
    if (entry.kind === 'folder') {
      if (options.filtered) continue
      enter(entry.path)
      const node = chain.at(-1)
      if (node !== undefined && entry.updatedAt !== undefined) touch(node, entry.updatedAt)
      continue
    }
    if (!options.matches(entry)) continue
    const slash = entry.path.lastIndexOf('/')
    if (slash >= prefix) enter(entry.path.slice(0, slash))
    else chain = [top]
    for (const ancestor of chain) {
      ancestor.documentCount = (ancestor.documentCount ?? 0) + 1
      ancestor.totalSize += entry.size
      touch(ancestor, entry.updatedAt)
    }
    if (options.documents && chain.length <= options.depth) {
      chain.at(-1)?.children?.push({
        name: nameOf(entry.path),
        path: entry.path,
        type: 'document',
        contentType: entry.contentType,
        totalSize: entry.size,
        modifiedAt: entry.updatedAt,
      })
    }
  }
  return top
}

const folder = (path: string): TreeNode => ({
  name: nameOf(path),
  path,
  type: 'folder',
  documentCount: 0,
  folderCount: 0,
  totalSize: 0,
  children: [],
})

const touch = (node: TreeNode, at: string): void => {
  if (node.modifiedAt === undefined || node.modifiedAt < at) node.modifiedAt = at
}

export type TreeSort = 'name' | '-name' | 'modifiedAt' | '-modifiedAt' | 'size' | '-size'

/** Sorts every level; what is equal stays in the order of names, so the order is total. */
export function sortTree(node: TreeNode, sort: TreeSort): void {
  if (node.children === undefined) return
  const key = sort.replace('-', '')
  const sign = sort.startsWith('-') ? -1 : 1
  const byName = (a: TreeNode, b: TreeNode): number =>
    compareCodePoints(a.name, b.name) || compareCodePoints(a.type, b.type)
  node.children.sort((a, b) => {
    if (key === 'size') return sign * (a.totalSize - b.totalSize) || byName(a, b)
    if (key === 'modifiedAt') return sign * compareCodePoints(a.modifiedAt ?? '', b.modifiedAt ?? '') || byName(a, b)
    return sign * byName(a, b)
  })
  for (const child of node.children) sortTree(child, sort)
}

/** Order by code points, which is the order of the UTF-8 bytes; JavaScript's own differs above U+FFFF. */
function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const x = a.charCodeAt(index)
    const y = b.charCodeAt(index)
    if (x !== y) {
      const shift = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit)
      return shift(x) < shift(y) ? -1 : 1
    }
  }
  return a.length < b.length ? -1 : 1
}

/**
 * One page of the tree: the nodes behind `after` (a path, in the tree's own order) up to `limit`, with the folders above
 * them, so that every page is a tree.
 * @returns the cut tree and the path of the last node where more follow.
 */
export function pageOfTree(
  root: TreeNode,
  after: string | undefined,
  limit: number,
): { tree: TreeNode; last?: string } {
  let taken = 0
  let started = after === undefined
  let last: string | undefined
  let more = false
  const key = (node: TreeNode): string => (node.type === 'folder' ? `${node.path}/` : node.path)

  const cut = (node: TreeNode): TreeNode => {
    const children: TreeNode[] = []
    for (const child of node.children ?? []) {
      if (more) break
      const before = started
      if (started && taken === limit) {
        more = true
        break
      }
      if (started) {
        taken++
        last = key(child)
      } else if (key(child) === after) {
        started = true
      }
      const copy = child.type === 'folder' ? cut(child) : child
      if (before || (copy.children?.length ?? 0) > 0) children.push(copy)
    }
    return { ...node, children }
  }
  const tree = cut(root)
  return more && last !== undefined ? { tree, last } : { tree }
}
