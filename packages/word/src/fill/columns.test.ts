import type { FillRequest, Finding, JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import PizZip from 'pizzip'
import { describe, expect, it } from 'vitest'
import { docx, p, table, textOf } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates()
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }

const cell = (content: string, width: number, span = 1): string =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${span === 1 ? '' : `<w:gridSpan w:val="${span}"/>`}</w:tcPr>${content}</w:tc>`
const grid = (columns: readonly number[], ...rows: readonly string[]): string =>
  `<w:tbl><w:tblPr/><w:tblGrid>${columns.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>${rows
    .map((row) => `<w:tr>${row}</w:tr>`)
    .join('')}</w:tbl>`

/** The tables of a filled document: widths of the grid, then a line for each row; merged cells with their span. */
async function filled(body: string, data: JsonObject, more: Partial<FillRequest> = {}): Promise<readonly string[]> {
  const request = { ...context, data, missing: 'error', ...more } as const
  const {
    content: { bytes },
  } = await templates.fill(vettedForTest(docx(body), 'docx'), request, { signal })
  const xml = new TextDecoder().decode(new PizZip(bytes).file('word/document.xml')?.asUint8Array())
  expect(xml).not.toMatch(/chancery-|[\ufdd0-\ufdef]|<w:t\/>/)
  return [...xml.matchAll(/<w:tblGrid>(.*?)<\/w:tblGrid>(.*?)<\/w:tbl>/gs)].flatMap(([, columns = '', rows = '']) => [
    [...columns.matchAll(/w:w="(\d+)"/g)].map(([, width]) => width).join(' '),
    ...[...rows.matchAll(/<w:tr>(.*?)<\/w:tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<w:tc>(.*?)<\/w:tc>/gs)]
        .map(([, content = '']) => {
          const span = /gridSpan w:val="(\d+)"/.exec(content)?.[1]
          const width = /tcW w:w="(\d+)"/.exec(content)?.[1]
          const text = content.replaceAll(/<[^>]*>/g, '')
          return `${text}:${width}${span === undefined ? '' : `/${span}`}`
        })
        .join(' '),
    ),
  ])
}

const inspect = async (body: string): Promise<readonly Finding[]> =>
  (await templates.inspect(vettedForTest(docx(body), 'docx'), context, { signal })).findings

const months = {
  months: [
    { name: 'Jan', total: 3 },
    { name: 'Feb', total: 5 },
    { name: 'Mar', total: 7 },
  ],
}
const report = (open: string, close: string): string =>
  grid(
    [3000, 2000, 1000],
    cell(p('Title'), 6000, 3),
    cell(p('Name'), 3000) + cell(p(`${open}{name}${close}`), 2000) + cell(p('Sum'), 1000),
    cell(p('Total'), 3000) + cell(p('{total}'), 2000) + cell('<w:p/>', 1000),
  )
const three = [
  '3000 667 666 667 1000',
  'Title:6000/5',
  'Name:3000 Jan:667 Feb:667 Mar:667 Sum:1000',
  'Total:3000 3:667 5:667 7:667 :1000',
]

describe('sections over columns', () => {
  it.each([
    ['{#columns months}', '{/columns}'],
    ['{#columns months}', '{/months}'],
    ['{#columns months}', '{/}'],
    ['{-w:tc months}', '{/months}'],
    ['{:vt#months}', '{:vt/months}'],
    ['{:vt#months}', '{:vt/}'],
  ])('%s … %s repeats them in every row, within the width of the table', async (open, close) => {
    expect(await filled(report(open, close), months)).toEqual(three)
  })

  it('hide them where there is nothing, and merged cells shrink', async () => {
    const none = ['4500 1500', 'Title:6000/2', 'Name:4500 Sum:1500', 'Total:4500 :1500']
    expect(await filled(report('{#columns months}', '{/columns}'), { months: [] })).toEqual(none)
    expect(await filled(report('{#columns show}', '{/columns}'), { show: false })).toEqual(none)
    expect(await filled(report('{#columns show}', '{/columns}'), { show: true, name: 'n', total: 1 })).toEqual([
      '3000 2000 1000',
      'Title:6000/3',
      'Name:3000 n:2000 Sum:1000',
      'Total:3000 1:2000 :1000',
    ])
  })

  it('leave a row its own list, and turn in rows that turn', async () => {
    const body = grid(
      [1000, 900],
      cell(p('Who'), 1000) + cell(p('{#columns days}{.}{/columns}'), 900),
      cell(p('{#people}{name}'), 1000) + cell(p('{#columns hours}{.}{/columns}{/people}'), 900),
      cell(p('{#people}{name}'), 1000) + cell(p('{.}!{/people}'), 900),
    )
    const data = {
      days: ['Mo', 'Tu'],
      people: [
        { name: 'Ann', hours: [1, 2] },
        { name: 'Bob', hours: [3, 4] },
      ],
    }
    expect(await filled(body, data)).toEqual([
      '1000 450 450',
      'Who:1000 Mo:450 Tu:450',
      'Ann:1000 1:450 2:450',
      'Bob:1000 3:450 4:450',
      'Ann:1000 Mo!:450 Tu!:450',
      'Bob:1000 Mo!:450 Tu!:450',
    ])
  })

  it('may be several columns, end in another row, and stand in tables that turn', async () => {
    const body =
      p('{#years}') +
      grid(
        [800, 300, 300],
        cell(p('{year}'), 800) + cell(p('{#columns q}{n}'), 600, 2),
        cell(p('x'), 800) + cell(p('{a}'), 300) + cell(p('{b}{/columns}'), 300),
      ) +
      p('{/years}')
    const data = {
      years: [
        {
          year: 1,
          q: [
            { n: 'I', a: 1, b: 2 },
            { n: 'II', a: 3, b: 4 },
          ],
        },
        { year: 2, q: [] },
      ],
    }
    expect(await filled(body, data)).toEqual([
      '800 150 150 150 150',
      '1:800 I:300/2 II:300/2',
      'x:800 1:150 2:150 3:150 4:150',
      '1400',
      '2:1400',
      'x:1400',
    ])
  })

  it('may be in a table of a column that turns', async () => {
    const inner = grid([400], cell(p('{#columns k}{.}{/columns}'), 400))
    const body = grid([1000, 500], cell(p('H'), 1000) + `<w:tc>${p('{#columns m}')}${inner}${p('{/columns}')}</w:tc>`)
    const {
      content: { bytes },
    } = await templates.fill(
      vettedForTest(docx(body), 'docx'),
      { ...context, data: { m: [{ k: [1, 2] }, { k: [3] }] }, missing: 'error' },
      { signal },
    )
    expect(textOf(bytes).split(/\s+/)).toEqual(['H', '1', '2', '3'])
  })

  it('stay as written where nothing is there yet', async () => {
    const kept = await filled(report('{#columns months}', '{/columns}'), {}, { missing: 'keep' })
    expect(kept).toEqual([
      '3000 2000 1000',
      'Title:6000/3',
      'Name:3000 {#columns months}{name}{/columns}:2000 Sum:1000',
      'Total:3000 {total}:2000 :1000',
    ])
  })

  it('are as many as Word opens', async () => {
    const many = { months: Array.from({ length: 62 }, () => ({ name: '', total: 0 })) }
    await expect(filled(report('{#columns months}', '{/columns}'), many)).rejects.toMatchObject({
      code: 'payload_too_large',
      details: { what: 'columns', limit: 63, actual: 64 },
    })
  })

  it('tell the tag as it was written', async () => {
    const violations = await templates
      .fill(
        vettedForTest(docx(report('x {#columns months}', '{/columns}')), 'docx'),
        { ...context, data: {}, missing: 'error' },
        { signal },
      )
      .catch((error: { violations: readonly Finding[] }) => error.violations)
    expect(violations).toMatchObject([
      {
        code: 'missing_value',
        location: { table: 1, row: 2, column: 2, paragraph: 3, start: 2, end: 19, tag: '{#columns months}' },
      },
    ])
  })

  it.each([
    ['outside of a table', p('{#columns a}{.}{/columns}'), 'loop_position_invalid'],
    ['over two tables', table(['{#columns a}']) + p('x') + table(['{/columns}']), 'loop_position_invalid'],
    ['never closed', table(['{#columns a}', 'x']), 'unclosed_section'],
    ['in one another', table(['x', '{#columns a}{#columns b}{.}{/columns}{/columns}']), 'loop_position_invalid'],
    ['with an else', table(['{#columns a}{.}{else}x{/columns}']), 'loop_position_invalid'],
    [
      'with half of a merged cell',
      grid(
        [1, 1, 1],
        cell(p('x'), 2, 2) + cell(p('y'), 1),
        cell(p('x'), 1) + cell(p('{#columns a}{.}'), 1) + cell(p('{/columns}'), 1),
      ),
      'loop_position_invalid',
    ],
    ['over another element', p('{-w:body a}{b}'), 'unsupported_tag'],
  ])('%s are told', async (_, body, code) => {
    expect((await inspect(body)).map((finding) => finding.code)).toEqual([code])
  })
})
