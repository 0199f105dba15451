import PizZip from 'pizzip'
import { describe, expect, it } from 'vitest'
import { docx, p, run } from '../testing/docx-builder.ts'
import { filled, sdkFaults } from '../testing/filling.ts'

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const styles = `<w:styles xmlns:w="${word}">${[1, 2, 3]
  .map(
    (level) =>
      `<w:style w:type="paragraph" w:styleId="H${level}"><w:name w:val="heading ${level}"/><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="TOC${level}"><w:name w:val="toc ${level}"/></w:style>`,
  )
  .join('')}</w:styles>`

const character = (kind: string): string => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`
const code = (text: string): string => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`
const entry = (level: number, text: string, page: string, before = ''): string =>
  `<w:p><w:pPr><w:pStyle w:val="TOC${level}"/><w:tabs><w:tab w:val="right" w:pos="9016"/></w:tabs></w:pPr>${before}${run(text)}<w:r><w:tab/></w:r>${run(page)}</w:p>`
const contents = (codeText: string, ...entries: readonly (readonly [number, string, string])[]): string => {
  const begin = character('begin') + code(codeText) + character('separate')
  return `${entries.map(([level, text, page], index) => entry(level, text, page, index === 0 ? begin : '')).join('')}<w:p>${character('end')}</w:p>`
}
const toc = ' TOC \\o &quot;1-2&quot; \\h '

/** The entries as they show: style, text, page, and the bookmark that they lead to. */
const entriesOf = (xml: string) =>
  [...xml.matchAll(/<w:p><w:pPr><w:pStyle w:val="(TOC\d)"\/>([^]*?)<\/w:p>/g)].map(([, style, inner = '']) => [
    style,
    [...inner.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>|<w:tab\/>/g)].map(([, text = '\t']) => text).join(''),
    /w:anchor="([^"]+)"/.exec(inner)?.[1],
  ])

describe('a table of contents', () => {
  it('has the headings of the filled document, each with its bookmark, in the styles of the template', async () => {
    const body =
      contents(toc, [1, '{client}', '2'], [1, 'End', '7']) +
      p('{client}', 'H1') +
      p('{#parts}') +
      p('{title}', 'H2') +
      p('not a heading') +
      p('{/parts}') +
      p('Third level', 'H3') +
      p('End', 'H1')
    const { xml, bytes } = await filled(docx({ body, files: { 'word/styles.xml': styles } }), {
      client: 'Ada',
      parts: [{ title: 'One <&' }, { title: 'Two' }],
    })
    const found = entriesOf(xml())
    expect(found.map(([style, text]) => [style, text])).toEqual([
      ['TOC1', 'Ada\t2'],
      ['TOC2', 'One &lt;&amp;\t'],
      ['TOC2', 'Two\t'],
      ['TOC1', 'End\t7'],
    ])
    for (const [, , name = ''] of found) expect(xml()).toContain(`w:name="${name}"/>`)
    expect(new Set(found.map(([, , name]) => name)).size).toBe(4)
    expect(xml()).toContain('<w:fldChar w:dirty="true" w:fldCharType="begin"/>')
    expect(xml().match(/w:fldCharType="begin"/g)).toHaveLength(5)
    expect(xml().match(/w:fldCharType="end"/g)).toHaveLength(5)
    expect(await sdkFaults(bytes)).toEqual([])
  })

  it('keeps its entries where they are right, numbers before them too, and is counted anew by Word', async () => {
    const body =
      contents(toc, [1, '1 First', '2'], [1, '2 Second', '3']) + p('First', 'H1') + p('Second', 'H1') + p('{a}')
    const { xml } = await filled(docx({ body, files: { 'word/styles.xml': styles } }), { a: 1 })
    expect(entriesOf(xml()).map(([, text]) => text)).toEqual(['1 First\t2', '2 Second\t3'])
    expect(xml()).toContain('w:dirty="true"')
  })

  it('keeps the entries that are right as they were, and counts the numbers of the others on', async () => {
    const numbered = (level: number, number: string, text: string, page: string, mark: string, before = ''): string =>
      `<w:p><w:pPr><w:pStyle w:val="TOC${level}"/></w:pPr>${before}<w:hyperlink w:anchor="${mark}"><w:r><w:t>${number}</w:t></w:r><w:r><w:tab/></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>${text}</w:t></w:r><w:r><w:tab/></w:r>${run(page)}</w:hyperlink></w:p>`
    const heading = (level: number, text: string, mark: string): string =>
      `<w:p><w:pPr><w:pStyle w:val="H${level}"/></w:pPr><w:bookmarkStart w:id="${mark.slice(4)}" w:name="${mark}"/>${run(text)}<w:bookmarkEnd w:id="${mark.slice(4)}"/></w:p>`
    const begin = character('begin') + code(toc) + character('separate')
    const body =
      numbered(1, '1.', 'Work', '2', '_Toc1', begin) +
      numbered(2, '1.1', 'Paint', '2', '_Toc2') +
      numbered(2, '1.2', 'Clean', '3', '_Toc3') +
      numbered(2, '1.3', 'Check', '4', '_Toc4') +
      numbered(1, '2.', 'Price', '5', '_Toc5') +
      `<w:p>${character('end')}</w:p>` +
      heading(1, 'Work', '_Toc1') +
      heading(2, 'Paint', '_Toc2') +
      p('{#cleaning}') +
      heading(2, 'Clean', '_Toc3') +
      p('{/cleaning}') +
      heading(2, 'Check', '_Toc4') +
      p('{#terms}') +
      heading(1, '{.}', '_Toc6') +
      p('{/terms}') +
      heading(1, 'Price', '_Toc5')
    const document = docx({ body, files: { 'word/styles.xml': styles } })
    const { xml, bytes } = await filled(document, { cleaning: false, terms: ['Time'] })
    const found = entriesOf(xml())
    expect(found.map(([, text]) => text)).toEqual([
      '1.\tWork\t2',
      '1.1\tPaint\t2',
      '1.2\tCheck\t4',
      '2.\tTime\t',
      '3.\tPrice\t5',
    ])
    expect(xml().split('<w:i/>')).toHaveLength(5)
    expect(xml()).toContain('<w:t>1.1</w:t></w:r><w:r><w:tab/></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>Paint</w:t>')
    expect(await sdkFaults(bytes)).toEqual([])
  })

  it('goes by the styles of the document, not by those of its building blocks, and keeps what it says without headings', async () => {
    const kinds = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
    const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${kinds}.document.main+xml"/><Override PartName="/word/glossary/styles.xml" ContentType="${kinds}.styles+xml"/><Override PartName="/word/styles.xml" ContentType="${kinds}.styles+xml"/></Types>`
    const files = { '[Content_Types].xml': types, 'word/styles.xml': styles }
    const names = Object.keys(new PizZip(docx({ body: '', files })).files)
    const withBlocks = (body: string, own: string): Uint8Array => {
      const zip = new PizZip()
      const parts = new PizZip(docx({ body, files: { ...files, 'word/styles.xml': own } }))
      zip.file('word/glossary/styles.xml', `<w:styles xmlns:w="${word}"/>`)
      for (const name of names) zip.file(name, parts.file(name)?.asText() ?? '')
      return zip.generate({ type: 'uint8array' })
    }
    const body = contents(toc, [1, 'Old', '2']) + p('{a}', 'H1')
    const { xml } = await filled(withBlocks(body, styles), { a: 'New' })
    expect(entriesOf(xml()).map(([, text]) => text)).toEqual(['New\t'])
    const without = await filled(withBlocks(body, `<w:styles xmlns:w="${word}"/>`), { a: 'New' })
    expect(entriesOf(without.xml()).map(([, text]) => text)).toEqual(['Old\t2'])
  })

  it('of figures, and one whose ends stand apart, is only marked', async () => {
    const figures = contents(' TOC \\h \\c &quot;Figure&quot; ', [1, 'Figure 1', '2'])
    const apart = `<w:tbl><w:tr><w:tc>${entry(1, 'Old', '1', character('begin') + code(toc) + character('separate'))}</w:tc></w:tr></w:tbl><w:p>${character('end')}</w:p>`
    for (const field of [figures, apart]) {
      const { xml } = await filled(docx({ body: field + p('{a}', 'H1'), files: { 'word/styles.xml': styles } }), {
        a: 'New',
      })
      expect(entriesOf(xml())).toHaveLength(1)
      expect(xml()).toContain('w:dirty="true"')
    }
  })

  it('is left alone where nothing in the document is filled', async () => {
    const body = contents(toc, [1, 'Old', '2']) + p('Other', 'H1')
    const { xml } = await filled(docx({ body, files: { 'word/styles.xml': styles } }), {})
    expect(xml()).not.toContain('dirty')
  })

  it('of many headings takes time in proportion', async () => {
    const body = contents(toc, [1, 'Old', '2']) + p('{#l}') + p('{.}', 'H1') + p('{/l}')
    const { xml } = await filled(docx({ body, files: { 'word/styles.xml': styles } }), {
      l: Array.from({ length: 5000 }, (_, index) => `Heading ${index}`),
    })
    expect(entriesOf(xml())).toHaveLength(5000)
  })
})
