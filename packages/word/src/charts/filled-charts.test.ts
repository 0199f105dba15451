import PizZip from 'pizzip'
import { describe, expect, it } from 'vitest'
import { docx, p } from '../testing/docx-builder.ts'
import { barChart, chartFiles, chartParagraph, series, withChart } from '../testing/chart-builder.ts'
import { filled, inspected, sdkFaults } from '../testing/filling.ts'

const template = (body: string, files: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  withChart(docx({ body, files }))

const sales = [
  { month: 'Jan <1>', revenue: 10, costs: 7.5 },
  { month: 'Feb', revenue: null, costs: '8.25' },
  { month: 'Mar', revenue: 12, costs: 9 },
]

/** What a chart keeps: by series its name, its categories and its values. */
const cachesOf = (xml: string) =>
  [...xml.matchAll(/<c:ser>([^]*?)<\/c:ser>/g)].map(([, own = '']) => {
    const values = (name: string): readonly (string | undefined)[] =>
      [
        ...(new RegExp(`<c:${name}>([^]*?)</c:${name}>`).exec(own)?.[1] ?? '').matchAll(
          /<c:pt idx="(\d+)"><c:v>([^<]*)</g,
        ),
      ].map(([, index, value]) => `${index}:${value}`)
    return { name: values('tx')[0], categories: values('cat'), values: values('val') }
  })

const cellsOf = (workbook: Uint8Array | undefined): readonly string[] =>
  [
    ...(new PizZip(workbook ?? new Uint8Array()).file('xl/worksheets/sheet1.xml')?.asText() ?? '').matchAll(
      /<c r="([A-Z]+\d+)"[^>]*>(?:<is><t[^>]*>([^<]*)|<v>([^<]*))/g,
    ),
  ].map(([, place, text, number]) => `${place}=${text ?? number}`)

describe('a chart', () => {
  it('takes its data by a tag in its alternative text, in what it keeps and in its workbook', async () => {
    const alt = 'Sales {sales | chart:"month":"revenue":"costs"}'
    const { xml, zip, bytes } = await filled(
      template(p('x') + chartParagraph(alt), chartFiles(barChart(series(0), series(1), series(2)), { title: 'Year' })),
      { sales },
    )
    const chart = xml('word/charts/chart1.xml')
    expect(cachesOf(chart)).toEqual([
      { name: '0:revenue', categories: ['0:Jan &lt;1&gt;', '1:Feb', '2:Mar'], values: ['0:10', '2:12'] },
      { name: '0:costs', categories: ['0:Jan &lt;1&gt;', '1:Feb', '2:Mar'], values: ['0:7.5', '1:8.25', '2:9'] },
    ])
    expect(chart).toContain("<c:f>'Sheet1'!$C$2:$C$4</c:f>".replaceAll("'", '&apos;'))
    expect(chart).toContain('<c:formatCode>#,##0</c:formatCode>')
    expect(chart).toContain('<a:t>Year</a:t>')
    expect(cellsOf(zip.file('word/embeddings/book1.xlsx')?.asUint8Array())).toEqual([
      'B1=revenue',
      'C1=costs',
      'A2=Jan &lt;1&gt;',
      'B2=10',
      'C2=7.5',
      'A3=Feb',
      'C3=8.25',
      'A4=Mar',
      'B4=12',
      'C4=9',
    ])
    expect(xml()).toContain('descr="Sales"')
    expect(await sdkFaults(bytes)).toEqual([])
  })

  it('takes it by a tag in its title, which then says the rest, or what the data has', async () => {
    const data = { categories: ['a'], series: [{ name: 'S', values: [1] }] }
    const files = (title: string) => chartFiles(barChart(series(0)), { title })
    const rest = await filled(template(chartParagraph('x'), files('{sales | chart} of {year}')), {
      sales: data,
      year: 2026,
    })
    expect(rest.xml('word/charts/chart1.xml')).toContain('<a:t>of 2026</a:t>')
    expect(cachesOf(rest.xml('word/charts/chart1.xml'))).toEqual([
      { name: '0:S', categories: ['0:a'], values: ['0:1'] },
    ])
    const named = await filled(template(chartParagraph('x'), files('{sales | chart}')), {
      sales: { ...data, title: 'A & B' },
    })
    expect(named.xml('word/charts/chart1.xml')).toContain('<a:t>A &amp; B</a:t>')
    const none = await filled(template(chartParagraph('x'), files('{sales | chart}')), { sales: data })
    expect(none.xml('word/charts/chart1.xml')).not.toContain('c:title>')
    expect(none.xml('word/charts/chart1.xml')).toContain('<c:autoTitleDeleted val="1"/>')
    expect(await sdkFaults(none.bytes)).toEqual([])
  })

  it('gets more series like its last one, in the colors that follow', async () => {
    const rows = [
      ['', 'a', 'b', 'c'],
      ['x', 1, 2, 3],
    ]
    const { xml, bytes } = await filled(template(chartParagraph('{rows | chart}'), chartFiles(barChart(series(0)))), {
      rows,
    })
    const chart = xml('word/charts/chart1.xml')
    expect(cachesOf(chart).map(({ name, values }) => [name, values])).toEqual([
      ['0:a', ['0:1']],
      ['0:b', ['0:2']],
      ['0:c', ['0:3']],
    ])
    expect([...chart.matchAll(/accent(\d)/g)].map(([, accent]) => accent)).toEqual(['1', '2', '3'])
    expect([...chart.matchAll(/<c:(?:idx|order) val="(\d)"/g)].map(([, number]) => number)).toEqual([
      '0',
      '0',
      '1',
      '1',
      '2',
      '2',
    ])
    expect(await sdkFaults(bytes)).toEqual([])
  })

  it('in a section is one for each turn, with a part and a workbook of its own', async () => {
    const body = p('{#regions}') + chartParagraph('{sales | chart}') + p('{/regions}')
    const { xml, zip, bytes } = await filled(template(body, chartFiles(barChart(series(0)), { title: 'T' })), {
      regions: ['N', 'S', 'W'].map((name) => ({ sales: [{ x: name, y: 1 }] })),
    })
    const charts = Object.keys(zip.files).filter((name) => /^word\/charts\/[^/]+\.xml$/.test(name))
    expect(charts.map((name) => cachesOf(xml(name))[0]?.categories[0]).toSorted()).toEqual(['0:N', '0:S', '0:W'])
    expect(Object.keys(zip.files).filter((name) => name.endsWith('.xlsx'))).toHaveLength(3)
    expect(new Set([...xml().matchAll(/r:id="([^"]+)"/g)].map(([, id]) => id)).size).toBe(3)
    expect(await sdkFaults(bytes)).toEqual([])
  })

  it('without a workbook gets one; dates stand on an axis of dates', async () => {
    const files = chartFiles(barChart(series(0)).replaceAll('c:catAx', 'c:dateAx'), { hasWorkbook: false })
    const { xml, zip, bytes } = await filled(template(chartParagraph('{rows | chart}'), files), {
      rows: [{ day: '2026-03-05', n: 1 }],
    })
    expect(xml('word/charts/chart1.xml')).toContain(
      '<c:formatCode>yyyy\\-mm\\-dd</c:formatCode><c:ptCount val="1"/><c:pt idx="0"><c:v>46086</c:v>',
    )
    const [workbook = ''] = Object.keys(zip.files).filter((name) => name.endsWith('.xlsx'))
    expect(cellsOf(zip.file(workbook)?.asUint8Array())).toEqual(['B1=n', 'A2=46086', 'B2=1'])
    expect(await sdkFaults(bytes)).toEqual([])
  })

  it('keeps what it has where the policy lets the data be missing', async () => {
    const { xml } = await filled(
      template(chartParagraph('{sales | chart}'), chartFiles(barChart(series(0)))),
      {},
      { missing: 'blank' },
    )
    expect(xml('word/charts/chart1.xml')).toContain('Old A')
    expect(xml()).toContain('r:id="chart1"')
  })

  it('refuses data that is none, and tags where no chart is', async () => {
    const chart = template(chartParagraph('{sales | chart}'), chartFiles(barChart(series(0))))
    await expect(filled(chart, { sales: [{ a: 'x', b: 'much' }] })).rejects.toMatchObject({ code: 'data_incomplete' })
    await expect(filled(chart, { sales: { categories: [1], series: [{ values: [1, 2] }] } })).rejects.toMatchObject({
      violations: [{ pointer: '/data/sales', code: 'wrong_kind' }],
    })
    const named = template(chartParagraph('{sales | chart:"month":"revenu"}'), chartFiles(barChart(series(0))))
    await expect(filled(named, { sales: [{ month: 'May', revenue: 2 }] })).rejects.toMatchObject({
      violations: [{ pointer: '/data/sales', code: 'wrong_argument', hint: 'Did you mean "revenue"?' }],
    })
    const { findings } = await inspected(docx(p('{sales | chart}')))
    expect(findings).toMatchObject([
      { code: 'formatter_position_invalid', severity: 'error', location: { paragraph: 1 } },
    ])
  })

  it('of very much is too large', async () => {
    const chart = template(p('{#l}') + chartParagraph('{sales | chart}') + p('{/l}'), chartFiles(barChart(series(0))))
    const names = Array.from({ length: 300 }, (_, index) => `s${index}`)
    const wide = [
      ['', ...names],
      ['x', ...names.map(() => 1)],
    ]
    await expect(filled(chart, { l: [{ sales: wide }] })).rejects.toMatchObject({ code: 'payload_too_large' })
    const long = { categories: ['x'.repeat(1_000_000)], series: Array.from({ length: 50 }, () => ({ values: [1] })) }
    await expect(filled(chart, { l: [{ sales: long }] })).rejects.toMatchObject({ code: 'payload_too_large' })
    const many = Array.from({ length: 1001 }, () => ({ sales: [{ x: 'a', y: 1 }] }))
    await expect(filled(chart, { l: many })).rejects.toMatchObject({
      code: 'payload_too_large',
      details: { what: 'charts', limit: 1000 },
    })
  })

  it('is filled by its own sample data', async () => {
    for (const tag of ['{sales | chart}', '{sales | chart:"month":"revenue"}']) {
      const chart = template(chartParagraph(tag), chartFiles(barChart(series(0))))
      const { sampleData, findings } = await inspected(chart)
      expect(findings).toEqual([])
      expect(cachesOf((await filled(chart, sampleData)).xml('word/charts/chart1.xml'))[0]?.values).toHaveLength(3)
    }
  })
})
