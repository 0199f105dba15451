import { attribute, scanXml } from '../xml/scan-xml.ts'
import type { FlowList } from './flow.ts'
import type { PackageAdditions } from '../package/package-additions.ts'

const numberingType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml'
const emptyPart =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"></w:numbering>'
const bullets = ['•', '◦', '▪']

/** The numbering of a template: definitions that lists use, those of the template and those that are added. */
export class ListNumbering {
  private readonly additions: PackageAdditions
  private readonly part: string
  private readonly abstracts = new Map<FlowList['format'], string>()
  private readonly lists = new Map<FlowList, string>()
  private readonly freshAbstracts: string[] = []
  private readonly freshNumbers: string[] = []
  /** Id of the abstract definition by that of the number. */
  private readonly abstractOf = new Map<string, string>()
  private nextAbstract = 0
  private nextNumber = 1

  constructor(additions: PackageAdditions) {
    this.additions = additions
    this.part = additions.mainRelation('numbering') ?? 'word/numbering.xml'
    let number = ''
    scanXml(additions.textOf(this.part) ?? '', {
      open: (name, attributes) => {
        if (name === 'w:abstractNum') {
          this.nextAbstract = Math.max(this.nextAbstract, Number(attribute(attributes, 'w:abstractNumId') ?? -1) + 1)
        } else if (name === 'w:num') {
          number = attribute(attributes, 'w:numId') ?? ''
          this.nextNumber = Math.max(this.nextNumber, (Number(number) || 0) + 1)
        } else if (name === 'w:abstractNumId') this.abstractOf.set(number, attribute(attributes, 'w:val') ?? '')
      },
      close() {},
    })
  }

  /**
   * Id of the number of a list, which counts on its own.
   * @param styled of a style of the template that has its look
   * @param value from which it goes on counting
   */
  numberOf(
    list: FlowList,
    level: number,
    styled?: { readonly id: string; readonly level: number },
    value?: number,
  ): string {
    const known = value === undefined ? this.lists.get(list) : undefined
    if (known !== undefined) return known
    const ofStyle = styled === undefined ? undefined : this.abstractOf.get(styled.id)
    const abstract = ofStyle ?? this.abstract(list.format)
    const id = this.number(
      abstract,
      list.format === 'bullet'
        ? ''
        : `<w:lvlOverride w:ilvl="${ofStyle === undefined ? level : (styled?.level ?? 0)}"><w:startOverride w:val="${value ?? list.start}"/></w:lvlOverride>`,
    )
    this.lists.set(list, id)
    return id
  }

  /** Adds an abstract definition. `element` writes it with its new id. */
  addAbstract(element: (id: string) => string): string {
    const id = String(this.nextAbstract++)
    this.freshAbstracts.push(element(id))
    return id
  }

  /** Adds a number over an abstract definition. */
  number(abstract: string, overrides = ''): string {
    const id = String(this.nextNumber++)
    this.freshNumbers.push(`<w:num w:numId="${id}"><w:abstractNumId w:val="${abstract}"/>${overrides}</w:num>`)
    return id
  }

  /** Puts what was added into the package: abstract definitions stand before all numbers. */
  write(): void {
    if (this.freshNumbers.length === 0) return
    const before = this.additions.textOf(this.part)
    if (before === undefined) this.additions.relate(this.additions.file.mainPart, 'numbering', this.part)
    const xml = (before ?? emptyPart).replace(/<w:numbering\b([^>]*)\/>\s*$/, '<w:numbering$1></w:numbering>')
    const end = xml.lastIndexOf('</w:numbering>')
    const cleanup = xml.lastIndexOf('<w:numIdMacAtCleanup')
    const last = cleanup === -1 ? end : cleanup
    const first = xml.search(/<w:num[ >]/)
    const at = first === -1 ? last : first
    this.additions.setText(
      this.part,
      xml.slice(0, at) +
        this.freshAbstracts.join('') +
        xml.slice(at, last) +
        this.freshNumbers.join('') +
        xml.slice(last),
      before === undefined ? numberingType : undefined,
    )
  }

  private abstract(format: FlowList['format']): string {
    const known = this.abstracts.get(format)
    if (known !== undefined) return known
    const id = this.addAbstract((own) => {
      const levels = Array.from({ length: 9 }, (_, level) => {
        const text = format === 'bullet' ? (bullets[level % bullets.length] ?? '•') : `%${level + 1}.`
        const indent = `<w:pPr><w:ind w:left="${720 * (level + 1)}" w:hanging="360"/></w:pPr>`
        return `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/>${indent}</w:lvl>`
      })
      return `<w:abstractNum w:abstractNumId="${own}"><w:multiLevelType w:val="hybridMultilevel"/>${levels.join('')}</w:abstractNum>`
    })
    this.abstracts.set(format, id)
    return id
  }
}
