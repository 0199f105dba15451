import type { Link } from './document-model.ts'

/** Addresses that views lead to. */
export const linkable = /^(?:https?:\/\/|mailto:|tel:)/i

/** Links are in the order of the text, so that the first is found by halving. */
export function* linksWithin(links: readonly Link[], start: number, end: number): Generator<Link> {
  let [low, high] = [0, links.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((links[middle]?.span.start ?? end) < start) low = middle + 1
    else high = middle
  }
  for (let index = low; index < links.length; index++) {
    const link = links[index]
    if (link === undefined || link.span.end > end) return
    yield link
  }
}
