import type { Json } from '../../json.ts'
import type { CardProperty, ClientRecord } from '../../model/client-record.ts'
import { isCardProperty, writtenProperties } from './card-properties.ts'

/** In the form of jCard (RFC 7095): a value of parts is a list in the list. */
export const property = (name: string, value: string | readonly string[]): Json => [
  name,
  {},
  'text',
  typeof value === 'string' ? value : [...value],
]

/** A column of the client's own: a property of cards as it stood there, with its parameters, or one of Chancery's. */
export const customProperties = (
  column: string,
  value: string,
  properties: readonly CardProperty[] | undefined,
): readonly Json[] =>
  isCardProperty(column, value)
    ? writtenProperties(column, value, properties).map(({ group, parameters = {}, raw }): Json => {
        const { VALUE: [type = 'unknown'] = [], ...others } = parameters
        const told = Object.entries(others).map(([name, values]): [string, Json] => {
          const [first = '', ...more] = values
          return [name.toLowerCase(), more.length === 0 ? first : [...values]]
        })
        const named = { ...Object.fromEntries(told), ...(group === undefined ? {} : { group }) }
        // Of an unknown type, the value is what stands in a vCard (RFC 7095, 5.1).
        return [column.toLowerCase(), named, type, raw]
      })
    : [property('x-chancery-custom', [column, value])]

const standardNames = ['NICKNAME', 'ROLE', 'IMPP', 'CATEGORIES'] as const
type StandardName = (typeof standardNames)[number]

/**
 * The values of columns that JSContact has a property for (RFC 9555, 2.5 and 2.9), where it says all that the column does:
 * plain words, each once. Others stay properties of vCards.
 */
export function standardColumns(
  custom: ClientRecord['custom'],
  properties: readonly CardProperty[] = [],
): Partial<Record<StandardName, readonly string[]>> {
  const found: Partial<Record<StandardName, readonly string[]>> = {}
  for (const name of standardNames) {
    const value = Object.hasOwn(custom, name) ? custom[name] : undefined
    const words = value?.split('\n') ?? []
    const isPlain = words.length > 0 && words.every((word) => /^[^,;\\]+$/.test(word))
    const isWhole = new Set(words).size === words.length && !properties.some((each) => each.name === name)
    // A person has one role; a second one is a column of its own.
    if (isPlain && isWhole && (name !== 'ROLE' || words.length === 1)) found[name] = words
  }
  return found
}
