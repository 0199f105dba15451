import type { PictureKind } from '@chancery/formats/raster'
import { compoundFileOf, pdfFrom, pdfOf, pngOf } from '@chancery/port-contracts/sample-documents'
import { buildZip } from '@chancery/port-contracts/zip-builder'
import { describe, expect, it } from 'vitest'
import { createDocumentGuard } from './document-guard.ts'
import { imageSize } from './bounds/image-size.ts'

const guard = createDocumentGuard()
const signal = new AbortController().signal
const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')

const xlsb = [
  {
    name: '[Content_Types].xml',
    content:
      '<Types><Override PartName="/xl/workbook.bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>',
  },
  { name: 'xl/workbook.bin', content: 'x' },
]

const tiff = (next: string): Uint8Array =>
  hex(`49492a00 08000000 0200 0001 0300 01000000 20030000 0101 0400 01000000 58020000 ${next}`)

describe('images', () => {
  it.each<readonly [PictureKind, Uint8Array]>([
    ['png', pngOf(1, 1, { width: 800, height: 600 })],
    ['gif', hex('474946383961 2003 5802 00')],
    ['bmp', hex('424d 00000000 00000000 00000000 28000000 20030000 a8fdffff 01001800')],
    ['jpeg', hex('ffd8 ffe00004abcd ffff db0003 00 ffc20011 08 0258 0320 03')],
    ['webp', hex('52494646 00000000 57454250 56503820 00000000 000000 9d012a 2003 5802')],
    ['webp', hex('52494646 00000000 57454250 5650384c 00000000 2f 1fc39500')],
    ['webp', hex('52494646 00000000 57454250 56503858 00000000 00000000 1f0300 570200')],
    ['tiff', tiff('00000000')],
    ['tiff', hex('4d4d002a 00000008 0002 0100 0003 00000001 03200000 0101 0004 00000001 00000258 00000000')],
  ])('%s states its size in the header', (type, bytes) => {
    expect(guard.identify(bytes)).toBe(type)
    expect(imageSize(bytes, type)).toEqual({ width: 800, height: 600 })
  })

  it('refuses a flood of pixels', async () => {
    const flood = pngOf(1, 1, { width: 60_000, height: 60_000 })
    await expect(guard.vet(flood, { signal })).rejects.toMatchObject({
      code: 'payload_too_large',
      details: { what: 'pixels', limit: 150_000_000, actual: 3_600_000_000 },
    })
  })

  it.each([
    ['no size', pngOf(1, 1, { width: 0, height: 5 })],
    ['a cut-off header', hex('474946383961 20')],
    ['markers without a frame', hex('ffd8 ffe00004abcd ffd9')],
    ['markers of no length', hex('ffd8 ffe00000 ffe00000')],
    ['pages in a circle', tiff('08000000')],
    ['pages beyond the end', tiff('ffffff7f')],
  ])('refuses %s', async (_, bytes) => {
    await expect(guard.vet(bytes, { signal })).rejects.toMatchObject({ code: 'document_corrupt' })
  })

  it('tells of a JPEG that was cut off, which can still be seen', async () => {
    const bytes = hex('ffd8 ffc00011 08 0258 0320 03 012200021101031101 ffda')
    expect((await guard.vet(bytes, { signal })).findings).toMatchObject([{ code: 'image_cut_off' }])
  })
})

describe('PDF', () => {
  it('is found behind stray bytes, and handed on as it came', async () => {
    const bytes = Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), pdfOf(['x'])])
    expect(await guard.vet(bytes, { signal })).toMatchObject({ type: 'pdf', bytes, findings: [] })
  })

  it('tells of encryption, which the extractor may be able to open', async () => {
    const bytes = pdfFrom(['<< /Type /Catalog >>'], '/Encrypt 7 0 R ')
    expect((await guard.vet(bytes, { signal })).findings).toMatchObject([
      { code: 'encryption_declared', severity: 'info' },
    ])
  })
})

describe('Compound Files', () => {
  const stream = (...bytes: readonly number[]): Uint8Array => Uint8Array.from(bytes)

  it('tells encrypted doc and xls by their first record', async () => {
    const doc = compoundFileOf([{ name: 'WordDocument', content: stream(0xec, 0xa5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1) }])
    const xls = compoundFileOf([{ name: 'Workbook', content: stream(9, 8, 2, 0, 0, 6, 0x2f, 0, 0, 0) }])
    for (const bytes of [doc, xls]) {
      await expect(guard.vet(bytes, { signal })).rejects.toMatchObject({ code: 'document_encrypted' })
    }
  })

  it('tells that it was cut off', async () => {
    const good = compoundFileOf([{ name: 'Workbook' }])
    for (const length of [512, 900, 1024]) {
      const failure = guard.vet(good.subarray(0, length), { signal })
      await expect(failure).rejects.toMatchObject({
        code: 'document_corrupt',
        message: expect.stringMatching(/cut off/) as string,
      })
    }
  })

  it('is unknown where it is damaged, and its table may run in a circle', () => {
    const good = compoundFileOf([{ name: 'Workbook' }])
    const circle = Buffer.from(good)
    circle.writeUInt32LE(1, 512 + 4)
    expect(guard.identify(circle)).toBe('xls')
    for (const length of [8, 40, 80, 512, 900]) expect(guard.identify(good.subarray(0, length))).toBe('unknown')
    const sectors = Buffer.from(good)
    sectors.writeUInt16LE(31, 30)
    expect(guard.identify(sectors)).toBe('unknown')
  })
})

describe('what is not supported', () => {
  const accept = ['docx', 'xls'] as const
  it.each([
    ['WordPerfect document', Buffer.from('\u00ffWPC\u0010\u0000\u0000\u0000 and more', 'latin1')],
    ['document of Word 2', hex('dba52d00 00000904 00000000 00000000')],
    ['presentation of PowerPoint 4', compoundFileOf([{ name: 'PP40' }])],
    ['Excel binary workbook (xlsb)', buildZip(xlsb)],
    ['EPUB book', buildZip([{ name: 'mimetype', content: 'application/epub+zip', method: 0 }])],
    [
      'Word 2003 XML document',
      Buffer.from(
        '<?xml version="1.0"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"/>',
      ),
    ],
  ])('is called by its name: %s', async (format, bytes) => {
    await expect(guard.vet(bytes, { accept, signal })).rejects.toMatchObject({
      code: 'unsupported_document',
      message: expect.stringContaining(format),
      details: { format },
    })
  })

  it.each([
    ['docx', '<w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"/>'],
    ['xlsx', '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'],
    ['docx, xlsx or pptx', '<pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage"/>'],
    ['odt, ods or odp', '<office:document xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:office="urn:x"/>'],
  ])('is to be saved as %s', async (format, xml) => {
    const vetted = guard.vet(Buffer.from(`<?xml version="1.0"?>${xml}`), { accept: ['docx', 'html'], signal })
    await expect(vetted).rejects.toMatchObject({ message: expect.stringContaining(`Save it as ${format}.`) })
  })

  it('has no name where nobody knows it', async () => {
    const failure = await guard.vet(hex('00ff00ff 00ff00ff'), { accept, signal }).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      code: 'unsupported_document',
      message: expect.stringMatching(/"unknown"/) as string,
    })
    expect(failure).not.toHaveProperty('details.format')
  })
})

describe('RTF', () => {
  const rtf = (text: string): Promise<unknown> => guard.vet(Buffer.from(`{\\rtf1 ${text}`), { signal })

  it('counts groups, not braces of the text or of binary data', async () => {
    await expect(rtf(String.raw`\{\{ {a}\bin5 {{{{{ b}`)).resolves.toMatchObject({ type: 'rtf' })
    await expect(rtf('{'.repeat(300) + '}'.repeat(301))).rejects.toMatchObject({ details: { limit: 256 } })
    await expect(rtf(String.raw`\bin2000000000 {a}}`)).rejects.toMatchObject({ code: 'document_corrupt' })
    await expect(rtf('{a')).rejects.toMatchObject({ code: 'document_corrupt' })
  })

  it('tells of the last brace that is not there', async () => {
    for (const whole of ['{a}', '{a} b\\par\r\n', '{a}{\\*\\b c}\0\0'])
      await expect(rtf(whole)).resolves.toMatchObject({ type: 'rtf', findings: [{ code: 'rtf_cut_off' }] })
    await expect(rtf('{a} and the tex')).rejects.toMatchObject({ code: 'document_corrupt' })
    await expect(rtf('{a} b}')).resolves.toMatchObject({ findings: [] })
  })
})
