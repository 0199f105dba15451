/**
 * `node test/bench/reading/score-office.ts [docx odt rtf doc]`: word F1 and sequence ratio of our text against
 * the words that documents were made from. The documents are written as docx, with notes, comments, headers, text
 * boxes, tracked changes and tables in tables; LibreOffice makes the other formats of them. What it writes is not taken
 * for the truth: its own text export leaves notes out.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DocumentType, plainReading } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { createEmbeddedExtractor } from '../../../packages/reading/src/embedded.ts'
import { embeddedReaders } from '../../../packages/sandbox/src/jobs/embedded-readers.ts'
import { knownDocument } from './office-documents.ts'
import { scoreText } from './score-text.ts'

const asked = process.argv.slice(2)
const formats: readonly DocumentType[] = (['docx', 'odt', 'rtf', 'doc'] as const).filter(
  (format) => asked.length === 0 || asked.includes(format),
)
const folder = mkdtempSync(join(tmpdir(), 'chancery-office-'))
const extractor = createEmbeddedExtractor({ readers: embeddedReaders })
const { signal } = new AbortController()
try {
  const documents = [1, 2, 3, 4, 5, 6].map((seed) => ({ name: `d${seed}`, ...knownDocument(seed, seed) }))
  for (const { name, docx } of documents) writeFileSync(join(folder, `${name}.docx`), docx)
  const files = documents.map(({ name }) => join(folder, `${name}.docx`))
  for (const format of formats) {
    const conversion = ['--headless', '--convert-to', format, '--outdir', folder, ...files]
    if (format !== 'docx') {
      spawnSync('soffice', [`-env:UserInstallation=file://${folder}/profile`, ...conversion], { stdio: 'ignore' })
    }
    const scores: ReturnType<typeof scoreText>[] = []
    for (const { name, text } of documents) {
      const bytes = readFileSync(join(folder, `${name}.${format}`))
      const model = await extractor.extract(vettedForTest(bytes, format), plainReading, { signal })
      scores.push(scoreText(text, model.text))
    }
    const mean = (of: 'words' | 'sequence'): number => scores.reduce((sum, score) => sum + score[of], 0) / scores.length
    const least = Math.min(...scores.map(({ words }) => words))
    process.stdout.write(
      `${format}: words ${mean('words').toFixed(4)} (least ${least.toFixed(4)}), sequence ${mean('sequence').toFixed(4)}\n`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
