import { TakenNames } from '@chancery/core'
import { attribute, escapeXml } from '@chancery/formats/xml'

/** What has a name or an id that nothing else in the document may have, with its attribute (ODF 1.3 part 3, 19). */
const named =
  /<(?:draw:(?:frame|custom-shape|rect|line|g|control)|table:table|text:(?:section|note|(?:bookmark|reference-mark)(?:-start|-end)?)|office:annotation(?:-end)?)\s[^<>]*>/g

function attributeOf(element: string): string {
  if (element.startsWith('draw:')) return 'draw:name'
  if (element === 'table:table') return 'table:name'
  if (element === 'text:note') return 'text:id'
  return element.startsWith('office:') ? 'office:name' : 'text:name'
}

/**
 * Gives frames, tables, sections, notes and bookmarks that a section repeated names of their own: `Table1 2`. An end gets
 * the name of its start. Linear.
 */
export function renewNames(xml: string): string {
  const taken = new Map<string, TakenNames>()
  /** By kind and name: what the last of them was called anew. */
  const last = new Map<string, string>()
  return xml.replaceAll(named, (tag) => {
    const element = /^<([\w:-]+)/.exec(tag)?.[1] ?? ''
    const kind = element.replace(/-(?:start|end)$/, '')
    const key = attributeOf(element)
    const name = attribute(tag, key)
    if (name === undefined) return tag
    const known = `${kind} ${name}`
    const family = kind.startsWith('draw:') ? 'draw' : kind
    const names = taken.get(family) ?? new TakenNames()
    taken.set(family, names)
    const own = element.endsWith('-end')
      ? (last.get(known) ?? name)
      : names.take(name, (number) => `${name}${kind === 'text:note' ? '-' : ' '}${number}`)
    if (!element.endsWith('-end')) last.set(known, own)
    if (own === name) return tag
    return tag.replace(new RegExp(`(\\s${key}=")[^"]*"`), (_, head: string) => `${head}${escapeXml(own)}"`)
  })
}
