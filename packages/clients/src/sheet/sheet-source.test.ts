import type { DocumentType, SourceRow, VettedDocument } from '@chancery/core'
import { clientSourceContract } from '@chancery/port-contracts/client-source'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { ChanceryError } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import type { SheetTable } from './sheet-island.ts'
import { createSheetSource } from './sheet-source.ts'

const { signal } = new AbortController()

/** Tables as a reader gives them; what is asked here is what the source makes of them, so they come as JSON. */
const source = createSheetSource('xlsx', async ({ bytes }) => {
  const corrupt = (cause?: unknown): ChanceryError =>
    new ChanceryError('document_corrupt', 'No tables.', cause === undefined ? {} : { cause })
  let tables: unknown
  try {
    tables = JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    throw corrupt(error)
  }
  if (!Array.isArray(tables)) throw corrupt()
  const islands = (tables as SheetTable[]).map((rows, sheet) => ({ sheet, top: 0, left: 0, rows }))
  return { islands, hidden: 0, findings: [] }
})
const sheets = (...tables: SheetTable[]): VettedDocument => vettedForTest(JSON.stringify(tables), 'xlsx')

async function read(...tables: SheetTable[]) {
  const { columns, findings, rows } = await source.read({ document: sheets(...tables) }, { signal })
  const all: SourceRow[] = []
  for await (const row of rows) all.push(row)
  return {
    columns,
    findings: findings.map(({ code }) => code),
    cells: all.map(({ values }) => values.map(({ value }) => value)),
    faults: all.flatMap(({ faults }) => faults.map(({ code }) => code)),
  }
}

clientSourceContract('xlsx', () => ({
  source,
  write: (records) => sheets([['Name', 'Note'], ...records.map(({ name, note }) => [name, note])]),
  columns: { name: 'Name', note: 'Note' },
  damaged: sheets([
    ['Name', 'Note'],
    ['Ada', 'x'],
    ['Bob', 'y'],
    ['Cy', 'z', 'beside'],
  ]),
}))

describe('the list among the tables', () => {
  const clients = [
    ['Name', 'E-mail'],
    ['Ada', 'a@x.org'],
  ]

  it('is the one with known columns, and what is left out is told', async () => {
    const totals = [
      ['Quarter', 'Sum', 'Of'],
      ['1', '5', '2'],
      ['2', '6', '3'],
    ]
    expect(await read(totals, clients)).toEqual({
      columns: ['Name', 'E-mail'],
      findings: ['tables_left_out'],
      cells: [['Ada', 'a@x.org']],
      faults: [],
    })
  })

  it('is told from what is left out by its first text', async () => {
    const totals = [
      ['', 'Quarter of the year that is reported on here', 'Sum'],
      ['1', '5', '2'],
    ]
    const { findings } = await source.read({ document: sheets(clients, totals) }, { signal })
    expect(findings.map(({ message }) => message)).toEqual([
      '1 other table(s) of the spreadsheet were left out, since their columns are not those of the list: 2 row(s) from "Quarter of the year that is reported on …".',
    ])
  })

  it('goes on behind an empty row, and on the next sheet', async () => {
    const behind = [
      ['Bob', 'b@x.org'],
      ['Cy', 'c@x.org'],
    ]
    const next = [
      ['Name', 'E-mail'],
      ['Di', 'd@x.org'],
    ]
    const { cells, findings } = await read(clients, behind, next)
    expect(cells.map(([name]) => name)).toEqual(['Ada', 'Bob', 'Cy', 'Di'])
    expect(findings).toEqual([])
  })

  it('has what stands above its header rows left out, which is told', async () => {
    const titled: SheetTable = [['Clients of the office', ''], ['', 'as of May'], ...clients]
    const next: SheetTable = [
      ['Further ones', ''],
      ['Name', 'E-mail'],
      ['Di', 'd@x.org'],
    ]
    const { cells, findings } = await read(titled, next)
    expect(cells.map(([name]) => name)).toEqual(['Ada', 'Di'])
    expect(findings).toEqual(['lines_above_header'])
    const told = await source.read({ document: sheets(titled, next) }, { signal })
    expect(told.findings[0]?.message).toBe(
      '3 line(s) above the first row that name no columns, or name them once more, were left out.',
    )
  })

  it('has two header rows: groups of columns that come twice, or the same in another language', async () => {
    const grouped: SheetTable = [
      ['Name', '', 'Home', '', 'Work', ''],
      ['First', 'Last', 'Street', 'City', 'Street', 'City'],
      ['Ann', 'Lee', 'Home St 1', 'Berlin', 'Way 9', 'Bonn'],
      ['Bo', 'Ray', 'Row 2', 'Köln', 'Way 3', 'Ulm'],
    ]
    expect(await read(grouped)).toMatchObject({
      columns: ['First', 'Last', 'Home Street', 'Home City', 'Work Street', 'Work City'],
      findings: [],
    })
    const titled: SheetTable = [['Clients', '', ''], ['Name', 'E-mail', 'E-mail'], ...clients.slice(1)]
    expect(await read(titled)).toMatchObject({
      columns: ['Name', 'E-mail', 'E-mail 2'],
      findings: ['lines_above_header'],
    })
    const twice: SheetTable = [
      ['Nachname', 'E-Mail', 'Ort'],
      ['Last name', 'E-mail', 'City'],
      ['Ort', 'a@x.org', 'Ulm'],
    ]
    expect(await read(twice)).toMatchObject({
      columns: ['Nachname', 'E-Mail', 'Ort'],
      findings: ['lines_above_header'],
      cells: [['Ort', 'a@x.org', 'Ulm']],
    })
  })

  it('is no client where its header row comes again', async () => {
    const { cells, faults } = await read([...clients, ['Name', 'E-mail'], ['Name', 'b@x.org']])
    expect(cells).toHaveLength(3)
    expect(faults).toEqual(['header_again'])
  })

  it('is refused where there is none', () => expect(read()).rejects.toMatchObject({ code: 'unsupported_document' }))
})

it('refuses a flat OpenDocument file by its name, and others by their type', async () => {
  const sheets = createSheetSource('ods', () => Promise.reject(new Error('Is not read.')))
  const read = (text: string, type: DocumentType) => sheets.read({ document: vettedForTest(text, type) }, { signal })
  const flat =
    '<?xml version="1.0"?>\n<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>'
  await expect(read(flat, 'xml')).rejects.toMatchObject({
    code: 'unsupported_document',
    message: expect.stringMatching(/\.fods.*\.ods/) as string,
  })
  await expect(read('%PDF-1.7', 'pdf')).rejects.toMatchObject({
    message: expect.stringMatching(/reads xlsx, xls, ods; .* pdf\.$/) as string,
  })
  await expect(read('Name\nAda', 'csv')).rejects.toMatchObject({
    message: expect.stringMatching(/type csv, which `"provider": "csv"` reads\.$/) as string,
  })
})
