import type { JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { expect, it } from 'vitest'
import { docx, p, run, table } from '../testing/docx-builder.ts'
import { control } from '../testing/field-builder.ts'
import { filled } from '../testing/filling.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates()
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }
const named = (tag: string): string => control(`<w:tag w:val="${tag}"/>`, p('Click here'))
const entry = (text: string): string =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${run(text)}</w:p>`
const item = (content: string): string =>
  `<w:sdt><w:sdtPr><w15:repeatingSectionItem/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`

it.each<readonly [string, string, JsonObject]>([
  ['a control and a tag for one value', named('client.name') + p('By {client.name}'), { client: { name: 'Ada' } }],
  ['a control of two ways', named('note') + named('note | html'), { note: '<p>x</p>' }],
  ['a control with a formatter for a number', named('share | percent'), { share: 0.4 }],
  [
    'a repeating section with a spare item',
    control('<w:tag w:val="rows"/><w15:repeatingSection/>', item(p('{a}')) + item(p('old'))),
    { rows: [{ a: 'x' }] },
  ],
  ['a section that is the whole of a list entry', entry('{#parts}{text}{/parts}'), { parts: [{ text: 'x' }] }],
])('nothing is told of %s', async (_, body, data) => {
  const { findings } = await templates.inspect(vettedForTest(docx(body), 'docx'), { ...context, data }, { signal })
  expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([])
})

it('a control behind a table, or around one, gets no empty paragraph', async () => {
  const section = p('{#if long}') + p('more') + p('{/if}')
  const body = table(['a']) + named('name') + control('', table(['b'])) + section + p('end')
  const { xml } = await filled(docx(body), { name: 'Ada', long: true })
  expect(xml()).not.toContain('<w:p/>')
})

it('a control around a table that ends a cell gets its paragraph behind it', async () => {
  const cell = control('', table(['{#rows}{.}{/rows}'])) + p('{#if long}') + p('more') + p('{/if}')
  const { xml } = await filled(docx(`<w:tbl><w:tr><w:tc>${cell}</w:tc></w:tr></w:tbl>`), { rows: ['x'], long: false })
  expect(xml()).toContain('</w:tbl></w:sdtContent></w:sdt><w:p/></w:tc>')
})
