import { childrenOf, descend, findAll, type XmlElement } from '../package/xml-element.ts'

interface Style {
  readonly name: string
  readonly shownName: string
  readonly parent: string | undefined
  readonly listStyle: string | undefined
  readonly masterPage: string | undefined
  readonly breaksBefore: boolean
  readonly element: XmlElement
}

/** Chains of styles that inherit from one another are short; this ends those that go in a circle. */
const maxChain = 20

/** The styles of a document by family and name, its own (automatic) ones first (ISO/IEC 26300, 16). */
export class DocumentStyles {
  private readonly styles = new Map<string, Style>()
  private readonly automatic = new Set<string>()

  /** @param content root of `content.xml` @param common root of `styles.xml` */
  constructor(content: XmlElement | undefined, common: XmlElement | undefined) {
    this.add(descend(common, 'office:styles'), false)
    this.add(descend(content, 'office:styles'), false)
    this.add(descend(content, 'office:automatic-styles'), true)
  }

  private add(list: XmlElement | undefined, automatic: boolean): void {
    for (const element of childrenOf(list, 'style:style')) {
      const { attributes } = element
      const name = attributes['style:name'] ?? ''
      const key = `${attributes['style:family'] ?? ''}:${name}`
      if (automatic) this.automatic.add(key)
      this.styles.set(key, {
        name,
        shownName: attributes['style:display-name'] ?? name.replaceAll('_20_', ' '),
        parent: attributes['style:parent-style-name'],
        listStyle: attributes['style:list-style-name'],
        masterPage: attributes['style:master-page-name'],
        breaksBefore: descend(element, 'style:paragraph-properties')?.attributes['fo:break-before'] === 'page',
        element,
      })
    }
  }

  /** Whether any style begins a new page. */
  get breakPages(): boolean {
    return [...this.styles.values()].some(({ breaksBefore }) => breaksBefore)
  }

  /** The style and those it inherits from, nearest first. */
  chain(family: string, name: string | undefined): Style[] {
    const chain: Style[] = []
    let at = name === undefined ? undefined : this.styles.get(`${family}:${name}`)
    while (at !== undefined && chain.length < maxChain) {
      chain.push(at)
      at = at.parent === undefined ? undefined : this.styles.get(`${family}:${at.parent}`)
    }
    return chain
  }

  /** Name of the style that the user chose, as it is shown. */
  named(family: string, name: string | undefined): string | undefined {
    return this.chain(family, name).find((style) => !this.automatic.has(`${family}:${style.name}`))?.shownName
  }

  /** A property of the style or of the nearest one that it inherits from. */
  property(family: string, name: string | undefined, group: string, attribute: string): string | undefined {
    for (const { element } of this.chain(family, name)) {
      const value = descend(element, group)?.attributes[attribute]
      if (value !== undefined) return value
    }
    return undefined
  }

  /** The page styles that paragraphs or tables of this document ask for. */
  masterPages(): Set<string> {
    return new Set([...this.styles.values()].flatMap(({ masterPage }) => (masterPage ? [masterPage] : [])))
  }
}

/** Width and height of the pages of a master page, as the part writes them. */
export function pageSizeOf(
  common: XmlElement | undefined,
  master: XmlElement | undefined,
): readonly [string | undefined, string | undefined] {
  const layoutName = master?.attributes['style:page-layout-name']
  const layout = [...findAll(common, 'style:page-layout')].find(
    ({ attributes }) => attributes['style:name'] === layoutName,
  )
  const properties = descend(layout, 'style:page-layout-properties')
  return [properties?.attributes['fo:page-width'], properties?.attributes['fo:page-height']]
}
