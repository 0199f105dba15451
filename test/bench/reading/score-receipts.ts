/* oxlint-disable no-console -- a report is what it is for */
/**
 * Word F1, sequence ratio, amounts found and CPU time on receipts of SROIE. Its pictures are not in the corpora: its
 * texts are set into their boxes, with a logo and somebody's hand, and made scans of six kinds.
 * `node test/bench/reading/score-receipts.ts [engine=auto] [every=30] [from=12] [kinds=plain,faded,…] [only=<id>] [show=<id>]`
 * Without kinds, each receipt comes in one of them, by turns.
 */
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createOcrEngine } from '../../../packages/reading-pictures/src/ocr/create-ocr-engine.ts'
import { toGraymap } from '../../../packages/reading/src/ocr/gray-picture.ts'
import { notInVain } from '../../../packages/reading/src/ocr/unread-pages.ts'
import { drawnReceipts, type Receipt, scans } from './receipt-scans.ts'
import { scoreText } from './score-text.ts'

const option = (name: string, otherwise: string): string =>
  process.argv.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1) ?? otherwise

const corpora = resolve(process.env['CHANCERY_CORPORA'] ?? resolve(import.meta.dirname, '../../../../shared/corpora'))
const file = join(corpora, 'receipts/train.jsonl')
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** The true text row by row: the data set tells the columns of some receipts one after the other. */
function inRows(lines: Receipt['lines']): string {
  const rows: { readonly bottom: number; readonly lines: Receipt['lines'][number][] }[] = []
  for (const line of lines.toSorted((one, other) => one.box[1] + one.box[3] - other.box[1] - other.box[3])) {
    const [, top, , bottom] = line.box
    const row = rows.at(-1)
    if (row !== undefined && (top + bottom) / 2 < row.bottom) row.lines.push(line)
    else rows.push({ bottom: top + (bottom - top) * 0.8, lines: [line] })
  }
  return rows
    .map((row) =>
      row.lines
        .toSorted((one, other) => one.box[0] - other.box[0])
        .map(({ text }) => text)
        .join(' '),
    )
    .join('\n')
}

/** Those of the true amounts that are among the words as they are. */
function amountsFound(truth: string, words: readonly string[]): readonly [found: number, all: number] {
  const amounts = truth.match(/(?<![\d.,])\d{1,4}\.\d\d(?![\d.,])/g) ?? []
  const there = words.map((word) => word.replace(/^\D+|\D+$/g, ''))
  const found = amounts.filter((amount) => {
    const at = there.indexOf(amount)
    if (at >= 0) there.splice(at, 1)
    return at >= 0
  })
  return [found.length, amounts.length]
}

async function main(program: string): Promise<void> {
  const [every, from] = [Number(option('every', '30')), Number(option('from', '12'))]
  const receipts = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Receipt)
    .filter((_, index) => index % every === from)
  const pictures = drawnReceipts(program, receipts, join(tmpdir(), `chancery-receipts-${every}-${from}`))
  const kinds = option('kinds', '') === '' ? undefined : option('kinds', '').split(',')
  const engine = createOcrEngine({
    engine: option('engine', 'auto') as 'auto' | 'native' | 'tesseract',
    languages: ['en'],
  })
  const rows: { readonly words: number; readonly sequence: number; readonly amounts: readonly [number, number] }[] = []
  for (const [index, { id, lines }] of receipts.entries()) {
    if (!['', id].includes(option('only', ''))) continue
    const names = Object.keys(scans)
    for (const kind of kinds ?? [names[index % names.length] as string]) {
      const picture = scans[kind]!(pictures[index]!)
      const { width, height } = picture
      const bytes = toGraymap(picture)
      const result = await notInVain(engine).recognize(
        { bytes, contentType: 'image/x-portable-graymap', width, height },
        { languages: [], signal: new AbortController().signal },
      )
      const truth = inRows(lines)
      const words = result.words.map(({ text }) => text)
      const amounts = amountsFound(truth, words)
      const score = scoreText(truth, words.join(' '))
      rows.push({ ...score, amounts })
      console.log(
        `${id} ${kind.padEnd(6)} ${width}x${height}  words ${score.words.toFixed(3)}  sequence ${score.sequence.toFixed(3)}  ` +
          `amounts ${amounts.join('/')}  confidence ${result.confidence.toFixed(2)}  ` +
          `cpu ${((result.usedMs ?? 0) / 1000).toFixed(1)} s${result.unread === true ? '  not read' : ''}`,
      )
      if (option('show', '') === id) console.log(`${truth}\n---\n${words.join(' ')}`)
    }
  }
  await engine.close()
  const sum = (at: 0 | 1): number => rows.reduce((all, { amounts }) => all + amounts[at], 0)
  console.log(
    `${rows.length} receipts: words F1 ${mean(rows.map(({ words }) => words)).toFixed(4)}, sequence ` +
      `${mean(rows.map(({ sequence }) => sequence)).toFixed(4)}, amounts ${(sum(0) / sum(1)).toFixed(3)} of ${sum(1)}`,
  )
}

if (!existsSync(file)) console.log(`receipts: not in ${corpora}, skipped`)
else if (chromium === undefined) console.log('receipts: no Chromium to set them, skipped')
else await main(chromium)
