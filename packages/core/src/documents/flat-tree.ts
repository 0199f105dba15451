import { baseName } from '../model/document-path.ts'
import { compareCodePoints, levelAt, nameKey, type TreeNode, type TreePosition } from './folder-tree.ts'

/** Which nodes are listed. */
export type Listed = (node: TreeNode) => boolean

/**
 * All that is below a root as its own children, in the order of the tree. Each is named by its path below the root, which is
 * what they are sorted by and where a page ends; `namedAlone` takes that back.
 */
export function flatTree(root: TreeNode, isListed: Listed): TreeNode {
  const prefix = root.path === '' ? 0 : root.path.length + 1
  const children: TreeNode[] = []
  const add = (nodes: readonly TreeNode[]): void => {
    for (const { children: below = [], ...node } of nodes) {
      if (isListed(node)) children.push({ ...node, name: node.path.slice(prefix) })
      add(below)
    }
  }
  add(root.children ?? [])
  return { ...root, children }
}

/** Of a page by name that is a tree: what it lists, without the folders above that an earlier page has listed. */
export function flatPage(root: TreeNode, after: TreePosition | undefined, isListed: Listed): TreeNode {
  const flat = flatTree(root, isListed)
  const end = after?.[0]
  if (end === undefined) return flat
  const isBehind = ({ name, type }: TreeNode): boolean =>
    compareCodePoints(nameKey(name, type), nameKey(end.name, end.type)) > 0
  return { ...flat, children: flat.children?.filter(isBehind) ?? [] }
}

/** A place in a tree as one in its flat list. */
export function flatPosition(place: TreePosition | undefined): TreePosition | undefined {
  const last = place?.at(-1)
  return last && [levelAt(place?.map(({ name }) => name).join('/') ?? '', last.type)]
}

/** Its nodes with the names that they have in their own folders, and nothing in them. */
export const namedAlone = ({ children = [], ...root }: TreeNode): TreeNode => ({
  ...root,
  children: children.map((node) => {
    const alone = { ...node, name: baseName(node.path) }
    delete alone.children
    return alone
  }),
})
