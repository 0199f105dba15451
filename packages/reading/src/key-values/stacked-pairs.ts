import type { Block, KeyValue } from '@chancery/core'
import { hasFigure, isCaption, longestKey, pair, type Stretch } from './label.ts'

/** In heights of the upper line: what two lines that belong together may have between them. */
const mostSpace = 1
/** In heights of a line: the space below two lines that belong together is so much wider than the one between them. */
const wider = 0.25
/** The same of the space above, where a title may be near. */
const littleWider = 0.1
/** Fractions of the page's width: edges as near are one. */
const near = 0.005
/** Fractions of the page's width: so far a value is moved in below its label. */
const mostIndent = 0.06
/** Fewer may be a title and its subtitle. */
const fewest = 3
/** Blocks between two lines of a column, where rows are read across. */
const mostBetween = 6
/** Of the labels: a title and its subtitle may stand between. */
const nearlyAll = 0.8
/** Of the values: so many do not look like labels, or nothing tells which of the two lines is the label. */
const fewFilled = 0.3

interface Stack {
  readonly upper: Block
  readonly lower: Block
}

/**
 * Pages where labels and values stand in turn, one below the other, in pairs that space or an indent sets apart: labels above
 * their values, or captions below. Which of the lines are the labels is told by all pairs of a page: values have figures,
 * labels have none.
 */
export function* pairsOfStackedLines(text: string, blocks: readonly Block[]): Generator<KeyValue> {
  const byPage = new Map<number, Stack[]>()
  for (const stack of stacksOf(text, blocks)) {
    const page = stack.upper.span.page ?? 0
    const own = byPage.get(page)
    if (own === undefined) byPage.set(page, [stack])
    else own.push(stack)
  }
  for (const stacks of byPage.values()) yield* pairsOfStacks(text, stacks)
}

function* pairsOfStacks(text: string, stacks: readonly Stack[]): Generator<KeyValue> {
  const rows = stacks.flatMap(({ upper, lower }) => {
    const [above, below] = [partsOf(text, upper), partsOf(text, lower)]
    return above.length === below.length
      ? above.map((part, at) => ({ upper: part, lower: below[at] ?? part, at: upper }))
      : []
  })
  if (rows.length < fewest) return
  const isLabelledBy = (side: 'upper' | 'lower', other: 'upper' | 'lower'): boolean => {
    const labelled = rows.filter((row) => isCaption(text.slice(...row[side])))
    const values = labelled.map((row) => text.slice(...row[other]))
    return (
      labelled.length >= Math.max(fewest, nearlyAll * rows.length) &&
      new Set(labelled.map((row) => text.slice(...row[side]))).size === labelled.length &&
      values.filter((value) => hasFigure(value) || !isCaption(value)).length >= fewFilled * values.length
    )
  }
  const isAbove = isLabelledBy('upper', 'lower')
  if (isAbove === isLabelledBy('lower', 'upper')) return
  for (const { upper, lower, at } of rows) {
    const [label, value] = isAbove ? [upper, lower] : [lower, upper]
    if (isCaption(text.slice(...label))) yield* pair(text, label, value, at.span, 0.5)
  }
}

/** Lines right below each other that are nearer than what is above and below them, or of which the lower one is moved in. */
function* stacksOf(text: string, blocks: readonly Block[]): Generator<Stack> {
  const taken = new Set<Block>()
  for (const [at, upper] of blocks.entries()) {
    if (taken.has(upper) || !isLine(text, upper)) continue
    const lower = below(blocks, at)
    if (lower === undefined || !isLine(text, lower) || lower.layer !== upper.layer) continue
    const space = spaceBetween(upper, lower)
    const next = below(blocks, blocks.indexOf(lower, at))
    const over = above(blocks, at)
    const isTurn = (other: Block | undefined, inner: Block): boolean => other === undefined || isMovedIn(other, inner)
    const isIndented =
      isMovedIn(upper, lower) && (isTurn(next, lower) || (over !== undefined && isMovedIn(upper, over)))
    const isApart =
      (next === undefined || spaceBetween(lower, next) - space > wider * heightOf(lower)) &&
      (over === undefined || spaceBetween(over, upper) - space > littleWider * heightOf(upper))
    if (!isIndented && (!isApart || space > mostSpace * heightOf(upper))) continue
    taken.add(lower)
    yield { upper, lower }
  }
}

const isLine = (text: string, { type, span }: Block): boolean =>
  (type === 'paragraph' || type === 'heading') &&
  span.box !== undefined &&
  span.end - span.start <= 3 * longestKey &&
  !/\n|^[☐☑☒○◉●□■]/u.test(text.slice(span.start, span.end))

/** The next line of the column of a block, among the blocks that follow it. */
function below(blocks: readonly Block[], at: number): Block | undefined {
  const own = blocks[at]
  return (
    own && blocks.slice(at + 1, at + 1 + mostBetween).find((other) => isInColumn(own, other) && isLower(other, own))
  )
}

function above(blocks: readonly Block[], at: number): Block | undefined {
  const own = blocks[at]
  return (
    own &&
    blocks.slice(Math.max(0, at - mostBetween), at).findLast((other) => isInColumn(own, other) && isLower(own, other))
  )
}

const isInColumn = ({ span: one }: Block, { span: other }: Block): boolean =>
  one.page === other.page && Math.abs((one.box?.x ?? 0) - (other.box?.x ?? 1)) < mostIndent

const isLower = ({ span: { box: one } }: Block, { span: { box: other } }: Block): boolean =>
  one !== undefined && other !== undefined && one.y + one.height > other.y + other.height

function isMovedIn({ span: { box: outer } }: Block, { span: { box: inner } }: Block): boolean {
  const indent = (inner?.x ?? 0) - (outer?.x ?? 0)
  return indent > near && indent < mostIndent
}

const heightOf = ({ span }: Block): number => span.box?.height ?? 0

const spaceBetween = ({ span: { box: one } }: Block, { span: { box: other } }: Block): number =>
  one === undefined || other === undefined ? Infinity : other.y - one.y - one.height

/** What tabs part on a line. */
function partsOf(text: string, { span }: Block): Stretch[] {
  let start = span.start
  return text
    .slice(span.start, span.end)
    .split('\t')
    .map((part): Stretch => {
      const from = start
      start += part.length + 1
      return [from, from + part.length]
    })
}
