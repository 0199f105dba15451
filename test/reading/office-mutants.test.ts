import { ChanceryError, type DocumentType } from '@chancery/core'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readForTest } from './read-for-test.ts'
import { xlsxOf } from '../../packages/reading-office/src/spreadsheet/xlsx-fixture.ts'
import {
  odfOf,
  officeNamespaces,
  packageOf,
  relationshipsOf,
} from '../../packages/reading-office/src/package/package-fixture.ts'

/** The body of one part, and the document around it. */
const documents: readonly (readonly [DocumentType, string, (body: string) => Uint8Array])[] = [
  [
    'xlsx',
    '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><f t="shared" ref="B1:B2" si="0">A1*2</f><v>46053.5</v></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>x</t></is></c><c r="B2"><f t="shared" si="0"/><v>7</v></c></row></sheetData><mergeCells><mergeCell ref="A3:B4"/></mergeCells>',
    (body) =>
      xlsxOf({
        sheets: [{ xml: body }],
        strings: ['<t>Head</t>'],
        styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs>',
      }),
  ],
  [
    'ods',
    '<table:table table:name="S"><table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-spanned="2" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell><table:covered-table-cell/><table:table-cell table:number-columns-repeated="3"><office:annotation><text:p>n</text:p></office:annotation><text:p>a<text:a xlink:href="b">c</text:a></text:p></table:table-cell></table:table-row></table:table>',
    (body) => odfOf('spreadsheet', { body }),
  ],
  [
    'odt',
    '<text:tracked-changes><text:changed-region text:id="i"><text:insertion/></text:changed-region><text:changed-region text:id="d"><text:deletion><text:p>old</text:p></text:deletion></text:changed-region></text:tracked-changes><text:h text:outline-level="1">T</text:h><text:list text:style-name="L"><text:list-item text:start-value="3"><text:p>a<text:change-start text:change-id="i"/></text:p><text:list><text:list-item><text:p>b</text:p></text:list-item></text:list></text:list-item></text:list><text:p>c<text:change-end text:change-id="i"/><text:change text:change-id="d"/><text:s text:c="2"/></text:p><table:table><table:table-row><table:table-cell table:number-rows-spanned="2"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
    (body) => odfOf('text', { body }),
  ],
  [
    'odp',
    '<draw:page draw:name="p"><draw:frame presentation:class="title" svg:x="1cm" svg:y="1cm" svg:width="2cm" svg:height="1cm"><draw:text-box><text:p>T</text:p></draw:text-box></draw:frame><draw:g><draw:custom-shape><text:p>s</text:p></draw:custom-shape></draw:g><presentation:notes><draw:frame presentation:class="notes"><draw:text-box><text:p>n</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>',
    (body) => odfOf('presentation', { body }),
  ],
  [
    'pptx',
    '<p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="1" y="2"/><a:ext cx="3" cy="4"/></a:xfrm></p:spPr><p:txBody><a:p><a:pPr lvl="1"><a:buAutoNum type="romanLcPeriod" startAt="3"/></a:pPr><a:r><a:t>T</a:t></a:r></a:p></p:txBody></p:sp><p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc gridSpan="2" rowSpan="2"><a:txBody><a:p><a:r><a:t>c</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame></p:spTree></p:cSld>',
    (body) =>
      packageOf({
        '_rels/.rels': relationshipsOf({ r: { type: 'officeDocument', target: 'ppt/p.xml' } }),
        'ppt/p.xml': `<p:presentation ${officeNamespaces('x')}><p:sldIdLst><p:sldId r:id="s"/></p:sldIdLst></p:presentation>`,
        'ppt/_rels/p.xml.rels': relationshipsOf({ s: { type: 'slide', target: 's.xml' } }),
        'ppt/s.xml': `<p:sld ${officeNamespaces('x')}>${body}</p:sld>`,
      }),
  ],
]

/** One change of a text: a tag doubled, moved or taken out, a value swapped for an odd one, a character for another. */
const mutations = fc.array(
  fc.record({
    kind: fc.constantFrom('double', 'drop', 'value', 'cut', 'character'),
    at: fc.nat(),
    to: fc.nat(),
    odd: fc.constantFrom('-1', '0', '99999999999', 'NaN', '1e99', '', 'A1:XFD1048576', 'ZZZ9', '&#0;', '\u0001'),
  }),
  { minLength: 1, maxLength: 3 },
)

type Mutation = (typeof mutations extends fc.Arbitrary<infer Each> ? Each : never)[number]

function mutated(text: string, { kind, at, to, odd }: Mutation): string {
  const tags = [...text.matchAll(/<[^>]*>/g)]
  const tag = tags[at % Math.max(tags.length, 1)]
  const values = [...text.matchAll(/"[^"]*"/g)]
  const value = values[at % Math.max(values.length, 1)]
  if (kind === 'cut') return text.slice(0, at % (text.length + 1))
  if (kind === 'character')
    return text.slice(0, at % (text.length + 1)) + odd + text.slice((at % (text.length + 1)) + 1)
  if (kind === 'value' && value !== undefined) {
    return `${text.slice(0, value.index)}"${odd}"${text.slice(value.index + value[0].length)}`
  }
  if (tag === undefined) return text
  if (kind === 'drop') return text.slice(0, tag.index) + text.slice(tag.index + tag[0].length)
  const place = tags[to % tags.length]?.index ?? 0
  return text.slice(0, place) + tag[0] + text.slice(place)
}

it.each(documents)('reads any mutant of %s, or says why not', async (type, body, document) => {
  expect((await readForTest(document(body), type)).text).not.toBe('')
  await fc.assert(
    fc.asyncProperty(mutations, fc.constantFrom('accept', 'reject', 'all'), async (changes, revisions) => {
      const bytes = document(changes.reduce(mutated, body))
      try {
        await readForTest(bytes, type, { revisions, words: true })
      } catch (error) {
        if (!ChanceryError.is(error)) throw error
        expect(['document_corrupt', 'payload_too_large']).toContain(error.code)
      }
    }),
    { numRuns: 50 },
  )
})
