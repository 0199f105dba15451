import { editDistance } from '@chancery/core'
import { holdsTag, htmlRule } from '../rule.ts'

/** Classes that are compared with those of the sheets. */
const mostCompared = 60
const ofSelector = /([.#])((?:[\w-]|[^\p{ASCII}])+)/gu

/** Classes and ids that differ by a slip from one that a style sheet is for and nothing else has. */
export const nearClasses = htmlRule(({ starts, sheets, parsed }, tell) => {
  const styled = new Set<string>()
  for (const { rules } of sheets)
    for (const { selector } of rules)
      for (const [, sign = '', name = ''] of selector.slice(0, 2000).matchAll(ofSelector)) styled.add(sign + name)
  if (styled.size === 0) return
  const used = new Set<string>()
  const unknown: { readonly name: string; readonly start: number; readonly end: number }[] = []
  for (const { attributes } of starts)
    for (const [attributeName, sign] of [['class', '.'] as const, ['id', '#'] as const]) {
      const attribute = attributes.get(attributeName)
      if (attribute === undefined || holdsTag(parsed, attribute.start, attribute.end)) continue
      for (const word of attribute.value.split(/\s+/)) {
        const name = sign + word
        if (word === '' || used.has(name)) continue
        used.add(name)
        const { start, end } = attribute
        if (!styled.has(name)) unknown.push({ name, start, end })
      }
    }
  const unused = [...styled].filter((name) => !used.has(name)).slice(0, mostCompared)
  for (const { name, start, end } of unknown.slice(0, mostCompared)) {
    const meant = unused.find((other) => isSlip(name, other))
    if (meant !== undefined)
      tell(
        'unknown_class',
        { start, end },
        {
          message: `No style is for "${name.slice(0, 60)}".`,
          hint: `Did you mean "${meant.slice(0, 60)}"?`,
        },
      )
  }
})

/** Of one sign, of the same digits, and different by one letter of several. */
const isSlip = (name: string, other: string): boolean =>
  name[0] === other[0] &&
  name.length > 4 &&
  name.replace(/\D/g, '') === other.replace(/\D/g, '') &&
  editDistance(name.toLowerCase(), other.toLowerCase(), 1) <= 1
