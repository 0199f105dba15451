import type { Candidate } from '../candidate.ts'
import { type Cell, columnBlocks } from '../columns.ts'
import { firstAtOrAfter, indexText, type TextIndex } from '../text-index.ts'
import { scanAddresses } from './addresses.ts'

const sure = 0.85

/**
 * Addresses whose lines stand beside another column. The span is from the first line to the last, so that it has what stands
 * beside them as well; the value has the lines of the column alone.
 */
export function columnAddresses(index: TextIndex, names: readonly Candidate[]): Candidate[] {
  return columnBlocks(index).flatMap((block) => {
    const text = block.map(({ start, end }) => index.text.slice(start, end)).join('\n')
    // Most columns are figures, or words alone.
    if (!/\d/.test(text) || !/\p{L}{3}/u.test(text)) return []
    const column = indexText(text)
    return scanAddresses(column, namesIn(block, names))
      .filter(({ confidence, start, end }) => confidence >= sure && column.text.slice(start, end).includes('\n'))
      .map((address) => ({
        ...address,
        start: placeIn(block, address.start),
        end: placeIn(block, address.end),
      }))
  })
}

/** Names of the text that stand whole in a cell, by their offsets in the joined cells. `names` are in order. */
function namesIn(block: readonly Cell[], names: readonly Candidate[]): Candidate[] {
  const found: Candidate[] = []
  let joined = 0
  for (const { start, end } of block) {
    for (let at = firstAtOrAfter(names, start); (names[at]?.start ?? Infinity) < end; at += 1) {
      const name = names[at]
      if (name && name.end <= end)
        found.push({ ...name, start: joined + name.start - start, end: joined + name.end - start })
    }
    joined += end - start + 1
  }
  return found
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
