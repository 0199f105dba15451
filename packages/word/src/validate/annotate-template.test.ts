import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import fc from 'fast-check'
import PizZip from 'pizzip'
import { describe, expect, it } from 'vitest'
import { decodeXml, scanXml } from '../xml/scan-xml.ts'
import { docx, type DocxParts, p, run, table, textBox, textOf } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates()
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }

async function annotate(bytes: Uint8Array) {
  const report = await templates.inspect(vettedForTest(bytes, 'docx'), { ...context, annotate: true }, { signal })
  if (report.annotated === undefined) throw new Error('An annotated copy was expected.')
  const zip = new PizZip(report.annotated.bytes)
  const part = (name: string): string => zip.file(name)?.asText() ?? ''
  return { ...report, bytes: report.annotated.bytes, part, zip }
}

/** The text between the two ends of a comment's range. */
function commented(xml: string, id: number): string {
  const from = xml.indexOf(`<w:commentRangeStart w:id="${id}"/>`)
  const until = xml.indexOf(`<w:commentRangeEnd w:id="${id}"/>`)
  expect(from).toBeGreaterThan(-1)
  expect(until).toBeGreaterThan(from)
  expect(xml.split(`<w:commentReference w:id="${id}"/>`)).toHaveLength(2)
  return decodeXml(xml.slice(from, until).replaceAll(/<[^>]*>/g, ''))
}

const isWellFormed = (xml: string): boolean => scanXml(xml, { open() {}, close() {} }) === undefined

const faulty: DocxParts = {
  body:
    p('Terms & conditions', 'Heading1') +
    p('Dear {client.name} and {clent.name}, {total | curency} & {x | uper} end') +
    p(['Spl', 'it {items |', ' up', 'er}', ' rest']) +
    table(['a {y | trunkate}', 'b']) +
    textBox(p('in a box {bad | }')) +
    '<w:p/>' +
    `<w:p><w:pPr><w:jc w:val="left"/></w:pPr><w:del w:id="7" w:author="a"><w:r><w:delText>{gone}</w:delText></w:r></w:del>${run('kept', '<w:rPr><w:b/></w:rPr>')}</w:p>` +
    `<w:p>${run('bold {oops | nix} text', '<w:rPr><w:b/></w:rPr>')}</w:p>`,
  header: p('Of {a | uper}'),
  footnotes: `<w:footnote w:id="1">${p('{unclosed')}</w:footnote>`,
}

describe('the annotated copy', () => {
  it('has a comment around the very text of each finding, and the same text', async () => {
    const original = docx(faulty)
    const { bytes, findings, part } = await annotate(original)
    for (const name of ['word/document.xml', 'word/header1.xml', 'word/footnotes.xml'])
      expect(textOf(bytes, name)).toBe(textOf(original, name))
    const xml = part('word/document.xml')
    expect(isWellFormed(xml)).toBe(true)
    const comments = part('word/comments.xml')
    expect(isWellFormed(comments)).toBe(true)
    const ids = [...comments.matchAll(/<w:comment w:id="(\d+)" w:author="Chancery"/g)].map(([, id]) => Number(id))
    expect(ids).toEqual(findings.map((_, index) => index))
    for (const [index, { location }] of findings.entries()) {
      const text = commented(xml, index)
      const { excerpt, part: place, field } = location ?? {}
      if (place !== 'Body') expect(text).toBe('Terms & conditions')
      else if (field === undefined && excerpt !== undefined && !excerpt.text.startsWith('in a box'))
        expect(text).toBe(excerpt.text.slice(excerpt.start, excerpt.end))
    }
    expect(findings.map(({ code }) => code).sort()).toEqual([
      'bad_expression',
      'similar_name',
      'tag_in_deleted_text',
      'unclosed_tag',
      ...Array.from({ length: 6 }, () => 'unknown_formatter'),
    ])
    expect(comments).toContain('In: Header 1, paragraph 1')
    expect(comments).toContain('In: Footnotes, paragraph 1')
    expect(part('[Content_Types].xml')).toContain('PartName="/word/comments.xml"')
    expect(part('word/_rels/document.xml.rels')).toMatch(/relationships\/comments" Target="\/word\/comments.xml"/)
    // Both halves of a parted run keep its format.
    expect(xml).toContain('<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">} text</w:t></w:r>')
  })

  it('is no other template: it has the same findings, and no tags in what the comments say', async () => {
    const first = await annotate(docx(faulty))
    const second = await annotate(first.bytes)
    expect(second.findings.map(({ code }) => code)).toEqual(first.findings.map(({ code }) => code))
    const ids = [...second.part('word/comments.xml').matchAll(/<w:comment w:id="(\d+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(first.findings.length * 2)
  })

  it.each([
    ['with others', `<w:comment w:id="41" w:author="A">${p('old')}</w:comment>`, 42],
    ['that are none yet', '', 0],
  ])('takes the comments of the document, %s', async (_, comments, next) => {
    const { part } = await annotate(docx({ body: p('{x | uper}'), comments }))
    expect(part('word/comments.xml')).toContain(comments)
    expect(commented(part('word/document.xml'), next)).toBe('uper')
    expect(part('word/comments.xml').match(/<w:comment /g)).toHaveLength(comments === '' ? 1 : 2)
  })

  it('of a template without faults has no comments, and a body that cannot be read has no copy', async () => {
    expect((await annotate(docx(p('{name}')))).part('word/document.xml')).not.toContain('comment')
    const broken = vettedForTest(docx('<w:p><w:r>'), 'docx')
    expect((await templates.inspect(broken, { ...context, annotate: true }, { signal })).annotated).toBeUndefined()
    expect((await templates.inspect(broken, context, { signal })).annotated).toBeUndefined()
  })

  it('keeps any text, however it is split over runs', async () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '{x | uper}',
      'a & b',
      '<',
      ' ',
      '{ok}',
      '{a b',
      '\u{1f600}',
      '{}',
      ' | uper}',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(piece, { maxLength: 6 }), { minLength: 1, maxLength: 4 }),
        async (paragraphs) => {
          const original = docx(paragraphs.map((pieces) => p(pieces)).join(''))
          const { bytes, findings, part } = await annotate(original)
          expect(textOf(bytes)).toBe(textOf(original))
          expect(isWellFormed(part('word/document.xml'))).toBe(true)
          for (const [index, { location }] of findings.entries()) {
            const { excerpt } = location ?? {}
            const text = commented(part('word/document.xml'), index)
            if (excerpt !== undefined) expect(text).toBe(excerpt.text.slice(excerpt.start, excerpt.end))
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})
