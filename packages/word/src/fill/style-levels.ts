import { readStyles } from '../rich/template-styles.ts'
import { childOf, type XmlElement } from '../xml/element-tree.ts'
import { attribute } from '../xml/scan-xml.ts'
import type { ContentsCode } from './contents-fields.ts'

/** Which outline level the paragraphs of each style have, from 1. */
export class StyleLevels {
  private readonly headings = new Map<string, number>()
  private readonly outlines = new Map<string, number>()
  private readonly names = new Map<string, string>()
  private readonly contents = new Map<number, string>()
  private readonly entryLevels = new Map<string, number>()

  /** @param xml of the styles part */
  constructor(xml: string) {
    for (const { id, type, name, xml: style } of readStyles(xml)) {
      if (type !== 'paragraph') continue
      this.names.set(id, name)
      const outline = Number(/<w:outlineLvl\b[^>]*?\bw:val="(\d)"/.exec(style)?.[1] ?? 9) + 1
      if (outline <= 9) this.outlines.set(id, outline)
      const heading = /^heading (\d)$/.exec(name)?.[1]
      if (heading !== undefined) this.headings.set(id, Number(heading))
      const entry = /^toc (\d)$/.exec(name)?.[1]
      if (entry === undefined) continue
      this.contents.set(Number(entry), id)
      this.entryLevels.set(id, Number(entry))
    }
  }

  /** Level of a paragraph in a table of contents; `undefined` where it is none of its headings. */
  levelOf(paragraph: XmlElement, code: ContentsCode): number | undefined {
    const properties = childOf(paragraph, 'w:pPr')
    const valueOf = (name: string): string | undefined => {
      const element = properties === undefined ? undefined : childOf(properties, name)
      return element === undefined ? undefined : attribute(element.attributes, 'w:val')
    }
    const id = valueOf('w:pStyle') ?? ''
    const named = code.styles.get(this.names.get(id) ?? '')
    if (named !== undefined) return named
    const own = valueOf('w:outlineLvl')
    const outline = own === undefined ? this.outlines.get(id) : Number(own) + 1
    const level = this.headings.get(id) ?? (code.byOutline ? outline : undefined)
    const [from, until] = code.headings ?? [1, 0]
    return level !== undefined && level >= from && level <= until ? level : undefined
  }

  /** Level of the entries in a style. */
  levelOfEntry(style: string): number | undefined {
    return this.entryLevels.get(style)
  }

  /** Id of the style of entries of a level. */
  entryStyle(level: number): string | undefined {
    return this.contents.get(level)
  }
}
