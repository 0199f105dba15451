import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { docx, p, run, table, textBox } from '../testing/docx-builder.ts'
import { filled, inspected, sdkFaults } from '../testing/filling.ts'

const cell = (text: string, width = 2000): string =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${p(text)}</w:tc>`
const row = (...cells: readonly string[]): string => `<w:tr>${cells.join('')}</w:tr>`
const grid = (columns: number, ...rows: readonly string[]): string =>
  `<w:tbl><w:tblPr/><w:tblGrid>${'<w:gridCol w:w="2000"/>'.repeat(columns)}</w:tblGrid>${rows.join('')}</w:tbl>`

/** The cells of the main part: text, background, columns and what is said of merging, by rows. */
const cellsOf = (xml: string): readonly (readonly string[])[] =>
  [...xml.matchAll(/<w:tr>([^]*?)<\/w:tr>/g)].map(([, inner = '']) =>
    [...inner.matchAll(/<w:tc>([^]*?)<\/w:tc>/g)].map(([, content = '']) => {
      const text = [...content.matchAll(/<w:t[^>]*>([^<]*)</g)].map(([, each]) => each).join('')
      const fill = /w:fill="(\w+)"/.exec(content)?.[1]
      const span = /<w:gridSpan w:val="(\d+)"/.exec(content)?.[1]
      const merge = /<w:vMerge(?: w:val="(\w+)")?\/>/.exec(content)
      return [text, fill, span, merge === null ? undefined : (merge[1] ?? 'continue')]
        .map((each) => each ?? '-')
        .join(' ')
    }),
  )

describe('cells', () => {
  it('take the color of their value, and rows that of one of theirs', async () => {
    const body = grid(
      2,
      row(
        cell('{#rows}{name | rowColor:back}'),
        cell('{state | cellColor:color | textColor:"white" | textStyle:"bold"}{/rows}'),
      ),
    )
    const { xml, bytes } = await filled(docx(body), {
      rows: [
        { name: 'A', back: '', state: 'late', color: 'red' },
        { name: 'B', back: '#eef', state: 'fine', color: '' },
      ],
    })
    expect(cellsOf(xml())).toEqual([
      ['A - - -', 'late FF0000 - -'],
      ['B EEEEFF - -', 'fine EEEEFF - -'],
    ])
    expect(xml()).toContain(
      '<w:rPr><w:b/><w:bCs/><w:color w:val="FFFFFF"/></w:rPr><w:t xml:space="preserve">late</w:t>',
    )
    expect(await sdkFaults(bytes)).toEqual([])
  })

  it('of the same value below each other are one, within what else they have in common', async () => {
    const body = grid(3, row(cell('{#rows}{land | mergeDown}'), cell('{city | mergeDown:land}'), cell('{name}{/rows}')))
    const rows = [
      ['DE', 'Halle', 'a'],
      ['DE', 'Halle', 'b'],
      ['BE', 'Halle', 'c'],
      ['BE', '', 'd'],
      ['BE', '', 'e'],
    ].map(([land, city, name]) => ({ land, city, name }))
    const { xml, bytes } = await filled(docx(body), { rows })
    expect(cellsOf(xml()).map((cells) => cells.slice(0, 2))).toEqual([
      ['DE - - restart', 'Halle - - restart'],
      ['- - - continue'.replace('- ', ' '), ' - - continue'],
      ['BE - - restart', 'Halle - - -'],
      [' - - continue', ' - - -'],
      [' - - continue', ' - - -'],
    ])
    expect(await sdkFaults(bytes)).toEqual([])
  })

  it('of the same value beside each other are one, as wide as both, and then downwards too', async () => {
    const body = grid(
      4,
      row(cell('{a | mergeRight}'), cell('{b | mergeRight}'), cell('{c | mergeRight}'), cell('x')),
      row(cell('{a | mergeRight | mergeDown}'), cell('{a | mergeRight | mergeDown}'), cell('1'), cell('2')),
      row(cell('{a | mergeRight | mergeDown}'), cell('{a | mergeRight | mergeDown}'), cell('3'), cell('4')),
    )
    const { xml, bytes } = await filled(docx(body), { a: 'Q1', b: 'Q1', c: 'Q2' })
    expect(cellsOf(xml())).toEqual([
      ['Q1 - 2 -', 'Q2 - - -', 'x - - -'],
      ['Q1 - 2 restart', '1 - - -', '2 - - -'],
      [' - 2 continue', '3 - - -', '4 - - -'],
    ])
    expect(xml()).toContain('<w:tcW w:w="4000" w:type="dxa"/><w:gridSpan w:val="2"/>')
    expect(await sdkFaults(bytes)).toEqual([])
  })

  it('lose nothing: other text, pictures, or what the template merged keeps them apart', async () => {
    const merged =
      '<w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr><w:p><w:r><w:t>{a | mergeDown}</w:t></w:r></w:p></w:tc>'
    const body =
      grid(1, row(cell('{a | mergeDown} one')), row(cell('{a | mergeDown} two'))) +
      p('') +
      grid(1, row(cell('{a | mergeDown}')), row(merged))
    const { xml } = await filled(docx(body), { a: 'A' })
    expect(cellsOf(xml())).toEqual([['A one - - -'], ['A two - - -'], ['A - - -'], ['A - - restart']])
  })

  it('keep the ends of bookmarks of cells that others cover', async () => {
    const marked = `<w:tc><w:p><w:bookmarkStart w:id="1" w:name="m"/>${run('{a | mergeDown}')}</w:p></w:tc>`
    const body = `${grid(1, row(cell('{a | mergeDown}')), row(marked))}<w:p><w:bookmarkEnd w:id="1"/></w:p>`
    const { xml } = await filled(docx(body), { a: 'A' })
    expect(xml()).toContain(
      '<w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p><w:bookmarkStart w:id="1" w:name="m"/></w:p></w:tc>',
    )
  })

  it('are formatted in tables in cells, in text boxes and where a value stands twice', async () => {
    const inner = grid(1, row(cell('{a | cellColor:"red"}{a | cellColor:"blue"}')))
    const body = grid(1, row(`<w:tc>${inner}${p('{b | cellColor:"lime"}')}</w:tc>`)) + textBox(inner + p(''))
    const { xml } = await filled(docx(body), { a: 'A', b: 'B' })
    expect([...xml().matchAll(/w:fill="(\w+)"/g)].map(([, color]) => color)).toEqual([
      '00FF00',
      '0000FF',
      '0000FF',
      '0000FF',
    ])
    expect(xml()).not.toContain('chancery-cell')
  })

  it('want a style that the template has', async () => {
    const styles = (id: string) => ({
      body: table(['{a | textStyle:style}']),
      files: {
        'word/styles.xml': `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="character" w:styleId="${id}"><w:name w:val="Strong Words"/></w:style></w:styles>`,
      },
    })
    const known = await filled(docx(styles('S1')), { a: 'A', style: 'strong words' })
    expect(known.xml()).toContain('<w:rStyle w:val="S1"/>')
    const unknown = await filled(docx(styles('S1')), { a: 'A', style: 'Nothing' })
    expect(unknown.findings).toMatchObject([{ code: 'unknown_style', location: { tag: '{a | textStyle:style}' } }])
  })

  it('tell in a validation where no cell is, and colors that are none', async () => {
    const { findings } = await inspected(
      docx(p('{a | cellColor:"red"}') + table(['{b | rowColor:"reddish"}', '{c | mergeDown}'])),
    )
    expect(
      findings.map(({ code, severity, location, hint }) => [code, severity, location?.paragraph, hint !== undefined]),
    ).toEqual([
      ['formatter_position_invalid', 'error', 1, true],
      ['wrong_argument', 'error', 2, true],
    ])
  })

  it('are known to schema and sample data', async () => {
    const template = docx(table(['{#rows}{name | rowColor:color}', '{sum | number:2 | cellColor:other}{/rows}']))
    const { schema, sampleData } = await inspected(template)
    expect(schema).toMatchObject({
      properties: {
        rows: { items: { properties: { color: { type: 'string' }, name: {}, sum: { type: ['number', 'string'] } } } },
      },
    })
    expect((await filled(template, sampleData)).findings).toEqual([])
  })

  it('of many rows, and of tables in tables, take time in proportion', async () => {
    const rows = docx(grid(2, row(cell('{#l}{a | mergeDown | cellColor:"red"}'), cell('{a | mergeRight}{/l}'))))
    await expectLinearTime(
      500,
      (size) => Array.from({ length: size }, () => ({ a: 'A' })),
      (l) => filled(rows, { l }),
    )
    const nested = (depth: number): string =>
      depth === 0
        ? p('{a | mergeDown}')
        : grid(1, row(`<w:tc>${p('{a | mergeDown}')}${nested(depth - 1)}${p('')}</w:tc>`))
    await expectLinearTime(
      12,
      (size) => docx(nested(size)),
      (template) => filled(template, { a: 'A' }),
    )
  })

  it('stay whole and lose no value, however many are merged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.constantFrom('a', 'b', ''), { minLength: 3, maxLength: 3 }), {
          minLength: 1,
          maxLength: 8,
        }),
        async (values) => {
          const body = grid(
            3,
            ...values.map((_, index) =>
              row(...[0, 1, 2].map((column) => cell(`{v.${index}.${column} | mergeDown | mergeRight}`))),
            ),
          )
          const { xml } = await filled(docx(body), { v: values }, { missing: 'blank' })
          const shown = cellsOf(xml()).map((cells) => cells.map((each) => each.split(' ')))
          const above: (string | undefined)[] = []
          for (const [index, cells] of shown.entries()) {
            let column = 0
            for (const [text = '', , span = '-', merge] of cells) {
              const width = span === '-' ? 1 : Number(span)
              const value = merge === 'continue' ? above[column] : text
              for (let at = column; at < column + width; at++) {
                expect(value).toBe(values[index]?.[at])
                above[at] = value
              }
              column += width
            }
            expect(column).toBe(3)
          }
        },
      ),
      { numRuns: 20 },
    )
  })
})
