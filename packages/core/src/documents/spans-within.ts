import type { Span } from '../model/span.ts'

/** Of things in the order of the text, those that lie in a stretch of it; the first is found by halving. */
export function* spansWithin<Each extends { readonly span: Span }>(
  items: readonly Each[],
  start: number,
  end: number,
): Generator<Each> {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[middle]?.span.start ?? end) < start) low = middle + 1
    else high = middle
  }
  for (let index = low; index < items.length; index++) {
    const item = items[index]
    if (item === undefined || item.span.end > end) return
    yield item
  }
}
