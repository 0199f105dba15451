import { isFull, type LineBlock } from '@chancery/reading-layout/line-blocks'
import { enclosing, type Rectangle } from '@chancery/reading-layout/page-geometry'
import type { Region } from '@chancery/reading-layout/page-layout'
import type { TextLine } from '@chancery/reading-layout/text-lines'

/** Blocks whose lines may be those of an address, or of a list without signs. */
const types: ReadonlySet<string> = new Set(['paragraph', 'list-item'])

type Edges = Pick<Rectangle, 'left' | 'right'>

/**
 * The blocks of a page by its tags, whose lines say whether somebody ended them: tags name paragraphs, and no line breaks
 * within them. How far a line could have gone is told by what begins at the same edge of the page.
 * @param known blocks of which it is known
 */
export function withLinesEndedByHand(regions: readonly Region[], known: ReadonlySet<LineBlock>): Region[] {
  const columns = new Columns(
    regions.flatMap((region) => (region.kind === 'block' && region.block.kind === 'text' ? [region.block] : [])),
  )
  return regions.map((region) => {
    if (
      region.kind !== 'block' ||
      region.block.kind !== 'text' ||
      !types.has(region.block.type) ||
      known.has(region.block)
    )
      return region
    const parts = region.block.parts.map((part) => ({ ...part, lines: linesEnded(part.lines, columns) }))
    return { kind: 'block', block: { ...region.block, parts } }
  })
}

function linesEnded(lines: readonly TextLine[], columns: Columns): TextLine[] {
  const [first] = lines
  if (first === undefined || lines.length < 2) return [...lines]
  const column = columns.of(enclosing(lines), first)
  return lines.map((line, at) => {
    const next = lines[at + 1]
    if (next !== undefined && isLabelled(line) && isLabelled(next)) return { ...line, endedByHand: true }
    const isLast = next === undefined
    return isLast || isFull(lines.slice(Math.max(0, at - 4), at + 1), line, next, column)
      ? line
      : { ...line, endedByHand: true }
  })
}

/** A label, a colon and a value: the next label is a line of its own, however short the lines of the page are. */
const isLabelled = ({ text }: TextLine): boolean => /^\p{Lu}[^:：.]{1,40}[:：]\s\S/u.test(text)

/** In points: edges in one of them are the same. */
const step = 4

/** How far the text of a page reaches from each edge at which blocks begin. */
class Columns {
  private readonly byLeft = new Map<number, Edges>()
  private readonly byRight = new Map<number, Edges>()

  constructor(blocks: readonly LineBlock[]) {
    for (const { parts } of blocks)
      for (const { lines } of parts) {
        const { left, right } = enclosing(lines)
        widen(this.byLeft, left, { left, right })
        widen(this.byRight, right, { left, right })
      }
  }

  /** @param own the edges of a block @param line one of its lines */
  of(own: Edges, { size, rightToLeft }: TextLine): Edges {
    const [known, edge] = rightToLeft ? [this.byRight, own.right] : [this.byLeft, own.left]
    let { left, right } = own
    const steps = Math.ceil(Math.min(size, 5 * step) / step)
    for (let key = keyOf(edge) - steps; key <= keyOf(edge) + steps; key += 1) {
      const edges = known.get(key)
      if (edges === undefined) continue
      left = Math.min(left, edges.left)
      right = Math.max(right, edges.right)
    }
    return { left, right }
  }
}

const keyOf = (edge: number): number => Math.round(edge / step)

function widen(known: Map<number, Edges>, edge: number, { left, right }: Edges): void {
  const key = keyOf(edge)
  const before = known.get(key)
  known.set(key, { left: Math.min(left, before?.left ?? left), right: Math.max(right, before?.right ?? right) })
}
