import { pathsOf } from '../data/reads.ts'
import { parseExpression } from '../syntax/parse-expression.ts'
import { writtenRight } from './written-right.ts'

/** No name of several words is left. */
export function isPlain(text: string): boolean {
  const parsed = parseExpression(text)
  return parsed.ok && !pathsOf(parsed.expression).some(({ segments }) => segments.some((name) => name.includes(' ')))
}

/** `#if fee > 500` of `{#if fee über 500}`: a section's tag with its test as it is written here. */
export function conditionRight(tag: string): string | undefined {
  const [, head = '', test = ''] =
    /^\{+\s?([#^]\s?(?:if|unless|each)\s+|else\s?if\s+)([^{}]{1,300}?)\s?\}+$/u.exec(tag) ?? []
  const right = test === '' ? undefined : writtenRight(test, isPlain)
  return right === undefined ? undefined : head + right
}
