import { type Block, contentStart, type KeyValue, type Run, type Table } from '@chancery/core'
import { pairsOfBlocks } from './block-pairs.ts'
import { captionNumber } from '../model/caption-start.ts'
import { isCaption, longestKey, pair } from './label.ts'
import { pairsOfLines } from './line-pairs.ts'
import { pairsOfStackedLines } from './stacked-pairs.ts'
import { withoutStruck } from './struck-out.ts'
import { pairsOfTabbedRows } from './tabbed-rows.ts'
import { pairsOfTable } from './table-pairs.ts'

const maxPairs = 2000

/**
 * Labels and the values beside, below or above them: lines such as "Total: 12.00" in blocks of text, rows of tables, terms
 * and their definitions. Conservative: what could be prose, a time or an address of the web is left out. In the order of the
 * document; what several ways find is there once.
 * @param runs of which those that are struck out are no part of a value
 */
export function keyValuesIn(
  text: string,
  blocks: readonly Block[],
  tables: readonly Table[],
  runs: readonly Run[] = [],
): KeyValue[] {
  const struck = runs.filter(({ strike }) => strike).toSorted((a, b) => a.span.start - b.span.start)
  const stacked = [...pairsOfStackedLines(text, blocks)]
  const values = new Map(stacked.map(({ keySpan, valueSpan }) => [keySpan.start, valueSpan.start]))
  const filled = new Set(values.values())
  const pairs = new Map<string, KeyValue>()
  for (const found of allPairs(text, blocks, tables, stacked)) {
    if (pairs.size >= maxPairs) break
    const [key, value] = [found.keySpan.start, found.valueSpan.start]
    // Where columns of stacked lines stand beside each other, a label is no value of the one beside it.
    if (captionNumber.test(found.key) || values.has(value) || filled.has(key) || (values.get(key) ?? value) !== value)
      continue
    if (!pairs.has(`${key} ${value}`)) pairs.set(`${key} ${value}`, withoutStruck(text, found, struck))
  }
  return [...pairs.values()].sort((a, b) => a.keySpan.start - b.keySpan.start || a.valueSpan.start - b.valueSpan.start)
}

function* allPairs(
  text: string,
  blocks: readonly Block[],
  tables: readonly Table[],
  stacked: readonly KeyValue[],
): Generator<KeyValue> {
  for (const [index, block] of blocks.entries()) {
    const table = block.table === undefined ? undefined : tables[block.table]
    if (table !== undefined) yield* pairsOfTable(table, text)
    else if (block.type === 'term') yield* pairOfTerm(text, block, blocks[index + 1])
    else if (isFramed(block, blocks[index + 1], tables)) yield* pairOfFrame(text, block, blocks[index + 1])
    else if (block.type !== 'code' && block.type !== 'heading' && block.type !== 'title') {
      yield* pairsOfLines(text, withoutMarker(text, block))
      yield* pairsOfBlocks(text, blocks, index)
    }
  }
  yield* pairsOfTabbedRows(text, blocks)
  yield* stacked
}

/** A label over a frame that is filled in: a table of one cell. */
const isFramed = ({ type }: Block, frame: Block | undefined, tables: readonly Table[]): boolean =>
  type === 'paragraph' && frame?.table !== undefined && tables[frame.table]?.cells.length === 1

function* pairOfFrame(text: string, { span: label }: Block, frame: Block | undefined): Generator<KeyValue> {
  if (frame === undefined || label.end - label.start > longestKey || !isCaption(text.slice(label.start, label.end)))
    return
  yield* pair(text, [label.start, label.end], [frame.span.start, frame.span.end], label, 0.5)
}

/** A term of a list of definitions and its short definition. */
function* pairOfTerm(text: string, { span: term }: Block, definition: Block | undefined): Generator<KeyValue> {
  if (definition?.type !== 'definition' || definition.span.end - definition.span.start > longestKey) return
  yield* pair(text, [term.start, term.end], [definition.span.start, definition.span.end], term, 0.6)
}

/** "1." is no part of the label "1. Name". */
const withoutMarker = (text: string, block: Block): Pick<Block, 'span'> => ({
  span: { ...block.span, start: contentStart(block, text) },
})
