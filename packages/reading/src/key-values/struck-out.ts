import type { KeyValue, Run } from '@chancery/core'

/** What parts choices from each other, and a mark of a note behind them. */
const edge = /[\s/,;|*]/

/**
 * The pair without what is struck out at an end of its value: "~~yes~~ / no *" is "no".
 * @param struck what is struck out in the whole text, in its order
 */
export function withoutStruck(text: string, found: KeyValue, struck: readonly Run[]): KeyValue {
  const span = found.valueSpan
  const within: Run[] = []
  for (let at = firstFrom(struck, span.start); (struck[at]?.span.start ?? Infinity) < span.end; at++) {
    const run = struck[at]
    if (run !== undefined && run.span.end <= span.end) within.push(run)
  }
  if (within.length === 0) return found
  let { start, end } = span
  const trim = (): void => {
    while (start < end && edge.test(text[start] ?? '')) start++
    while (end > start && edge.test(text[end - 1] ?? '')) end--
  }
  trim()
  for (const run of within) {
    if (run.span.start <= start) start = Math.max(start, run.span.end)
    trim()
  }
  for (const run of within.toReversed()) {
    if (run.span.end >= end) end = Math.min(end, run.span.start)
    trim()
  }
  return start < end ? { ...found, value: text.slice(start, end), valueSpan: { ...span, start, end } } : found
}

/** The index of the first run that starts at a place or behind it. */
function firstFrom(runs: readonly Run[], start: number): number {
  let [low, high] = [0, runs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((runs[middle]?.span.start ?? Infinity) < start) low = middle + 1
    else high = middle
  }
  return low
}
