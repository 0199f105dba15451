import type { JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import PizZip from 'pizzip'
import { describe, expect, it } from 'vitest'
import { docx, p } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates()
const context = { missing: 'error', locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 } as const

async function drawn(x: string) {
  const data: JsonObject = { x }
  const template = vettedForTest(docx(p('{x | html}')), 'docx')
  const {
    content: { bytes },
  } = await templates.fill(template, { ...context, data }, { signal: new AbortController().signal })
  const zip = new PizZip(bytes)
  return (part = 'document'): string => zip.file(`word/${part}.xml`)?.asText() ?? ''
}

describe('formatted text', () => {
  it('runs to the left where it says so, and its sides with it', async () => {
    const xml = (
      await drawn(
        '<p dir="rtl">שלום a</p><p dir="rtl" style="text-align:right">ב</p><div style="direction:rtl"><table><tr><td>ג</td></tr></table></div><p>plain</p>',
      )
    )()
    expect(xml).toContain('<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr>')
    // The right of a line that begins there is Word's left.
    expect(xml).toContain('<w:bidi/><w:jc w:val="left"/>')
    expect(xml).toContain('<w:bidiVisual/>')
    expect(xml).toContain('<w:p><w:r><w:t xml:space="preserve">plain')
  })

  it('begins pages before and behind its blocks', async () => {
    const xml = (
      await drawn(
        '<p>a</p><p style="page-break-before:always">b</p><div style="break-after:page"></div><p>c</p><table style="page-break-before:always"></table>',
      )
    )()
    expect(xml.split('<w:pageBreakBefore/>')).toHaveLength(3)
    expect(xml).toMatch(/<w:pageBreakBefore\/><\/w:pPr><w:r><w:t xml:space="preserve">c/)
    const last = (await drawn('<p style="page-break-after:always">a</p>'))()
    expect(last).toMatch(/a<\/w:t><\/w:r><\/w:p><w:p><w:r><w:br w:type="page"\/>/)
  })

  it('is moved in by margins, within bounds', async () => {
    const xml = (
      await drawn('<p style="margin-left:1in;text-indent:0.5in">a</p><p style="padding-left:9999pt">b</p>')
    )()
    expect(xml).toContain('<w:ind w:left="1440" w:firstLine="720"/>')
    expect(xml).toContain('<w:ind w:left="5760"/>')
  })

  it('counts on from the value of a list entry', async () => {
    const part = await drawn('<ol><li>a<li value="9">b<li>c</ol>')
    expect([...part().matchAll(/<w:numId w:val="(\d)"/g)].map(([, id]) => id)).toEqual(['1', '2', '2'])
    expect(part('numbering')).toContain('<w:startOverride w:val="9"/>')
  })

  it('sizes and places tables, their columns and what stands in their cells', async () => {
    const xml = (
      await drawn(
        '<table style="width:50%;margin:0 auto"><colgroup><col width="100"><col width="300"></colgroup><tr><td valign="middle">a<td style="vertical-align:bottom">b</table>',
      )
    )()
    expect(xml).toContain('<w:tblW w:w="4513" w:type="dxa"/><w:jc w:val="center"/>')
    expect(xml).toContain('<w:gridCol w:w="1128"/><w:gridCol w:w="3384"/>')
    expect([...xml.matchAll(/<w:vAlign w:val="(\w+)"/g)].map(([, place]) => place)).toEqual(['center', 'bottom'])
  })

  it('shows letters in the case that is asked for', async () => {
    const xml = (
      await drawn(
        '<span style="text-transform:uppercase">ab</span><span style="text-transform:lowercase">CD</span><span style="text-transform:capitalize">élan vital</span>',
      )
    )()
    expect(xml).toContain('<w:caps/></w:rPr><w:t xml:space="preserve">ab<')
    expect(xml).toContain('>cd<')
    expect(xml).toContain('>Élan Vital<')
  })
})
