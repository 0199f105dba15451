import { createHarness, type Harness } from '@chancery/harness'
import { wordDocument } from '../../packages/extraction/bench/word-documents.ts'
import { docxOf, pdfOf } from '@chancery/port-contracts/sample-documents'
import { median, type Report } from './report.ts'

const rounds = 400
const warmUpRounds = 300
const goal = 1.2

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

async function timed(work: Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work
  return performance.now() - started
}

/** The same operations in this process and in warm child processes, call by call in turns. */
export async function sandbox(): Promise<Report> {
  const inline = createHarness()
  const processes = createHarness({ configuration: { CHANCERY_SAFETY: 'processes' } })
  const rows: string[][] = []
  const ratios = new Map<string, number>()
  for (const [name, call] of Object.entries(calls)) {
    const times = { inline: [] as number[], processes: [] as number[] }
    for (let round = -warmUpRounds; round < rounds; round++) {
      const here = await timed(call(inline))
      const there = await timed(call(processes))
      if (round < 0) continue
      times.inline.push(here)
      times.processes.push(there)
    }
    const [here, there] = [median(times.inline), median(times.processes)]
    ratios.set(name, there / here)
    rows.push([name, here.toFixed(2), there.toFixed(2), (there / here).toFixed(2)])
  }
  await Promise.all([inline.close(), processes.close()])
  return {
    title: 'Sandbox',
    method: `Whole operations without HTTP, on a contract of a few pages as Word writes it (13 kB), a bare letter, and an invoice of one page, in this process (\`CHANCERY_SAFETY=inline\`) and in warm child processes (the default), in turns. Medians of ${rounds} calls each, in ms.`,
    columns: ['operation', 'inline', 'processes', 'ratio'],
    rows,
    goals: [
      {
        text: `at most ${goal} times the inline time to read a small docx`,
        met: (ratios.get(smallDocx) ?? Number.POSITIVE_INFINITY) <= goal,
      },
    ],
  }
}
