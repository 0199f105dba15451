import { childrenOf, descend, valueOf, type XmlElement } from './xml-tree.ts'

export interface NumberingReference {
  readonly numId: string
  /** From 0. */
  readonly level: number
}

export interface ParagraphRole {
  /** 1 to 6, of a heading. */
  readonly headingLevel?: number
  readonly numbering?: NumberingReference
  readonly kind: 'text' | 'caption' | 'code'
}

/** Styles that are based on each other are followed no further than this. */
const maxAncestors = 30

/** Answers what a paragraph is, by its own properties and those it inherits from its style and that style's bases. */
export class StyleSheet {
  private readonly styles = new Map<string, XmlElement>()
  private readonly chains = new Map<string, readonly XmlElement[]>()
  private defaultStyle: string | undefined
  readonly language: string | undefined

  constructor(root: XmlElement | undefined) {
    for (const style of childrenOf(root, 'w:style')) {
      const id = style.attributes['w:styleId'] ?? ''
      this.styles.set(id, style)
      const isDefault = ['1', 'true', 'on'].includes(style.attributes['w:default'] ?? '')
      if (isDefault && style.attributes['w:type'] === 'paragraph') this.defaultStyle = id
    }
    this.language = valueOf(descend(root, 'w:docDefaults', 'w:rPrDefault', 'w:rPr'), 'w:lang')
  }

  roleOf(properties: XmlElement | undefined): ParagraphRole {
    const chain = this.chainOf(valueOf(properties, 'w:pStyle') ?? this.defaultStyle)
    const headingLevel = headingLevelOf(properties, chain)
    const numbering = numberingOf(properties, chain)
    const names = chain.map((style) => (valueOf(style, 'w:name') ?? '').toLowerCase())
    return {
      kind: names.includes('caption') ? 'caption' : names.some((name) => codeStyles.has(name)) ? 'code' : 'text',
      ...(headingLevel === undefined ? {} : { headingLevel }),
      ...(numbering === undefined ? {} : { numbering }),
    }
  }

  /** The style and those that it is based on, nearest first. */
  private chainOf(id: string | undefined): readonly XmlElement[] {
    if (id === undefined) return []
    const known = this.chains.get(id)
    if (known !== undefined) return known
    const chain: XmlElement[] = []
    for (let style = this.styles.get(id); style !== undefined && chain.length < maxAncestors;) {
      chain.push(style)
      style = this.styles.get(valueOf(style, 'w:basedOn') ?? '')
    }
    this.chains.set(id, chain)
    return chain
  }
}

const codeStyles = new Set(['html preformatted', 'source code', 'code', 'macro text'])

/** `w:name` is English in every language of Word; only the ids are translated. */
function headingLevelOf(properties: XmlElement | undefined, chain: readonly XmlElement[]): number | undefined {
  for (const place of [properties, ...chain.map((style) => descend(style, 'w:pPr'))]) {
    const outline = valueOf(place, 'w:outlineLvl')
    // 9 is body text, said outright.
    if (outline !== undefined) return /^[0-8]$/.test(outline) ? Math.min(Number(outline) + 1, 6) : undefined
  }
  for (const style of chain) {
    const name = (valueOf(style, 'w:name') ?? '').toLowerCase()
    const level = /^heading ([1-9])$/.exec(name)?.[1]
    if (level !== undefined) return Math.min(Number(level), 6)
    if (name === 'title') return 1
    if (name === 'subtitle') return 2
  }
  return undefined
}

/** `numId` 0 takes an inherited numbering away. */
function numberingOf(properties: XmlElement | undefined, chain: readonly XmlElement[]): NumberingReference | undefined {
  const places = [properties, ...chain.map((style) => descend(style, 'w:pPr'))]
  const number = places.map((place) => valueOf(place, 'w:numPr', 'w:numId')).find((id) => id !== undefined)
  if (number === undefined || number === '0') return undefined
  const level = places.map((place) => valueOf(place, 'w:numPr', 'w:ilvl')).find((each) => each !== undefined)
  return { numId: number, level: /^[0-8]$/.test(level ?? '') ? Number(level) : 0 }
}
