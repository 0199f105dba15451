import { type Block, contentStart, type KeyValue, type Table } from '@chancery/core'
import { pairsOfBlocks } from './block-pairs.ts'
import { pairsOfLines } from './line-pairs.ts'
import { pairsOfTable } from './table-pairs.ts'

const maxPairs = 2000

/**
 * Labels and the values beside them: lines such as "Total: 12.00" in blocks of text, and the rows of tables with two
 * columns. Conservative: what could be prose, a time or an address of the web is left out.
 */
export function keyValuesIn(text: string, blocks: readonly Block[], tables: readonly Table[]): KeyValue[] {
  const pairs: KeyValue[] = []
  for (const [index, block] of blocks.entries()) {
    const table = block.table === undefined ? undefined : tables[block.table]
    const isProse = block.type !== 'code' && block.type !== 'heading' && block.type !== 'title'
    const found =
      table !== undefined
        ? pairsOfTable(table, text)
        : isProse
          ? [...pairsOfLines(text, withoutMarker(text, block)), ...pairsOfBlocks(text, blocks, index)]
          : []
    for (const pair of found) {
      if (pairs.length >= maxPairs) return pairs
      pairs.push(pair)
    }
  }
  return pairs
}

/** "1." is no part of the label "1. Name". */
const withoutMarker = (text: string, block: Block): Pick<Block, 'span'> => ({
  span: { ...block.span, start: contentStart(block, text) },
})
