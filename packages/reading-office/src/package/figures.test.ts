import { expect, it } from 'vitest'
import { docxOf, paragraph } from '../docx/docx-fixture.ts'
import { readForTest } from '../reading-for-test.ts'
import { odfOf, officeNamespaces, packageOf, relationshipsOf } from './package-fixture.ts'

const bytesOf = (images: readonly { readonly content?: Uint8Array }[]): (string | undefined)[] =>
  images.map(({ content }) => (content === undefined ? undefined : Buffer.from(content).toString()))

const drawing = (id: string): string =>
  `<w:r><w:drawing><wp:inline><pic:pic><a:blip r:embed="${id}"/></pic:pic></wp:inline></w:drawing></w:r>`

it('keeps the pictures of Word, each once, where they are wanted', async () => {
  const docx = docxOf({
    body: paragraph(`${drawing('rIdimage')}${drawing('rIdimage')}${drawing('rIdaway')}${drawing('rIdlost')}`),
    files: { 'word/media/logo.png': 'the logo' },
    related: [
      ['rIdaway', 'hyperlink', 'https://example.com/a.png'],
      ['rIdlost', 'image', 'media/lost.png'],
    ],
  })
  const { images } = await readForTest(docx, 'docx', { figures: true })
  expect(bytesOf(images)).toEqual(['the logo', 'the logo', undefined, undefined])
  expect(images[0]?.content).toBe(images[1]?.content)
  expect(bytesOf((await readForTest(docx, 'docx')).images)).toEqual([undefined, undefined, undefined, undefined])
})

it('keeps those of OpenDocument', async () => {
  const odt = odfOf('text', {
    body: '<text:p>x<draw:frame><draw:image xlink:href="Pictures/1.jpg"/></draw:frame></text:p>',
    parts: { 'Pictures/1.jpg': 'a cat' },
  })
  expect(bytesOf((await readForTest(odt, 'odt', { figures: true })).images)).toEqual(['a cat'])
})

it('keeps those of slides and sheets', async () => {
  const slides = officeNamespaces('presentationml/2006/main')
  const pptx = packageOf({
    '_rels/.rels': relationshipsOf({ rId1: { type: 'officeDocument', target: 'ppt/presentation.xml' } }),
    'ppt/presentation.xml': `<p:presentation ${slides}><p:sldIdLst><p:sldId id="256" r:id="s"/></p:sldIdLst><p:sldSz cx="10" cy="10"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationshipsOf({ s: { type: 'slide', target: 'slides/slide1.xml' } }),
    'ppt/slides/slide1.xml': `<p:sld ${slides}><p:cSld><p:spTree><p:pic><p:blipFill><a:blip r:embed="i"/></p:blipFill></p:pic></p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relationshipsOf({ i: { type: 'image', target: '../media/1.png' } }),
    'ppt/media/1.png': 'a slide',
  })
  expect(bytesOf((await readForTest(pptx, 'pptx', { figures: true })).images)).toEqual(['a slide'])
  const sheets = officeNamespaces('spreadsheetml/2006/main')
  const xlsx = packageOf({
    '_rels/.rels': relationshipsOf({ rId1: { type: 'officeDocument', target: 'xl/workbook.xml' } }),
    'xl/workbook.xml': `<workbook ${sheets}><sheets><sheet name="S" sheetId="1" r:id="s"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipsOf({ s: { type: 'worksheet', target: 'worksheets/sheet1.xml' } }),
    'xl/worksheets/sheet1.xml': `<worksheet ${sheets}><sheetData/><drawing r:id="d"/></worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': relationshipsOf({ d: { type: 'drawing', target: '../drawings/d.xml' } }),
    'xl/drawings/d.xml': `<xdr:wsDr ${sheets}><xdr:pic><xdr:blipFill><a:blip r:embed="i"/></xdr:blipFill></xdr:pic></xdr:wsDr>`,
    'xl/drawings/_rels/d.xml.rels': relationshipsOf({ i: { type: 'image', target: '../media/1.png' } }),
    'xl/media/1.png': 'a sheet',
  })
  expect(bytesOf((await readForTest(xlsx, 'xlsx', { figures: true })).images)).toEqual(['a sheet'])
})
