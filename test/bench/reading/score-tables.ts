/**
 * Scores the tables of PDFs on public ground truth (ICDAR 2013 table competition): detection by table, structure by
 * relations of neighbouring cells, both micro-averaged over the documents; and how many of the found tables have exactly
 * as many rows and columns as they should.
 * `node test/bench/reading/score-tables.ts [tune|check|all] [--show]`: halves by a hash of the id; `check` by default;
 * `--show` prints the tables whose shape is wrong.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type DocumentModel, plainReading } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { createEmbeddedExtractor } from '../../../packages/reading/src/index.ts'
import { embeddedReaders } from '../../../packages/sandbox/src/jobs/embedded-readers.ts'
import { icdarTables } from './icdar-tables.ts'
import { adjacency, detection, pairs, type ScoredTable, shapeOf, shownRows, Tally } from './table-relations.ts'

const corpora = resolve(process.env['CHANCERY_CORPORA'] ?? resolve(import.meta.dirname, '../../../../shared/corpora'))
const folder = `${corpora}/tables/icdar2013-eu`
const isShown = process.argv.includes('--show')
const part = process.argv.slice(2).find((each) => each !== '--show') ?? 'check'
const print = (line: string): boolean => process.stdout.write(`${line}\n`)
const partOf = (id: string): string => ((createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0 ? 'tune' : 'check')

const tablesOf = ({ tables, blocks }: DocumentModel): ScoredTable[] =>
  tables.map(({ cells }, index) => ({
    page: blocks.find((block) => block.table === index)?.span.page ?? 1,
    cells,
  }))

async function score(): Promise<void> {
  const extractor = createEmbeddedExtractor({ readers: embeddedReaders })
  const [detected, related] = [new Tally(), new Tally()]
  let [seconds, pages] = [0, 0]
  let [matched, exactRows, exactColumns] = [0, 0, 0]
  const ids = readdirSync(folder).flatMap((name) => (name.endsWith('.pdf') ? [name.slice(0, -'.pdf'.length)] : []))
  for (const id of ids.filter((each) => part === 'all' || partOf(each) === part)) {
    const bytes = readFileSync(`${folder}/${id}.pdf`)
    const before = process.cpuUsage()
    const model = await extractor.extract(vettedForTest(bytes, 'pdf'), plainReading, {
      signal: new AbortController().signal,
    })
    const { user, system } = process.cpuUsage(before)
    seconds += (user + system) / 1e6
    pages += model.pages.length
    const [found, wanted] = [tablesOf(model), icdarTables(`${folder}/${id}-str.xml`)]
    const [byTable, byRelation] = [detection(found, wanted), adjacency(found, wanted)]
    detected.add(byTable)
    related.add(byRelation)
    for (const { ours, theirs } of pairs(found, wanted)) {
      const [own, wantedShape] = [shapeOf(ours), shapeOf(theirs)]
      matched++
      if (own.rows === wantedShape.rows) exactRows++
      if (own.columns === wantedShape.columns) exactColumns++
      if (isShown && (own.rows !== wantedShape.rows || own.columns !== wantedShape.columns)) {
        print(
          `${id} p. ${ours.page}: ${own.rows} × ${own.columns} instead of ${wantedShape.rows} × ${wantedShape.columns}`,
        )
        for (const line of shownRows(ours)) print(`  ours   ${line}`)
        for (const line of shownRows(theirs)) print(`  theirs ${line}`)
      }
    }
    if (isShown) {
      const right = new Set(pairs(found, wanted).flatMap(({ ours, theirs }) => [ours, theirs]))
      for (const table of found)
        if (!right.has(table))
          print(`${id} p. ${table.page}: no table\n  ours   ${shownRows(table).join('\n  ours   ')}`)
      for (const table of wanted)
        if (!right.has(table)) print(`${id} p. ${table.page}: missed\n  theirs ${shownRows(table).join('\n  theirs ')}`)
    }
    print(`${id.padEnd(8)} tables ${byTable.right}/${byTable.found}/${byTable.wanted}  adjacency ${byRelation}`)
  }
  print(`${part} detection ${detected}`)
  print(`${part} adjacency ${related}`)
  const share = (count: number): string => (count / Math.max(1, matched)).toFixed(3)
  print(`${part} exact rows ${share(exactRows)}, exact columns ${share(exactColumns)}, of ${matched} tables`)
  print(
    `${part} ${((1000 * seconds) / Math.max(1, pages)).toFixed(1)} ms CPU a page, all of the reading, ${pages} pages`,
  )
}

if (existsSync(folder)) await score()
else print(`tables/icdar2013-eu: not in ${corpora}, skipped`)
