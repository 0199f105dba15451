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
  /** What is told of a document where it is asked for. */
  version?: string
  sha256?: string
  crc32c?: string
  metadata?: Readonly<Record<string, string>>
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

/** How siblings are sorted. */
export interface TreeOrder {
  readonly sort: TreeSort
  /**
   * Documents alone go by date or size, behind the folders of their folder: date and size of a folder change with all that it
   * holds, and a later page would miss or repeat what lies unchanged in it.
   */
  readonly foldersByName: boolean
}

/** What a node is sorted by among its siblings. */
type SortKey = string | number

const goesByName = (type: TreeNode['type'], { sort, foldersByName }: TreeOrder): boolean =>
  sort.endsWith('name') || (type === 'folder' && foldersByName)

function sortKey(node: TreeNode, order: TreeOrder): SortKey {
  const { sort } = order
  if (goesByName(node.type, order)) return nameKey(node.name, node.type)
  if (sort.endsWith('size')) return node.totalSize
  return node.modifiedAt ?? ''
}

/** The order of siblings; what is equal goes by name, so that the order is total. */
function compareSiblings(a: Sibling, b: Sibling, order: TreeOrder): number {
  const [isNamed, isOther] = [goesByName(a.type, order), goesByName(b.type, order)]
  if (isNamed !== isOther) return isNamed ? -1 : 1
  const isDescending = order.sort.startsWith('-') && (!isNamed || order.sort === '-name')
  const sign = isDescending ? -1 : 1
  return sign * compareKeys(a.key, b.key) || compareCodePoints(a.name, b.name) || compareCodePoints(a.type, b.type)
}

const compareKeys = (a: SortKey, b: SortKey): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareCodePoints(String(a), String(b))

interface Sibling {
  readonly name: string
  readonly type: TreeNode['type']
  readonly key: SortKey
}

const siblingOf = (node: TreeNode, order: TreeOrder): Sibling => ({
  name: node.name,
  type: node.type,
  key: sortKey(node, order),
})

/** Sorts every level. */
export function sortTree(node: TreeNode, order: TreeOrder): void {
  if (node.children === undefined) return
  node.children.sort((a, b) => compareSiblings(siblingOf(a, order), siblingOf(b, order), order))
  for (const child of node.children) sortTree(child, order)
}

/** Order by code points, which is the order of the UTF-8 bytes; JavaScript's own differs above U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
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
 * Where a page ended: the last node that was listed, below the folders above it. It is a place in the order, not a node:
 * what is listed next does not depend on whether that node is still there.
 */
export type TreePosition = readonly Sibling[]

const maxLevels = 64

/** What a node goes by in the order of names, as the listing has them: a folder sorts as its path with a `/` behind. */
export const nameKey = (name: string, type: TreeNode['type']): string => (type === 'folder' ? `${name}/` : name)

/** A level of a place in the order of names. */
export const levelAt = (name: string, type: TreeNode['type']): Sibling => ({ name, type, key: nameKey(name, type) })

/** As text, for a cursor. */
export const writePosition = (position: TreePosition): string =>
  JSON.stringify(position.map(({ name, type, key }) => [name, type === 'folder' ? 1 : 0, key]))

/** @returns `undefined` for a text that is no position */
export function readPosition(text: string): TreePosition | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!Array.isArray(value) || value.length === 0 || value.length > maxLevels) return undefined
  const position = (value as readonly unknown[]).map(levelOf)
  return position.every((level) => level !== undefined) ? position : undefined
}

function levelOf(level: unknown): Sibling | undefined {
  if (!Array.isArray(level)) return undefined
  const [name, isFolder, key] = level as readonly unknown[]
  if (typeof name !== 'string' || (typeof key !== 'string' && typeof key !== 'number')) return undefined
  return { name, type: isFolder === 1 ? 'folder' : 'document', key }
}

/**
 * One page of a sorted tree: the nodes behind `after` up to `limit`, with the folders above them, so that every page is a
 * tree. What does not change between two pages comes once, whatever else is put in, deleted or renamed; a folder that was
 * begun is gone on with, though it changed its place.
 * @returns the cut tree, and where it ended where more follows
 */
export function pageOfTree(
  root: TreeNode,
  after: TreePosition | undefined,
  limit: number,
  order: TreeOrder = { sort: 'name', foldersByName: true },
): { tree: TreeNode; last?: TreePosition } {
  let taken = 0
  let last: TreePosition | undefined
  let more = false

  /** @param from what of `after` is below this folder; empty where all of the folder comes behind it */
  const cut = (node: TreeNode, above: TreePosition, from: TreePosition): TreeNode => {
    const children: TreeNode[] = []
    const [begun, ...below] = from
    const isBegun = ({ name, type }: TreeNode): boolean => name === begun?.name && type === begun.type
    const add = (child: TreeNode, place: TreePosition, left: TreePosition): TreeNode =>
      child.type === 'folder' ? cut(child, place, left) : child
    // First, whatever its place is by now; it keeps the one that it was begun at.
    const rest = begun === undefined ? undefined : node.children?.find(isBegun)
    if (begun !== undefined && rest !== undefined) {
      const copy = add(rest, [...above, begun], below)
      if ((copy.children?.length ?? 0) > 0) children.push(copy)
    }
    for (const child of node.children ?? []) {
      if (more) break
      const sibling = siblingOf(child, order)
      if (begun !== undefined && (child === rest || compareSiblings(sibling, begun, order) < 0)) continue
      if (taken === limit) {
        more = true
        break
      }
      taken++
      last = [...above, sibling]
      children.push(add(child, last, []))
    }
    return { ...node, children }
  }
  const tree = cut(root, [], after ?? [])
  return more && last !== undefined ? { tree, last } : { tree }
}
