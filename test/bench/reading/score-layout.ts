/**
 * `node test/bench/reading/score-layout.ts [name …] [--seed 1] [--keep folder]`: reading order and tables of pages in
 * columns. Word documents of known words are written, LibreOffice prints them as PDF (without tags), and our text is
 * scored against the words, with the structure and as text alone. A table is right where one was written.
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
import { columnDocuments } from './column-documents.ts'
import { scoreText } from './score-text.ts'

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '0' }, keep: { type: 'string' } },
})
const kept = values.keep
const folder = kept ?? mkdtempSync(join(tmpdir(), 'chancery-layout-'))
mkdirSync(folder, { recursive: true })
const extractor = createEmbeddedExtractor({ readers: embeddedReaders })
const { signal } = new AbortController()
try {
  const documents = columnDocuments(Number(values.seed)).filter(
    ({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)),
  )
  const missing = documents.filter(({ name }) => !existsSync(join(folder, `${name}.pdf`)))
  for (const { name, docx } of missing) writeFileSync(join(folder, `${name}.docx`), docx)
  if (missing.length > 0) {
    const filter = 'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"false"}}'
    const files = missing.map(({ name }) => join(folder, `${name}.docx`))
    const conversion = ['--headless', '--convert-to', filter, '--outdir', folder, ...files]
    spawnSync('soffice', [`-env:UserInstallation=file://${folder}/profile`, ...conversion], { stdio: 'ignore' })
  }
  let [whole, alone, right] = [0, 0, 0]
  for (const {
    name,
    texts,
    tables: [least, most],
  } of documents) {
    const bytes = readFileSync(join(folder, `${name}.pdf`))
    const score = async (structure: boolean): Promise<{ text: string; sequence: number; tables: number }> => {
      const { text, tables } = await extractor.extract(
        vettedForTest(bytes, 'pdf'),
        { ...plainReading, structure },
        { signal },
      )
      return {
        text,
        sequence: Math.max(...texts.map((truth) => scoreText(truth, text).sequence)),
        tables: tables.length,
      }
    }
    const [full, plain] = [await score(true), await score(false)]
    whole += full.sequence
    alone += plain.sequence
    const isRight = full.tables >= least && full.tables <= most
    if (isRight) right++
    process.stdout.write(
      `${name.padEnd(26)} ${full.sequence.toFixed(3)}  text alone ${plain.sequence.toFixed(3)}  tables ${full.tables}${isRight ? '' : ` WRONG, not ${least}${most > least ? ` to ${most}` : ''}`}\n`,
    )
    if (kept !== undefined) {
      writeFileSync(join(folder, `${name}.txt`), full.text)
      writeFileSync(join(folder, `${name}.alone.txt`), plain.text)
      writeFileSync(join(folder, `${name}.truth.txt`), texts[0] ?? '')
    }
  }
  const count = Math.max(1, documents.length)
  process.stdout.write(
    `${count} documents: sequence ${(whole / count).toFixed(4)}, text alone ${(alone / count).toFixed(4)}, tables right ${right}\n`,
  )
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true })
}
