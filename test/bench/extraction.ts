import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  copyFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { scoreText } from '../../packages/extraction/bench/score-text.ts'
import { createEmbeddedExtractor } from '../../packages/extraction/src/index.ts'
import { plainReading } from '../../packages/core/src/index.ts'
import { createDocumentGuard } from '../../packages/safety/src/index.ts'
import { docxOf, htmlOf, type SourceDocument, sourceDocument, textOfSource } from './extraction/documents.ts'
import type { ReaderName } from './extraction/read.ts'
import { installPeers } from './peers.ts'
import { median, type Report } from './report.ts'

const versions = { mammoth: '1.13.0', 'pdfjs-dist': '6.5.438', unpdf: '1.8.1' }
const rounds = 3
/** Of CPU time. */
const milliseconds = 2500
/** Of CPU time before that: for so long V8 is at work on compiling PDFium, as it is on pdf.js. */
const warmUp = 6000
const corpora = resolve(process.env['CHANCERY_CORPORA'] ?? join(import.meta.dirname, '../../../shared/corpora'))
const tables = join(corpora, 'tables/icdar2013-eu')
const scores = join(import.meta.dirname, '../../packages/extraction/bench')
/** Pages of the run that peaks of memory are taken from. */
const manyPages = 3000

interface Measured {
  readonly cpu: number
  readonly page: number
  readonly pages: number
  /** Pages of all files together. */
  readonly pass: number
  readonly rss: number
}

/** As the processes have it in which documents are read; the peers too. */
const flags = ['--max-semi-space-size=16']

function readAll(reader: ReaderName, folder: string, peers: string, [before, time] = [warmUp, milliseconds]): Measured {
  const { stdout, stderr, status } = spawnSync(
    'node',
    [...flags, join(import.meta.dirname, 'extraction/read.ts'), reader, folder, peers, String(before), String(time)],
    { encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1' } },
  )
  if (status !== 0) throw new Error(`${reader} could not read: ${stderr.slice(0, 500)}`)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measured
}

/** CPU ms a page of poppler's program, one process a file. */
function pdftotext(folder: string, pages: number): number {
  const { stderr } = spawnSync(
    'bash',
    ['-c', `TIMEFORMAT='%U %S'; time for f in "$0"/*.pdf; do pdftotext "$f" - > /dev/null; done`, folder],
    { encoding: 'utf8' },
  )
  const [user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
  return ((user + system) * 1000) / pages
}

const has = (program: string): boolean => spawnSync('which', [program]).status === 0

/** Reading of documents, by us and by the peers, each in a process of its own; and how well it is done. */
export async function extraction(): Promise<Report> {
  const peers = installPeers('extraction', versions)
  if (peers === undefined) throw new Error('The peers could not be installed: the npm registry cannot be reached.')
  const folder = mkdtempSync(join(tmpdir(), 'chancery-bench-'))
  try {
    const rows: (readonly string[])[] = []
    const goals: { text: string; met: boolean }[] = []
    readDocx(folder, peers, rows, goals)
    if (existsSync(tables) && has('pdftotext')) readPdf(folder, peers, rows, goals)
    else console.log(`bench: PDF is left out: no PDFs in ${corpora}/tables, or no pdftotext.`)
    if (has('soffice')) await readConverted(folder, rows, goals)
    else console.log('bench: odt, rtf and columns of PDF are left out: no LibreOffice.')
    scored(rows, goals)
    return {
      title: 'Reading documents',
      method: `CPU time a document or page, from vetted bytes to the whole model (blocks, tables, spans, labels and values, language), or to its text alone (in reading order, paragraphs joined), beside peers that give HTML (mammoth) or bare text. Each reader in a process of its own (from sources, with the nursery of 16 MB that ours have in service), ${milliseconds} ms of CPU after ${warmUp} ms to warm up, medians of ${rounds} interleaved rounds; \`pdftotext\` is one process a file. Docx: 40 made documents of 1 to 24 sections. PDF: the 27 files of the ICDAR 2013 set, where it is at hand. Quality: word F1 and sequence ratio over words, against what the document was made from. Peers: ${Object.entries(
        versions,
      )
        .map(([name, version]) => `${name} ${version}`)
        .join(', ')}.`,
      columns: ['what', 'reader', 'figure'],
      rows,
      goals,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function interleaved(
  readers: readonly ReaderName[],
  folder: string,
  peers: string,
): (reader: ReaderName) => readonly Measured[] {
  const found = new Map<ReaderName, Measured[]>(readers.map((reader) => [reader, []]))
  for (let round = 0; round < rounds; round++) {
    for (const reader of readers) found.get(reader)?.push(readAll(reader, folder, peers))
  }
  return (reader) => found.get(reader) ?? []
}

type Rows = (readonly string[])[]
type Goals = { text: string; met: boolean }[]

function readDocx(folder: string, peers: string, rows: Rows, goals: Goals): void {
  const docx = join(folder, 'docx')
  mkdirSync(docx)
  for (let seed = 1; seed <= 40; seed++) {
    const source = sourceDocument(seed, 1 + ((seed * 7) % 24))
    writeFileSync(join(docx, `${source.name}.docx`), docxOf(source))
  }
  const measured = interleaved(['chancery', 'mammoth', 'guard'], docx, peers)
  const of = (reader: ReaderName): number => median(measured(reader).map(({ cpu }) => cpu))
  for (const reader of ['chancery', 'mammoth', 'guard'] as const) {
    rows.push(['docx, CPU ms a document', reader, of(reader).toFixed(2)])
  }
  const ratio = of('mammoth') / of('chancery')
  goals.push({ text: `docx at least 5 times mammoth's documents a second (${ratio.toFixed(1)})`, met: ratio >= 5 })
  const share = of('guard') / of('chancery')
  goals.push({ text: `guard at most 10 % of reading (${(share * 100).toFixed(0)} % for docx)`, met: share <= 0.1 })
}

function readPdf(folder: string, peers: string, rows: Rows, goals: Goals): void {
  const pdf = join(folder, 'pdf')
  mkdirSync(pdf)
  for (const name of readdirSync(tables)) if (name.endsWith('.pdf')) copyFileSync(join(tables, name), join(pdf, name))
  const names = ['chancery, text alone', 'chancery', 'chancery, with words', 'pdfjs-dist', 'unpdf'] as const
  const measured = interleaved(names, pdf, peers)
  const of = (reader: ReaderName): number => median(measured(reader).map(({ page }) => page))
  const pages = measured('pdfjs-dist')[0]?.pass ?? 0
  const poppler = median(Array.from({ length: rounds }, () => pdftotext(pdf, pages)))
  for (const reader of names) rows.push(['PDF, CPU ms a page', reader, of(reader).toFixed(2)])
  rows.push(['PDF, CPU ms a page', 'pdftotext (poppler)', poppler.toFixed(2)])
  const goal = (text: string, ratio: number, met: boolean): void =>
    void goals.push({ text: `${text} (${ratio.toFixed(2)})`, met })
  const text = of('chancery, text alone') / poppler
  goal('PDF at most 1.3 times the CPU of pdftotext', text, text <= 1.3)
  const peer = Math.min(of('pdfjs-dist'), of('unpdf')) / of('chancery, text alone')
  goal('PDF at least 2 times as fast as pdf.js and unpdf', peer, peer >= 2)
  const whole = of('chancery, with words') / of('pdfjs-dist')
  goal('words, boxes and tables at most 2.2 times pdf.js’s bare text', whole, whole <= 2.2)
  // Half of them to warm up: the peak is that of all.
  const half = (of('chancery, with words') * manyPages) / 2
  const long = readAll('chancery, with words', pdf, peers, [half, half])
  const read = 2 * long.pages
  rows.push([`PDF, peak MB over ${read} pages`, 'chancery, with words', long.rss.toFixed(0)])
  goal(`peak of memory at most 300 MB over ${read} pages`, long.rss, long.rss <= 300)
}

async function readConverted(folder: string, rows: Rows, goals: Goals): Promise<void> {
  const sources = [1, 2, 3, 4].map((seed) => sourceDocument(100 + seed, 3 + seed))
  const convert = (files: readonly string[], to: string, filter: readonly string[] = []): void => {
    spawnSync(
      'soffice',
      [
        `-env:UserInstallation=file://${folder}/profile`,
        '--headless',
        ...filter,
        '--convert-to',
        to,
        '--outdir',
        folder,
        ...files,
      ],
      { stdio: 'ignore' },
    )
  }
  for (const source of sources) {
    writeFileSync(join(folder, `${source.name}.html`), htmlOf(source))
    writeFileSync(join(folder, `${source.name}-columns.docx`), docxOf(source, 2))
  }
  const pages = sources.map(({ name }) => join(folder, `${name}.html`))
  convert(pages, 'odt', ['--infilter=HTML (StarWriter)'])
  convert(pages, 'rtf', ['--infilter=HTML (StarWriter)'])
  convert(
    sources.map(({ name }) => join(folder, `${name}-columns.docx`)),
    'pdf',
  )
  const odt = await meanScore(sources, (name) => join(folder, `${name}.odt`))
  const rtf = await meanScore(sources, (name) => join(folder, `${name}.rtf`))
  const columns = await meanScore(sources, (name) => join(folder, `${name}-columns.pdf`))
  rows.push(['odt, word F1', 'chancery', odt.words.toFixed(4)], ['rtf, word F1', 'chancery', rtf.words.toFixed(4)])
  rows.push(['PDF of two columns, sequence', 'chancery', columns.sequence.toFixed(4)])
  goals.push({ text: 'odt: word F1 at least .98', met: odt.words >= 0.98 })
  goals.push({ text: 'rtf: word F1 at least .96', met: rtf.words >= 0.96 })
  goals.push({ text: 'reading order of two columns: sequence at least .94', met: columns.sequence >= 0.94 })
}

async function meanScore(sources: readonly SourceDocument[], file: (name: string) => string) {
  const [extractor, guard] = [createEmbeddedExtractor(), createDocumentGuard()]
  const { signal } = new AbortController()
  let [words, sequence] = [0, 0]
  for (const source of sources) {
    const document = await guard.vet(readFileSync(file(source.name)), { signal })
    const { text } = await extractor.extract(document, plainReading, { signal })
    const score = scoreText(textOfSource(source), text)
    words += score.words / sources.length
    sequence += score.sequence / sources.length
  }
  return { words, sequence }
}

/** What the scorers of the package print, each a command of its own. */
function scored(rows: Rows, goals: Goals): void {
  const run = (script: string, ...words: string[]): string => {
    const { stdout } = spawnSync('node', [join(scores, script), ...words], { encoding: 'utf8' })
    return stdout
  }
  const found = run('score-tables.ts', 'all')
  const detection = /all detection .*?F1 ([\d.]+)/.exec(found)?.[1]
  const adjacency = /all adjacency .*?F1 ([\d.]+)/.exec(found)?.[1]
  if (detection === undefined || adjacency === undefined) console.log(found.trim().split('\n').at(-1))
  else {
    rows.push(
      ['tables of ICDAR 2013, detection F1', 'chancery', detection],
      ['tables, adjacency F1', 'chancery', adjacency],
    )
    goals.push({ text: 'tables: detection F1 at least .85', met: Number(detection) >= 0.85 })
    goals.push({ text: 'tables: adjacency F at least .88', met: Number(adjacency) >= 0.88 })
  }
  const language = /40 characters: ([\d.]+)/.exec(run('score-language.ts'))?.[1] ?? ''
  rows.push(['language at 40 characters, share right', 'chancery', language])
  goals.push({ text: 'language told right at 40 characters: at least .99', met: Number(language) >= 0.99 })
  if (!has('soffice') || !has('pdftoppm')) return
  for (const kind of ['clean', 'degraded'] as const) {
    const best = scoredPictures(run('score-ocr.ts', 'pages=6', `kinds=${kind}`))
    const [words, sequence] = kind === 'clean' ? [0.995, 0.985] : [0.985, 0.98]
    for (const { engine, f1, order } of best) {
      rows.push([`OCR of ${kind} pages, word F1 / sequence`, engine, `${f1} / ${order}`])
      goals.push({
        text: `OCR of ${kind} pages by ${engine}: at least ${words} / ${sequence}`,
        met: Number(f1) >= words && Number(order) >= sequence,
      })
    }
  }
}

const scoredPictures = (printed: string): { engine: string; f1: string; order: string }[] =>
  printed.split('\n').flatMap((line) => {
    const [, engine, f1, order] = /^(auto|tesseract)\s.*?\bwords ([\d.]+)\s.*?\bsequence ([\d.]+)/.exec(line) ?? []
    return engine === undefined || f1 === undefined || order === undefined ? [] : [{ engine, f1, order }]
  })
