import { describe, expect, it } from 'vitest'
import { docx, p, run } from '../testing/docx-builder.ts'
import { induce, textOf } from './filled-samples.test-support.ts'

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const styles = `<w:styles xmlns:w="${word}">${[1, 2]
  .map(
    (level) =>
      `<w:style w:type="paragraph" w:styleId="H${level}"><w:name w:val="heading ${level}"/></w:style><w:style w:type="paragraph" w:styleId="TOC${level}"><w:name w:val="toc ${level}"/></w:style>`,
  )
  .join('')}</w:styles>`
const character = (kind: string): string => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`
const field = (code: string, shown: string): string =>
  `${character('begin')}<w:r><w:instrText xml:space="preserve">${code}</w:instrText></w:r>${character('separate')}${shown}`
const entry = (number: number, text: string, page: number, before = ''): string =>
  `<w:p><w:pPr><w:pStyle w:val="TOC1"/></w:pPr>${before}<w:hyperlink w:anchor="_Toc${number}">${run(text)}<w:r><w:tab/></w:r>${field(` PAGEREF _Toc${number} \\h `, run(String(page)))}${character('end')}</w:hyperlink></w:p>`
const heading = (number: number, text: string): string =>
  `<w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr><w:bookmarkStart w:id="${number}" w:name="_Toc${number}"/>${run(text)}<w:bookmarkEnd w:id="${number}"/></w:p>`

/** @param listed what the table of contents says of the client */
const offer = (client: string, town: string, pages: readonly [number, number], listed = client): Uint8Array =>
  docx({
    body:
      entry(1, `Offer for ${listed}`, pages[0], field(' TOC \\o "1-2" \\h ', '')) +
      entry(2, 'Our terms of business', pages[1]) +
      `<w:p>${character('end')}</w:p>` +
      heading(1, `Offer for ${client}`) +
      p(`Thank you for your visit, we paint the rooms in ${town} in spring.`) +
      heading(2, 'Our terms of business') +
      p('You pay when the work is done.'),
    files: { 'word/styles.xml': styles },
  })

describe('tables of contents of samples', () => {
  it('have no fields for pages', async () => {
    const { fields, samples } = await induce([offer('Ann Lee', 'Leeds', [1, 2]), offer('Bob Ray', 'York', [1, 3])])
    expect(fields.map(({ values }) => values)).toEqual([
      ['Ann Lee', 'Bob Ray'],
      ['Leeds', 'York'],
    ])
    expect(samples.map(({ exact }) => exact)).toEqual([true, true])
  })

  it('that were out of date are no field, and nothing that they say stays in the template', async () => {
    const induced = await induce([
      offer('Ann Lee', 'Leeds', [1, 2], 'Zoe Old'),
      offer('Bob Ray', 'York', [1, 2], 'Zoe Old'),
    ])
    expect(induced.fields.map(({ values }) => values)).toEqual([
      ['Ann Lee', 'Bob Ray'],
      ['Leeds', 'York'],
    ])
    expect(induced.samples.map(({ exact }) => exact)).toEqual([true, true])
    expect(textOf(induced.template.bytes)).not.toContain('Zoe Old')
  })
})
