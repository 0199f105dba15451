import { escapeXml } from '../../xml/escape-xml.ts'
import { elementTree, type XmlElement } from '../../xml/element-tree.ts'
import { relationsOf, type WordPackage } from '../../package/open-package.ts'
import { attribute } from '../../xml/scan-xml.ts'
import type { BoundValue } from './fill-control.ts'

/** Ids under which Word binds controls to the document properties. */
const properties: readonly (readonly [string, RegExp])[] = [
  ['{6C3C8BC8-F283-45AE-878A-BAB7291924A1}', /core-properties\+xml$/],
  ['{6668398D-A668-4E3E-A5EB-62B293D839F1}', /extended-properties\+xml$/],
]

/** Steps of a path that are followed: `/ns0:client[1]/ns0:name[1]`, `/@id`, `/text()`. */
const step = /\/(@?)(?:([\w.-]+):)?([\p{L}_][\p{L}\p{N}_.-]*|\*)(?:\[(\d{1,6})\])?(?=\/|$)|\/text\(\)(?:\[1\])?$/gu

/**
 * Writes the values of bound controls into the XML parts that they share, so that Word does not write the old ones back.
 * Gives the new text of each part that changes; paths that are more than steps are left alone.
 */
export function bindValues(
  file: WordPackage,
  values: readonly BoundValue[],
  textOf: (part: string) => string,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  if (values.length === 0) return texts
  const stores = storesOf(file)
  for (const { storeItem, xpath, prefixes, text } of values) {
    const part = stores.get(storeItem.toUpperCase())
    if (part === undefined) continue
    const xml = texts.get(part) ?? textOf(part)
    const changed = written(xml, xpath, prefixes, text)
    if (changed !== undefined) texts.set(part, changed)
  }
  return texts
}

/** The part of every store, by its id. */
function storesOf(file: WordPackage): ReadonlyMap<string, string> {
  const stores = new Map<string, string>()
  for (const name of file.names) {
    const type = file.types.get(name) ?? ''
    for (const [id, pattern] of properties) if (pattern.test(type)) stores.set(id, name)
    if (!/(?:^|\/)customXml\/[^/]+\.xml$/i.test(name)) continue
    for (const { type: relation, target, isExternal } of relationsOf(file, name)) {
      if (isExternal || !relation.endsWith('/customXmlProps') || !file.entries.has(target)) continue
      const id = /\b(?:\w+:)?itemID\s*=\s*["']([^"']*)["']/.exec(file.xml(target))?.[1]
      if (id !== undefined) stores.set(id.toUpperCase(), name)
    }
  }
  return stores
}

function written(xml: string, xpath: string, prefixes: string, text: string): string | undefined {
  const root = elementTree(xml)
  const steps = [...xpath.matchAll(step)]
  if (root === undefined || steps.map(([whole]) => whole).join('') !== xpath) return undefined
  const spaces = new Map(
    [...prefixes.matchAll(/xmlns:([\w.-]+)\s*=\s*["']([^"']*)["']/g)].map(([, p, uri]) => [p, uri]),
  )
  let at: XmlElement | undefined
  for (const [whole, sign, prefix, name, position] of steps) {
    if (whole.startsWith('/text(')) break
    if (sign === '@') {
      if (at === undefined || name === undefined || name === '*') return undefined
      const head = xml.slice(at.start, at.contentStart)
      const own = new RegExp(`(\\s(?:[\\w.-]+:)?${name.replaceAll('.', '\\.')}\\s*=\\s*)(?:"[^"]*"|'[^']*')`)
      const changed = head.replace(own, (_, before: string) => `${before}"${escapeXml(text)}"`)
      return xml.slice(0, at.start) + changed + xml.slice(at.contentStart)
    }
    const candidates: readonly XmlElement[] = at === undefined ? [root] : at.children
    const uri = prefix === undefined ? undefined : spaces.get(prefix)
    at = candidates.filter((each) => isNamed(each, name ?? '', uri))[Number(position ?? 1) - 1]
    if (at === undefined) return undefined
  }
  if (at === undefined || at.children.length > 0) return undefined
  if (at.contentStart === at.end) {
    const head = xml.slice(at.start, at.end).replace(/\s*\/>$/, '>')
    return `${xml.slice(0, at.start)}${head}${escapeXml(text)}</${at.name}>${xml.slice(at.end)}`
  }
  return xml.slice(0, at.contentStart) + escapeXml(text) + xml.slice(at.contentEnd)
}

function isNamed(element: XmlElement, name: string, uri: string | undefined): boolean {
  const local = element.name.slice(element.name.indexOf(':') + 1)
  if (name !== '*' && local !== name) return false
  return uri === undefined || namespaceOf(element) === uri
}

/** The namespace that an element's prefix stands for. */
function namespaceOf(element: XmlElement): string | undefined {
  const colon = element.name.indexOf(':')
  const declaration = colon === -1 ? 'xmlns' : `xmlns:${element.name.slice(0, colon)}`
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
    const uri = attribute(at.attributes, declaration)
    if (uri !== undefined) return uri
  }
  return undefined
}
