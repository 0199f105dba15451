import { suggest } from '@chancery/core'
import { ownValue } from '../data/scope.ts'
import { type Formatter, type FormatterArgument, FormatterFault } from './formatter.ts'
import { listOf } from './list-items.ts'

/** The name of a field of each item. */
export const field = (optional?: true): FormatterArgument => ({
  name: 'field',
  kind: 'text',
  sample: 'name',
  ...(optional === undefined ? {} : { optional }),
})

/** Whether the first argument of a formatter is the name of a field of the items. */
export const namesField = ({ args }: Pick<Formatter, 'args'>): boolean => args[0]?.name === 'field'

/** An own field of an item; `a.b` goes down, "." is the item itself. What lacks it gives nothing. */
export function fieldOf(item: unknown, name: string | number | undefined): unknown {
  if (name === undefined || name === '.' || name === '') return item
  let at = item
  for (const key of String(name).split('.')) {
    const property = ownValue(at, key)
    if (!property.found) return undefined
    at = property.value
  }
  return at
}

/** An own field of each item, or the items. @throws where none has the field, and they have one that it is a misspelling of */
export function fieldsOf(value: unknown, name: string | number | undefined, formatter: string): readonly unknown[] {
  const items = listOf(value, formatter)
  const values = items.map((item) => fieldOf(item, name))
  // What no item has would count as nothing, and a total be wrong without a word.
  if (items.length > 0 && values.every((each) => each === undefined)) refuseMisspelt(items, String(name), formatter)
  return values
}

function refuseMisspelt(items: readonly unknown[], name: string, formatter: string): void {
  const [first = ''] = name.split('.')
  const fields = new Set<string>()
  for (const item of items.slice(0, 100)) {
    for (const field of Object.keys(typeof item === 'object' && item !== null ? item : {})) fields.add(field)
  }
  const near = fields.has(first) ? undefined : suggest(first, fields)
  if (near === undefined) return
  throw new FormatterFault('wrong_argument', `No item has a "${name}" for "${formatter}".`, `Did you mean "${near}"?`)
}
