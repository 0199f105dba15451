import { escapeXml } from '../xml/escape-xml.ts'
import { type NumberingDefinitions, numberingDefinitions } from '../package/numbering-definitions.ts'
import { decodeXml } from '../xml/scan-xml.ts'
import type { ListNumbering } from './list-numbering.ts'
import { readStyles, type TemplateStyle, type TemplateStyles } from './template-styles.ts'

const typeOf: Readonly<Record<string, string>> = {
  'w:pStyle': 'paragraph',
  'w:rStyle': 'character',
  'w:tblStyle': 'table',
}

/** Most styles that stand on one another. */
const maxDepth = 12

/**
 * The styles and the numbering of a document that is put into another: a style that the template has by name is the
 * template's, all others are added under ids that are free there, with what they are based on.
 */
export class SubStyles {
  private readonly own = new Map<string, TemplateStyle>()
  private readonly target: TemplateStyles
  private readonly numbering: ListNumbering
  private readonly definitions: NumberingDefinitions
  private readonly mapped = new Map<string, string | undefined>()
  private readonly numbers = new Map<string, string>()
  private readonly abstracts = new Map<string, string>()

  constructor(stylesXml: string, numberingXml: string, target: TemplateStyles, numbering: ListNumbering) {
    for (const style of readStyles(stylesXml)) this.own.set(`${style.type} ${style.id}`, style)
    this.target = target
    this.numbering = numbering
    this.definitions = numberingDefinitions(numberingXml)
  }

  /** Lists of one insertion count on their own. */
  restart(): void {
    this.numbers.clear()
    this.abstracts.clear()
  }

  /** The id in the template for what `w:pStyle`, `w:rStyle` or `w:tblStyle` names; `undefined`: the default. */
  styleOf(element: string, id: string): string | undefined {
    return this.map(typeOf[element] ?? 'paragraph', id, 0)
  }

  /** The number in the template for one of the document's. */
  numberOf(id: string): string {
    if (id === '0') return id
    const known = this.numbers.get(id)
    if (known !== undefined) return known
    const own = this.definitions.numbers.get(id)
    const overrides = own?.inner.replaceAll(/<w:abstractNumId\b[^>]*>/g, '')
    const copied = own === undefined ? undefined : this.abstractOf(own.abstract, 0)
    const number = copied === undefined ? '0' : this.numbering.number(copied, overrides)
    this.numbers.set(id, number)
    return number
  }

  private abstractOf(id: string, depth: number): string | undefined {
    const known = this.abstracts.get(id)
    if (known !== undefined) return known
    const xml = this.definitions.abstracts.get(id)
    if (xml === undefined) return undefined
    const link = /<w:numStyleLink\b[^>]*\bw:val="([^"]*)"/.exec(xml)?.[1]
    if (link !== undefined && depth < 3) {
      const number = this.own.get(`numbering ${decodeXml(link)}`)?.numbering?.id
      const behind = this.definitions.numbers.get(number ?? '')?.abstract
      if (behind !== undefined && behind !== id) return this.abstractOf(behind, depth + 1)
    }
    const copied = this.numbering.addAbstract((own) =>
      xml
        .replace(/\bw:abstractNumId="[^"]*"/, `w:abstractNumId="${own}"`)
        .replaceAll(/<w:(?:nsid|tmpl|name|styleLink|numStyleLink|lvlPicBulletId|pStyle)\b[^>]*\/>/g, '')
        .replaceAll(/ w15:restartNumberingAfterBreak="[^"]*"/g, ''),
    )
    this.abstracts.set(id, copied)
    return copied
  }

  private map(type: string, id: string, depth: number): string | undefined {
    const key = `${type} ${id}`
    if (this.mapped.has(key)) return this.mapped.get(key)
    const style = this.own.get(key)
    if (style === undefined || depth > maxDepth) return undefined
    const same = this.target.find(type, style.name)
    if (same !== undefined || style.isDefault) {
      this.mapped.set(key, same?.id)
      return same?.id
    }
    // Styles may name one another in a circle: this one has its id before the others are looked at.
    const added = this.target.add(type, style.id, style.name, (own) => {
      this.mapped.set(key, own)
      return style.xml
        .replace(/\bw:styleId="[^"]*"/, `w:styleId="${escapeXml(own)}"`)
        .replaceAll(/<w:(basedOn|next|link)\b[^>]*\bw:val="([^"]*)"[^>]*\/>/g, (_, name: string, to: string) => {
          const target = this.map(
            name === 'link' ? (type === 'paragraph' ? 'character' : 'paragraph') : type,
            decodeXml(to),
            depth + 1,
          )
          return target === undefined ? '' : `<w:${name} w:val="${escapeXml(target)}"/>`
        })
        .replaceAll(
          /<w:numId\b[^>]*\bw:val="([^"]*)"[^>]*\/>/g,
          (_, number: string) => `<w:numId w:val="${this.numberOf(number)}"/>`,
        )
    })
    return added
  }
}
