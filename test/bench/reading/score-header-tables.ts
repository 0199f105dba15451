/**
 * `node test/bench/reading/score-header-tables.ts [--seed 0] [--keep folder] [--show]`: tables without drawn lines whose
 * headers have several lines, printed by LibreOffice: detection, adjacency, exact rows and columns.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { plainReading } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { createEmbeddedExtractor } from '../../../packages/reading/src/embedded.ts'
import { embeddedReaders } from '../../../packages/sandbox/src/jobs/embedded-readers.ts'
import { headerTables } from './header-tables.ts'
import { adjacency, detection, pairs, type ScoredTable, shapeOf, shownRows, Tally } from './table-relations.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '0' },
    keep: { type: 'string' },
    show: { type: 'boolean', default: false },
  },
})
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'chancery-headers-'))
mkdirSync(folder, { recursive: true })
const print = (line: string): boolean => process.stdout.write(`${line}\n`)
try {
  const pages = headerTables(Number(values.seed))
  const missing = pages.filter(({ name }) => !existsSync(join(folder, `${name}.pdf`)))
  for (const { name, docx } of missing) writeFileSync(join(folder, `${name}.docx`), docx)
  if (missing.length > 0) {
    const filter = 'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"false"}}'
    const files = missing.map(({ name }) => join(folder, `${name}.docx`))
    spawnSync(
      'soffice',
      [
        `-env:UserInstallation=file://${folder}/profile`,
        '--headless',
        '--convert-to',
        filter,
        '--outdir',
        folder,
        ...files,
      ],
      { stdio: 'ignore' },
    )
  }
  const extractor = createEmbeddedExtractor({ readers: embeddedReaders })
  const { signal } = new AbortController()
  const [detected, related] = [new Tally(), new Tally()]
  let [matched, rows, columns] = [0, 0, 0]
  for (const { name, cells } of pages) {
    const bytes = readFileSync(join(folder, `${name}.pdf`))
    const { tables } = await extractor.extract(vettedForTest(bytes, 'pdf'), plainReading, { signal })
    const found = tables.map((table): ScoredTable => ({ page: 1, cells: table.cells }))
    const wanted = [{ page: 1, cells }]
    detected.add(detection(found, wanted))
    const relation = adjacency(found, wanted)
    related.add(relation)
    for (const { ours, theirs } of pairs(found, wanted)) {
      const [own, right] = [shapeOf(ours), shapeOf(theirs)]
      matched++
      if (own.rows === right.rows) rows++
      if (own.columns === right.columns) columns++
    }
    if (values.show && relation.f1 < 1) {
      print(`${name} ${relation}`)
      for (const table of found) for (const line of shownRows(table).slice(0, 5)) print(`  ours   ${line}`)
      for (const line of shownRows({ page: 1, cells }).slice(0, 4)) print(`  theirs ${line}`)
    }
  }
  const share = (count: number): string => (count / Math.max(1, matched)).toFixed(3)
  print(
    `${pages.length} tables: detection ${detected}, adjacency ${related}, exact rows ${share(rows)}, columns ${share(columns)}`,
  )
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true })
}
