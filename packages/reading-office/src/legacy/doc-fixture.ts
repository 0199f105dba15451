import { writeCompoundFile } from '@chancery/formats/compound-file/testing'

interface DocParagraph {
  readonly text: string
  readonly style: number
  readonly mark?: string
  readonly inTable?: boolean
  readonly rowEnd?: boolean
  /** Level of the one list, from 0. */
  readonly listLevel?: number
  /** The row that it ends: right edges of its cells in twips, and how they are merged. */
  readonly row?: readonly (readonly [right: number, across?: 0 | 1 | 2, down?: 1 | 3])[]
}

/** By number 62 and the like a style of Word's own, 0xffe one of the author's. */
interface DocStyle {
  readonly number: number
  readonly name: string
  readonly basedOn?: number
  readonly isOfCharacters?: boolean
  /** Properties with operands of one byte, and the list with its two. */
  readonly properties?: readonly number[]
}

/** Characters with one property (MS-DOC 2.6.1) that is on, or has a value of up to two bytes. */
interface DocRun {
  readonly start: number
  readonly end: number
  readonly property: number
  /** Of the property, where it is not simply on. */
  readonly value?: number
  /** In half points, written before the property. */
  readonly size?: number
}

interface DocComment {
  readonly text: string
  /** The character of the body that stands for it. */
  readonly place: number
  readonly author: string
  /** DTTM (MS-DOC 2.9.70). */
  readonly date: number
}

/** Shapes that float, with what they show at the end of the text's stream. */
interface DocDrawings {
  /** The character of the body at which each is anchored, and its number. */
  readonly anchors: readonly (readonly [place: number, shape: number])[]
  readonly shapes: (pictures: number) => Buffer
  readonly pictures: Buffer
}

const textStart = 0x800
const pageBytes = 512

/**
 * A Word 97 document (MS-DOC) of one wide piece, its paragraphs' properties on one page and those of its runs on another.
 * `headers` are one section's, in the order of the format; the list counts `1.` and `1.a)`.
 */
export function docOf({
  body,
  footnotes,
  headers = [],
  runs = [],
  notes = [],
  comments = [],
  styles = [],
  data,
  drawings,
}: {
  readonly body: readonly DocParagraph[]
  readonly footnotes: string
  readonly headers?: readonly string[]
  readonly runs?: readonly DocRun[]
  /** Where in the body each footnote is referred to, and where in `footnotes` it begins. */
  readonly notes?: readonly (readonly [place: number, start: number])[]
  readonly comments?: readonly DocComment[]
  readonly styles?: readonly DocStyle[]
  /** The stream of pictures. */
  readonly data?: Uint8Array
  readonly drawings?: DocDrawings
}): Uint8Array {
  const main = body.map(({ text, mark = '\r' }) => text + mark).join('')
  const around = headers.join('')
  const remarks = comments.map(({ text }) => text).join('')
  const bytes = Buffer.from(main + footnotes + around + remarks, 'utf16le')
  const pageNumber = Math.ceil((textStart + bytes.length) / pageBytes)
  const document = Buffer.alloc((pageNumber + 2) * pageBytes)
  document.set(bytes, textStart)
  const page = propertiesOf(body)
  document.set(page, pageNumber * pageBytes)
  document.set(runsPage(runs), (pageNumber + 1) * pageBytes)
  const clx = Buffer.alloc(5 + 16)
  clx.writeUInt8(2, 0)
  clx.writeUInt32LE(16, 1)
  clx.writeUInt32LE(main.length + footnotes.length + around.length + remarks.length, 9)
  clx.writeUInt32LE(textStart, 15)
  const bins = Buffer.alloc(12)
  bins.writeUInt32LE(textStart, 0)
  bins.writeUInt32LE(textStart + bytes.length, 4)
  bins.writeUInt32LE(pageNumber, 8)
  const runBins = Buffer.from(bins)
  runBins.writeUInt32LE(pageNumber + 1, 8)
  const ends = Buffer.alloc((headers.length + 1) * 4)
  let end = 0
  for (const [index, text] of headers.entries()) ends.writeUInt32LE((end += text.length), (index + 1) * 4)
  document.writeUInt16LE(0xa5ec, 0)
  document.writeUInt16LE(0xc1, 2)
  document.writeUInt16LE(0x200, 0x0a)
  document.writeInt32LE(main.length, 0x4c)
  document.writeInt32LE(footnotes.length, 0x50)
  document.writeInt32LE(around.length, 0x54)
  document.writeInt32LE(remarks.length, 0x5c)
  // How many tables the head of the file has.
  document.writeUInt16LE(113, 0x98)
  let remark = 0
  const begins = comments.map(({ text }) => (remark += text.length) - text.length)
  const tables: Buffer[] = []
  let at = 0
  for (const [place, table] of [
    [0x01a2, clx],
    [0x0102, bins],
    [0x00a2, styles.length === 0 ? Buffer.alloc(0) : styleSheet(styles)],
    [0x00fa, runBins],
    [0x00f2, headers.length === 0 ? Buffer.alloc(0) : ends],
    [0x00aa, numbered([...notes.map(([place]) => place), main.length], notes.length * 2)],
    [0x00b2, numbered([...notes.map(([, start]) => start), footnotes.length])],
    [
      0x00ba,
      Buffer.concat([
        numbered([...comments.map(({ place }) => place), main.length]),
        ...comments.map((_, at) => authorOf(at)),
      ]),
    ],
    [0x00c2, numbered([...begins, remarks.length])],
    [
      0x01ba,
      Buffer.concat(
        comments.map(({ author }) => Buffer.concat([Buffer.of(author.length, 0), Buffer.from(author, 'utf16le')])),
      ),
    ],
    [0x041a, Buffer.concat(comments.map(({ date }) => numbered([date], 14)))],
    [0x01da, drawings === undefined ? Buffer.alloc(0) : anchorsOf(drawings, main.length)],
    [0x022a, drawings === undefined ? Buffer.alloc(0) : drawings.shapes(document.length)],
    [0x02ea, overrides],
    // The levels of the lists stand behind the table that its length is of: it is the last one.
    [0x02e2, definitions],
  ] as const) {
    document.writeUInt32LE(at, place)
    document.writeUInt32LE(table.length, place + 4)
    tables.push(table)
    at += table.length
  }
  return writeCompoundFile([
    { name: 'WordDocument', bytes: Buffer.concat([document, ...(drawings === undefined ? [] : [drawings.pictures])]) },
    { name: '1Table', bytes: Buffer.concat(tables) },
    ...(data === undefined ? [] : [{ name: 'Data', bytes: data }]),
  ])
}

/** STSH (MS-DOC 2.9.271). */
function styleSheet(styles: readonly DocStyle[]): Buffer {
  const head = Buffer.alloc(20)
  head.writeUInt16LE(18, 0)
  head.writeUInt16LE(styles.length, 2)
  head.writeUInt16LE(10, 4)
  const each = styles.map(({ number, name, basedOn = 0xfff, isOfCharacters = false, properties = [] }) => {
    const data = isOfCharacters ? properties : [0, 0, ...properties]
    const style = Buffer.alloc(10 + 2 + (name.length + 1) * 2 + 2 + data.length + (data.length % 2))
    style.writeUInt16LE(number, 0)
    style.writeUInt16LE((isOfCharacters ? 2 : 1) | (basedOn << 4), 2)
    style.writeUInt16LE(name.length, 10)
    style.write(name, 12, 'utf16le')
    const at = 12 + (name.length + 1) * 2
    style.writeUInt16LE(data.length, at)
    style.set(data, at + 2)
    return Buffer.concat([Buffer.of(style.length & 0xff, style.length >> 8), style])
  })
  return Buffer.concat([head, ...each])
}

/** Properties of a row (MS-DOC 2.9.322): a header, and its cells from the left edge at 0. */
function rowProperties(row: NonNullable<DocParagraph['row']>): number[] {
  const operand = Buffer.alloc(1 + (row.length + 1) * 2 + row.length * 20)
  operand.writeUInt8(row.length, 0)
  for (const [index, [right, across = 0, down = 0]] of row.entries()) {
    operand.writeInt16LE(right, 3 + index * 2)
    operand.writeUInt16LE(across | (down << 5), 1 + (row.length + 1) * 2 + index * 20)
  }
  const size = operand.length + 1
  return [0x08, 0xd6, size & 0xff, size >> 8, ...operand]
}

/** PlcfSpa (MS-DOC 2.8.37). */
const anchorsOf = ({ anchors }: DocDrawings, end: number): Buffer =>
  Buffer.concat([
    numbered([...anchors.map(([place]) => place), end]),
    ...anchors.map(([, shape]) => numbered([shape], 22)),
  ])

/** Numbers of 32 bits, and room behind them. */
function numbered(numbers: readonly number[], room = 0): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4 + room)
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, index * 4)
  return bytes
}

/** ATRDPre10 (MS-DOC 2.9.7) of the author of this number. */
function authorOf(number: number): Buffer {
  const bytes = Buffer.alloc(30)
  bytes.writeUInt16LE(number, 20)
  return bytes
}

function propertiesOf(body: readonly DocParagraph[]): Buffer {
  const page = Buffer.alloc(pageBytes)
  let at = textStart
  let free = pageBytes - 2
  page.writeUInt32LE(at, 0)
  for (const [index, { text, mark = '\r', style, inTable, rowEnd, listLevel, row }] of body.entries()) {
    at += (text.length + mark.length) * 2
    page.writeUInt32LE(at, (index + 1) * 4)
    const sprms = [
      ...(inTable === true ? [0x16, 0x24, 1] : []),
      ...(rowEnd === true ? [0x17, 0x24, 1] : []),
      ...(listLevel === undefined ? [] : [0x0a, 0x26, listLevel, 0x0b, 0x46, 1, 0]),
      ...(row === undefined ? [] : rowProperties(row)),
    ]
    const data = [style & 0xff, style >> 8, ...sprms]
    const words = Math.ceil((data.length + 1) / 2)
    free -= words * 2
    page.set([words, ...data], free)
    page.writeUInt8(free / 2, (body.length + 1) * 4 + index * 13)
  }
  page.writeUInt8(body.length, pageBytes - 1)
  return page
}

/** ChpxFkp (MS-DOC 2.9.33): plain stretches between the runs point nowhere. */
function runsPage(runs: readonly DocRun[]): Buffer {
  const page = Buffer.alloc(pageBytes)
  const all = runs.flatMap(({ start, end, property, value = 1, size }) => [
    { at: start, property, value, size },
    { at: end, property: 0, value: 0, size: undefined },
  ])
  let free = pageBytes - 2
  for (const [index, { at, property, value, size }] of all.entries()) {
    page.writeUInt32LE(textStart + at * 2, index * 4)
    if (property === 0 || index === all.length - 1) continue
    const operand = property >> 13 === 3 ? [value & 0xff, value >> 8, 0, 0] : [value & 0xff, value >> 8]
    const sized = size === undefined ? [] : [0x43, 0x4a, size, 0]
    free -= 4 + sized.length + operand.length
    page.set([2 + sized.length + operand.length, ...sized, property & 0xff, property >> 8, ...operand], free)
    page.writeUInt8(free / 2, all.length * 4 + index)
  }
  page.writeUInt8(Math.max(all.length - 1, 0), pageBytes - 1)
  return page
}

/** One list (MS-DOC 2.9.131) of the levels `1.` and `1.a)`, seven more without any text. */
const definitions = ((): Buffer => {
  const head = Buffer.alloc(30)
  head.writeUInt16LE(1, 0)
  head.writeInt32LE(77, 2)
  const levels = ['\u0000.', '\u0000.\u0001)', ...Array.from({ length: 7 }, () => '')].map((text, index) => {
    const level = Buffer.alloc(28 + 2)
    level.writeInt32LE(1, 0)
    level.writeUInt8(index === 1 ? 4 : 0, 4)
    level.writeUInt16LE(text.length, 28)
    return Buffer.concat([level, Buffer.from(text, 'utf16le')])
  })
  return Buffer.concat([head, ...levels])
})()

const overrides = ((): Buffer => {
  const table = Buffer.alloc(20)
  table.writeUInt32LE(1, 0)
  table.writeInt32LE(77, 4)
  return table
})()
