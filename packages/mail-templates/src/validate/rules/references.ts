import { htmlRule, holdsTag } from '../rule.ts'

/** Attributes that name the ids of other elements. */
const naming = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'headers', 'usemap']

/** Elements that are named by others, and are not there. */
export const references = htmlRule(({ starts, parsed }, tell) => {
  const ids = new Set<string>()
  for (const { name, attributes } of starts) {
    const id = attributes.get('id')
    // What values make of an id is not known.
    if (id !== undefined && holdsTag(parsed, id.start, id.end)) return
    if (id !== undefined) ids.add(id.value.trim())
    if (name === 'map') ids.add(attributes.get('name')?.value.trim() ?? '')
  }
  for (const { attributes } of starts)
    for (const name of naming) {
      const attribute = attributes.get(name)
      if (attribute === undefined || holdsTag(parsed, attribute.start, attribute.end)) continue
      const lost = attribute.value
        .trim()
        .split(/\s+/)
        .map((word) => word.replace(/^#/, ''))
        .find((word) => word !== '' && !ids.has(word))
      if (lost !== undefined)
        tell('missing_reference', attribute, {
          message: `Nothing has the id "${lost.slice(0, 60)}" that ${name} names.`,
        })
    }
})
