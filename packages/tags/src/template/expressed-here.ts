import { namesField } from '../formatters/list-fields.ts'
import { findFormatter } from '../formatters/registry.ts'
import { parseExpression } from '../syntax/parse-expression.ts'
import { checkExpression } from './check-expression.ts'
import { familiarFormatter } from './familiar-formatters.ts'
import type { ForeignOperation } from './foreign-operation.ts'
import { operationsOnDates } from './operations-on-dates.ts'
import { operationsOnLists } from './operations-on-lists.ts'
import { operationsOnNumbers } from './operations-on-numbers.ts'
import { operationsOnText } from './operations-on-text.ts'

/** Several do by one name what fits the value: `format` of a date and of a number. */
const operations = new Map<string, ForeignOperation[]>()
for (const table of [operationsOnText, operationsOnNumbers, operationsOnDates, operationsOnLists])
  for (const [name, operation] of Object.entries(table))
    operations.set(name, [...(operations.get(name) ?? []), operation])

const folded = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether something here does what has that name elsewhere. */
export const isKnownElsewhere = (name: string): boolean =>
  operations.has(folded(name)) || familiarFormatter(name) !== undefined

/**
 * What `name` does with a value elsewhere, as an expression of this language; `undefined` where nothing does. What it takes is kept
 * as far as the formatter can do with it.
 */
export function expressedHere(name: string, value: string, given: readonly string[]): string | undefined {
  for (const operation of operations.get(folded(name)) ?? []) {
    const written = operation(value, given)
    if (written !== undefined && isRight(written)) return written
  }
  const own = findFormatter(name)
  const known = own ?? findFormatter(familiarFormatter(name) ?? '')
  if (known === undefined) return undefined
  const at = value.lastIndexOf('.')
  const isOfItems = namesField(known) && given.length === 0 && at > 0
  const candidates = [
    ...(isOfItems ? [`${value.slice(0, at)} | ${known.name}:"${value.slice(at + 1)}"`] : []),
    ...given.map((_, index) => `${value} | ${known.name}:${given.slice(0, given.length - index).join(':')}`),
    `${value} | ${known.name}`,
  ]
  const surplus = own === undefined ? 0 : Math.max(0, given.length - own.args.length)
  // What somebody gives a formatter of this language is meant for it, and hardly to be left out.
  return (own === undefined ? candidates : candidates.slice(0, (isOfItems ? 2 : 1) + surplus)).find(isRight)
}

function isRight(text: string): boolean {
  const parsed = parseExpression(text)
  return parsed.ok && checkExpression(parsed.expression).length === 0
}
