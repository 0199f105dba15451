import { describe, expect, it } from 'vitest'
import { docx, p, textBox } from '../testing/docx-builder.ts'
import { filled, inspected, sdkFaults } from '../testing/filling.ts'

describe('notes', () => {
  it('get their number where the tag stands, and their text in the part for notes', async () => {
    const body = p('a{x | footnote} b{y | endnote}') + p('{#l}{. | footnote}{/l}')
    const { xml, bytes } = await filled(docx(body), { x: 'One <1>\ntwo', y: 'End', l: ['L1', 'L2'] })
    expect(
      [...xml().matchAll(/<w:(foot|end)noteReference w:id="(\d)"/g)].map(([, kind, id]) => `${kind}${id}`),
    ).toEqual(['foot1', 'end1', 'foot2', 'foot3'])
    const notes = xml('word/footnotes.xml')
    expect(notes).toContain(
      '<w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r><w:r><w:t xml:space="preserve">One &lt;1&gt;</w:t></w:r><w:r><w:br/></w:r><w:r><w:t xml:space="preserve">two</w:t>',
    )
    expect(notes.match(/<w:footnote w:id="[123]"/g)).toHaveLength(3)
    expect(xml('word/endnotes.xml')).toContain('End')
    expect(xml('word/styles.xml')).toContain('<w:name w:val="footnote text"/>')
    expect(await sdkFaults(bytes)).toEqual([])
  })

  it('stand behind those that the template has, and take formatted text', async () => {
    const footnotes =
      '<w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote><w:footnote w:type="continuationSeparator" w:id="0"><w:p/></w:footnote><w:footnote w:id="4"><w:p><w:r><w:t>Own {x}</w:t></w:r></w:p></w:footnote>'
    const body = `<w:p><w:r><w:footnoteReference w:id="4"/></w:r></w:p>${p('{y | html | footnote}')}${p('{z | markdown | footnote}')}`
    const { xml, bytes } = await filled(docx({ body, footnotes }), {
      x: 'X',
      y: 'see <b>there</b> <a href="https://example.org">x</a>',
      z: '- one\n- two',
    })
    const notes = xml('word/footnotes.xml')
    expect(notes).toContain('Own X')
    expect(notes).toMatch(
      /<w:footnote w:id="5">.*<w:b\/>.*there.*<w:hyperlink [^>]*r:id="rId1".*<\/w:footnote><w:footnote w:id="6">/,
    )
    expect(xml('word/_rels/footnotes.xml.rels')).toContain('https://example.org')
    expect(await sdkFaults(bytes)).toEqual([])
  })

  it('belong in the text', async () => {
    const { findings } = await inspected(
      docx({ body: p('{a | footnote}') + textBox(p('{b | footnote}')), header: p('{c | endnote}') }),
    )
    expect(findings.map(({ code, location }) => [code, location?.part, location?.tag])).toEqual([
      ['formatter_position_invalid', 'Body', '{b | footnote}'],
      ['formatter_position_invalid', 'Header 1', '{c | endnote}'],
    ])
  })

  it('are filled by their sample data; without a text there is no note', async () => {
    const template = docx(p('a{x | footnote}'))
    const { sampleData } = await inspected(template)
    expect((await filled(template, sampleData)).xml()).toContain('footnoteReference')
    const none = await filled(template, { x: '' }, { missing: 'blank' })
    expect(none.xml()).not.toContain('footnoteReference')
    expect(none.zip.file('word/footnotes.xml')).toBeNull()
  })
})

describe('a watermark', () => {
  it('stands behind the pages of its header, in its color, or not at all', async () => {
    const template = docx({ body: p('x'), header: p('Head {mark | watermark:"red"}') })
    const { xml, bytes } = await filled(template, { mark: 'DRAFT & <2>' })
    const header = xml('word/header1.xml')
    expect(header).toContain('string="DRAFT &amp; &lt;2&gt;"')
    expect(header).toContain('fillcolor="#FF0000"')
    expect(header).toContain('rotation:315')
    expect(await sdkFaults(bytes)).toEqual([])
    for (const data of [{}, { mark: '' }, { mark: null }]) {
      const none = await filled(template, data)
      expect(none.xml('word/header1.xml')).not.toContain('v:shape')
    }
  })

  it('fits between the margins, however long', async () => {
    for (const mark of ['A', 'CONFIDENTIAL', 'x'.repeat(100)]) {
      for (const layout of ['diagonal', 'horizontal']) {
        const { xml } = await filled(docx({ body: p('x'), header: p(`{mark | watermark:"":"${layout}"}`) }), { mark })
        const [, width = 0, height = 0] = (/width:(\d+)pt;height:(\d+)pt/.exec(xml('word/header1.xml')) ?? []).map(
          Number,
        )
        const across = layout === 'diagonal' ? (width + height) / Math.SQRT2 : width
        expect(height).toBeGreaterThan(0)
        // A4 with margins of an inch is 451 points wide.
        expect(across).toBeLessThan(451)
      }
    }
  })

  it('belongs in a header', async () => {
    const { findings, sampleData } = await inspected(docx({ body: p('{a | watermark}'), header: p('{a | watermark}') }))
    expect(findings.map(({ code, location }) => [code, location?.part])).toEqual([
      ['formatter_position_invalid', 'Body'],
    ])
    expect(sampleData).toEqual({ a: 'DRAFT' })
  })
})
