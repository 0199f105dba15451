import type { Candidate } from '../candidate.ts'
import { type Cell, columnBlocks } from '../columns.ts'
import { indexText, type TextIndex } from '../text-index.ts'
import { scanAddresses } from './addresses.ts'

const sure = 0.85

/**
 * Addresses whose lines stand beside another column. The span is from the first line to the last, so that it has what stands
 * beside them as well; the value has the lines of the column alone.
 */
export function columnAddresses(index: TextIndex): Candidate[] {
  return columnBlocks(index).flatMap((block) => {
    const text = block.map(({ start, end }) => index.text.slice(start, end)).join('\n')
    // Most columns are figures, or words alone.
    if (!/\d/.test(text) || !/\p{L}{3}/u.test(text)) return []
    const column = indexText(text)
    return scanAddresses(column)
      .filter(({ confidence, start, end }) => confidence >= sure && column.text.slice(start, end).includes('\n'))
      .map((address) => ({
        ...address,
        start: placeIn(block, address.start),
        end: placeIn(block, address.end),
      }))
  })
}

/** The offset in the text of one in the joined cells. */
function placeIn(block: readonly Cell[], offset: number): number {
  let left = offset
  for (const { start, end } of block) {
    if (left <= end - start) return start + left
    left -= end - start + 1
  }
  return block.at(-1)?.end ?? 0
}
