import type { Json, JsonObject } from '@chancery/core'
import { joinPath } from './scope.ts'

/** Values that are looked at, paths that are listed, and how deep. */
const limits = { values: 200_000, paths: 1000, depth: 64 }

/**
 * Paths of the data that nothing reads, dotted, without indexes. A path is read when it, something in it, or (by a
 * formatter) all around it is read.
 */
export function unusedPaths(
  data: JsonObject,
  read: ReadonlySet<string>,
  readWhole: ReadonlySet<string>,
): readonly string[] {
  // A path that is read through: `a` of `a.b`. Indexes written in tags (`items.0.name`) read `items.name` too.
  const through = new Set<string>()
  for (const path of [...read, ...readWhole]) {
    const segments = path.split('.')
    const names = segments.filter((segment) => !/^\d+$/.test(segment))
    for (const list of [segments, names]) {
      for (let length = 1; length <= list.length; length++) through.add(list.slice(0, length).join('.'))
    }
  }
  const unused = new Set<string>()
  let seen = 0
  const visit = (value: Json | undefined, path: string, depth: number): void => {
    if (++seen > limits.values || unused.size >= limits.paths || depth > limits.depth) return
    if (path !== '' && !through.has(path)) {
      unused.add(path)
      return
    }
    if (path !== '' && readWhole.has(path)) return
    if (Array.isArray(value)) {
      for (const item of value) visit(item, path, depth + 1)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) visit(inner, joinPath(path, key), depth + 1)
    }
  }
  visit(data, '', 0)
  return [...unused]
}
