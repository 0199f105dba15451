import type { Expression, PathExpression } from '../syntax/expression.ts'
import { startOf } from './find-path.ts'
import type { ReadPath, ReadPaths } from './read-paths.ts'
import { type Lookup, lookup, type Scope } from './scope.ts'

/** A path that is read step by step, and no name as it is written. */
export class PlainPath {
  readonly path: PathExpression
  /** Where its reads were noted last, and from which scope. */
  #noted: ReadPath | undefined = undefined
  #around: string | undefined = undefined
  #root: ReadPath | undefined = undefined

  private constructor(path: PathExpression) {
    this.path = path
  }

  /** The path that an expression is, where it is a plain one. */
  static of(expression: Expression): PlainPath | undefined {
    if (expression.kind !== 'path') return undefined
    const { written, loose, absent } = expression
    return written === undefined && loose === undefined && absent === undefined ? new PlainPath(expression) : undefined
  }

  /** What it leads to step by step; `findPath` finds more where that is nothing. */
  lookup(scope: Scope): Lookup {
    const { path } = this
    return lookup(startOf(path, scope), path.segments, path.own)
  }

  /** Where reads of what was found are noted. */
  noted(found: Lookup, reads: ReadPaths): ReadPath {
    if (this.#noted !== undefined && this.#around === found.scope.path && this.#root === reads.root) return this.#noted
    this.#around = found.scope.path
    this.#root = reads.root
    return (this.#noted = reads.at(found.path))
  }
}
