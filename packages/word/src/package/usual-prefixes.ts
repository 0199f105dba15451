import { scanXml } from '../xml/scan-xml.ts'
import { Splice } from '../xml/splice.ts'

const office = 'http://schemas.openxmlformats.org'
const microsoft = 'http://schemas.microsoft.com/office'

/** The prefixes that Word writes for its namespaces, by which everything here knows elements and attributes. */
const usual: ReadonlyMap<string, string> = new Map([
  [`${office}/wordprocessingml/2006/main`, 'w'],
  ['http://purl.oclc.org/ooxml/wordprocessingml/main', 'w'],
  [`${office}/officeDocument/2006/relationships`, 'r'],
  ['http://purl.oclc.org/ooxml/officeDocument/relationships', 'r'],
  [`${office}/officeDocument/2006/math`, 'm'],
  [`${office}/drawingml/2006/wordprocessingDrawing`, 'wp'],
  [`${office}/drawingml/2006/main`, 'a'],
  [`${office}/drawingml/2006/picture`, 'pic'],
  [`${office}/drawingml/2006/chart`, 'c'],
  [`${office}/markup-compatibility/2006`, 'mc'],
  [`${microsoft}/word/2010/wordprocessingShape`, 'wps'],
  [`${microsoft}/word/2010/wordprocessingGroup`, 'wpg'],
  [`${microsoft}/word/2010/wordprocessingDrawing`, 'wp14'],
  [`${microsoft}/word/2010/wordml`, 'w14'],
  [`${microsoft}/word/2012/wordml`, 'w15'],
  ['urn:schemas-microsoft-com:vml', 'v'],
  ['urn:schemas-microsoft-com:office:office', 'o'],
  ['urn:schemas-microsoft-com:office:word', 'w10'],
  [`${office}/package/2006/metadata/core-properties`, 'cp'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  [`${office}/officeDocument/2006/docPropsVTypes`, 'vt'],
])

/** One attribute in the raw text of a tag: the space before it, its name, and its value in quotation marks. */
const attributePattern = /(\s*)([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g
/** Attributes whose value is a list of prefixes (ECMA-376 part 3). */
const prefixLists: ReadonlySet<string> = new Set(['Ignorable', 'Requires', 'MustUnderstand', 'ProcessContent'])
const declarations = /\sxmlns(?::([\w.-]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** The prefix that an attribute declares, `''` for a default namespace, or `undefined` where it declares none. */
const declaredPrefix = (name: string): string | undefined =>
  name === 'xmlns' ? '' : name.startsWith('xmlns:') ? name.slice('xmlns:'.length) : undefined

/** What the prefixes of one element and those in it mean. */
interface Scope {
  /** By the prefix in the text, the one that is written; those that are not here stay. */
  readonly renamed: ReadonlyMap<string, string>
  /** Namespaces by the prefix that is written. */
  readonly written: ReadonlyMap<string, string>
}

/**
 * A part in the prefixes that Word itself writes, where a program gave a namespace another one (`ns0:p`, `ve:Choice`, or
 * none at all), on the root or further down; the same text otherwise. A prefix that something else has in that place stays.
 */
export function withUsualPrefixes(xml: string): string {
  if (!hasOtherPrefixes(xml)) return xml
  const scopes: Scope[] = [{ renamed: new Map(), written: new Map() }]
  const names: string[] = []
  const result = new Splice(xml)
  scanXml(xml, {
    open(name, attributes, start, end) {
      const outer = scopes.at(-1) ?? { renamed: new Map(), written: new Map() }
      const scope = attributes.includes('xmlns') ? innerScope(outer, attributes) : outer
      const own = renamedName(name, scope)
      const ownAttributes = attributes === '' ? '' : renamedAttributes(attributes, outer, scope)
      scopes.push(scope)
      names.push(own)
      if (own === name && ownAttributes === attributes) return
      result.put(start, end, `<${own}${ownAttributes}${xml[end - 2] === '/' ? '/' : ''}>`)
    },
    close(name, start, end) {
      scopes.pop()
      const own = names.pop() ?? name
      // An empty element ends with its opening.
      if (own !== name && xml[start + 1] === '/') result.put(start, end, `</${own}>`)
    },
  })
  return result.toString()
}

/** Whether a namespace that has a usual prefix has another one anywhere. */
function hasOtherPrefixes(xml: string): boolean {
  for (const [, prefix = '', double, single] of xml.matchAll(declarations)) {
    const known = usual.get(double ?? single ?? '')
    if (known !== undefined && known !== prefix) return true
  }
  return false
}

function innerScope(outer: Scope, attributes: string): Scope {
  const renamed = new Map(outer.renamed)
  const written = new Map(outer.written)
  const declared: (readonly [prefix: string, namespace: string])[] = []
  for (const [, , name = '', value = ''] of attributes.matchAll(attributePattern)) {
    const prefix = declaredPrefix(name)
    if (prefix !== undefined) declared.push([prefix, value.slice(1, -1)])
  }
  for (const [prefix, namespace] of declared) {
    renamed.delete(prefix)
    if (usual.get(namespace) !== undefined && usual.get(namespace) !== prefix) continue
    written.set(prefix, namespace)
  }
  for (const [prefix, namespace] of declared) {
    const known = usual.get(namespace)
    if (known === undefined || known === prefix) continue
    const there = written.get(known)
    const isFree = there === undefined || usual.get(there) === known
    if (isFree) renamed.set(prefix, known)
    written.set(isFree ? known : prefix, there ?? namespace)
  }
  return { renamed, written }
}

function renamedName(name: string, { renamed }: Scope): string {
  const colon = name.indexOf(':')
  const other = renamed.get(name.slice(0, Math.max(0, colon)))
  return other === undefined ? name : `${other}:${name.slice(colon + 1)}`
}

function renamedAttributes(attributes: string, outer: Scope, { renamed }: Scope): string {
  if (renamed.size === 0 && outer.renamed.size === 0) return attributes
  const declared = new Set<string>()
  return attributes.replaceAll(attributePattern, (whole: string, space: string, name: string, value: string) => {
    const prefix = declaredPrefix(name)
    if (prefix !== undefined) {
      const known = usual.get(value.slice(1, -1))
      if (known === undefined || known !== (renamed.get(prefix) ?? prefix)) return whole
      if (declared.has(known) || (known !== prefix && outer.written.has(known))) return ''
      declared.add(known)
      return known === prefix ? whole : `${space}xmlns:${known}=${value}`
    }
    const colon = name.indexOf(':')
    const local = name.slice(colon + 1)
    const other = colon === -1 ? undefined : renamed.get(name.slice(0, colon))
    const list = prefixLists.has(local) ? renamedList(value, renamed) : value
    return other === undefined && list === value
      ? whole
      : `${space}${other === undefined ? name : `${other}:${local}`}=${list}`
  })
}

/** A list of prefixes, or of names with prefixes, in quotation marks. */
function renamedList(value: string, renamed: ReadonlyMap<string, string>): string {
  const names = value.slice(1, -1).split(/\s+/)
  const written = names.map((name) => name.replace(/^[^:]*/, (prefix) => renamed.get(prefix) ?? prefix))
  return `"${[...new Set(written)].join(' ')}"`
}
