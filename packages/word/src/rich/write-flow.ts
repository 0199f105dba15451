import { cleanText } from '../runs/clean-text.ts'
import { escapeXml } from '../xml/escape-xml.ts'
import { withParagraphProperties, withRunProperties } from '../runs/format-properties.ts'
import type { Inserted, InsertPlace } from '../runs/inserts.ts'
import type { Block, Flow, FlowCell, FlowImage, FlowParagraph, FlowTable, Inline, TextFormat } from './flow.ts'
import type { RichContext } from './rich-context.ts'
import { type ReadPicture, writePicture } from './write-picture.ts'

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
/** What a paragraph that is put in does not take from the one in which its tag stands. */
const notTaken: ReadonlySet<string> = new Set(['sectPr', 'numPr', 'pageBreakBefore', 'framePr', 'pPrChange', 'rPr'])
const notInLists: ReadonlySet<string> = new Set([...notTaken, 'pStyle', 'ind', 'outlineLvl'])
const notInCells: ReadonlySet<string> = new Set([...notTaken, 'ind', 'outlineLvl', 'spacing', 'keepNext', 'jc'])
/** A step to the right, in twentieths of a point: half an inch. */
const indentStep = 720

/** Writes formatted text at a place, in the template's own styles. @param pictures those of its images that can be shown */
export function writeFlow(
  flow: Flow,
  place: InsertPlace,
  context: RichContext,
  pictures: ReadonlyMap<FlowImage, ReadPicture>,
): Inserted {
  const writer = new FlowWriter(place, context, pictures)
  if (flow.kind === 'inline') return { kind: 'runs', xml: writer.inlines(flow.inlines, place.runProperties) }
  const xml = writer.blocks(flow.blocks, false)
  return xml === '' ? { kind: 'runs', xml: '' } : { kind: 'blocks', xml }
}

class FlowWriter {
  private readonly place: InsertPlace
  private readonly context: RichContext
  private readonly pictures: ReadonlyMap<FlowImage, ReadPicture>

  constructor(place: InsertPlace, context: RichContext, pictures: ReadonlyMap<FlowImage, ReadPicture>) {
    this.place = place
    this.context = context
    this.pictures = pictures
  }

  blocks(blocks: readonly Block[], isCell: boolean): string {
    let out = ''
    for (const block of blocks) {
      const xml = block.kind === 'paragraph' ? this.paragraph(block, isCell) : this.table(block)
      // Tables that touch are one table to Word.
      out += block.kind === 'table' && out.endsWith('</w:tbl>') ? `<w:p/>${xml}` : xml
    }
    return out
  }

  inlines(inlines: readonly Inline[], base: string): string {
    const out: string[] = []
    let open: string | undefined
    for (const inline of inlines) {
      const link = 'format' in inline && !this.place.isInLink ? inline.format.link : undefined
      if (link !== open) {
        if (open !== undefined) out.push('</w:hyperlink>')
        if (link !== undefined) out.push(this.linkStart(link))
        open = link
      }
      out.push(this.run(inline, base, link !== undefined))
    }
    if (open !== undefined) out.push('</w:hyperlink>')
    return out.join('')
  }

  private linkStart(link: string): string {
    if (link.startsWith('#')) return `<w:hyperlink w:anchor="${escapeXml(link.slice(1))}" w:history="1">`
    const id = this.context.additions.relate(this.place.part, 'hyperlink', link, true)
    return `<w:hyperlink xmlns:r="${relationships}" r:id="${id}" w:history="1">`
  }

  private run(inline: Inline, base: string, isLink: boolean): string {
    if (inline.kind === 'break') return `<w:r>${base}<w:br/></w:r>`
    if (inline.kind === 'pageBreak') return `<w:r>${base}<w:br w:type="page"/></w:r>`
    if (inline.kind === 'image') {
      const { alt, ...size } = inline.image
      const read = this.pictures.get(inline.image)
      if (read === undefined) return ''
      const picture = { ...read, ...size, bytes: read.bytes, alt: cleanText(alt).text, fit: 'fill' as const }
      return `<w:r>${writePicture(picture, this.place, this.context)}</w:r>`
    }
    const text = inCase(cleanText(inline.text).text, inline.format.letters)
    const direction = rightToLeft.test(text) ? ['<w:rtl/>'] : []
    const properties = withRunProperties(base, ...this.runProperties(inline.format, isLink), ...direction)
    return `<w:r>${properties}${textXml(text)}</w:r>`
  }

  private runProperties(format: TextFormat, isLink: boolean): readonly string[] {
    const { bold, italic, underline, strike, smallCaps, letters, raised, isCode, color, background, size, font } =
      format
    const out: string[] = []
    const toggle = (value: boolean | undefined, ...names: readonly string[]): void => {
      if (value !== undefined) for (const name of names) out.push(value ? `<w:${name}/>` : `<w:${name} w:val="0"/>`)
    }
    const style = isLink
      ? this.context.styles.hyperlink()
      : isCode === true
        ? this.context.styles.find('character', 'html code')?.id
        : undefined
    if (style !== undefined) out.push(`<w:rStyle w:val="${escapeXml(style)}"/>`)
    const face = font ?? (isCode === true && (style === undefined || isLink) ? 'Courier New' : undefined)
    if (face !== undefined) {
      const name = escapeXml(face)
      out.push(`<w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:cs="${name}"/>`)
    }
    toggle(bold, 'b', 'bCs')
    toggle(italic, 'i', 'iCs')
    if (letters === 'upper') out.push('<w:caps/>')
    toggle(smallCaps, 'smallCaps')
    toggle(strike, 'strike')
    if (color !== undefined) out.push(`<w:color w:val="${color}"/>`)
    if (size !== undefined) out.push(`<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`)
    if (underline !== undefined) out.push(`<w:u w:val="${underline ? 'single' : 'none'}"/>`)
    if (background !== undefined) out.push(`<w:shd w:val="clear" w:color="auto" w:fill="${background}"/>`)
    if (raised !== undefined) out.push(`<w:vertAlign w:val="${raised}"/>`)
    return out.flatMap((each) => each.match(/<[^>]*>/g) ?? [])
  }

  private paragraph(paragraph: FlowParagraph, isCell: boolean): string {
    const { role, level = 1, quotes, align, list, indent, firstLine, inlines } = paragraph
    const { styles } = this.context
    const { paragraphProperties, runProperties } = this.place
    const set: string[] = align === undefined ? [] : [`<w:jc w:val="${align}"/>`]
    let [taken, base, without] = [paragraphProperties, runProperties, isCell ? notInCells : notTaken]
    const styled = (id: string | undefined): void => {
      if (id !== undefined) set.push(`<w:pStyle w:val="${escapeXml(id)}"/>`)
    }
    if (paragraph.isRightToLeft) set.push('<w:bidi/>')
    if (paragraph.isOnNewPage === true) set.push('<w:pageBreakBefore/>')
    let left = quotes * indentStep + indent
    if (role === 'heading') {
      styled(styles.heading(level))
      ;[taken, base] = ['', '']
    } else if (role === 'code') {
      const style = styles.find('paragraph', 'html preformatted')?.id
      if (style !== undefined) [taken, base] = ['', '']
      styled(style)
      if (style === undefined)
        base = withRunProperties(base, '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/>')
    } else if (role === 'rule') {
      set.push('<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="auto"/></w:pBdr>')
    } else if (role === 'caption') styled(styles.find('paragraph', 'caption')?.id)
    else if (list === undefined && quotes > 0) {
      const style = styles.find('paragraph', 'quote')?.id
      styled(style)
      if (style !== undefined) left -= indentStep
    }
    if (list !== undefined) {
      without = notInLists
      if (role === 'text' || role === 'rule') this.listItem(list, set, left)
      else if (list.isContinued) left += indentStep * (list.level + 1)
      else this.number(list, set)
    } else if (left > 0 || firstLine > 0) {
      set.push(`<w:ind w:left="${left}"${firstLine > 0 ? ` w:firstLine="${firstLine}"` : ''}/>`)
    }
    const properties = withParagraphProperties(taken, unique(set), without)
    return `<w:p>${properties}${this.inlines(inlines, base)}</w:p>`
  }

  /** By the list styles of the template where it has them, else by numbering that is added. */
  private listItem(place: NonNullable<FlowParagraph['list']>, set: string[], left: number): void {
    const { list, level, isContinued } = place
    const { styles, numbering } = this.context
    const ofLevel = (name: string): string => (level === 0 ? name : `${name} ${level + 1}`)
    const named = list.format === 'bullet' ? 'list bullet' : list.format === 'decimal' ? 'list number' : undefined
    const style = named === undefined || left > 0 ? undefined : styles.find('paragraph', ofLevel(named))
    const isFull = style?.numbering !== undefined
    const plain = styles.find('paragraph', 'list paragraph')
    const shown = isFull && !isContinued ? style : plain
    if (shown !== undefined) set.push(`<w:pStyle w:val="${escapeXml(shown.id)}"/>`)
    if (isContinued) set.push(`<w:ind w:left="${indentStep * (level + 1) + left}"/>`)
    else if (!isFull) {
      this.number(place, set)
      if (left > 0) set.push(`<w:ind w:left="${indentStep * (level + 1) + left}" w:hanging="360"/>`)
    } else if (list.format !== 'bullet') {
      const own = numbering.numberOf(list, level, style.numbering, place.value)
      set.push(`<w:numPr><w:ilvl w:val="${style.numbering.level}"/><w:numId w:val="${own}"/></w:numPr>`)
    }
  }

  private number({ list, level, value }: NonNullable<FlowParagraph['list']>, set: string[]): void {
    const number = this.context.numbering.numberOf(list, level, undefined, value)
    set.push(`<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${number}"/></w:numPr>`)
  }

  private table(table: FlowTable): string {
    const { styles } = this.context
    const room = this.context.roomAt(this.place).width
    const width = tableWidth(table, room)
    const style =
      (table.style === undefined ? undefined : styles.find('table', table.style)) ??
      (table.hasBorders ? styles.find('table', 'table grid') : undefined)
    const shares = table.widths ?? Array.from({ length: table.columns }, () => 1)
    const whole = shares.reduce((sum, share) => sum + share, 0)
    const columns = shares.map((share) => Math.max(1, Math.floor((width * share) / whole)))
    const borders =
      style === undefined && table.hasBorders
        ? `<w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`).join('')}</w:tblBorders>`
        : ''
    const hasHeader = table.rows[0]?.isHeader === true
    const properties = `<w:tblPr>${style === undefined ? '' : `<w:tblStyle w:val="${escapeXml(style.id)}"/>`}${table.isRightToLeft ? '<w:bidiVisual/>' : ''}${width === room ? '<w:tblW w:w="5000" w:type="pct"/>' : `<w:tblW w:w="${width}" w:type="dxa"/>`}${table.align === undefined ? '' : `<w:jc w:val="${table.align}"/>`}${borders}<w:tblLook w:val="${hasHeader ? '0420' : '0400'}" w:firstRow="${hasHeader ? 1 : 0}" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="0" w:noVBand="1"/></w:tblPr>`
    const grid = `<w:tblGrid>${columns.map((each) => `<w:gridCol w:w="${each}"/>`).join('')}</w:tblGrid>`
    const rows = table.rows.map(({ cells, isHeader }) => {
      let column = 0
      const inner = cells.map((cell) => {
        const wide = columns.slice(column, column + cell.columns).reduce((sum, each) => sum + each, 0)
        column += cell.columns
        return this.cell(cell, wide)
      })
      return `<w:tr><w:trPr><w:cantSplit/>${isHeader ? '<w:tblHeader/>' : ''}</w:trPr>${inner.join('')}</w:tr>`
    })
    const caption =
      table.caption === undefined || table.caption.length === 0
        ? ''
        : this.paragraph({ ...captionParagraph, isRightToLeft: table.isRightToLeft, inlines: table.caption }, false)
    return `${caption}<w:tbl>${properties}${grid}${rows.join('')}</w:tbl>`
  }

  private cell({ blocks, columns, merge, background, upright }: FlowCell, width: number): string {
    const properties = [
      `<w:tcW w:w="${width}" w:type="dxa"/>`,
      columns > 1 ? `<w:gridSpan w:val="${columns}"/>` : '',
      merge === undefined ? '' : merge === 'restart' ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>',
      background === undefined ? '' : `<w:shd w:val="clear" w:color="auto" w:fill="${background}"/>`,
      upright === undefined ? '' : `<w:vAlign w:val="${upright}"/>`,
    ].join('')
    const content = new FlowWriter(
      { ...this.place, width: Math.max(1, width - 216) },
      this.context,
      this.pictures,
    ).blocks(blocks, true)
    // A cell ends with a paragraph.
    const end = content === '' || content.endsWith('</w:tbl>') ? '<w:p/>' : ''
    return `<w:tc><w:tcPr>${properties}</w:tcPr>${content}${end}</w:tc>`
  }
}

const captionParagraph = { kind: 'paragraph', role: 'caption', quotes: 0, indent: 0, firstLine: 0 } as const
const twipsOf = { mm: 1440 / 25.4, px: 15 } as const

/** In twentieths of a point: as asked, but no wider than the room. */
function tableWidth({ width, columns }: FlowTable, room: number): number {
  if (width === undefined) return room
  const asked = width.unit === '%' ? (room * width.amount) / 100 : width.amount * twipsOf[width.unit]
  return Math.min(Math.max(Math.round(asked), 200 * columns), room)
}

/** Letters of scripts that run to the left. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

const inCase = (text: string, letters: TextFormat['letters']): string =>
  letters === 'lower'
    ? text.toLowerCase()
    : letters === 'title'
      ? text.replaceAll(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase())
      : text

/** The last element of each name. */
const unique = (elements: readonly string[]): readonly string[] => [
  ...new Map(elements.map((each) => [/^<([\w:]+)/.exec(each)?.[1] ?? '', each])).values(),
]

/** The content of a run: text, with its tabs and line breaks. */
export const textXml = (text: string): string =>
  text
    .split(/([\t\n])/)
    .map((piece) =>
      piece === '\t'
        ? '<w:tab/>'
        : piece === '\n'
          ? '<w:br/>'
          : piece === ''
            ? ''
            : `<w:t xml:space="preserve">${escapeXml(piece)}</w:t>`,
    )
    .join('')
