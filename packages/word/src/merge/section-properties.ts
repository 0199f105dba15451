import { attribute, scanXml } from '../xml/scan-xml.ts'

/** The children of `w:sectPr` in the order of the schema (ECMA-376 part 1, 17.6.17). */
const order =
  'headerReference footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType pgNumType cols formProt vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid printerSettings sectPrChange'.split(
    ' ',
  )

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

interface Child {
  readonly name: string
  readonly attributes: string
  readonly xml: string
}

/** A header or footer and its pages: `header default`. */
export type Furniture = `${'header' | 'footer'} ${string}`

/** One section's properties, to be changed. */
export class SectionProperties {
  private readonly openTag: string
  private readonly children: Child[] = []

  constructor(xml: string) {
    let depth = 0
    let openEnd = xml.length
    let child: { name: string; attributes: string; start: number } | undefined
    scanXml(xml, {
      open: (name, attributes, start, end) => {
        depth++
        if (depth === 1) openEnd = end
        if (depth === 2) child = { name: name.slice(name.indexOf(':') + 1), attributes, start }
      },
      close: (_name, _start, end) => {
        if (depth === 2 && child !== undefined) {
          this.children.push({ name: child.name, attributes: child.attributes, xml: xml.slice(child.start, end) })
        }
        depth--
      },
    })
    this.openTag = xml.slice(0, openEnd).replace(/\/?>$/, '>')
  }

  /** The headers and footers that it names. */
  furniture(): Furniture[] {
    return this.children.flatMap(({ name, attributes }) => {
      if (name !== 'headerReference' && name !== 'footerReference') return []
      const kind = name === 'headerReference' ? 'header' : 'footer'
      return [`${kind} ${attribute(attributes, 'w:type') ?? 'default'}` as const]
    })
  }

  addFurniture(furniture: Furniture, relation: string): void {
    const [kind, pages] = furniture.split(' ')
    this.insert({
      name: `${kind}Reference`,
      attributes: '',
      xml: `<w:${kind}Reference w:type="${pages}" xmlns:r="${relations}" r:id="${relation}"/>`,
    })
  }

  /** Begins on a new page; on an odd or even one where it did before. */
  beginOnNewPage(): void {
    const type = this.children.find(({ name }) => name === 'type')
    const value = type === undefined ? undefined : attribute(type.attributes, 'w:val')
    if (value === 'continuous' || value === 'nextColumn') this.remove('type')
  }

  /** Counts its pages from 1, unless it has a start of its own. */
  restartPages(): void {
    const numbers = this.children.find(({ name }) => name === 'pgNumType')
    if (numbers !== undefined && attribute(numbers.attributes, 'w:start') !== undefined) return
    this.remove('pgNumType')
    const attributes = `${numbers?.attributes ?? ''} w:start="1"`
    this.insert({ name: 'pgNumType', attributes, xml: `<w:pgNumType${attributes}/>` })
  }

  /** Counts its footnotes (or endnotes) from 1. */
  restartNotes(kind: 'footnote' | 'endnote'): void {
    const name = `${kind}Pr`
    if (this.children.some((child) => child.name === name)) return
    this.insert({ name, attributes: '', xml: `<w:${name}><w:numRestart w:val="eachSect"/></w:${name}>` })
  }

  toString(): string {
    return `${this.openTag}${this.children.map(({ xml }) => xml).join('')}</w:sectPr>`
  }

  private remove(name: string): void {
    const index = this.children.findIndex((child) => child.name === name)
    if (index !== -1) this.children.splice(index, 1)
  }

  private insert(child: Child): void {
    const rank = order.indexOf(child.name)
    const before = this.children.findIndex(({ name }) => order.indexOf(name) > rank)
    this.children.splice(before === -1 ? this.children.length : before, 0, child)
  }
}
