import type { FillRequest, JsonObject } from '@chancery/core'
import { contentOf } from '@chancery/formats/zip'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderTemplate } from '../fill/render-template.ts'
import { docx, type DocxParts, p, table, run } from '../testing/docx-builder.ts'
import { renderByDocxtemplater } from '../testing/docxtemplater-renderer.ts'
import { bodies, data } from '../testing/template-bodies.ts'
import { compileTemplate } from './compiled-template.ts'

const request = (data: JsonObject, more: Partial<FillRequest> = {}): FillRequest => ({
  data,
  missing: 'blank',
  locale: 'en-GB',
  timeZone: 'UTC',
  currency: 'EUR',
  now: Date.UTC(2026, 10, 21),
  ...more,
})

const asWritten = (xml: string | undefined): string | undefined => xml

/** docxtemplater puts a paragraph between a table and where a control begins or ends, which Word does not ask for. */
const withoutParagraphsAfterTables = (xml: string | undefined): string | undefined =>
  xml?.replaceAll(/(<\/w:tbl>(?:<\/w:sdtContent>|<\/w:sdt>)*)<w:p\/>/g, '$1')

/** Fills as a call does, and by docxtemplater's own renderer, and gives the parts once both are the same. */
async function fillBoth(
  parts: DocxParts | string,
  data: JsonObject,
  more: Partial<FillRequest> = {},
  compared = asWritten,
) {
  const compiled = await compileTemplate(vettedForTest(docx(parts), 'docx'))
  expect(compiled.findings.filter(({ severity }) => severity === 'error')).toEqual([])
  const own = await renderTemplate(compiled, request(data, more))
  const reference = await renderByDocxtemplater(compiled, request(data, more))
  for (const [name, xml] of reference.parts) expect(compared(own.parts.get(name)), name).toBe(compared(xml))
  expect([...own.parts.keys()].sort()).toEqual([...reference.parts.keys()].sort())
  const unpacked = ({ added }: typeof own) => [...added].map(([name, entry]) => [name, contentOf(entry)])
  expect(unpacked(own)).toEqual(unpacked(reference))
  expect(own.findings).toEqual(reference.findings)
  expect(new Set(own.report.filled)).toEqual(new Set(reference.report.filled))
  expect(new Set(own.report.missing)).toEqual(new Set(reference.report.missing))
  expect(own.report.unused).toEqual(reference.report.unused)
  return own.parts
}

describe('the program and docxtemplater’s own renderer give the same bytes', () => {
  it.each(Object.entries(bodies))('%s', async (_, body) => {
    await fillBoth(body, data)
    await fillBoth(body, { ...data, list: [] })
    await fillBoth(body, data, { missing: 'keep' })
    await fillBoth(body, { list: data['list'] ?? [] }, { missing: 'highlight' })
    await fillBoth(body, {})
  })

  const ending = (type: string, text: string): string =>
    `<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="header1"/>${type}<w:pgSz w:w="16838" w:h="11906"/></w:sectPr></w:pPr>${run(text)}</w:p>`
  const continuous = '<w:type w:val="continuous"/>'
  const pages: Readonly<Record<string, string>> = {
    'pages of their own': p('{#list}') + ending('', '{n}') + p('{/list}') + p('end'),
    'pages amid which a section ends': p('x {#list} {n}') + ending('', '{n} {/list} y') + p('end'),
    'pages in nested sections':
      p('{#list}') +
      p('{#inner}') +
      ending(continuous, '{.}') +
      p('{/inner}') +
      ending(continuous, '{n}') +
      p('{/list}'),
    'pages of an inverted section': p('{^empty}') + ending('', '{a}') + p('{/empty}'),
  }
  it.each(Object.entries(pages))('%s', async (_, body) => {
    const parts = { body, header: p('{a}') }
    await fillBoth(parts, data)
    await fillBoth(parts, { ...data, list: [], empty: [1] })
    await fillBoth(parts, { a: 'A' }, { missing: 'keep' })
  })

  it('in every kind of part', async () => {
    const note = (id: string): string => `<w:${id} w:id="1">${p('{a}')}${p('{#list}{n}{/list}')}</w:${id}>`
    const parts = await fillBoth(
      {
        body: bodies['nested sections'] ?? '',
        header: p('{a}'),
        firstHeader: table(['{#list}{n}{/list}']),
        footer: p('{none}'),
        footnotes: note('footnote'),
        endnotes: note('endnote'),
        comments: note('comment'),
        title: '{a}',
      },
      data,
    )
    expect(parts.size).toBe(8)
  })

  it('a table before a control, but for a paragraph between them', async () => {
    const control = `<w:sdt><w:sdtPr/><w:sdtContent>${p('{a}')}</w:sdtContent></w:sdt>`
    const parts = await fillBoth(table(['{a}']) + control, data, {}, withoutParagraphsAfterTables)
    expect(parts.get('word/document.xml')).toContain('</w:tbl><w:sdt>')
  })

  it('for any order of all of these', async () => {
    const piece = fc.constantFrom(...Object.values(bodies))
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 5 }), fc.boolean(), async (pieces, full) => {
        const given = full ? data : { ...data, list: [], a: '', flag: false }
        await fillBoth(pieces.join(''), given, {}, withoutParagraphsAfterTables)
      }),
      { numRuns: 25 },
    )
  })

  it('paragraphs that are repeated lose their ids, which others and the first keep', async () => {
    const identified = (id: string, text: string): string =>
      p(text).replace('<w:p>', `<w:p w14:paraId="${id}" w:rsidR="1">`)
    const body =
      identified('A', '{#list}') +
      identified('B', '{n} w14:paraId="x"') +
      identified('C', '{/list}') +
      identified('D', '{a}')
    const compiled = await compileTemplate(vettedForTest(docx(body), 'docx'))
    const fill = async (more: JsonObject): Promise<string> => {
      const { parts } = await renderTemplate(compiled, request({ ...data, ...more }))
      return parts.get('word/document.xml') ?? ''
    }
    const xml = await fill({})
    expect([...xml.matchAll(/<w:p w14:paraId="(\w)"/g)].map(([, id]) => id)).toEqual(['B', 'D'])
    expect(xml.split('<w:p w:rsidR="1">')).toHaveLength(3)
    expect(xml.split(' w14:paraId=&quot;x&quot;')).toHaveLength(4)
    expect(await fill({ list: [] })).not.toContain('"B"')
  })

  it('repeated ids are renewed, and the first stay', async () => {
    const parts = await fillBoth(bodies['drawings and bookmarks that are repeated'] ?? '', data)
    const xml = parts.get('word/document.xml') ?? ''
    expect([...xml.matchAll(/docPr id="(\d+)"/g)].map(([, id]) => id)).toEqual(['7', '9', '11'])
    expect([...xml.matchAll(/bookmark\w+ w:id="(\d+)"/g)].map(([, id]) => id)).toEqual(['3', '3', '8', '8', '10', '10'])
    expect([...xml.matchAll(/w:name="(\w+)"/g)].map(([, name]) => name)).toEqual(['b', 'b_2', 'b_3'])
  })

  it('repeated comments, changes and controls are told apart', async () => {
    const body =
      p('{#list}') +
      `<w:p><w:commentRangeStart w:id="1"/><w:ins w:id="4" w:author="a">${run('{n}')}</w:ins><w:commentRangeEnd w:id="1"/><w:permStart w:id="6" w:edGrp="everyone"/><w:permEnd w:id="6"/><w:r><w:commentReference w:id="1"/></w:r><w:sdt><w:sdtPr><w:id w:val="5"/></w:sdtPr><w:sdtContent>${run('x')}</w:sdtContent></w:sdt></w:p>` +
      p('{/list}')
    const xml = (await fillBoth(body, { list: [{ n: 1 }, { n: 2 }] })).get('word/document.xml') ?? ''
    expect(xml.match(/<w:(?:comment\w+|ins|perm\w+|id) w:\w+="\d+"/g)).toEqual([
      '<w:commentRangeStart w:id="1"',
      '<w:ins w:id="4"',
      '<w:commentRangeEnd w:id="1"',
      '<w:permStart w:id="6"',
      '<w:permEnd w:id="6"',
      '<w:commentReference w:id="1"',
      '<w:id w:val="5"',
      '<w:ins w:id="7"',
      '<w:permStart w:id="8"',
      '<w:permEnd w:id="8"',
    ])
  })
})
