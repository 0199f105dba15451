import type { RunLook } from '@chancery/reading/model/run-look'
import { childrenOf, descend, type XmlElement } from '@chancery/reading/xml/xml-element'
import { codeRunStyles } from '@chancery/reading/model/code-text'
import { isQuoteStyle, kindOfStyle, type StyledKind } from '@chancery/reading/model/paragraph-styles'
import { isOn, valueOf } from './properties.ts'
import { lookOf } from './run-look.ts'

export interface NumberingReference {
  readonly numId: string
  /** From 0; absent where the list itself says which of its levels the style has. */
  readonly level?: number
  readonly style?: string
}

/** What a paragraph is: by its own properties, its style and what that style is based on. */
export interface ParagraphRole {
  readonly kind: 'text' | StyledKind
  readonly isQuote: boolean
  /** What its style does to all of its text. */
  readonly look: RunLook
  /** 1 to 6, of a heading. */
  readonly headingLevel?: number
  readonly numbering?: NumberingReference
  readonly style?: string
  readonly hidden: boolean
}

/** Styles that are based on each other are followed no further than this. */
const maxAncestors = 30

/** The styles of a document (ECMA-376 part 1, 17.7), each resolved once. */
export class StyleSheet {
  private readonly styles = new Map<string, XmlElement>()
  private readonly roles = new Map<string, ParagraphRole>()
  private readonly hidden = new Map<string, boolean | undefined>()
  private readonly looks = new Map<string, RunLook>()
  private readonly headed = new Map<string, boolean>()
  private defaultStyle = ''
  readonly language: string | undefined
  /** Whether plain text is in a typeface that code has elsewhere. */
  readonly isTypewritten: boolean

  constructor(root: XmlElement | undefined) {
    for (const style of childrenOf(root, 'w:style')) {
      const id = style.attributes['w:styleId'] ?? ''
      this.styles.set(id, style)
      const isDefault = ['1', 'true', 'on'].includes(style.attributes['w:default'] ?? '')
      if (isDefault && style.attributes['w:type'] === 'paragraph') this.defaultStyle = id
    }
    const defaults = descend(root, 'w:docDefaults', 'w:rPrDefault', 'w:rPr')
    this.language = valueOf(defaults, 'w:lang')
    this.isTypewritten = (this.lookOf(this.defaultStyle).code ?? lookOf(defaults).code) === true
  }

  /** @param properties `w:pPr` */
  roleOf(properties: XmlElement | undefined): ParagraphRole {
    if (properties === undefined) return this.styleRole(this.defaultStyle)
    const style = valueOf(properties, 'w:pStyle')
    const inherited = this.styleRole(style ?? this.defaultStyle)
    const outline = valueOf(properties, 'w:outlineLvl')
    const numbered = descend(properties, 'w:numPr')
    if (outline === undefined && numbered === undefined) return inherited
    const { headingLevel, numbering, ...rest } = inherited
    const level = outline === undefined ? headingLevel : levelOf(outline)
    const list = numbered === undefined ? numbering : numberingOf(numbered, numbering)
    return {
      ...rest,
      ...(level === undefined ? {} : { headingLevel: level }),
      ...(list === undefined ? {} : { numbering: list }),
    }
  }

  /** Whether text in this character style is hidden; `undefined` where it says nothing. */
  hides(style: string): boolean | undefined {
    if (this.hidden.has(style)) return this.hidden.get(style)
    const vanish = this.chainOf(style)
      .map((each) => descend(each, 'w:rPr', 'w:vanish'))
      .find((each) => each !== undefined)
    const hides = vanish === undefined ? undefined : isOn(vanish)
    this.hidden.set(style, hides)
    return hides
  }

  /** What this style, with those that it is based on, says of the look of text. */
  lookOf(style: string): RunLook {
    let look = this.looks.get(style)
    if (look === undefined) {
      const chain = this.chainOf(style)
      look = chain.reduceRight<RunLook>((above, each) => ({ ...above, ...lookOf(descend(each, 'w:rPr')) }), {})
      const isCode = chain.some((each) => codeRunStyles.has((valueOf(each, 'w:name') ?? '').trim().toLowerCase()))
      if (isCode) look = { ...look, code: true }
      this.looks.set(style, look)
    }
    return look
  }

  /** Whether this table style sets the first row off. */
  setsOffFirstRow(style: string): boolean {
    let known = this.headed.get(style)
    if (known === undefined) {
      known = this.chainOf(style).some((each) =>
        childrenOf(each, 'w:tblStylePr').some(({ attributes }) => attributes['w:type'] === 'firstRow'),
      )
      this.headed.set(style, known)
    }
    return known
  }

  nameOf(style: string | undefined): string | undefined {
    const name = style === undefined ? undefined : valueOf(this.styles.get(style), 'w:name')
    return name === undefined || name === '' ? undefined : name.toWellFormed()
  }

  /** Id of the list of a numbering style, to which other lists may refer (17.9.21). */
  listOf(style: string): string | undefined {
    return valueOf(descend(this.styles.get(style), 'w:pPr'), 'w:numPr', 'w:numId')
  }

  private styleRole(id: string): ParagraphRole {
    let role = this.roles.get(id)
    if (role === undefined) {
      role = this.resolved(id)
      this.roles.set(id, role)
    }
    return role
  }

  private resolved(id: string): ParagraphRole {
    const chain = this.chainOf(id)
    const names = chain.map((style) => (valueOf(style, 'w:name') ?? '').trim().toLowerCase())
    const headingLevel = headingLevelOf(chain, names)
    const numbering = chain.reduceRight<NumberingReference | undefined>((above, style) => {
      const own = descend(style, 'w:pPr', 'w:numPr')
      return own === undefined ? above : numberingOf(own, above, style.attributes['w:styleId'])
    }, undefined)
    const style = this.nameOf(id)
    return {
      kind: kindOf(names),
      isQuote: names.some(isQuoteStyle),
      look: this.lookOf(id),
      ...(headingLevel === undefined ? {} : { headingLevel }),
      ...(numbering === undefined ? {} : { numbering }),
      ...(style === undefined || id === this.defaultStyle ? {} : { style }),
      hidden: this.hides(id) ?? false,
    }
  }

  /** The style and those that it is based on, nearest first. */
  private chainOf(id: string): readonly XmlElement[] {
    const chain: XmlElement[] = []
    for (let style = this.styles.get(id); style !== undefined && chain.length < maxAncestors;) {
      chain.push(style)
      style = this.styles.get(valueOf(style, 'w:basedOn') ?? '')
    }
    return chain
  }
}

/** What a style is based on says whether it is for captions or code; the rest is said by its own name alone. */
function kindOf(names: readonly string[]): ParagraphRole['kind'] {
  const [own, ...bases] = names.map(kindOfStyle)
  return own ?? bases.find((kind) => kind === 'caption' || kind === 'code') ?? 'text'
}

/** 9 is body text, said outright. */
const levelOf = (outline: string): number | undefined =>
  /^[0-8]$/.test(outline) ? Math.min(Number(outline) + 1, 6) : undefined

/** `w:name` is English in every language of Word; only the ids are translated. */
function headingLevelOf(chain: readonly XmlElement[], names: readonly string[]): number | undefined {
  for (const style of chain) {
    const outline = valueOf(style, 'w:pPr', 'w:outlineLvl')
    if (outline !== undefined) return levelOf(outline)
  }
  for (const name of names) {
    const level = /^heading ([1-9])$/.exec(name)?.[1]
    if (level !== undefined) return Math.min(Number(level), 6)
  }
  return undefined
}

/** `numId` 0 takes an inherited numbering away; a level alone stays with the list of the style. */
function numberingOf(
  numbered: XmlElement,
  inherited: NumberingReference | undefined,
  style?: string,
): NumberingReference | undefined {
  const numId = valueOf(numbered, 'w:numId') ?? inherited?.numId
  if (numId === undefined || numId === '0') return undefined
  const written = valueOf(numbered, 'w:ilvl')
  const level = /^[0-8]$/.test(written ?? '') ? Number(written) : inherited?.level
  const linked = style ?? (level === undefined ? inherited?.style : undefined)
  return {
    numId,
    ...(level === undefined ? {} : { level }),
    ...(linked === undefined ? {} : { style: linked }),
  }
}
