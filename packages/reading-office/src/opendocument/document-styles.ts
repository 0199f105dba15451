import { codeRunStyles, isFixedPitch } from '@chancery/reading/model/code-text'
import type { RunLook } from '@chancery/reading/model/run-look'
import { isSymbolFont } from '@chancery/reading/model/symbol-fonts'
import { childrenOf, descend, findAll, type XmlElement } from '@chancery/reading/xml/xml-element'

interface Style {
  readonly name: string
  readonly shownName: string
  readonly parent: string | undefined
  readonly listStyle: string | undefined
  readonly masterPage: string | undefined
  readonly breaksBefore: boolean
  readonly element: XmlElement
}

/** What a style of characters says that changes what is read. */
export interface RunStyle {
  readonly isHidden: boolean
  /** The font's name, where its codes stand for signs. */
  readonly signs: string | undefined
  readonly look: RunLook
}

export const plainRun: RunStyle = { isHidden: false, signs: undefined, look: {} }

/** What text properties say of the look (ISO/IEC 26300, 20.163 and on). */
function lookOf(property: (attribute: string) => string | undefined, font: string | undefined): RunLook {
  const [weight, style] = [property('fo:font-weight'), property('fo:font-style')]
  const underline = property('style:text-underline-style')
  const strike = property('style:text-line-through-style') ?? property('style:text-line-through-type')
  const position = property('style:text-position')
  return {
    ...(weight === undefined ? {} : { bold: weight === 'bold' || Number(weight) >= 600 }),
    ...(style === undefined ? {} : { italic: style === 'italic' || style === 'oblique' }),
    ...(underline === undefined ? {} : { underline: underline !== 'none' }),
    ...(strike === undefined ? {} : { strike: strike !== 'none' }),
    ...(font === undefined ? {} : { code: isFixedPitch(font) }),
    ...(position === undefined ? {} : { script: scriptOf(position) }),
  }
}

/** "super 58%", "sub 58%", or how far it is raised: "33% 58%". */
function scriptOf(position: string): 'super' | 'sub' | 'none' {
  if (position.startsWith('super')) return 'super'
  if (position.startsWith('sub')) return 'sub'
  const raised = Number.parseFloat(position)
  return raised > 0 ? 'super' : raised < 0 ? 'sub' : 'none'
}

/** Chains of styles that inherit from one another are short; this ends those that go in a circle. */
const maxChain = 20

/** The styles of a document by family and name, its own (automatic) ones first (ISO/IEC 26300, 16). */
export class DocumentStyles {
  private readonly styles = new Map<string, Style>()
  private readonly automatic = new Set<string>()
  /** By the style around it, which is made once, too. */
  private readonly runs = new Map<RunStyle, Map<string, RunStyle>>()
  /** Names of fonts by those that styles have for them. */
  private readonly fonts = new Map<string, string>()

  /** @param content root of `content.xml` @param common root of `styles.xml` */
  constructor(content: XmlElement | undefined, common: XmlElement | undefined) {
    for (const root of [common, content]) {
      for (const { attributes } of childrenOf(descend(root, 'office:font-face-decls'))) {
        this.fonts.set(attributes['style:name'] ?? '', (attributes['svg:font-family'] ?? '').replaceAll(/['"]/g, ''))
      }
    }
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

  /** The style that the user chose. */
  private chosen(family: string, name: string | undefined): Style | undefined {
    return this.chain(family, name).find((style) => !this.automatic.has(`${family}:${style.name}`))
  }

  /** Name of the style that the user chose, as it is shown. */
  named(family: string, name: string | undefined): string | undefined {
    return this.chosen(family, name)?.shownName
  }

  /** How a paragraph looks by the style that the user chose: what else it is, was set by hand. Code is one look, however set. */
  lookOfParagraph(name: string): RunLook {
    const chosen = this.chosen('paragraph', name)
    const look = chosen === undefined ? {} : this.run('paragraph', chosen.name, plainRun).look
    const { code } = this.run('paragraph', name, plainRun).look
    return code === undefined ? look : { ...look, code }
  }

  /** A property of the style or of the nearest one that it inherits from. */
  property(family: string, name: string | undefined, group: string, attribute: string): string | undefined {
    for (const { element } of this.chain(family, name)) {
      const value = descend(element, group)?.attributes[attribute]
      if (value !== undefined) return value
    }
    return undefined
  }

  /** What spans or paragraphs of this style do to their text; what a style leaves open is as around it. */
  run(family: 'text' | 'paragraph', name: string, around: RunStyle): RunStyle {
    const inside = this.runs.get(around) ?? new Map<string, RunStyle>()
    this.runs.set(around, inside)
    const key = `${family}:${name}`
    const known = inside.get(key)
    if (known !== undefined) return known
    const property = (attribute: string): string | undefined =>
      this.property(family, name, 'style:text-properties', attribute)
    const display = property('text:display')
    const written = property('style:font-name') ?? property('fo:font-family')
    const font = written === undefined ? undefined : (this.fonts.get(written) ?? written)
    const made = {
      isHidden: display === undefined ? around.isHidden : display === 'none',
      signs: font === undefined ? around.signs : isSymbolFont(font) ? font : undefined,
      look: { ...around.look, ...lookOf(property, font), ...(this.isCode(family, name) ? { code: true } : {}) },
    }
    inside.set(key, made)
    return made
  }

  private isCode(family: string, name: string): boolean {
    return (
      family === 'text' && this.chain(family, name).some(({ shownName }) => codeRunStyles.has(shownName.toLowerCase()))
    )
  }

  /** Whether plain text is in a typeface that code has elsewhere. */
  get isTypewritten(): boolean {
    return this.run('paragraph', 'Standard', plainRun).look.code === true
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
