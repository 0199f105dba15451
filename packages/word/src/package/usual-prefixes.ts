import { scanXml } from './scan-xml.ts'
import { Splice } from './splice.ts'

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

const declaration = /\sxmlns(?::([\w.-]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** Attributes whose value is a list of prefixes (ECMA-376 part 3). */
const prefixLists = /(\b(?:Ignorable|Requires|MustUnderstand)\s*=\s*)(?:"([^"]*)"|'([^']*)')/g
/** Names of attributes; what stands in quotation marks is passed over. */
const attributeNames = /"[^"]*"|'[^']*'|(\s)([\w.-]+):(?=[\w.-]+\s*=)/g

/**
 * A part in the prefixes that Word itself writes, where a program gave the namespaces other ones (`ns0:p`, or none at
 * all) on its root; the same text otherwise.
 */
export function withUsualPrefixes(xml: string): string {
  const renamed = renamedPrefixes(xml)
  if (renamed.size === 0) return xml
  const nameOf = (name: string): string => {
    const colon = name.indexOf(':')
    const other = renamed.get(name.slice(0, Math.max(0, colon)))
    return other === undefined ? name : `${other}:${name.slice(colon + 1)}`
  }
  const attributesOf = (attributes: string): string => {
    const declared = new Set<string>()
    return attributes
      .replaceAll(prefixLists, (_, start: string, double?: string, single?: string) => {
        const prefixes = (double ?? single ?? '').split(/\s+/)
        return `${start}"${prefixes.map((each) => renamed.get(each) ?? each).join(' ')}"`
      })
      .replaceAll(declaration, (whole: string, prefix = '', double?: string, single?: string) => {
        const namespace = double ?? single ?? ''
        const known = usual.get(namespace)
        if (known === undefined || known !== (renamed.get(prefix) ?? prefix)) return whole
        if (declared.has(known)) return ''
        declared.add(known)
        return ` xmlns:${known}="${namespace}"`
      })
      .replaceAll(attributeNames, (whole: string, space?: string, prefix?: string) =>
        prefix === undefined ? whole : `${space ?? ''}${renamed.get(prefix) ?? prefix}:`,
      )
  }
  const written = new Splice(xml)
  scanXml(xml, {
    open(name, attributes, start, end) {
      const own = nameOf(name)
      if (own !== name || attributes !== '')
        written.put(start, end, `<${own}${attributesOf(attributes)}${xml[end - 2] === '/' ? '/' : ''}>`)
    },
    close(name, start, end) {
      // An empty element has been written with its opening.
      if (!written.covers(start)) written.put(start, end, `</${nameOf(name)}>`)
    },
  })
  return written.toString()
}

/** By the prefix of the root's declarations the usual one, where the two differ and the usual one is free. */
function renamedPrefixes(xml: string): ReadonlyMap<string, string> {
  const found = /<[^\s<>?!/][^<>]*>/.exec(xml.slice(0, 20_000))
  const root = found?.[0] ?? ''
  const behind = (found?.index ?? 0) + root.length
  const renamed = new Map<string, string>()
  const others = new Set<string>()
  for (const [, prefix = '', double, single] of root.matchAll(declaration)) {
    const known = usual.get(double ?? single ?? '')
    if (known === undefined) others.add(prefix)
    else if (known !== prefix) renamed.set(prefix, known)
  }
  for (const [prefix, known] of renamed) {
    // What means something else further down cannot be renamed throughout.
    const isAmbiguous = xml.includes(prefix === '' ? ' xmlns=' : ` xmlns:${prefix}=`, behind)
    if (others.has(known) || isAmbiguous) renamed.delete(prefix)
  }
  return renamed
}
