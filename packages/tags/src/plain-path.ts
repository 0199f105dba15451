import type { Expression, PathExpression } from './expression.ts'
import { startOf } from './find-path.ts'
import { type Lookup, lookup, type Scope } from './scope.ts'

/** Whether an expression is a path that is read step by step, and no name as it is written. */
export const isPlain = (expression: Expression): expression is PathExpression =>
  expression.kind === 'path' &&
  expression.written === undefined &&
  expression.loose === undefined &&
  expression.absent === undefined

/** What a plain path leads to step by step; `findPath` finds more where that is nothing. */
export const stepsTo = (path: PathExpression, scope: Scope): Lookup =>
  lookup(startOf(path, scope), path.segments, path.own)
