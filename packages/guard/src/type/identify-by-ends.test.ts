import { randomBytes } from 'node:crypto'
import { buildZip } from '@chancery/port-contracts/zip-builder'
import { pdfOf } from '@chancery/port-contracts/sample-documents'
import { describe, expect, it } from 'vitest'
import { createDocumentGuard } from '../document-guard.ts'

const guard = createDocumentGuard()
const noise = randomBytes(200_000)
const end = 8192
const picture = { name: 'media/image1.bin', content: noise, method: 0 }

const office = (main: string): Uint8Array =>
  buildZip([{ name: '[Content_Types].xml', content: '<Types/>' }, picture, { name: main, content: '<x/>' }])
const openDocument = (kind: string): Uint8Array =>
  buildZip([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}`, method: 0 },
    picture,
    { name: 'content.xml', content: '<x/>' },
  ])
const wide = Buffer.from(`Größe und Maß\r\n`.repeat(9000), 'utf16le')

describe('a document that nobody holds is known by its ends', () => {
  it.each<readonly [string, Uint8Array]>([
    ['docx', office('word/document.xml')],
    ['xlsx', office('xl/workbook.xml')],
    ['pptx', office('ppt/presentation.xml')],
    ['odt', openDocument('text')],
    ['ods', openDocument('spreadsheet')],
    ['zip', buildZip([picture])],
    // A document within it, whose own names stand in the bytes.
    ['zip', buildZip([{ name: 'a.docx', content: office('word/document.xml'), method: 0 }])],
    ['pdf', Buffer.concat([pdfOf(['One line.']), noise])],
    ['text', Buffer.from('Plain words, and more of them. '.repeat(5000))],
    ['text', wide],
    ['json', Buffer.from(JSON.stringify(Array.from({ length: 9000 }, (_, row) => ({ row }))))],
    ['unknown', noise],
  ])('%s', (type, bytes) => {
    const tail = bytes.subarray(bytes.length - end - (bytes.length % 2))
    expect(guard.identify(bytes.subarray(0, end), tail)).toBe(type)
    expect(guard.identify(bytes)).toBe(type)
  })

  it('also where the list of its parts does not end in them', () => {
    const many = Array.from({ length: 500 }, (_, part) => ({ name: `word/media/image${part}.png`, content: 'x' }))
    const bytes = buildZip([
      { name: '[Content_Types].xml', content: '<Types/>' },
      { name: 'word/document.xml', content: 'x' },
      ...many,
    ])
    expect(guard.identify(bytes.subarray(0, 1024), bytes.subarray(-1024))).toBe('docx')
  })
})
