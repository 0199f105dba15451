import type { OcrWord } from '@chancery/reading/ocr/ocr-engine'

/** Words of a line at the most that may be a cell of its row; lines of columns of text have more. */
const cellWords = 2
/** Of its height, by which a line stands at the height of another. */
const sameHeight = 0.5

interface Line {
  readonly block: number
  readonly top: number
  readonly bottom: number
  readonly words: number
}

/**
 * The share of lines of a word or two that stand at the height of a line of another block: where there are many, rows of
 * a table or a receipt were taken for columns, and single figures between them were passed over.
 */
export function partedRows(words: readonly OcrWord[]): number {
  const lines = linesOf(words).toSorted((one, other) => one.top - other.top)
  if (lines.length === 0) return 0
  const tallest = lines.reduce((most, { top, bottom }) => Math.max(most, bottom - top), 0)
  let parted = 0
  for (const [at, line] of lines.entries()) {
    if (line.words <= cellWords && neighbours(lines, at, tallest).some((other) => isBeside(line, other))) parted++
  }
  return parted / lines.length
}

/** Lines that may reach to the height of one, in a list by their tops. */
function neighbours(lines: readonly Line[], at: number, tallest: number): Line[] {
  const { top, bottom } = lines[at]!
  let [from, to] = [at, at + 1]
  while (from > 0 && lines[from - 1]!.top + tallest > top) from--
  while (to < lines.length && lines[to]!.top < bottom) to++
  return lines.slice(from, to)
}

function isBeside(line: Line, other: Line): boolean {
  if (line.block === other.block) return false
  const shared = Math.min(line.bottom, other.bottom) - Math.max(line.top, other.top)
  return shared > sameHeight * Math.min(line.bottom - line.top, other.bottom - other.top)
}

function linesOf(words: readonly OcrWord[]): Line[] {
  const lines = new Map<number, Line>()
  for (const { line, block, box } of words) {
    const before = lines.get(line)
    lines.set(line, {
      block,
      top: Math.min(before?.top ?? 1, box.y),
      bottom: Math.max(before?.bottom ?? 0, box.y + box.height),
      words: (before?.words ?? 0) + 1,
    })
  }
  return [...lines.values()]
}
