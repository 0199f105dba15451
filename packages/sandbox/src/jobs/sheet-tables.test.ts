import type { SourceRow, VettedDocument } from '@chancery/core'
import { writeCompoundFile } from '@chancery/formats/compound-file/testing'
import { clientSourceContract } from '@chancery/port-contracts/client-source'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { buildZip } from '@chancery/port-contracts/zip-builder'
import { describe, expect, it } from 'vitest'
import { inlineJobs } from '../ports/inline-jobs.ts'
import { sandboxedClientSources } from '../ports/sandboxed-client-sources.ts'

const { signal } = new AbortController()
const settings = { maxMs: 30_000, pages: 500, cells: 200_000, documentBytes: 64 * 1024 * 1024 }
const sources = sandboxedClientSources(inlineJobs(), settings)

/** A text, or a number in a style of `xlsxOf`. */
type Cell = string | { readonly number: number; readonly style: 'date' | 'postcode' | 'general' }
type Rows = readonly (readonly Cell[])[]

const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\n', '&#10;')
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const styles = { general: 0, date: 1, postcode: 2 }

function xlsxOf(...sheets: Rows[]): VettedDocument {
  return workbookOf(sheets.map((rows) => ({ rows })))
}

/** @param sheets.state as the format says it: `hidden`, `veryHidden` */
function workbookOf(
  sheets: readonly { readonly rows: Rows; readonly state?: string; readonly columns?: string }[],
): VettedDocument {
  const relationships = (entries: readonly (readonly [id: string, type: string, target: string])[]): string =>
    `<Relationships xmlns="${packageRelationships}">${entries
      .map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`
  const cellOf = (cell: Cell): string =>
    typeof cell === 'string'
      ? `<c t="inlineStr"><is><t xml:space="preserve">${xml(cell)}</t></is></c>`
      : `<c s="${styles[cell.style]}"><v>${cell.number}</v></c>`
  const parts: [string, string][] = [
    ['_rels/.rels', relationships([['r', 'officeDocument', 'xl/workbook.xml']])],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets
        .map(({ state = 'visible' }, at) => `<sheet name="S${at}" sheetId="${at + 1}" state="${state}" r:id="s${at}"/>`)
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relationships([
        ['styles', 'styles', 'styles.xml'],
        ...sheets.map((_, at) => [`s${at}`, 'worksheet', `worksheets/s${at}.xml`] as const),
      ]),
    ],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="170" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
    ],
    ...sheets.map(({ rows, columns = '' }, at): [string, string] => [
      `xl/worksheets/s${at}.xml`,
      `<worksheet xmlns="${main}">${columns}<sheetData>${rows
        .map((cells) => `<row>${cells.map(cellOf).join('')}</row>`)
        .join('')}</sheetData></worksheet>`,
    ]),
  ]
  return vettedForTest(buildZip(parts.map(([name, content]) => ({ name, content }))), 'xlsx')
}

function odsOf(rows: Rows, hiddenRows?: Rows): VettedDocument {
  const urn = 'urn:oasis:names:tc:opendocument:xmlns'
  const cells = (row: readonly Cell[]): string =>
    row
      .map((cell) =>
        typeof cell === 'string'
          ? `<table:table-cell office:value-type="string"><text:p>${xml(cell)}</text:p></table:table-cell>`
          : `<table:table-cell office:value-type="float" office:value="${cell.number}"><text:p>${cell.number}</text:p></table:table-cell>`,
      )
      .join('')
  const table = (style: string, each: Rows): string =>
    `<table:table table:name="${style}" table:style-name="${style}">${each
      .map((row) => `<table:table-row>${cells(row)}</table:table-row>`)
      .join('')}</table:table>`
  const hidden = '<style:table-properties table:display="false"/>'
  const content = `<office:document-content xmlns:office="${urn}:office:1.0" xmlns:style="${urn}:style:1.0" xmlns:table="${urn}:table:1.0" xmlns:text="${urn}:text:1.0"><office:automatic-styles><style:style style:name="hidden" style:family="table">${hidden}</style:style></office:automatic-styles><office:body><office:spreadsheet>${table('shown', rows)}${hiddenRows === undefined ? '' : table('hidden', hiddenRows)}</office:spreadsheet></office:body></office:document-content>`
  return vettedForTest(buildZip([{ name: 'content.xml', content }]), 'ods')
}

/** Excel 97's records of one sheet (MS-XLS 2.4): texts as they are, no styles. */
function xlsOf(rows: readonly (readonly string[])[]): VettedDocument {
  const record = (type: number, data: readonly number[]): number[] => [...u16(type), ...u16(data.length), ...data]
  const u16 = (value: number): number[] => [value & 255, value >> 8]
  const begin = (kind: number): number[] => record(0x0809, [...u16(0x0600), ...u16(kind), ...Array<number>(12).fill(0)])
  const end = record(0x000a, [])
  const cells = rows.flatMap((row, at) =>
    row.flatMap((text, column) =>
      text === ''
        ? []
        : record(0x0204, [...u16(at), ...u16(column), 0, 0, ...u16(text.length), 0, ...new TextEncoder().encode(text)]),
    ),
  )
  const globals = (offset: number): number[] => [
    ...begin(5),
    ...record(0x0085, [...u16(offset), 0, 0, 0, 0, 2, 0, 0x53, 0x31]),
    ...end,
  ]
  const stream = [...globals(globals(0).length), ...begin(0x10), ...cells, ...end]
  return vettedForTest(writeCompoundFile([{ name: 'Workbook', bytes: Uint8Array.from(stream) }]), 'xls')
}

clientSourceContract('xlsx by the reader of documents', () => ({
  source: sources.xlsx,
  write: (records) => xlsxOf([['Name', 'Note'], ...records.map(({ name, note }) => [name, note])]),
  columns: { name: 'Name', note: 'Note' },
  damaged: xlsxOf([
    ['Name', 'Note'],
    ['Ada', 'x'],
    ['Bob', 'y'],
    ['Cy', 'z', 'beside'],
  ]),
}))

clientSourceContract('ods by the reader of documents', () => ({
  source: sources.ods,
  write: (records) => odsOf([['Name', 'Note'], ...records.map(({ name, note }) => [name, note])]),
  columns: { name: 'Name', note: 'Note' },
  damaged: odsOf([
    ['Name', 'Note'],
    ['Ada', 'x'],
    ['Bob', 'y'],
    ['Cy', 'z', 'beside'],
  ]),
}))

it('has room for tables of more cells than are read while a caller waits for a document', async () => {
  const few = sandboxedClientSources(inlineJobs(), { ...settings, cells: 4 })
  const document = xlsxOf([['Name'], ['Ada'], ['Bob'], ['Cy'], ['Dan']])
  expect(await few.xlsx.read({ document }, { signal })).toMatchObject({ total: 4 })
})

describe('hidden sheets', () => {
  const shown = [
    ['Name', 'Note'],
    ['Ada', 'x'],
  ]
  const unseen = [
    ['Name', 'Note'],
    ['Bob', 'y'],
  ]
  it.each([
    [
      'xlsx',
      workbookOf([{ rows: unseen, state: 'hidden' }, { rows: shown }, { rows: unseen, state: 'veryHidden' }]),
      2,
    ],
    ['ods', odsOf(shown, unseen), 1],
  ] as const)('of %s are left out, which is told', async (id, document, count) => {
    const { rows, findings } = await sources[id].read({ document }, { signal })
    const read: SourceRow[] = []
    for await (const row of rows) read.push(row)
    expect(read.map(({ values }) => values[0]?.value)).toEqual(['Ada'])
    expect(findings.map(({ code, message }) => [code, message])).toEqual([
      ['hidden_tables_left_out', `${count} table(s) on hidden sheets were left out.`],
    ])
  })

  it('alone are refused', async () => {
    const document = workbookOf([{ rows: unseen, state: 'hidden' }])
    await expect(sources.xlsx.read({ document }, { signal })).rejects.toMatchObject({ code: 'unsupported_document' })
  })

  it('are another thing than hidden columns, which are read and told', async () => {
    const document = workbookOf([{ rows: shown, columns: '<cols><col min="2" max="2" hidden="1"/></cols>' }])
    const { findings } = await sources.xlsx.read({ document }, { signal })
    expect(findings.map(({ code }) => code)).toEqual(['hidden_cells'])
  })
})

describe('cells that stand alone', () => {
  const list = [
    ['Name', 'E-mail'],
    ['Ada', 'a@x.org'],
  ]
  it.each([
    ['xlsx', workbookOf([{ rows: [...list, [], ['Bob']] }, { rows: [['secret']], state: 'hidden' }])],
    ['ods', odsOf([...list, [''], ['Bob']], [['secret']])],
  ] as const)('in %s are told, since nobody reads them', async (id, document) => {
    const { findings } = await sources[id].read({ document }, { signal })
    expect(findings.filter(({ code }) => code === 'cells_left_out').map(({ message }) => message)).toEqual([
      '1 cell(s) that empty rows and columns part from the list were left out: "Bob".',
    ])
  })
})

describe('empty rows and columns inside of a list', () => {
  const list = [
    ['Name', 'Phone', '', 'E-mail', 'City'],
    ['Ada', '+49 30 1234567', '', 'a@x.org', 'Ulm'],
    ['Bob', '+49 30 1234568', '', '', ''],
    ['Cy', '+49 30 1234569', '', 'c@x.org', 'Bonn'],
    ['', '', '', '', ''],
    ['Di', '+49 30 1234560', '', 'd@x.org', ''],
    ['Eve', '+49 30 1234561', '', '', ''],
  ]
  it.each([
    ['xlsx', xlsxOf(list)],
    ['ods', odsOf(list)],
    ['xls', xlsOf(list)],
  ] as const)('of %s part nothing', async (id, document) => {
    const { columns, rows, findings } = await sources[id].read({ document }, { signal })
    const read: SourceRow[] = []
    for await (const row of rows) read.push(row)
    expect(findings).toEqual([])
    expect(columns).toEqual(['Name', 'Phone', 'E-mail', 'City'])
    expect(read.map(({ values }) => values.map(({ value }) => value).join(' '))).toEqual([
      'Ada +49 30 1234567 a@x.org Ulm',
      'Bob +49 30 1234568',
      'Cy +49 30 1234569 c@x.org Bonn',
      'Di +49 30 1234560 d@x.org',
      'Eve +49 30 1234561',
    ])
  })
})

describe('cells', () => {
  it('are what they hold, not how they are shown', async () => {
    const document = xlsxOf(
      [
        ['Name', 'Phone', 'Born', 'Postcode'],
        [
          'Ada',
          { number: 493_012_345_678, style: 'general' },
          { number: 31_111, style: 'date' },
          { number: 1067, style: 'postcode' },
        ],
      ],
      [
        ['Name', 'Phone', 'Born', 'Postcode'],
        ['Bob', '0049', '', '10115'],
      ],
    )
    const { rows } = await sources.xlsx.read({ document }, { signal })
    const read: SourceRow[] = []
    for await (const row of rows) read.push(row)
    expect(read.map(({ values }) => values.map(({ value }) => value))).toEqual([
      ['Ada', '493012345678', '1985-03-05', '01067'],
      ['Bob', '0049', '10115'],
    ])
  })
})
