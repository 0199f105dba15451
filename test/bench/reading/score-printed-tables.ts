/**
 * `node test/bench/reading/score-printed-tables.ts docx … --keep folder [--show]`: tables of Word documents that others
 * made, as they come out of the PDFs of the same names in the folder, which LibreOffice printed without tags
 * (`score-structure.ts` with the same `--keep` leaves them there). The truth is the documents' own tables of two rows and
 * two columns or more; tables that hold tables, and those that are mostly blank, are left out. Tables over pages are
 * joined. Rows count either way where whoever sees the page sees others than the file has: paragraphs that are stacked in
 * the cells of one row beside each other, a title in a first row over all columns that was read as text, and blank rows.
 * TEDS is the mean of the matched, against the file as it is.
 */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type DocumentModel, joinedTables, ofLayers, plainReading } from '@chancery/core'
import { createDocumentGuard } from '../../../packages/guard/src/index.ts'
import { createEmbeddedExtractor } from '../../../packages/reading/src/embedded.ts'
import { embeddedReaders } from '../../../packages/sandbox/src/jobs/embedded-readers.ts'
import { textsOfNestingTables, withoutSpaces } from './hand-set.ts'
import { teds } from './table-edits.ts'
import { adjacency, pairs, type ScoredCell, type ScoredTable, shapeOf, shownRows, Tally } from './table-relations.ts'

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string', default: '.' }, show: { type: 'boolean', default: false } },
})
const extractor = createEmbeddedExtractor({ readers: embeddedReaders })
const guard = createDocumentGuard()
const { signal } = new AbortController()
const print = (line: string): boolean => process.stdout.write(`${line}\n`)

async function read(path: string): Promise<DocumentModel | undefined> {
  try {
    return await extractor.extract(await guard.vet(readFileSync(path), { signal }), plainReading, { signal })
  } catch {
    return undefined
  }
}

/** Where a document has its tables by pages, the printed ones stand on others: all are on one here. */
const tablesOf = (model: DocumentModel): ScoredTable[] =>
  joinedTables(ofLayers(model))
    .tables.map(({ cells }) => ({ page: 1, cells: cells.filter(({ text }) => text.trim() !== '') }))
    .filter((table) => {
      const { rows, columns } = shapeOf(table)
      return rows > 1 && columns > 1 && table.cells.length > 0.5 * rows
    })

const rowsOf = ({ row, rowSpan }: ScoredCell): number[] => Array.from({ length: rowSpan }, (_, at) => row + at)

/** Share of the labels stacked in a cell that have figures beside them. */
const mostlyFilled = 0.7

const linesIn = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length

/** How many rows a reading may find, those of the file among them. */
function rowsSeen(theirs: ScoredTable, ours: ScoredTable): ReadonlySet<number> {
  const { rows } = shapeOf(theirs)
  const byRow = new Map<number, ScoredCell[]>()
  for (const cell of theirs.cells) byRow.set(cell.row, [...(byRow.get(cell.row) ?? []), cell])
  // Of labels beside fewer figures, some go on over several lines: those are one row, or more; a unit may stand above.
  let [least, most] = [0, 0]
  for (const row of byRow.values()) {
    const [labels = 1, values = 1] = row.map(({ text }) => linesIn(text)).toSorted((a, b) => b - a)
    if (values < 2 || values < mostlyFilled * labels) continue
    least += values - 1
    most += labels
  }
  const stacked = Array.from({ length: most - least + 1 }, (_, at) => least + at)
  const first = Math.min(...byRow.keys())
  const [title, ...others] = byRow.get(first) ?? []
  const isRead =
    title === undefined || others.length > 0 || ours.cells.some(({ text }) => text.trim() === title.text.trim())
  const titles = isRead || title.columnSpan < shapeOf(theirs).columns ? [0] : [0, -1]
  const blanks = rows - new Set(theirs.cells.flatMap(rowsOf)).size
  return new Set(
    titles.flatMap((more) => [0, ...stacked].flatMap((also) => [0, -blanks].map((less) => rows + more + also + less))),
  )
}

const [detected, related] = [new Tally(), new Tally()]
let [documents, matched, rows, asStated, columns, similar] = [0, 0, 0, 0, 0, 0]
for (const path of files) {
  const pdf = join(values.keep, `${basename(path).replace(/\.\w+$/, '')}.pdf`)
  const [source, printed] = existsSync(pdf) ? [await read(path), await read(pdf)] : []
  if (source === undefined || printed === undefined) continue
  const nesting = path.endsWith('.docx') ? textsOfNestingTables(readFileSync(path)) : new Set<string>()
  const isPlain = ({ cells }: ScoredTable): boolean =>
    !nesting.has(withoutSpaces(cells.map(({ text }) => text).join('')))
  const [wanted, found] = [tablesOf(source).filter(isPlain), tablesOf(printed).filter(isPlain)]
  if (wanted.length === 0 && found.length === 0) continue
  documents++
  const both = pairs(found, wanted)
  detected.add({ found: found.length, wanted: wanted.length, right: both.length })
  if (values.show) print(`${basename(path)}: ${found.length} found, ${wanted.length} wanted, ${both.length} matched`)
  for (const { ours, theirs } of both) {
    related.add(adjacency([ours], [theirs]))
    const [own, right] = [shapeOf(ours), shapeOf(theirs)]
    matched++
    similar += teds(ours, theirs)
    const areRows = rowsSeen(theirs, ours).has(own.rows)
    if (areRows) rows++
    if (own.rows === right.rows) asStated++
    if (own.columns === right.columns) columns++
    if (values.show && (!areRows || own.columns !== right.columns)) {
      print(`  ${own.rows} × ${own.columns} instead of ${right.rows} × ${right.columns}`)
      for (const line of shownRows(ours)) print(`    ours   ${line}`)
      for (const line of shownRows(theirs)) print(`    theirs ${line}`)
    }
  }
}
const share = (count: number): string => (count / Math.max(1, matched)).toFixed(3)
print(
  `${documents} documents: detection ${detected}, adjacency of the matched ${related}, exact rows ${share(rows)} (as the file has them ${share(asStated)}), columns ${share(columns)}, TEDS ${share(similar)}`,
)
