import { readdirSync, readFileSync } from 'node:fs'
import { type BundleName, type Deployed, deploy } from '../bundles/deployed.ts'
import { helvetica, pdf, stream } from '../hostile/raw-pdf.ts'
import { median, type Report } from './report.ts'

const rounds = 5
const pagesOfPdf = 30
const atOnce = [1, 2, 4, 8]
const callsEach = 6

/** A text of so many pages of 45 lines; `seed` makes each another document, since answers to the same may be known. */
function textPdf(seed: number): Buffer {
  const first = 4
  const kids = Array.from({ length: pagesOfPdf }, (_, page) => `${first + 2 * page} 0 R`).join(' ')
  const pages = Array.from({ length: pagesOfPdf }, (_, page) => {
    const lines = Array.from(
      { length: 45 },
      (_line, line) => `(Invoice ${seed}-${page}-${line}: services of March, EUR ${page * 45 + line}.90) Tj T*`,
    )
    return [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + 2 * page + 1} 0 R >>`,
      stream('', `BT /F1 11 Tf 14 TL 50 790 Td ${lines.join(' ')} ET`),
    ]
  }).flat()
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pagesOfPdf} >>`,
    helvetica,
  ]
  return pdf([...objects, ...pages])
}

/** A process and all below it. */
function treeOf(pid: number): number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const]
    } catch {
      // It has ended meanwhile.
      return []
    }
  })
  const below = (of: number): number[] => [
    of,
    ...parents.flatMap(([child, parent]) => (parent === of ? below(child) : [])),
  ]
  return below(pid)
}

/** What a platform counts: pages that processes share are there once, in MB. */
const memoryOf = (pid: number): number =>
  treeOf(pid).reduce((sum, each) => {
    try {
      return sum + Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${each}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
    } catch {
      return sum
    }
  }, 0)

let made = 0

async function readPdf({ address, key }: Deployed): Promise<void> {
  const document = { content: textPdf(made++).toString('base64'), filename: 'invoices.pdf' }
  const response = await fetch(`${address}/extract-document`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ document }),
  })
  const answer = await response.text()
  if (response.status !== 200 || !answer.includes('Invoice'))
    throw new Error(`extract-document: ${answer.slice(0, 500)}`)
}

/** Runs the calls, so many at once, and looks at the memory meanwhile. */
async function under(service: Deployed, many: number): Promise<{ readonly perSecond: number; readonly peak: number }> {
  let left = many * callsEach
  let peak = 0
  const started = performance.now()
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(service.pid))), 100)
  const worker = async (): Promise<void> => {
    while (left-- > 0) await readPdf(service)
  }
  await Promise.all(Array.from({ length: many }, worker))
  clearInterval(watch)
  return { perSecond: (many * callsEach * 1000) / (performance.now() - started), peak }
}

const settings = {
  CHANCERY_CONCURRENCY: '64',
  CHANCERY_QUEUE: '64',
  CHANCERY_RATE_PER_MINUTE: '1000000',
}

async function figuresOf(name: BundleName): Promise<readonly string[]> {
  const starts: number[] = []
  for (let round = 0; round < rounds; round++) {
    const service = await deploy(name, settings)
    starts.push(service.startMs)
    await service.stop()
  }
  const service = await deploy(name, settings)
  try {
    const idle = memoryOf(service.pid)
    const first = performance.now()
    await readPdf(service)
    const firstMs = performance.now() - first
    for (let pdfs = 1; pdfs < 5; pdfs++) await readPdf(service)
    const afterFive = memoryOf(service.pid)
    const loads: string[] = []
    for (const many of atOnce) {
      const { perSecond, peak } = await under(service, many)
      loads.push(`${perSecond.toFixed(1)} / ${peak.toFixed(0)}`)
    }
    return [
      `\`build/${name}\``,
      median(starts).toFixed(0),
      firstMs.toFixed(0),
      idle.toFixed(0),
      afterFive.toFixed(0),
      ...loads,
    ]
  } finally {
    await service.stop()
  }
}

/** What the sizes of an instance go by. */
export async function deployment(): Promise<Report> {
  const rows = [await figuresOf('server'), await figuresOf('functions')]
  return {
    title: 'An instance',
    method: `Both bundles as they are deployed, with everything embedded, the functions in Google’s own framework. Cold start: from the start of the process to its first answer, the median of ${rounds}, on a machine that has the files in memory. Memory: PSS of the service and its children, in MB, without what the files in \`/tmp\` take. Each PDF is another one, of ${pagesOfPdf} pages of text. With N calls at once: PDFs a second / the most memory that was seen.`,
    columns: [
      'bundle',
      'cold start, ms',
      'first PDF, ms',
      'idle, MB',
      'after five PDFs, MB',
      ...atOnce.map((many) => `${many} at once`),
    ],
    rows,
    goals: [],
  }
}
