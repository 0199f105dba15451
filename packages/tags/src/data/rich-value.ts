import type { JsonObject } from '@chancery/core'

/** A size as written: `mm` on paper, `px` of 1/96 inch, or `%` of the width (for heights: height) that there is. */
export interface Length {
  readonly amount: number
  readonly unit: 'mm' | 'px' | '%'
}

/** How a picture fits into a box of both sizes: whole inside it, filling it cut at the edges, or stretched. */
export type ImageFit = 'contain' | 'cover' | 'fill'

/** Of bars: read across. */
const lineCodes = ['code128', 'code39', 'code93', 'ean13', 'ean8', 'upca', 'upce', 'itf', 'itf14'] as const
/** Of dots: they hold any text, in two dimensions. */
export const areaCodes = ['datamatrix', 'pdf417', 'aztec'] as const
export const barcodeKinds = [...lineCodes, ...areaCodes] as const
/** As the formatter `barcode` takes it; `areaCodes` are the ones of dots. */
export type BarcodeKind = (typeof barcodeKinds)[number]

/** Bytes, or a text: a data URI, base64, or the path of a stored file; whoever draws it decides which it may read. */
export type ContentSource = string | Uint8Array | FileReference

/** One of `content` (bytes or base64), `path` (a stored file, of a store other than the default by `provider`), `url`. */
export interface FileReference {
  readonly content?: string | Uint8Array
  readonly path?: string
  readonly provider?: string
  readonly version?: string
  readonly url?: string
}

/** A link; `url` is absolute, with a scheme that is safe (http, https, mailto, tel, sms, ftp), or `#bookmark`. */
export interface LinkValue {
  readonly rich: 'link'
  readonly url: string
  /** Never empty. */
  readonly text: string
}

/** The text is the data's own; how it is encoded is for whoever draws it. */
export interface QrValue {
  readonly rich: 'qr'
  readonly text: string
  /** Of one side. */
  readonly size: Length
  /** Error correction: 7, 15, 25 or 30 % of the code may be spoilt. */
  readonly level: 'L' | 'M' | 'Q' | 'H'
}

/** `text` was checked against the rules of its kind, and has its check digit (EAN, UPC, ITF-14). */
export interface BarcodeValue {
  readonly rich: 'barcode'
  readonly kind: BarcodeKind
  readonly text: string
  readonly width: Length | undefined
  readonly height: Length | undefined
}

/** Text that is already formatted, and how it is set. */
export interface TableCell {
  readonly text: string
  /** A number or what a number was made of: set to the end of the line. */
  readonly isNumber: boolean
}

/** Every row has as many cells as the widest. */
export interface TableValue {
  readonly rich: 'table'
  /** The row of headings, where there is one. */
  readonly header: readonly string[] | undefined
  readonly rows: readonly (readonly TableCell[])[]
  /** Name or id of a table style of the template. */
  readonly style: string | undefined
}

/** Whoever draws it decides which elements and addresses it may have. */
export interface HtmlValue {
  readonly rich: 'html'
  /** As given: not sanitized. */
  readonly html: string
}

/** CommonMark with GitHub's tables and strikethrough. */
export interface MarkdownValue {
  readonly rich: 'markdown'
  readonly markdown: string
}

/** One size alone keeps the picture's shape; both follow `fit`; none is its own size, no wider than the line. */
export interface ImageValue {
  readonly rich: 'image'
  readonly source: ContentSource
  readonly width: Length | undefined
  readonly height: Length | undefined
  /** No larger than these, its shape kept. */
  readonly maxWidth: Length | undefined
  readonly maxHeight: Length | undefined
  readonly fit: ImageFit
  /** Alternative text; '' for none. */
  readonly alt: string
  /** In a centred paragraph of its own: `{%%picture}`. */
  readonly isCentred: boolean
}

/** Another document, put in with its styles, numbering and media. */
export interface DocumentValue {
  readonly rich: 'document'
  readonly source: ContentSource
  /** What its own tags are filled with: what the tag itself could read, other data, or `none`: they stay as they are. */
  readonly fill: 'same' | 'none' | JsonObject
}

/** What follows begins a new page: the built-in `pageBreak`, or the formatter of that name over a truthy value. */
export interface PageBreakValue {
  readonly rich: 'pageBreak'
}

/** WordprocessingML, as given; only where the caller allows it (`FillRequest.rawXml`). */
export interface XmlValue {
  readonly rich: 'xml'
  readonly xml: string
}

/** Text with a format that comes from the data: its own, or that of the cell or row in which it stands. */
export interface StyledValue {
  readonly rich: 'styled'
  readonly text: string
  /** Six hexadecimal digits, as all colours here. */
  readonly color?: string
  /** `bold`, `italic`, `underline`, `strike`, apart by spaces; or the name of a character style of the template. */
  readonly style?: string
  readonly cellColor?: string
  readonly rowColor?: string
  /** The cell is one with those below (to the right of) it that have the same key. */
  readonly mergeDown?: string
  readonly mergeRight?: string
}

/** The data of a chart that the template has. A hole in a series is `undefined`. */
export interface ChartValue {
  readonly rich: 'chart'
  /** Replaces that of the chart, where there is one. */
  readonly title: string | undefined
  readonly categories: readonly (string | number)[]
  /** Each as long as `categories`. */
  readonly series: readonly { readonly name: string; readonly values: readonly (number | undefined)[] }[]
}

/** A footnote or endnote, whose sign stands where the tag does. */
export interface NoteValue {
  readonly rich: 'note'
  readonly kind: 'footnote' | 'endnote'
  readonly content: string | HtmlValue | MarkdownValue
}

/** A text across the page, behind what is written on it. */
export interface WatermarkValue {
  readonly rich: 'watermark'
  readonly text: string
  readonly color: string
  readonly layout: 'diagonal' | 'horizontal'
}

/** What a tag puts in that is more than text. Made by formatters and by the signs `%`, `~` and `@`; see `isRichValue`. */
export type RichValue =
  | LinkValue
  | QrValue
  | BarcodeValue
  | TableValue
  | HtmlValue
  | MarkdownValue
  | ImageValue
  | DocumentValue
  | PageBreakValue
  | XmlValue
  | StyledValue
  | ChartValue
  | NoteValue
  | WatermarkValue

const made = new WeakSet<object>()

/** Marks a value as made by the language. */
export function richValue<Value extends RichValue>(value: Value): Value {
  made.add(value)
  return value
}

/** Whether the language made it: an object of the data that looks like one is plain data. */
export const isRichValue = (value: unknown): value is RichValue =>
  typeof value === 'object' && value !== null && made.has(value)

/** In words, for messages. */
export const richNames: Readonly<Record<RichValue['rich'], string>> = {
  link: 'a link',
  qr: 'a QR code',
  barcode: 'a bar code',
  table: 'a table',
  html: 'formatted text',
  markdown: 'formatted text',
  image: 'an image',
  document: 'a document',
  pageBreak: 'a page break',
  xml: 'raw XML',
  styled: 'text with a format',
  chart: 'data of a chart',
  note: 'a note',
  watermark: 'a watermark',
}

/** How much text it brings, to bound what a fill writes. */
export function richLength(value: RichValue): number {
  switch (value.rich) {
    case 'html':
      return value.html.length
    case 'markdown':
      return value.markdown.length
    case 'xml':
      return value.xml.length
    case 'table':
      return value.rows.reduce((sum, row) => row.reduce((length, { text }) => length + text.length + 1, sum), 0)
    case 'styled':
    case 'watermark':
      return value.text.length
    case 'note':
      return typeof value.content === 'string' ? value.content.length : richLength(value.content)
    case 'chart':
      return chartLength(value)
    default:
      return 0
  }
}

/** Each series has the categories anew, and its values. */
function chartLength({ categories, series }: ChartValue): number {
  const texts = categories.reduce<number>((sum, each) => sum + String(each).length, 0)
  const names = series.reduce((sum, { name }) => sum + name.length, 0)
  return (texts + 16 * categories.length) * (series.length + 1) + 2 * names
}
