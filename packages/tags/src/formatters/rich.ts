import { isTruthy } from './compare.ts'
import { kindOf, plainText } from '../data/plain-text.ts'
import { documentOf, fitFault, imageOf, lengthFault, lengthOf, ownField } from './rich-inputs.ts'
import { type BarcodeKind, barcodeKinds, isRichValue, richValue } from '../data/rich-value.ts'
import { barcodeText } from './barcode-text.ts'
import { type Formatter, type FormatterArgument, FormatterFault } from './formatter.ts'
import { linkAddress } from './link-address.ts'
import { sampleDocument, sampleImage } from './sample-files.ts'
import { tableOf } from './table-rows.ts'

const textOf = (value: unknown, formatter: string): string => {
  const text = plainText(value)
  if (text === undefined || text === '')
    throw new FormatterFault(
      'wrong_kind',
      `"${formatter}" wants text and got ${text === '' ? 'an empty one' : kindOf(value)}.`,
    )
  return text
}

const size = (name: string): FormatterArgument => ({
  name,
  kind: 'any',
  optional: true,
  sample: '40mm',
  fault: lengthFault,
})
const oneOf = (name: string, values: readonly string[], sample: string, optional?: true): FormatterArgument => ({
  name,
  kind: 'text',
  sample,
  ...(optional === undefined ? {} : { optional }),
  fault: (value) => (values.includes(String(value)) ? undefined : `Must be one of ${values.join(', ')}.`),
})
const text = { type: 'string' }

const link: Formatter = {
  name: 'link',
  summary:
    'A link to a web, mail or telephone address, or to a bookmark ("#name"). Its text: the argument, else that of a {url, text} value, else the address.',
  example: '{url | link:"our terms"}',
  takes: 'any',
  gives: 'rich',
  wantsContent: true,
  args: [{ name: 'text', kind: 'any', optional: true, sample: 'here' }],
  schema: { type: ['string', 'object'], examples: ['https://example.com'] },
  format(value, [given]) {
    const target = textOf(ownField(value, 'url', 'href') ?? value, 'link')
    const url = linkAddress(target)
    const own = plainText(given ?? ownField(value, 'text', 'title', 'name'))
    return richValue({ rich: 'link', url, text: own === undefined || own === '' ? target.trim() : own })
  },
}

const levels = ['L', 'M', 'Q', 'H'] as const

const qr: Formatter = {
  name: 'qr',
  summary:
    'A QR code of the text; the side in mm (25 unless said) or with its unit, and how much may be spoilt: "L", "M", "Q" or "H".',
  example: '{code | qr:30}',
  takes: 'text',
  gives: 'rich',
  wantsContent: true,
  args: [size('size'), oneOf('level', levels, 'M', true)],
  schema: { type: ['string', 'number'] },
  format: (value, [side = 25, level = 'M']) =>
    richValue({
      rich: 'qr',
      text: textOf(value, 'qr'),
      size: lengthOf(side) ?? { amount: 25, unit: 'mm' },
      level: levels.find((each) => each === level) ?? 'M',
    }),
}

const barcode: Formatter = {
  name: 'barcode',
  summary: `A bar code of the text: ${barcodeKinds.join(', ')}; code128 unless said. Check digits are made or checked. Then width and height.`,
  example: '{code | barcode:"ean13"}',
  takes: 'text',
  gives: 'rich',
  wantsContent: true,
  args: [oneOf('kind', barcodeKinds, 'code128', true), size('width'), size('height')],
  schema: { type: ['string', 'integer'], examples: ['40123455'] },
  schemaFor: ([kind]) => ({
    type: ['string', 'integer'],
    examples: [kind === 'ean13' ? '4006381333931' : kind === 'upca' ? '036000291452' : '40123455'],
  }),
  format(value, [kind = 'code128', width, height]) {
    const known = barcodeKinds.find((each) => each === kind) ?? 'code128'
    return richValue({
      rich: 'barcode',
      kind: known satisfies BarcodeKind,
      text: barcodeText(known, textOf(value, 'barcode')),
      width: width === undefined ? undefined : lengthOf(width),
      height: height === undefined ? undefined : lengthOf(height),
    })
  },
}

const table: Formatter = {
  name: 'table',
  summary:
    'A table from a list of lists, from a list of objects (their fields are the headings), or from {header, rows}; "header" takes the first list as headings, another word is the table style of the template.',
  example: '{rows | table:"header"}',
  takes: 'any',
  gives: 'rich',
  args: [
    { name: 'style', kind: 'text', optional: true, sample: 'header' },
    { name: 'style', kind: 'text', optional: true, sample: 'header' },
  ],
  schema: {
    type: ['array', 'object'],
    examples: [
      [
        ['A', 1],
        ['B', 2],
      ],
    ],
  },
  format: (value, words) => {
    const style = words.find((word) => word !== 'header')
    return richValue(tableOf(value, words.includes('header'), style === undefined ? undefined : String(style)))
  },
}

const html: Formatter = {
  name: 'html',
  summary: 'HTML as paragraphs, lists, tables and formats of the document.',
  example: '{terms | html}',
  takes: 'text',
  gives: 'rich',
  args: [],
  schema: text,
  format: (value) => richValue({ rich: 'html', html: anyTextOf(value, 'html') }),
}

const markdown: Formatter = {
  name: 'markdown',
  summary: 'Markdown as paragraphs, lists, tables and formats of the document.',
  example: '{notes | markdown}',
  takes: 'text',
  gives: 'rich',
  args: [],
  schema: text,
  format: (value) => richValue({ rich: 'markdown', markdown: anyTextOf(value, 'markdown') }),
}

const anyTextOf = (value: unknown, formatter: string): string => {
  const given = plainText(value)
  if (given !== undefined) return given
  throw new FormatterFault('wrong_kind', `"${formatter}" wants text and got ${kindOf(value)}.`)
}

const image: Formatter = {
  name: 'image',
  summary:
    'A picture, from bytes, a data URI, base64 or the path of a stored file, or {source, width, height, maxWidth, maxHeight, fit, alt}. Arguments: width, height ("" for either: by the proportions), fit ("contain", "cover" or "fill"), alternative text.',
  example: '{photo | image:"40mm":"30mm":"cover":"The house"}',
  takes: 'any',
  gives: 'rich',
  wantsContent: true,
  args: [
    emptyOr(size('width')),
    emptyOr(size('height')),
    { name: 'fit', kind: 'text', optional: true, sample: 'contain', fault: fitFault },
    { name: 'alt', kind: 'any', optional: true, sample: 'A picture' },
  ],
  schema: { type: ['string', 'object'], contentMediaType: 'image/*', examples: [sampleImage] },
  format: (value, args) => (isRichValue(value) ? value : imageOf(value, args)),
}

function emptyOr(argument: FormatterArgument): FormatterArgument {
  return { ...argument, fault: (value) => (value === '' ? undefined : argument.fault?.(value)) }
}

const document: Formatter = {
  name: 'document',
  summary:
    'Another Word document, from bytes, a data URI, base64 or the path of a stored file: put in with its styles, numbering and media. Its own tags are filled with what this tag can read, with {fill} of a {path, fill} value, or not at all ("unfilled").',
  example: '{annex | document}',
  takes: 'any',
  gives: 'rich',
  wantsContent: true,
  args: [oneOf('tags', ['unfilled'], 'unfilled', true)],
  schema: { type: ['string', 'object'], contentMediaType: docxType(), examples: [sampleDocument] },
  format: (value, [tags]) => documentOf(value, tags === 'unfilled'),
}

function docxType(): string {
  return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
}

const pageBreak: Formatter = {
  name: 'pageBreak',
  summary: 'A page break, where the value is true or there is one; {pageBreak} alone breaks always.',
  example: '{isLong | pageBreak}',
  takes: 'any',
  gives: 'rich',
  args: [],
  schema: { type: ['boolean', 'string', 'number', 'array', 'object', 'null'], examples: [true] },
  fillsMissing: true,
  format: (value) => (isTruthy(value) ? richValue({ rich: 'pageBreak' }) : ''),
}

/** The fields by which a value says what it is, and the formatter for each. */
const byField: readonly (readonly [field: string, formatter: Formatter, isWhole?: true])[] = [
  ['html', html],
  ['markdown', markdown],
  ['table', table],
  ['image', image],
  ['document', document],
  ['url', link, true],
]

const rich: Formatter = {
  name: 'rich',
  summary:
    'What the value itself says it is: {html}, {markdown}, {table}, {image} or {document} with what such a formatter takes, or a link {url, text}; all else is text.',
  example: '{remark | rich}',
  takes: 'any',
  gives: 'any',
  args: [],
  schema: { type: ['string', 'number', 'boolean', 'object'], examples: [{ markdown: 'A *remark*.' }] },
  format(value, _, context) {
    for (const [field, formatter, isWhole] of byField) {
      const own = ownField(value, field)
      if (own !== undefined) return formatter.format(isWhole === true ? value : own, [], context)
    }
    return value
  },
}

export const richFormatters = [link, qr, barcode, table, html, markdown, image, document, pageBreak, rich]
