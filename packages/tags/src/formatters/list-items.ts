import { kindOf } from '../data/plain-text.ts'
import { itemAt } from '../data/scope.ts'
import { FormatterFault, tooLarge } from './formatter.ts'

/** Most items of a list that a formatter takes. */
export const maxItems = 2_000_000

/** The items, read as data: holes are nothing, getters are not run, nothing of the list's own is called. */
export function listOf(value: unknown, formatter: string): unknown[] {
  if (!Array.isArray(value))
    throw new FormatterFault('wrong_kind', `"${formatter}" wants a list and got ${kindOf(value)}.`)
  if (value.length > maxItems) throw tooLarge(formatter, 'items', maxItems, value.length)
  return Array.from({ length: value.length }, (_, index) => itemAt(value, index))
}
