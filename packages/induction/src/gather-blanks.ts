import type { Column } from './align-nodes.ts'
import type { SampleNode } from './sample.ts'

const isBlank = (node: SampleNode): boolean => node.kind === 'leaf' && node.slots.every((text) => text.trim() === '')

/** The shape of the blank lines that a column is; absent where it says something. */
const blankShape = (column: Column): string | undefined => {
  const nodes = column.filter((node) => node !== undefined)
  const [first] = nodes
  return first !== undefined && nodes.every((node) => isBlank(node) && node.shape === first.shape)
    ? first.shape
    : undefined
}

/**
 * Blank lines before and behind what only some samples have: nothing tells which of them the others have. Each is the last,
 * so that one part holds the line before it, too.
 */
export function gatherBlanks(columns: readonly Column[], width: number): Column[] {
  const moved = columns.map((column) => [...column])
  const shapes = columns.map(blankShape)
  /** By instance: the last place before its next node where others have a blank line. */
  const free: (number | undefined)[] = Array.from({ length: width })
  for (let at = moved.length - 1; at >= 0; at -= 1) {
    const column = moved[at]!
    const shape = shapes[at]
    for (let instance = 0; instance < width; instance += 1) {
      const node = column[instance]
      const place = free[instance]
      if (node === undefined) {
        if (shape !== undefined) free[instance] ??= at
        continue
      }
      free[instance] = undefined
      if (shape === undefined || place === undefined || shapes[place] !== shape) continue
      moved[place]![instance] = node
      column[instance] = undefined
    }
  }
  return moved.filter((column) => column.some((node) => node !== undefined))
}
