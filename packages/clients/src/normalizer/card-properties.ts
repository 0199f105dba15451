import { type CardProperty, cardValue, type SourceRow } from '@chancery/core'
import { clean } from './row-cells.ts'

/** What properties of cards say beside the values that a client has of them; those that are their values alone are none. */
export function cardPropertiesOf(
  { cardProperties = [] }: SourceRow,
  custom: Readonly<Record<string, string>>,
): readonly CardProperty[] {
  const seen = new Set<string>()
  const known = cardProperties.flatMap(({ raw, text: said, ...property }) => {
    const text = clean(said)
    const column = Object.hasOwn(custom, property.name) ? (custom[property.name] ?? '') : ''
    if (text === '' || !`\n${column}\n`.includes(`\n${text}\n`)) return []
    // A value that comes twice is once, as it came first.
    const key = `${property.name}:${text}`
    if (seen.has(key)) return []
    seen.add(key)
    // What was cleaned is written anew.
    const isOwn = raw !== undefined && text === said && raw !== cardValue(text)
    if (!isOwn && property.group === undefined && property.parameters === undefined) return []
    return [{ ...property, text, ...(isOwn ? { raw } : {}) }]
  })
  // As exports have them: column by column.
  return known.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}
