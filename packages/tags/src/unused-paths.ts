import type { Json, JsonObject } from '@chancery/core'
import { itemAt, joinPath, ownValue } from './scope.ts'

/** Values that are looked at, paths that are listed, and how deep. */
const limits = { values: 200_000, paths: 1000, depth: 64 }

/**
 * Paths of the data that nothing reads, dotted, without indexes. A path is read when it, something in it, or (by a
 * formatter) all around it is read.
 */
export function unusedPaths(
  data: JsonObject,
  read: readonly ReadonlySet<string>[],
  readWhole: ReadonlySet<string>,
): readonly string[] {
  const tree: ReadTree = { children: new Map(), isWhole: false }
  for (const paths of read) for (const path of paths) addPath(tree, path, false)
  for (const path of readWhole) addPath(tree, path, true)
  const unused = new Set<string>()
  let seen = 0
  const visit = (value: Json | undefined, at: ReadTree, path: string, depth: number): void => {
    if (++seen > limits.values || unused.size >= limits.paths || depth > limits.depth || at.isWhole) return
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length && seen < limits.values; index++) {
        visit(itemAt(value, index) as Json | undefined, at, path, depth + 1)
      }
    } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      for (const key of Object.keys(value)) {
        if (unused.size >= limits.paths) return
        const child = childOf(at, key)
        if (child === undefined) unused.add(joinPath(path, [key]))
        else
          visit(
            ownValue(value, key).value as Json | undefined,
            child,
            child.path ?? (child.path = joinPath(path, [key])),
            depth + 1,
          )
      }
    }
  }
  visit(data, tree, '', 0)
  return [...unused].slice(0, limits.paths)
}

/** The paths that are read, segment by segment. */
interface ReadTree {
  readonly children: Map<string, ReadTree>
  isWhole: boolean
  path?: string
}

/** A key that has dots itself is as many segments of the paths that were read. */
const childOf = (tree: ReadTree, key: string): ReadTree | undefined =>
  key.includes('.')
    ? key.split('.').reduce<ReadTree | undefined>((at, segment) => at?.children.get(segment), tree)
    : tree.children.get(key)

/** Indexes written in tags (`items.0.name`) read `items.name` too. */
function addPath(tree: ReadTree, path: string, isWhole: boolean): void {
  const segments = path.includes('.') ? path.split('.') : [path]
  addSegments(tree, segments, isWhole)
  if (!hasIndex.test(path)) return
  const names = segments.filter((segment) => !isIndex.test(segment))
  addSegments(tree, names, isWhole)
}

const hasIndex = /(?:^|\.)\d+(?:\.|$)/
const isIndex = /^\d+$/

function addSegments(tree: ReadTree, segments: readonly string[], isWhole: boolean): void {
  let at = tree
  for (const segment of segments) {
    let child = at.children.get(segment)
    if (child === undefined) at.children.set(segment, (child = { children: new Map(), isWhole: false }))
    at = child
  }
  if (isWhole && at !== tree) at.isWhole = true
}
