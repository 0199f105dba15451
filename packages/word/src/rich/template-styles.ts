import { escapeXml } from '../xml/escape-xml.ts'
import { attribute, scanXml } from '../xml/scan-xml.ts'
import { type PackageAdditions, withChildren } from '../package/package-additions.ts'

export interface TemplateStyle {
  readonly id: string
  readonly type: string
  /** In lower case. */
  readonly name: string
  readonly isDefault: boolean
  /** Of its paragraphs' numbering, where it has one. */
  readonly numbering?: { readonly id: string; readonly level: number }
  /** The element as written. */
  readonly xml: string
}

/** "heading 1" as Word writes it in every language, and as other programs call it. */
const headingWords =
  /^(?:heading|überschrift|titre|título|titulo|titolo|kop|nagłówek|заголовок|rubrik|overskrift|otsikko|nadpis|címsor|başlık|标题|標題|見出し|제목) ?([1-9])$/

/** All styles of a styles part, in its order. */
export function readStyles(xml: string): readonly TemplateStyle[] {
  const styles: TemplateStyle[] = []
  let draft: { id: string; type: string; name: string; isDefault: boolean; numId?: string; level: number } | undefined
  let start = 0
  scanXml(xml, {
    open(name, attributes, from) {
      const value = (): string => attribute(attributes, 'w:val') ?? ''
      if (name === 'w:style') {
        start = from
        draft = {
          id: attribute(attributes, 'w:styleId') ?? '',
          type: attribute(attributes, 'w:type') ?? '',
          name: '',
          isDefault: /^(?:1|true|on)$/.test(attribute(attributes, 'w:default') ?? ''),
          level: 0,
        }
      } else if (draft === undefined) return
      else if (name === 'w:name') draft.name = value().toLowerCase()
      else if (name === 'w:numId') draft.numId = value()
      else if (name === 'w:ilvl') draft.level = Number(value()) || 0
    },
    close(name, _, until) {
      if (name !== 'w:style' || draft === undefined) return
      const { numId, level, ...rest } = draft
      draft = undefined
      styles.push({
        ...rest,
        ...(numId === undefined || numId === '0' ? {} : { numbering: { id: numId, level } }),
        xml: xml.slice(start, until),
      })
    },
  })
  return styles
}

const headingSizes = [32, 28, 26, 24, 22, 22]
const stylesType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml'

/** The styles of a template, found by their names, and those that are added to it. */
export class TemplateStyles {
  private readonly additions: PackageAdditions
  private readonly part: string
  private readonly byName = new Map<string, TemplateStyle>()
  private readonly ids = new Set<string>()
  private readonly fresh: string[] = []

  constructor(additions: PackageAdditions) {
    this.additions = additions
    this.part = additions.mainRelation('styles') ?? 'word/styles.xml'
    for (const style of readStyles(additions.textOf(this.part) ?? '')) this.note(style)
  }

  /** The style of that type and name (in any case), or with that id. */
  find(type: string, nameOrId: string): TemplateStyle | undefined {
    const name = nameOrId.trim().toLowerCase()
    const heading = headingWords.exec(name)
    const known = this.byName.get(`${type} ${heading === null ? name : `heading ${heading[1]}`}`)
    if (known !== undefined) return known
    for (const style of this.byName.values()) if (style.type === type && style.id === nameOrId) return style
    return undefined
  }

  /** Names of the styles of a type, in lower case. */
  namesOf(type: string): readonly string[] {
    return [...this.byName.values()].flatMap((style) => (style.type === type ? [style.name] : []))
  }

  /** Id of the style of headings of a level, from 1; added where the template has none. */
  heading(level: number): string {
    const found = this.find('paragraph', `heading ${level}`)
    return (
      found?.id ??
      this.add('paragraph', `Heading${level}`, `heading ${level}`, (id) => {
        const size = headingSizes[level - 1] ?? 22
        return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="heading ${level}"/>${this.basedOnDefault()}<w:uiPriority w:val="9"/><w:qFormat/><w:pPr><w:keepNext/><w:keepLines/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:bCs/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/></w:rPr></w:style>`
      })
    )
  }

  /** Id of the character style of links; added where the template has none. */
  hyperlink(): string {
    return (
      this.find('character', 'hyperlink')?.id ??
      this.add(
        'character',
        'Hyperlink',
        'hyperlink',
        (id) =>
          `<w:style w:type="character" w:styleId="${id}"><w:name w:val="Hyperlink"/><w:uiPriority w:val="99"/><w:unhideWhenUsed/><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style>`,
      )
    )
  }

  /** Ids of the styles of a note's text and of its sign; added where the template has none. */
  ofNotes(kind: 'footnote' | 'endnote'): { readonly text: string; readonly reference: string } {
    const stem = kind === 'footnote' ? 'Footnote' : 'Endnote'
    const text =
      this.find('paragraph', `${kind} text`)?.id ??
      this.add(
        'paragraph',
        `${stem}Text`,
        `${kind} text`,
        (id) =>
          `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${kind} text"/>${this.basedOnDefault(false)}<w:uiPriority w:val="99"/><w:unhideWhenUsed/><w:rPr><w:sz w:val="20"/><w:szCs w:val="20"/></w:rPr></w:style>`,
      )
    const reference =
      this.find('character', `${kind} reference`)?.id ??
      this.add(
        'character',
        `${stem}Reference`,
        `${kind} reference`,
        (id) =>
          `<w:style w:type="character" w:styleId="${id}"><w:name w:val="${kind} reference"/><w:uiPriority w:val="99"/><w:unhideWhenUsed/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>`,
      )
    return { text, reference }
  }

  /** Adds a style under an id that is free, and gives it. `element` writes the style with that id. */
  add(type: string, wanted: string, name: string, element: (id: string) => string): string {
    let id = wanted
    for (let number = 2; this.ids.has(id.toLowerCase()); number++) id = `${wanted}${number}`
    const xml = element(id)
    this.note({ id, type, name: name.toLowerCase(), isDefault: false, xml })
    this.fresh.push(xml)
    return id
  }

  /** Puts what was added into the package. */
  write(): void {
    if (this.fresh.length === 0) return
    const before = this.additions.textOf(this.part)
    const { additions } = this
    if (additions.mainRelation('styles') === undefined) additions.relate(additions.file.mainPart, 'styles', this.part)
    const xml =
      before ??
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"></w:styles>'
    this.additions.setText(
      this.part,
      withChildren(xml, 'styles', this.fresh),
      before === undefined ? stylesType : undefined,
    )
  }

  private basedOnDefault(isFollowed = true): string {
    for (const { isDefault, type, id } of this.byName.values()) {
      if (isDefault && type === 'paragraph') {
        return `<w:basedOn w:val="${escapeXml(id)}"/>${isFollowed ? `<w:next w:val="${escapeXml(id)}"/>` : ''}`
      }
    }
    return ''
  }

  private note(style: TemplateStyle): void {
    this.ids.add(style.id.toLowerCase())
    const heading = headingWords.exec(style.name)
    const key = `${style.type} ${heading === null ? style.name : `heading ${heading[1]}`}`
    if (!this.byName.has(key)) this.byName.set(key, style)
  }
}
