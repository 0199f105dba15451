import type { KeyValue, Run } from '@chancery/core'

/** What parts choices from each other, and a mark of a note behind them. */
const edge = /[\s/,;|*]/

/** The pair without what is struck out at an end of its value: "~~yes~~ / no *" is "no". */
export function withoutStruck(text: string, found: KeyValue, struck: readonly Run[]): KeyValue {
  const span = found.valueSpan
  const within = struck.filter((run) => run.span.start >= span.start && run.span.end <= span.end)
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
