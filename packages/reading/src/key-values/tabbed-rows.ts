import type { Block, KeyValue, Span } from '@chancery/core'
import {
  areNumberedAlike,
  hasFigure,
  isAmount,
  isBareLabel,
  linesOf,
  longestLine,
  pair,
  type Stretch,
} from './label.ts'

interface Row {
  readonly parts: readonly Stretch[]
  readonly place: Span
}

/**
 * Lines whose labels and values are parted by tabs: rows of a label and a value, or of two or three such pairs, one below the
 * other; and a row of values with the row of its captions below. One such line alone may be anything.
 */
export function* pairsOfTabbedRows(text: string, blocks: readonly Block[]): Generator<KeyValue> {
  if (!text.includes('\t')) return
  let run: Row[] = []
  for (const row of tabbedRows(text, blocks)) {
    if (row !== undefined) {
      run.push(row)
      continue
    }
    yield* pairsOfRun(text, run)
    run = []
  }
  yield* pairsOfRun(text, run)
}

/** Rows of parts, and `undefined` where a run of them ends. */
function* tabbedRows(text: string, blocks: readonly Block[]): Generator<Row | undefined> {
  for (const { type, span, table } of blocks) {
    const isShort = span.end - span.start <= longestLine
    if (type !== 'paragraph' || table !== undefined || !isShort || !text.slice(span.start, span.end).includes('\t')) {
      yield undefined
      continue
    }
    for (const line of linesOf(text, [span.start, span.end])) {
      const parts = partsOf(text, line)
      yield parts.length < 2 ? undefined : { parts, place: span }
    }
  }
}

/** What tabs part on a line; several of them part once. */
function partsOf(text: string, [start, end]: Stretch): Stretch[] {
  return [...text.slice(start, end).matchAll(/[^\t]+/g)].flatMap(({ 0: part, index }) =>
    part.trim() === '' ? [] : [[start + index, start + index + part.length] as const],
  )
}

function* pairsOfRun(text: string, run: readonly Row[]): Generator<KeyValue> {
  if (run.length < 2) return
  const written = (part: Stretch): string => text.slice(...part)
  const pairs = run.map(({ parts, place }) =>
    parts.flatMap((label, at) => {
      const value = parts[at + 1]
      return at % 2 === 1 || value === undefined ? [] : [{ label, value, place }]
    }),
  )
  const all = pairs.flat()
  const labels = new Set(all.map(({ label }) => written(label).trim()))
  const isForm =
    run.every(({ parts }) => parts.length % 2 === 0) &&
    labels.size === all.length &&
    areNumberedAlike([...labels]) &&
    all.every(({ label, value }) => isBareLabel(written(label)) && !/[:：]/.test(written(value))) &&
    all.some(({ value }) => hasFigure(written(value)))
  if (isForm) {
    // Lines of a label and an amount are found as they are.
    for (const { label, value, place } of all)
      if (run[0]?.parts.length !== 2 || !isAmount(written(value))) yield* pair(text, label, value, place, 0.5)
    return
  }
  yield* pairsOfCaptions(text, run)
}

/** The last row of a run captions the one above it, which is filled in and no row of labels. */
function* pairsOfCaptions(text: string, run: readonly Row[]): Generator<KeyValue> {
  const [values, captions] = run.slice(-2)
  if (values === undefined || captions === undefined || run.length > 2) return
  if (values.parts.length !== captions.parts.length) return
  if (!captions.parts.every((part) => isBareLabel(text.slice(...part)))) return
  if (!values.parts.some((part) => hasFigure(text.slice(...part)))) return
  for (const [at, caption] of captions.parts.entries()) {
    const value = values.parts[at]
    if (value !== undefined) yield* pair(text, caption, value, captions.place, 0.5)
  }
}
