import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
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
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { scoreText } from './reading/score-text.ts'
import { createEmbeddedExtractor } from '../../packages/reading/src/index.ts'
import { embeddedReaders } from '../../packages/sandbox/src/jobs/embedded-readers.ts'
import { plainReading } from '../../packages/core/src/index.ts'
import { createDocumentGuard } from '../../packages/guard/src/index.ts'
import { docxOf, htmlOf, type SourceDocument, sourceDocument, textOfSource } from './extraction/documents.ts'
import type { Measured, ReaderName } from './extraction/read.ts'
import { installPeers } from './peers.ts'
import { median, type Report } from './report.ts'

const versions = { mammoth: '1.13.0', 'pdfjs-dist': '6.5.438', unpdf: '1.8.1' }
/** In each, every reader has its turn: the machine's speed changes from one second to the next, and so for all alike. */
const rounds = 15
/** Of CPU time, in ms: a turn. */
const turn = 600
/** Of CPU time, in ms, before the first: for so long V8 is at work on compiling PDFium, as it is on pdf.js. */
const warmUp = 6000
const corpora = resolve(process.env['CHANCERY_CORPORA'] ?? join(import.meta.dirname, '../../../shared/corpora'))
const tables = join(corpora, 'tables/icdar2013-eu')
const real = join(corpora, 'real')
const scores = join(import.meta.dirname, 'reading')
/** Pages of the run that peaks of memory are taken from. */
const manyPages = 3000

/** As the processes have it in which documents are read; the peers too. */
const flags = ['--max-semi-space-size=16', '--no-allocation-site-pretenuring']

/** A reader in a process of its own. */
class ReadingProcess {
  /** What it comes to in each of its turns. */
  readonly turns: Measured[] = []
  private readonly child: ChildProcessByStdio<Writable, Readable, null>
  private readonly lines: AsyncIterator<string>

  constructor(reader: ReaderName, folder: string, peers: string, times: { warmUp: number; turn: number }) {
    const args = [reader, folder, peers, String(times.warmUp), String(times.turn)]
    this.child = spawn('node', [...flags, join(import.meta.dirname, 'extraction/read.ts'), ...args], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    })
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]()
  }

  /** The first that it says is how it warmed up. */
  async measured(): Promise<Measured> {
    const { value, done } = await this.lines.next()
    if (done === true) throw new Error('A reader could not read.')
    return JSON.parse(value) as Measured
  }

  async takeTurn(): Promise<void> {
    this.child.stdin.write('\n')
    this.turns.push(await this.measured())
  }

  close(): void {
    this.child.stdin.end()
  }
}

/** CPU ms of poppler's program for all files, one process a file. */
function pdftotext(folder: string): number {
  const { stderr } = spawnSync(
    'bash',
    ['-c', `TIMEFORMAT='%U %S'; time for f in "$0"/*.pdf; do pdftotext "$f" - > /dev/null; done`, folder],
    { encoding: 'utf8' },
  )
  const [user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
  return (user + system) * 1000
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
    await readDocx(folder, peers, rows, goals)
    if (existsSync(tables) && has('pdftotext')) await readPdf(folder, peers, rows, goals)
    else console.log(`bench: PDF is left out: no PDFs in ${corpora}/tables, or no pdftotext.`)
    if (has('soffice')) await readConverted(folder, rows, goals)
    else console.log('bench: odt, rtf and columns of PDF are left out: no LibreOffice.')
    scored(rows, goals)
    return {
      title: 'Reading documents',
      method: `CPU time a document or page, from vetted bytes to the whole model (blocks, tables, spans, labels and values, language), or to its text alone (in reading order, paragraphs joined), beside peers that give HTML (mammoth) or bare text. Each reader in a process of its own (from sources, with the nursery of 16 MB and without the pretenuring, as ours are in service), ${warmUp} ms of CPU to warm up, then ${rounds} rounds in which each has a turn of at least ${turn} ms of CPU; medians, of the ratios those within a round. \`pdftotext\` is one process a file. Docx: 40 made documents of 1 to 24 sections. PDF: the 27 files of the ICDAR 2013 set, where it is at hand. Quality: word F1 and sequence ratio over words, against what the document was made from. Peers: ${Object.entries(
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

/** All readers in turns: the turns of each. @param beside done in each round as well */
async function interleaved(
  readers: readonly ReaderName[],
  folder: string,
  peers: string,
  beside?: () => void,
): Promise<(reader: ReaderName) => readonly Measured[]> {
  const processes = new Map<ReaderName, ReadingProcess>()
  try {
    for (const reader of readers) {
      const process = new ReadingProcess(reader, folder, peers, { warmUp, turn })
      processes.set(reader, process)
      await process.measured()
    }
    for (let round = 0; round < rounds; round++) {
      for (const process of processes.values()) await process.takeTurn()
      beside?.()
    }
  } finally {
    for (const process of processes.values()) process.close()
  }
  return (reader) => processes.get(reader)?.turns ?? []
}

/** How many times as much one takes as the other, in the same rounds. */
const ratioOf = (of: readonly number[], to: readonly number[]): number =>
  median(of.map((value, round) => value / (to[round] ?? Number.NaN)))

type Rows = (readonly string[])[]
type Goals = { text: string; met: boolean }[]

async function readDocx(folder: string, peers: string, rows: Rows, goals: Goals): Promise<void> {
  const docx = join(folder, 'docx')
  mkdirSync(docx)
  for (let seed = 1; seed <= 40; seed++) {
    const source = sourceDocument(seed, 1 + ((seed * 7) % 24))
    writeFileSync(join(docx, `${source.name}.docx`), docxOf(source))
  }
  const measured = await interleaved(['chancery', 'mammoth', 'guard'], docx, peers)
  const of = (reader: ReaderName): readonly number[] => measured(reader).map(({ document }) => document)
  for (const reader of ['chancery', 'mammoth', 'guard'] as const) {
    rows.push(['docx, CPU ms a document', reader, median(of(reader)).toFixed(2)])
  }
  const ratio = ratioOf(of('mammoth'), of('chancery'))
  goals.push({ text: `docx at least 5 times mammoth's documents a second (${ratio.toFixed(1)})`, met: ratio >= 5 })
  const share = ratioOf(of('guard'), of('chancery'))
  goals.push({ text: `guard at most 10 % of reading (${(share * 100).toFixed(0)} % for docx)`, met: share <= 0.1 })
}

async function readPdf(folder: string, peers: string, rows: Rows, goals: Goals): Promise<void> {
  const pdf = join(folder, 'pdf')
  mkdirSync(pdf)
  for (const name of readdirSync(tables)) if (name.endsWith('.pdf')) copyFileSync(join(tables, name), join(pdf, name))
  const names = ['chancery, text alone', 'chancery', 'chancery, with words', 'pdfjs-dist', 'unpdf'] as const
  const passes: number[] = []
  const measured = await interleaved(names, pdf, peers, () => void passes.push(pdftotext(pdf)))
  const of = (reader: ReaderName): readonly number[] => measured(reader).map(({ page }) => page)
  const pages = measured('pdfjs-dist')[0]?.pass ?? 0
  const poppler = passes.map((time) => time / pages)
  for (const reader of names) rows.push(['PDF, CPU ms a page', reader, median(of(reader)).toFixed(2)])
  rows.push(['PDF, CPU ms a page', 'pdftotext (poppler)', median(poppler).toFixed(2)])
  const goal = (text: string, ratio: number, met: boolean): void =>
    void goals.push({ text: `${text} (${ratio.toFixed(2)})`, met })
  const text = ratioOf(of('chancery, text alone'), poppler)
  goal('PDF at most 1.3 times the CPU of pdftotext', text, text <= 1.3)
  for (const peer of ['pdfjs-dist', 'unpdf'] as const) {
    const ratio = ratioOf(of(peer), of('chancery, text alone'))
    goal(`PDF at least 2 times as fast as ${peer}`, ratio, ratio >= 2)
  }
  const whole = ratioOf(of('chancery, with words'), of('pdfjs-dist'))
  goal('words, boxes and tables at most 2.2 times pdf.js’s bare text', whole, whole <= 2.2)
  const long = new ReadingProcess('chancery, with words', pdf, peers, {
    warmUp: median(of('chancery, with words')) * manyPages,
    turn: 0,
  })
  const { pages: read, rss } = await long.measured()
  long.close()
  rows.push([`PDF, peak MB over ${read} pages`, 'chancery, with words', rss.toFixed(0)])
  goal(`peak of memory at most 300 MB over ${read} pages`, rss, rss <= 300)
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
  const [extractor, guard] = [createEmbeddedExtractor({ readers: embeddedReaders }), createDocumentGuard()]
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
  const [, exactRows = '', exactColumns = ''] = /all exact rows ([\d.]+), exact columns ([\d.]+)/.exec(found) ?? []
  if (exactRows !== '') {
    rows.push(['tables, exact rows / columns', 'chancery', `${exactRows} / ${exactColumns}`])
    goals.push({
      text: 'tables: exact rows at least .75, columns at least .92',
      met: Number(exactRows) >= 0.75 && Number(exactColumns) >= 0.92,
    })
  }
  const language = /40 characters: ([\d.]+)/.exec(run('score-language.ts'))?.[1] ?? ''
  rows.push(['language at 40 characters, share right', 'chancery', language])
  goals.push({ text: 'language told right at 40 characters: at least .99', met: Number(language) >= 0.99 })
  if (has('soffice')) {
    const [, headings = '', items = ''] =
      /documents: headings F1 ([\d.]+).*?items F1 ([\d.]+)/.exec(run('score-structure.ts')) ?? []
    rows.push(['PDF without tags, headings / items F1', 'chancery', `${headings} / ${items}`])
    goals.push({
      text: 'PDF without tags: headings F1 at least .75, items of lists at least .7',
      met: Number(headings) >= 0.75 && Number(items) >= 0.7,
    })
  }
  if (has('soffice')) scoredOfficeFiles(run, rows, goals)
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
  const receipts = run('score-receipts.ts')
  const [, count = '', words = '', sequence = ''] =
    /(\d+) receipts: words F1 ([\d.]+), sequence ([\d.]+)/.exec(receipts) ?? []
  if (count === '') {
    console.log(receipts.trim().split('\n').at(-1))
    return
  }
  rows.push([`OCR of ${count} receipts as scans of nine kinds, word F1 / sequence`, 'auto', `${words} / ${sequence}`])
  goals.push({ text: 'OCR of receipts: word F1 at least .85', met: Number(words) >= 0.85 })
}

/** The least word F1 of the text of documents as other people's programs wrote them. */
const leastOfReal = { docx: 0.97, odt: 0.98, rtf: 0.95 } as const

/** Text of real documents, and what is left of their structure in PDFs without tags. */
function scoredOfficeFiles(run: (script: string, ...words: string[]) => string, rows: Rows, goals: Goals): void {
  if (!existsSync(real)) {
    console.log(`bench: real documents are left out: none in ${real}.`)
    return
  }
  for (const [format, least] of Object.entries(leastOfReal)) {
    const [, count = '', words = '', sequence = ''] =
      /: (\d+) documents: words F1 ([\d.]+), sequence ([\d.]+)/.exec(run('score-office-text.ts', format)) ?? []
    rows.push([`${count} real ${format}, word F1 / sequence`, 'chancery', `${words} / ${sequence}`])
    goals.push({ text: `real ${format}: word F1 at least ${least}`, met: Number(words) >= least })
  }
  const files = readdirSync(real, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:docx|odt)$/.test(path))
    .map((path) => join(real, path))
  const [, count = '', headings = '', items = ''] =
    /(\d+) documents: headings F1 ([\d.]+).*?items F1 ([\d.]+)/.exec(run('score-structure.ts', ...files)) ?? []
  rows.push([`${count} real documents as PDF without tags, headings / items F1`, 'chancery', `${headings} / ${items}`])
  goals.push({
    text: 'real documents as PDF without tags: headings F1 at least .75, items of lists at least .7',
    met: Number(headings) >= 0.75 && Number(items) >= 0.7,
  })
}

const scoredPictures = (printed: string): { engine: string; f1: string; order: string }[] =>
  printed.split('\n').flatMap((line) => {
    const [, engine, f1, order] = /^(auto|tesseract)\s.*?\bwords ([\d.]+)\s.*?\bsequence ([\d.]+)/.exec(line) ?? []
    return engine === undefined || f1 === undefined || order === undefined ? [] : [{ engine, f1, order }]
  })
