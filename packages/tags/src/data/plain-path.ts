import type { Expression, PathExpression } from '../syntax/expression.ts'
import { startOf } from './find-path.ts'
import { plainText } from './plain-text.ts'
import type { ReadPath, ReadPaths } from './read-paths.ts'
import { isBuiltIn, nothing, ownPlain, type Scope } from './scope.ts'

/** A path of the data alone that is read step by step: what is known of it beforehand. */
export class PlainPath {
  readonly #path: PathExpression
  readonly #first: string | undefined
  readonly #rest: readonly string[]
  readonly #isOfScope: boolean
  /** Where its reads were noted last, and from which scope. */
  #noted: ReadPath | undefined = undefined
  #around: string | undefined = undefined
  #root: ReadPath | undefined = undefined

  private constructor(path: PathExpression) {
    this.#path = path
    this.#first = path.segments[0]
    this.#rest = path.segments.slice(1)
    this.#isOfScope = path.up === undefined && path.label === undefined && path.loopsUp === undefined
  }

  /** The path that an expression is, where it is a plain one. */
  static of(expression: Expression): PlainPath | undefined {
    if (expression.kind !== 'path') return undefined
    const { written, loose, absent, segments } = expression
    const isPlain = written === undefined && loose === undefined && absent === undefined
    return isPlain && !isBuiltIn(segments) ? new PlainPath(expression) : undefined
  }

  /** The text that it leads to, which is noted as written; `undefined` where `findPath` may find more, or there is none. */
  text(scope: Scope, reads: ReadPaths): string | undefined {
    const first = this.#first
    let at = this.#isOfScope ? scope : startOf(this.#path, scope)
    let value = at.own(first)
    while (value === nothing && at.parent !== undefined && !this.#path.own) {
      at = at.parent
      value = at.own(first)
    }
    for (const segment of this.#rest) value = ownPlain(value, segment, at.fromJson)
    const text = typeof value === 'string' ? value : plainText(value)
    if (text !== undefined) reads.write(this.#place(at, reads))
    return text
  }

  /** Where reads of it are noted, in the scope that has its first segment. */
  #place({ path }: Scope, reads: ReadPaths): ReadPath {
    if (this.#noted !== undefined && this.#around === path && this.#root === reads.root) return this.#noted
    this.#around = path
    this.#root = reads.root
    return (this.#noted = reads.below(reads.at(path), this.#path.segments))
  }
}
