import { docxOf, escapeXml } from '../../../packages/reading-office/src/docx/docx-fixture.ts'
import { sentences } from './language-sentences.ts'

export interface Look {
  readonly align?: 'both' | 'left' | 'right' | 'center'
  readonly bold?: boolean
  /** Half points. */
  readonly size?: number
  readonly hanging?: number
  readonly rightToLeft?: boolean
  /** Tab stops as XML. */
  readonly tabs?: string
  readonly after?: number
  readonly note?: number
}

/** The pages of a document in Word’s XML: collects what is said while they are written. */
export class Pages {
  readonly said: string[] = []
  readonly notes: string[] = []
  private readonly body: string[] = []
  private state: number

  constructor(seed: number) {
    this.state = seed * 7919 + 17
  }

  next(below: number): number {
    this.state = (Math.imul(this.state, 1_103_515_245) + 12_345) >>> 0
    return (this.state >>> 8) % below
  }

  /** Sentences of a language. */
  prose(language: string, count: number): string {
    const all = sentences[language] ?? []
    return Array.from({ length: count }, () => all[this.next(all.length)] ?? '').join(' ')
  }

  paragraph(text: string, look: Look = {}): string {
    this.said.push(text.replaceAll('\u00AD', ''))
    return paragraphXml(text, look)
  }

  add(...xml: readonly string[]): void {
    this.body.push(...xml)
  }

  /** Ends a section with so many columns. */
  section(columns: number, space = 400, widths = '', rightToLeft = false): void {
    this.body.push(
      `<w:p><w:pPr><w:spacing w:after="0" w:line="20" w:lineRule="exact"/>${sectionXml(columns, space, widths, rightToLeft)}</w:pPr></w:p>`,
    )
  }

  /** Rows of cells without any lines; what they say is said row by row. */
  table(
    widths: readonly number[],
    rows: readonly (readonly (string | readonly string[])[])[],
    look: Look = {},
    numbersFrom = 99,
  ): string {
    const cells = (row: readonly (string | readonly string[])[]): string =>
      row
        .map((cell, at) => {
          const own = { after: 0, ...look, ...(at >= numbersFrom ? { align: 'right' as const } : {}) }
          const lines = typeof cell === 'string' ? [cell] : cell
          return `<w:tc><w:tcPr><w:tcW w:w="${widths[at] ?? 1000}" w:type="dxa"/></w:tcPr>${lines.map((line) => this.paragraph(line, own)).join('')}</w:tc>`
        })
        .join('')
    return (
      `<w:tbl><w:tblPr><w:tblW w:w="${widths.reduce((a, b) => a + b, 0)}" w:type="dxa"/>${look.rightToLeft === true ? '<w:bidiVisual/>' : ''}<w:tblLayout w:type="fixed"/></w:tblPr>` +
      `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`
    )
  }

  docx(header = '', footer = ''): Uint8Array {
    const separators = ['separator', 'continuationSeparator']
      .map(
        (type, at) => `<w:footnote w:type="${type}" w:id="${at - 1}"><w:p><w:r><w:${type}/></w:r></w:p></w:footnote>`,
      )
      .join('')
    const notes = this.notes.map(
      (text, at) =>
        `<w:footnote w:id="${at + 1}"><w:p><w:r><w:rPr><w:vertAlign w:val="superscript"/><w:sz w:val="16"/></w:rPr><w:footnoteRef/></w:r>${runXml(` ${text}`, { size: 16 })}</w:p></w:footnote>`,
    )
    return docxOf({
      body: `${this.body.join('')}<w:sectPr>${header === '' ? '' : '<w:headerReference w:type="default" r:id="rIdheader"/>'}${footer === '' ? '' : '<w:footerReference w:type="default" r:id="rIdfooter"/>'}<w:type w:val="continuous"/>${pageXml}</w:sectPr>`,
      parts: {
        styles:
          '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Liberation Serif" w:hAnsi="Liberation Serif" w:cs="DejaVu Sans"/><w:sz w:val="20"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="100"/></w:pPr></w:pPrDefault></w:docDefaults>' +
          '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
        ...(notes.length === 0 ? {} : { footnotes: separators + notes.join('') }),
        ...(header === '' ? {} : { header: paragraphXml(header) }),
        ...(footer === '' ? {} : { footer: paragraphXml(footer) }),
      },
    })
  }
}

/** Adds a document that `write` fills. */
export type AddDocument = (
  name: string,
  tables: number | readonly [number, number],
  write: (pages: Pages) => void,
  more?: {
    readonly header?: string
    readonly footer?: string
    /** The orders in which what is said may be read; absent: that in which it is written. */
    readonly orders?: (said: readonly string[]) => readonly (readonly string[])[]
  },
) => void

const pageXml =
  '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1200" w:right="1000" w:bottom="1200" w:left="1000" w:header="600" w:footer="600"/>'
const sectionXml = (columns: number, space: number, widths: string, rightToLeft: boolean): string =>
  `<w:sectPr><w:type w:val="continuous"/>${pageXml}<w:cols w:num="${columns}" w:space="${space}"${widths === '' ? '/>' : ` w:equalWidth="0">${widths}</w:cols>`}${rightToLeft ? '<w:bidi/>' : ''}</w:sectPr>`

const runXml = (text: string, { bold = false, size, rightToLeft = false }: Look = {}): string => {
  const properties = `${bold ? '<w:b/><w:bCs/>' : ''}${size === undefined ? '' : `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`}${rightToLeft ? '<w:rtl/>' : ''}`
  const parts = text.split('\t').map((part) => `<w:t xml:space="preserve">${escapeXml(part)}</w:t>`)
  return `<w:r><w:rPr>${properties}</w:rPr>${parts.join('<w:tab/>')}</w:r>`
}

function paragraphXml(text: string, look: Look = {}): string {
  const { align, hanging, rightToLeft = false, tabs = '', after, note } = look
  const properties = [
    tabs === '' ? '' : `<w:tabs>${tabs}</w:tabs>`,
    rightToLeft ? '<w:bidi/>' : '',
    after === undefined ? '' : `<w:spacing w:after="${after}"/>`,
    hanging === undefined ? '' : `<w:ind w:left="${hanging}" w:hanging="${hanging}"/>`,
    align === undefined ? '' : `<w:jc w:val="${align}"/>`,
  ]
  const mark =
    note === undefined
      ? ''
      : `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="${note}"/></w:r>`
  return `<w:p><w:pPr>${properties.join('')}</w:pPr>${runXml(text, look)}${mark}</w:p>`
}

/** Places where words may be parted at a line's end. */
export const hyphenated = (text: string): string =>
  text.replaceAll(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{8,}/gu, (word) =>
    word.replaceAll(/(\p{L}{4})(?=\p{L}{3})/gu, '$1\u00AD'),
  )

export const isRightToLeft = (language: string): boolean => ['ar', 'he', 'fa'].includes(language)
