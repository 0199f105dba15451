import { findFormatter } from '../formatters/registry.ts'
import type { Expression } from '../syntax/expression.ts'

const textOf = (expression: Expression): string =>
  expression.kind === 'literal' && typeof expression.value === 'string' ? expression.value : ''

/** `client.name`, and with a formatter behind it. */
const nameIn = /^[\p{L}_][\p{L}\p{N}]*(?:[._][\p{L}\p{N}]+)*(?:\s?\|\s?(\p{L}+)(?::.*)?)?$/u

/**
 * The text of `{"client.name"}`, `{"client.name | upper"}`, and of `{"client.name" | upper}` where the template reads that
 * path: it was meant as the name.
 */
export function nameInQuotes(expression: Expression, isRead: (path: string) => boolean): string | undefined {
  if (expression.kind === 'literal') {
    const text = textOf(expression)
    const [found, formatter] = nameIn.exec(text) ?? []
    return found !== undefined && (formatter === undefined || findFormatter(formatter) !== undefined) ? text : undefined
  }
  let first: Expression = expression
  while (first.kind === 'pipe') first = first.input
  const text = textOf(first)
  return text !== '' && isRead(text) ? text : undefined
}
