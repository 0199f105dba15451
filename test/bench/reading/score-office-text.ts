/**
 * `node test/bench/reading/score-office-text.ts docx|odt|rtf|doc [--keep folder] [--show name]`: our text of documents as
 * other people's programs wrote them (`corpora/real`), beside the text that LibreOffice writes of them. Its export has
 * the body with numbers of lists and results of fields, and neither notes, comments, headers nor text boxes; so what we
 * have more of is held against the words of all pages that it prints, too. A word that neither has is one too many, a word
 * of the export that we lack is lost. Encrypted and damaged files, and those that LibreOffice shows nothing of, are left out.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ofLayers, plainReading } from '@chancery/core'
import { createDocumentGuard } from '../../../packages/guard/src/index.ts'
import { createEmbeddedExtractor } from '../../../packages/reading/src/embedded.ts'
import { embeddedReaders } from '../../../packages/sandbox/src/jobs/embedded-readers.ts'
import { scoreText } from './score-text.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' }, show: { type: 'string' } },
})
const [format = 'docx'] = positionals
const corpora = resolve(process.env['CHANCERY_CORPORA'] ?? resolve(import.meta.dirname, '../../../../shared/corpora'))
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'chancery-office-text-'))
const print = (line: string): boolean => process.stdout.write(`${line}\n`)
const { signal } = new AbortController()

/** Of documents longer than this the order of words takes too long to compare. */
const longest = 30_000

function convert(files: readonly string[], to: string, outdir: string): void {
  for (let at = 0; at < files.length; at += 16) {
    const profile = `-env:UserInstallation=file://${folder}/profile`
    const conversion = ['--headless', '--convert-to', to, '--outdir', outdir, ...files.slice(at, at + 16)]
    spawnSync('soffice', [profile, ...conversion], { stdio: 'ignore', timeout: 300_000 })
  }
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Words that one has more often than the other. */
function surplus(of: readonly string[], over: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const word of over) counts.set(word, (counts.get(word) ?? 0) + 1)
  return of.filter((word) => {
    const left = counts.get(word) ?? 0
    counts.set(word, left - 1)
    return left <= 0
  })
}

try {
  const real = join(corpora, 'real')
  const found = existsSync(real) ? readdirSync(real, { recursive: true, encoding: 'utf8' }) : []
  const paths = found.filter((path) => path.toLowerCase().endsWith(`.${format}`)).toSorted()
  if (paths.length === 0) print(`no ${format} files in ${real}`)
  else {
    const [sources, texts, pages] = ['sources', 'texts', 'pages'].map((name) => join(folder, `${format}-${name}`))
    for (const each of [sources, texts, pages]) mkdirSync(each ?? '', { recursive: true })
    const names = paths.map((path) => path.replaceAll('/', '_').replace(/\.\w+$/, ''))
    for (const [at, path] of paths.entries())
      copyFileSync(join(real, path), join(sources ?? '', `${names[at]}.${format}`))
    const missing = (kind: string, outdir: string | undefined): string[] =>
      names
        .filter((name) => !existsSync(join(outdir ?? '', `${name}.${kind}`)))
        .map((name) => join(sources ?? '', `${name}.${format}`))
    if (values.keep === undefined || !existsSync(join(folder, `${format}-done`))) {
      convert(missing('txt', texts), 'txt:Text (encoded):UTF8', texts ?? '')
      convert(missing('pdf', pages), 'pdf', pages ?? '')
      if (values.keep !== undefined) mkdirSync(join(folder, `${format}-done`))
    }
    const [extractor, guard] = [createEmbeddedExtractor({ readers: embeddedReaders }), createDocumentGuard()]
    let [count, f1, sequence, lost, more, all] = [0, 0, 0, 0, 0, 0]
    for (const name of names) {
      const [text, page] = [join(texts ?? '', `${name}.txt`), join(pages ?? '', `${name}.pdf`)]
      if (!existsSync(text) || !existsSync(page)) continue
      const truth = readFileSync(text, 'utf8')
      const { stdout: printed } = spawnSync('pdftotext', [page, '-'], { encoding: 'utf8', maxBuffer: 2 ** 28 })
      let own: string
      try {
        const document = await guard.vet(readFileSync(join(sources ?? '', `${name}.${format}`)), { signal })
        own = ofLayers(await extractor.extract(document, plainReading, { signal })).text
      } catch (fault) {
        if (values.show !== undefined) print(`${name}: ${String(fault)}`)
        continue
      }
      const [wanted, ours] = [wordsOf(truth), wordsOf(own)]
      if (wanted.length === 0) continue
      const [isLost, isMore] = [surplus(wanted, ours), surplus(surplus(ours, wanted), wordsOf(printed))]
      const score = (2 * (wanted.length - isLost.length)) / (2 * wanted.length - isLost.length + isMore.length)
      count++
      f1 += score
      lost += isLost.length
      more += isMore.length
      all += wanted.length
      // In the order of the export; what it leaves out is left out of ours.
      const kept = keptWords(ours, wanted)
      const order = wanted.length > longest ? score : scoreText(wanted.join(' '), kept.join(' ')).sequence
      sequence += order
      if (values.show !== undefined && name.includes(values.show)) {
        print(`${name}: F1 ${score.toFixed(4)}, sequence ${order.toFixed(4)}, words ${wanted.length}`)
        if (isLost.length > 0) print(`   lost ${isLost.length}: ${isLost.slice(0, 40).join(' ')}`)
        if (isMore.length > 0) print(`   more ${isMore.length}: ${isMore.slice(0, 40).join(' ')}`)
      }
    }
    const mean = (sum: number): string => (sum / Math.max(1, count)).toFixed(4)
    print(
      `${format}: ${count} documents: words F1 ${mean(f1)}, sequence ${mean(sequence)}; of ${all} words ${lost} lost, ${more} too many`,
    )
  }
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true })
}

/** Ours without what the truth has not, as a bag: what is left can be compared in order. */
function keptWords(ours: readonly string[], wanted: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const word of wanted) counts.set(word, (counts.get(word) ?? 0) + 1)
  return ours.filter((word) => {
    const left = counts.get(word) ?? 0
    if (left > 0) counts.set(word, left - 1)
    return left > 0
  })
}
