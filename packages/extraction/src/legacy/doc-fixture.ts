import { writeCompoundFile } from '../compound-file/write-compound-file.ts'

interface DocParagraph {
  readonly text: string
  readonly style: number
  readonly mark?: string
  readonly inTable?: boolean
  readonly rowEnd?: boolean
}

const textStart = 0x800
const pageBytes = 512

/** A Word 97 document (MS-DOC) of one wide piece, its paragraphs' properties on one page. */
export function docOf({
  body,
  footnotes,
}: {
  readonly body: readonly DocParagraph[]
  readonly footnotes: string
}): Uint8Array {
  const main = body.map(({ text, mark = '\r' }) => text + mark).join('')
  const bytes = Buffer.from(main + footnotes, 'utf16le')
  const pageNumber = Math.ceil((textStart + bytes.length) / pageBytes)
  const document = Buffer.alloc((pageNumber + 1) * pageBytes)
  document.set(bytes, textStart)
  const page = propertiesOf(body)
  document.set(page, pageNumber * pageBytes)
  const clx = Buffer.alloc(5 + 16)
  clx.writeUInt8(2, 0)
  clx.writeUInt32LE(16, 1)
  clx.writeUInt32LE(main.length + footnotes.length, 9)
  clx.writeUInt32LE(textStart, 15)
  const bins = Buffer.alloc(12)
  bins.writeUInt32LE(textStart, 0)
  bins.writeUInt32LE(textStart + bytes.length, 4)
  bins.writeUInt32LE(pageNumber, 8)
  document.writeUInt16LE(0xa5ec, 0)
  document.writeUInt16LE(0xc1, 2)
  document.writeUInt16LE(0x200, 0x0a)
  document.writeInt32LE(main.length, 0x4c)
  document.writeInt32LE(footnotes.length, 0x50)
  document.writeUInt32LE(clx.length, 0x0102)
  document.writeUInt32LE(bins.length, 0x0106)
  document.writeUInt32LE(0, 0x01a2)
  document.writeUInt32LE(clx.length, 0x01a6)
  return writeCompoundFile([
    { name: 'WordDocument', bytes: document },
    { name: '1Table', bytes: Buffer.concat([clx, bins]) },
  ])
}

function propertiesOf(body: readonly DocParagraph[]): Buffer {
  const page = Buffer.alloc(pageBytes)
  let at = textStart
  let free = pageBytes - 2
  page.writeUInt32LE(at, 0)
  for (const [index, { text, mark = '\r', style, inTable, rowEnd }] of body.entries()) {
    at += (text.length + mark.length) * 2
    page.writeUInt32LE(at, (index + 1) * 4)
    const sprms = [...(inTable === true ? [0x16, 0x24, 1] : []), ...(rowEnd === true ? [0x17, 0x24, 1] : [])]
    const data = [style & 0xff, style >> 8, ...sprms]
    const words = Math.ceil((data.length + 1) / 2)
    free -= words * 2
    page.set([words, ...data], free)
    page.writeUInt8(free / 2, (body.length + 1) * 4 + index * 13)
  }
  page.writeUInt8(body.length, pageBytes - 1)
  return page
}
