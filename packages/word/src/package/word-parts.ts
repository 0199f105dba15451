import { mainRelation, relationsOf, type WordPackage } from './open-package.ts'
import { attribute, decodeXml } from '../xml/scan-xml.ts'

/** A part whose text is filled, with its name in words. */
export interface WordPart {
  readonly name: string
  /** "Body", "Header 2, first page", "Footnotes". */
  readonly label: string
  readonly xml: string
}

/** What charts are called. */
export const chartLabel = 'Chart'

const kinds: readonly (readonly [RegExp, string])[] = [
  [/\.header\+xml$/, 'Header'],
  [/\.footer\+xml$/, 'Footer'],
  [/\.footnotes\+xml$/, 'Footnotes'],
  [/\.endnotes\+xml$/, 'Endnotes'],
  [/\.comments\+xml$/, 'Comments'],
  [/drawingml\.chart\+xml$|chartex\+xml$/, chartLabel],
  [/diagramData\+xml$|diagramDrawing\+xml$/, 'Diagram'],
  [/core-properties\+xml$/, 'Document properties'],
  [/extended-properties\+xml$/, 'Document properties'],
  [/custom-properties\+xml$/, 'Document properties'],
]

/** What the main part is called. */
export const mainLabel = 'Body'

/** The parts whose tags are filled: body first, then headers, footers, notes, comments, charts, diagrams and document properties. */
export function wordParts(file: WordPackage): readonly WordPart[] {
  const main = { name: file.mainPart, label: mainLabel, xml: file.xml(file.mainPart) }
  const labels = headerLabels(file, main.xml)
  const others = file.names.flatMap((name) => {
    const type = file.types.get(name) ?? ''
    const kind = kinds.findIndex(([pattern]) => pattern.test(type))
    const label = kinds[kind]?.[1]
    return label === undefined ? [] : [{ name, kind, label: labels.get(name) ?? label, xml: file.xml(name) }]
  })
  return [main, ...others.sort((a, b) => a.kind - b.kind || a.label.localeCompare(b.label, 'en', { numeric: true }))]
}

/** Names headers and footers by the section that uses them and the pages that they are on. */
function headerLabels(file: WordPackage, mainXml: string): ReadonlyMap<string, string> {
  const targets = new Map(relationsOf(file, file.mainPart).map(({ id, target }) => [id, target]))
  const labels = new Map<string, string>()
  let section = 0
  for (const [, kind, attributes = ''] of mainXml.matchAll(sectionFacts)) {
    if (kind === undefined) section++
    const target = targets.get(attribute(attributes, 'r:id') ?? '')
    if (kind === undefined || target === undefined || labels.has(target)) continue
    const type = attribute(attributes, 'w:type')
    const pages = type === 'first' ? ', first page' : type === 'even' ? ', even pages' : ''
    labels.set(target, `${kind === 'header' ? 'Header' : 'Footer'} ${section}${pages}`)
  }
  return labels
}

const sectionFacts = /<w:sectPr[ />]|<w:(header|footer)Reference\b([^<>]*)>/g

/** Style ids that are headings, by the names and outline levels that the document's styles have. */
export function headingStyles(file: WordPackage): ReadonlySet<string> {
  const name = mainRelation(file, 'styles')
  const headings = new Set<string>()
  let style = ''
  if (name === undefined) return headings
  for (const [, id, title, level] of file.xml(name).matchAll(styleFacts)) {
    if (id !== undefined) style = decodeXml(id)
    else if (title === undefined ? Number(level) < 9 : /^(?:heading \d|title$)/i.test(title)) headings.add(style)
  }
  return headings
}

const styleFacts =
  /<w:style\b[^>]*?\bw:styleId="([^"]*)"|<w:name\b[^>]*?\bw:val="([^"]*)"|<w:outlineLvl\b[^>]*?\bw:val="(\d+)"/g
