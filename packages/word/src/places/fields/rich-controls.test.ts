import type { JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import PizZip from 'pizzip'
import { describe, expect, it } from 'vitest'
import { writePng } from '@chancery/formats/raster'
import { docx, p, run, textOf, textBox } from '../../testing/docx-builder.ts'
import { control } from '../../testing/field-builder.ts'
import { createWordTemplates } from '../../word-templates.ts'

const templates = createWordTemplates()
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 } as const
const tag = (name: string, more = ''): string => `<w:tag w:val="${name}"/>${more}`
const picture = `data:image/png;base64,${Buffer.from(writePng(40, 20, new Uint8Array(3200))).toString('base64')}`

async function fill(body: string, data: JsonObject) {
  const template = vettedForTest(docx(body), 'docx')
  const {
    content: { bytes },
    unused,
  } = await templates.fill(template, { ...context, missing: 'error', data }, { signal })
  return { xml: new PizZip(bytes).file('word/document.xml')?.asText() ?? '', text: textOf(bytes), unused }
}

describe('a rich text control', () => {
  it('holds what its value says it is', async () => {
    const { xml, text } = await fill(
      control(tag('a'), p('old')) +
        control(tag('b'), p('old')) +
        control(tag('c'), p('old')) +
        control(tag('d'), p('old')),
      {
        a: { html: '<h1>T</h1><p>x</p>' },
        b: { markdown: '**m**' },
        c: { url: 'https://example.org', text: 'l' },
        d: '<i>',
      },
    )
    expect(text.split('\n')).toEqual(['T', 'x', 'm', 'l', '<i>'])
    expect(xml).toMatch(/<w:tag w:val="a"\/><\/w:sdtPr><w:sdtContent><w:p><w:pPr><w:pStyle w:val="Heading1"\/>/)
    expect(xml).toMatch(/<w:hyperlink [^>]*r:id=/)
  })

  it('may name formatters behind its path', async () => {
    const body = control(tag('Client_Terms | html'), p('old')) + control(tag('none | html'), p('stays'))
    const { xml, text } = await fill(body, { client: { terms: '<b>x</b>' } })
    expect(text).toBe('x\nstays')
    expect(xml).toContain('<w:b/>')
  })

  it('in a line takes the place of its paragraph for blocks', async () => {
    const data = { a: { html: '<p>one</p><p>two</p>' } }
    const alone = await fill(`<w:p>${control(tag('a'), run('old'))}</w:p>`, data)
    expect(alone.xml).toMatch(
      /<w:body><w:sdt>.*<w:sdtContent><w:p>.*one.*two.*<\/w:p><\/w:sdtContent><\/w:sdt><w:sectPr/,
    )
    const among = await fill(`<w:p>${run('x ')}${control(tag('a'), run('old'))}</w:p>`, data)
    expect(among.text.split('\n')).toEqual(['x ', 'one', 'two'])
  })

  it('is not bound any more, since Word would show the bound text', async () => {
    const binding = '<w:dataBinding w:xpath="/a" w:storeItemID="{1}"/>'
    const body = control(tag('a', binding), p('old')) + control(tag('b', binding), p('old'))
    const { xml } = await fill(body, { a: { html: '<b>x</b>' }, b: 'text' })
    expect(xml.split('<w:dataBinding')).toHaveLength(2)
  })
})

describe('a picture control', () => {
  it('has its picture as large as the one before', async () => {
    const old = `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="1800000" cy="1800000"/><wp:docPr id="9" name="x"/></wp:inline></w:drawing></w:r></w:p>`
    const { xml } = await fill(control(tag('a', '<w:picture/>'), old), { a: picture })
    expect(xml).toContain('<wp:extent cx="1800000" cy="900000"/>')
    expect(xml.split('<w:drawing>')).toHaveLength(2)
  })
})

describe('a repeating section', () => {
  const item = (content: string): string => control('<w15:repeatingSectionItem/>', content)
  const section = (name: string, content: string): string =>
    control(tag(name, '<w15:repeatingSection/>'), content).replace('<w:sdt>', '<w:sdt>')

  it('may hold nothing but controls, and sections of controls', async () => {
    const inner = section('subs', item(control(tag('b'), p('old'))))
    const body = section('rows', item(control(tag('a'), p('old')) + inner)) + p('end')
    const { xml, text, unused } = await fill(body, {
      rows: [
        { a: '1', subs: [{ b: 'x' }, { b: { markdown: '*y*' } }] },
        { a: '2', subs: [{ b: 'z' }] },
      ],
    })
    expect(text.split('\n')).toEqual(['1', 'x', 'y', '2', 'z', 'end'])
    expect(unused).toEqual([])
    expect(xml.split('<w15:repeatingSectionItem/>')).toHaveLength(6)
    expect(xml).not.toMatch(/rsidR|[\ufdd0-\ufdef]/)
  })
})

it('tells of a formatter behind the name of a control that there is not', async () => {
  const body = p('Dear') + `<w:p>${control(tag('ref | uper'), run('click'))}</w:p>`
  const { findings } = await templates.inspect(vettedForTest(docx(body), 'docx'), context, { signal })
  expect(findings).toMatchObject([
    { code: 'unknown_formatter', hint: 'Did you mean "upper"?', location: { paragraph: 2 } },
  ])
})

it('tells where a control around paragraphs stands, behind an empty one and a box that is drawn twice', async () => {
  const body = p('Dear') + '<w:p/>' + textBox(p('in a box')) + control(tag('ref | uper'), p('click'))
  const { findings } = await templates.inspect(vettedForTest(docx(body), 'docx'), context, { signal })
  const [told] = findings.filter(({ code }) => code === 'unknown_formatter')
  const lone = await templates.inspect(vettedForTest(docx(body + p('{#x}')), 'docx'), context, { signal })
  const behind = lone.findings.find(({ code }) => code === 'unclosed_section')?.location?.paragraph ?? 0
  expect(told?.location?.paragraph).toBe(behind - 1)
})
