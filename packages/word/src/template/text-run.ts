import type { Segment } from '../package/segment.ts'
import type { WordPlace } from './word-template.ts'

/** The index of the first segment that ends behind an offset of its paragraph's text. */
export function segmentAt(segments: readonly Segment[], offset: number): number {
  let [low, high] = [0, segments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments[middle]?.end ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Only a run of text can be broken into lines; formulas, drawings and properties are one line. */
export function isInRun({ part: { xml }, paragraph: { segments }, start }: WordPlace): boolean {
  const segment = segments[segmentAt(segments, start)]
  if (segment === undefined) return false
  const element = xml.lastIndexOf('<', segment.xmlStart - 1)
  return /^<w:t[ >]/.test(xml.slice(element, element + 5))
}
