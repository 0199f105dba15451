import { type Block, contentStart, type KeyValue } from '@chancery/core'
import {
  areNumberedAlike,
  hasFigure,
  isAmount,
  isBareLabel,
  isCaption,
  longestKey,
  longestLine,
  longestValue,
  pair,
  type Stretch,
} from './label.ts'

/** Blocks between a label and its value, where labels and values stand in rows. */
const mostBeside = 6
/** In heights of the value: a label's, where it is set in smaller type. */
const smaller = 0.85

/** The pairs whose label is one block of a document: what is beside it, below it or, of smaller type, above it. */
export function* pairsOfBlocks(text: string, blocks: readonly Block[], index: number): Generator<KeyValue> {
  const label = blocks[index]
  if (label === undefined) return
  let isPaired = false
  for (const found of pairOfNeighbours(text, label, valueOf(text, blocks, index))) {
    isPaired = true
    yield found
  }
  if (!isPaired) yield* pairsOfStacked(text, blocks, index)
}

const endsAsLabel = (text: string, { span }: Block): boolean => /[:：]\s*$/.test(text.slice(span.end - 3, span.end))

/** The block behind a label; where labels stand in a row, and their values in the next, the one that is right below it. */
function valueOf(text: string, blocks: readonly Block[], label: number): Block | undefined {
  const [own, next] = [blocks[label], blocks[label + 1]]
  if (own === undefined || next === undefined || own.span.box === undefined || !endsAsLabel(text, own)) return next
  if (!endsAsLabel(text, next) && (isUnder(own.span, next.span) || areBeside(own.span, next.span))) return next
  return blocks.slice(label + 2, label + 2 + mostBeside).find(({ span }) => isUnder(own.span, span)) ?? next
}

/**
 * A label in a block of its own, and the value in the next one, which stands beside it on the page or right below. The colon
 * ends the label, or begins the value beside it.
 */
function* pairOfNeighbours(text: string, label: Block, value: Block | undefined): Generator<KeyValue> {
  if (value === undefined || value.table !== undefined) return
  const isBeside = areBeside(label.span, value.span)
  const isBelow = value.type === 'paragraph' && (isUnder(label.span, value.span) || isNextInFlow(text, label, value))
  if (!isBelow && !isBeside) return
  const [start, valueStart] = [contentStart(label, text), contentStart(value, text)]
  const key = text.slice(start, Math.min(label.span.end, start + longestKey + 2))
  const isShort = label.span.end - start === key.length && value.span.end - valueStart <= longestValue
  if (!isShort) return
  const written = text.slice(valueStart, value.span.end)
  if (isBeside && /^[:：]\s/.test(written) && isBareLabel(key)) {
    yield* pair(text, [start, label.span.end], [valueStart + 1, value.span.end], label.span, 0.8)
    return
  }
  if (!/^[^:：\n\t]*[:：]\s*$/.test(key) || /[:：](?:\s|$)|\n/.test(written)) return
  yield* pair(text, [start, label.span.end], [valueStart, value.span.end], label.span, isBelow ? 0.5 : 0.7)
}

/**
 * Labels without colons. That they are labels is said by an amount beside one, by rows of them with figures, by figures right
 * below them, or by their smaller type.
 */
function* pairsOfStacked(text: string, blocks: readonly Block[], index: number): Generator<KeyValue> {
  const [label, after] = [blocks[index], blocks[index + 2]]
  const value = label && beyondBoxNumber(text, label, blocks[index + 1], after)
  if (label?.type !== 'paragraph') return
  yield* pairAbove(text, blocks, index)
  yield* pairOfColumns(text, blocks, index)
  if (value?.type !== 'paragraph') return
  if (label.layer !== value.layer || label.span.end - label.span.start > longestLine) return
  const [labels, values] = [partsOf(text, label), partsOf(text, value)]
  const [first, firstValue] = [labels[0], values[0]]
  if (first === undefined || firstValue === undefined || labels.length !== values.length) return
  if (labels.length === 1 && areBeside(label.span, value.span)) {
    const isTotal = isAmount(text.slice(...firstValue)) && !/[:：]/.test(text.slice(...first))
    if ((isTotal && !isAmount(text.slice(...first))) || isRowOfForm(text, blocks, index))
      yield* pair(text, first, firstValue, label.span, 0.6)
    return
  }
  if (!labels.every((part) => isBareLabel(text.slice(...part)))) return
  if (!isUnder(label.span, value.span) || values.some(([start, end]) => end - start > longestKey)) return
  const isSmaller = heightOf(label) < smaller * heightOf(value)
  const isRow = (parts: readonly Stretch[]): boolean =>
    parts.length === labels.length && parts.filter((part) => hasFigure(text.slice(...part))).length * 2 >= parts.length
  // A second row of values makes it a table.
  if (labels.length === 1 && !isRow(values)) return
  const isForm = labels.length > 1 && isRow(values) && !(after !== undefined && isRow(partsOf(text, after)))
  if (!isSmaller && !isForm) return
  for (const [at, part] of labels.entries()) {
    const below = values[at]
    if (below !== undefined) yield* pair(text, part, below, label.span, isSmaller ? 0.6 : 0.5)
  }
}

/** Between a label and its amount, a form that is entered by machine has the number of the box, in smaller type. */
function beyondBoxNumber(text: string, label: Block, value: Block | undefined, after: Block | undefined) {
  if (value === undefined || after === undefined || !areBeside(label.span, value.span)) return value
  const [number, amount] = [value, after].map(({ span }) => text.slice(span.start, Math.min(span.end, span.start + 40)))
  const isNumbered = /^\[?\d{1,3}[a-z]?\]?$/.test(number ?? '') && isAmount(amount ?? '')
  return isNumbered && heightOf(value) < smaller * heightOf(label) && areBeside(label.span, after.span) ? after : value
}

const heightOf = ({ span }: Block): number => span.box?.height ?? 0

/** What tabs part on a single line; nothing of several lines. */
function partsOf(text: string, { span }: Block): Stretch[] {
  const line = text.slice(span.start, span.end)
  if (line.length > longestLine || line.includes('\n')) return []
  let start = span.start
  return line.split('\t').map((part): Stretch => {
    const from = start
    start += part.length + 1
    return [from, from + part.length]
  })
}

/** A column of labels, and then one of as many values. */
function* pairOfColumns(text: string, blocks: readonly Block[], index: number): Generator<KeyValue> {
  const label = blocks[index]
  if (label === undefined || label.span.box === undefined) return
  const away = blocks.slice(index + 2, index + 2 + mostBeside).findIndex(({ span }) => areBeside(label.span, span)) + 2
  const value = blocks[index + away]
  if (away < 2 || value === undefined || !isRowOfForm(text, blocks, index, away)) return
  yield* pair(text, [label.span.start, label.span.end], [value.span.start, value.span.end], label.span, 0.5)
}

/**
 * A label and a value beside it, as in the row above or below of the same columns; one of the two values has figures.
 * @param away how many blocks after the label its value stands: 1, or the rows of the columns
 */
function isRowOfForm(text: string, blocks: readonly Block[], index: number, away = 1): boolean {
  const own = rowAt(text, blocks, index, away)
  const step = away === 1 ? 2 : 1
  return (
    own !== undefined &&
    areNumberedAlike(labelsAround(text, blocks, index, step, away)) &&
    [index - step, index + step].some((at) => {
      const other = rowAt(text, blocks, at, away)
      return (
        other !== undefined &&
        isSameColumn(own.label, other.label) &&
        isSameColumn(own.value, other.value) &&
        Math.min(heightOf(own.label), heightOf(other.label)) >
          smaller * Math.max(heightOf(own.label), heightOf(other.label)) &&
        (hasFigure(own.text) || hasFigure(other.text))
      )
    })
  )
}

/** Rows looked at above and below one: an address has hardly more. */
const mostAround = 3

/** The labels of the rows around one, and its own. */
function labelsAround(text: string, blocks: readonly Block[], index: number, step: number, away: number): string[] {
  const labels: string[] = []
  for (let row = -mostAround; row <= mostAround; row++) {
    const label = rowAt(text, blocks, index + row * step, away)?.label.span
    if (label !== undefined) labels.push(text.slice(label.start, label.end))
  }
  return labels
}

function rowAt(text: string, blocks: readonly Block[], index: number, away: number) {
  const [label, value] = [blocks[index], blocks[index + away]]
  if (label?.type !== 'paragraph' || value?.type !== 'paragraph' || !areBeside(label.span, value.span)) return undefined
  if ((label.span.box?.x ?? 0) > (value.span.box?.x ?? 0)) return undefined
  const [key, written] = [label, value].map(({ span }) => text.slice(span.start, Math.min(span.end, span.start + 200)))
  if (key === undefined || written === undefined || !isBareLabel(key) || /[\n\t]|[:：]\s*$/.test(written))
    return undefined
  return { label, value, text: written }
}

function isSameColumn({ span: { box: one, page } }: Block, { span: { box: other, page: otherPage } }: Block): boolean {
  if (one === undefined || other === undefined || page !== otherPage) return false
  return Math.abs(one.x - other.x) < 0.01 || Math.abs(one.x + one.width - other.x - other.width) < 0.01
}

/** "Place and date" in small type below the line on which it was filled in, and nearer to it than to what follows. */
function* pairAbove(text: string, blocks: readonly Block[], index: number): Generator<KeyValue> {
  const [value, label, next] = [blocks[index - 1], blocks[index], blocks[index + 1]]
  if (label === undefined || value?.type !== 'paragraph' || value.layer !== label.layer) return
  const space = spaceBelow(value.span, label.span)
  if (space === undefined || space > 1.2 * heightOf(label) || heightOf(label) >= smaller * heightOf(value)) return
  const isOfNext = next !== undefined && (spaceBelow(label.span, next.span) ?? Infinity) <= space
  const [key, ...others] = partsOf(text, label)
  const written = text.slice(value.span.start, Math.min(value.span.end, value.span.start + longestKey + 1))
  if (isOfNext || key === undefined || others.length > 0 || written.length > longestKey) return
  // Two of a kind: one caption alone may as well be a subtitle.
  const isOne = [index - 2, index + 2].some((at) => {
    const [over, small] = [blocks[at - 1], blocks[at]]
    if (over === undefined || small === undefined) return false
    return heightOf(small) < smaller * heightOf(over) && spaceBelow(over.span, small.span) !== undefined
  })
  if (isOne && isCaption(text.slice(...key)) && !/[\n\t:：]/.test(written))
    yield* pair(text, key, [value.span.start, value.span.end], label.span, 0.5)
}

/** Of a document without pages: a paragraph of a word or three, and the next one. */
const isNextInFlow = (text: string, { type, span: label }: Block, { span: value }: Block): boolean =>
  type === 'paragraph' &&
  label.box === undefined &&
  value.box === undefined &&
  label.end - label.start < 40 &&
  /^\p{Lu}\S*(?:[ \u00a0]\S+){0,2}\s*$/u.test(text.slice(label.start, label.end))

/** Begins where the label does, without a line's room between. */
function isUnder(label: Block['span'], value: Block['span']): boolean {
  const space = spaceBelow(label, value)
  return space !== undefined && space < 0.8 * (label.box?.height ?? 0)
}

/** Between a block and one that begins below it at the same edge; fractions of the page. */
function spaceBelow(
  { box: upper, page }: Block['span'],
  { box: lower, page: otherPage }: Block['span'],
): number | undefined {
  if (upper === undefined || lower === undefined || page !== otherPage) return undefined
  const space = lower.y - upper.y - upper.height
  return Math.abs(lower.x - upper.x) < 0.01 && space > -0.4 * upper.height ? space : undefined
}

function areBeside({ box: one, page }: Block['span'], { box: other, page: otherPage }: Block['span']): boolean {
  if (one === undefined || other === undefined || page !== otherPage) return false
  const overlap = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const isBeside = other.x >= one.x + one.width || one.x >= other.x + other.width
  return isBeside && overlap > 0.5 * Math.min(one.height, other.height)
}
