import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createHarness, type Harness } from '@chancery/harness'
import { wordDocument } from './reading/word-documents.ts'
import { docxOf, pdfOf } from '@chancery/port-contracts/sample-documents'
import { median, type Report } from './report.ts'

/** In each, both have their turn: the machine's speed changes from one second to the next, and so for both alike. */
const rounds = 47
const warmUpRounds = 23
/** A turn, in ms. */
const turn = 200
const goal = 1.6

const smallDocx = 'extract-document, docx of 13 kB'
const sentence = 'We write to you about the matter of which we spoke last week, and enclose what you asked for. '
/** As Word writes them: runs cut by editing, sixty styles, numbering, header, footer, notes. */
const contract = wordDocument(120, 3)
/** Two pages of bare paragraphs: next to no work, so that what a process costs shows most. */
const letter = docxOf(['{client}', ...Array.from({ length: 40 }, (_, index) => `${index + 1}. ${sentence.repeat(2)}`)])
const invoice = pdfOf(Array.from({ length: 30 }, (_, index) => `Position ${index}: EUR ${index}.50`))

type Call = (harness: Harness) => Promise<unknown>

/** Whole operations as a caller of the library has them: vetting, the work, the checked answer. */
const calls: Readonly<Record<string, Call>> = {
  [smallDocx]: (harness) =>
    harness.call('extract-document', { document: { content: contract, filename: 'contract.docx' } }),
  'extract-document, bare docx of 1 kB': (harness) =>
    harness.call('extract-document', { document: { content: letter, filename: 'letter.docx' } }),
  'extract-document, pdf': (harness) =>
    harness.call('extract-document', { document: { content: invoice, filename: 'invoice.pdf' } }),
  'pre-filling, docx': (harness) =>
    harness.call('pre-filling', {
      template: { content: letter, filename: 'letter.docx' },
      data: { client: 'Zoë' },
      dryRun: true,
    }),
}

/** What a call takes, in ms: by the clock, and of the processors. */
interface Cost {
  readonly time: number
  readonly cpu: number
}

/** The mean over a turn, as long as one caller after the other comes. */
async function takeTurn(call: Call, harness: Harness): Promise<Cost> {
  const cpuBefore = cpuTime()
  const started = performance.now()
  let calls = 0
  let spent = 0
  while (spent < turn) {
    await call(harness)
    calls++
    spent = performance.now() - started
  }
  return { time: spent / calls, cpu: (cpuTime() - cpuBefore) / calls }
}

/**
 * CPU time that this process and its children have had so far, in ms, all threads; elsewhere than on Linux none is told.
 */
function cpuTime(): number {
  if (!existsSync('/proc/self/schedstat')) return Number.NaN
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
  const had = ['self', ...children].flatMap((pid) =>
    readdirSync(`/proc/${pid}/task`).map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    ),
  )
  return had.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6
}

/** The same operations in this process and in warm child processes, in turns. */
export async function sandbox(): Promise<Report> {
  const inline = createHarness()
  const processes = createHarness({ configuration: { CHANCERY_SAFETY: 'processes' } })
  const rows: string[][] = []
  const ratioOf = new Map<string, number>()
  for (const [name, call] of Object.entries(calls)) {
    const here: Cost[] = []
    const there: Cost[] = []
    for (let round = -warmUpRounds; round < rounds; round++) {
      const costs = [await takeTurn(call, inline), await takeTurn(call, processes)] as const
      if (round < 0) continue
      here.push(costs[0])
      there.push(costs[1])
    }
    const ratiosOf = (measure: keyof Cost): number[] =>
      there.map((cost, round) => cost[measure] / (here[round]?.[measure] ?? 0)).toSorted((a, b) => a - b)
    const ratios = ratiosOf('time')
    const [low, high] = [ratios[Math.floor(rounds / 4)] ?? 0, ratios[Math.floor((rounds * 3) / 4)] ?? 0]
    ratioOf.set(name, median(ratios))
    const times = [here, there].map((costs) => median(costs.map(({ time }) => time)).toFixed(2))
    const spread = `${low.toFixed(2)} to ${high.toFixed(2)}`
    rows.push([
      name,
      ...times,
      median(ratios).toFixed(2),
      spread,
      median(ratiosOf('cpu')).toFixed(2).replace('NaN', 'not told'),
    ])
  }
  await Promise.all([inline.close(), processes.close()])
  return {
    title: 'Sandbox',
    method: `Whole operations without HTTP, on a contract of a few pages as Word writes it (13 kB), a bare letter, and an invoice of one page, in this process (\`CHANCERY_SAFETY=inline\`) and in warm child processes (the default), one call after the other, in turns of ${turn} ms. Mean ms of a call in a turn, garbage collection and all; medians of ${rounds} turns, of the ratios those within a round; by the clock, and by the CPU time of all processes and their threads.`,
    columns: ['operation', 'inline', 'processes', 'ratio', 'half of the rounds', 'ratio of CPU time'],
    rows,
    goals: [
      {
        text: `at most ${goal} times the inline time to read a small docx`,
        met: (ratioOf.get(smallDocx) ?? Number.POSITIVE_INFINITY) <= goal,
      },
    ],
  }
}
