import type { JsonObject } from '@chancery/core'
import { itemAt, joinPath, type Lookup, ownPlain } from './scope.ts'

/** Values that are looked at, paths that are listed, and how deep. */
const limits = { values: 200_000, paths: 1000, depth: 64 }
/** Paths that are kept for the next fill. Keys of the data are among them, and need not be the same again. */
const maxKept = 10_000

const isIndex = /^\d+$/
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** One path of the data, with the fills in which something was last noted of it. */
export class ReadPath {
  /** Dotted, without indexes of loops. */
  readonly path: string
  readonly parent: ReadPath | undefined
  /** The same without the indexes that tags have: `items.0.name` reads `items.name` too. */
  readonly alias: ReadPath | undefined
  /** It was read, or something below it. */
  readIn = 0
  /** It was read with all below it. */
  wholeIn = 0
  /** Its value was written. */
  writtenIn = 0
  private children: Map<string, ReadPath> | undefined = undefined

  constructor(path: string, parent: ReadPath | undefined, alias: ReadPath | undefined) {
    this.path = path
    this.parent = parent
    this.alias = alias
  }

  child(segment: string): ReadPath | undefined {
    return this.children?.get(segment)
  }

  addChild(segment: string, alias: ReadPath | undefined): ReadPath {
    const path = this.parent === undefined ? segment : `${this.path}.${segment}`
    const child = new ReadPath(path, this, alias)
    this.children ??= new Map()
    this.children.set(segment, child)
    return child
  }

  /** The path of a key of the data; one that has dots itself is as many segments of the paths that tags read. */
  ofKey(key: string): ReadPath | undefined {
    const known = this.child(key)
    if (known !== undefined || !key.includes('.')) return known
    return key.split('.').reduce<ReadPath | undefined>((at, segment) => at?.child(segment), this)
  }
}

/**
 * What fills of one template read, one fill at a time: a tree of paths that is kept from one to the next, for most read
 * the same.
 */
export class ReadPaths {
  #root = new ReadPath('', undefined, undefined)
  /** By the segments of a path in the template, which are one object: where it was noted last, and from which scope. */
  #places = new Map<readonly string[], { readonly around: string; readonly place: ReadPath }>()
  #size = 0
  #fill = 0
  #written: string[] = []

  /** Begins the notes of another fill. */
  begin(): void {
    this.#fill++
    this.#written = []
    if (this.#size <= maxKept) return
    this.#root = new ReadPath('', undefined, undefined)
    this.#places.clear()
    this.#size = 0
  }

  /** What notes are kept at, until there are too many. */
  get root(): ReadPath {
    return this.#root
  }

  /** Where notes of what was found are kept. */
  of(found: Lookup): ReadPath {
    const { segments, scope } = found
    const known = this.#places.get(segments)
    if (known?.around === scope.path) return known.place
    const place = this.at(found.path)
    if (known === undefined) this.#size++
    this.#places.set(segments, { around: scope.path, place })
    return place
  }

  /** Where notes of a dotted path are kept; that of the data itself is empty. */
  at(path: string): ReadPath {
    return this.below(this.#root, [path])
  }

  /** Where notes of what segments lead to are kept; those with dots are as many. */
  below(from: ReadPath, segments: readonly string[]): ReadPath {
    let at = from
    for (const segment of segments) {
      if (segment === '') continue
      // Most have none, and are their only key.
      for (const key of segment.includes('.') ? segment.split('.') : [segment])
        at = at.child(key) ?? this.#added(at, key)
    }
    return at
  }

  read(path: ReadPath): void {
    if (path.readIn === this.#fill) return
    for (let at: ReadPath | undefined = path; at !== undefined; at = at.parent) at.readIn = this.#fill
    if (path.alias !== undefined) this.read(path.alias)
  }

  /** With all below it: a formatter took it. */
  readWhole(path: ReadPath): void {
    this.read(path)
    path.wholeIn = this.#fill
    if (path.alias !== undefined) path.alias.wholeIn = this.#fill
  }

  /** What is written is read. */
  write(path: ReadPath): void {
    if (path.writtenIn === this.#fill) return
    path.writtenIn = this.#fill
    this.#written.push(path.path)
    this.read(path)
  }

  /** The paths whose values were written, in the order of their first. */
  get written(): readonly string[] {
    return this.#written
  }

  /**
   * Paths of the data that nothing reads, dotted, without indexes. A path is read when it, something in it, or (by a
   * formatter) all around it is read.
   * @param fromJson as in the setting of a scope
   */
  unused(data: JsonObject, fromJson = false): readonly string[] {
    const fill = this.#fill
    const unused = new Set<string>()
    let seen = 0
    const visit = (value: object, at: ReadPath, depth: number): void => {
      if (unused.size >= limits.paths || depth > limits.depth || at.wholeIn === fill) return
      if (Array.isArray(value)) {
        for (let index = 0; index < value.length && ++seen < limits.values; index++) {
          const item = itemAt(value, index, fromJson)
          if (isObject(item)) visit(item, at, depth + 1)
        }
      } else if (!ArrayBuffer.isView(value)) {
        for (const key of Object.keys(value)) {
          if (unused.size >= limits.paths || ++seen > limits.values) return
          const inner = at.ofKey(key)
          if (inner?.readIn !== fill) unused.add(joinPath(at.path, [key]))
          else {
            const held = ownPlain(value, key, fromJson)
            if (isObject(held)) visit(held, inner, depth + 1)
          }
        }
      }
    }
    visit(data, this.#root, 0)
    return [...unused].slice(0, limits.paths)
  }

  #added(at: ReadPath, segment: string): ReadPath {
    this.#size++
    const { alias } = at
    // The data itself is no list.
    if (isIndex.test(segment)) return at.addChild(segment, alias ?? (at === this.#root ? undefined : at))
    return at.addChild(segment, alias && this.below(alias, [segment]))
  }
}
