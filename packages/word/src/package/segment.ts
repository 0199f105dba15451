import { entity, entityText } from '../xml/scan-xml.ts'

/** A run's text within its paragraph: `start`/`end` in the paragraph's text, `xmlStart`/`xmlEnd` in the part. */
export interface Segment {
  readonly start: number
  readonly end: number
  readonly xmlStart: number
  readonly xmlEnd: number
  /** For every character the offset in the part's XML where it begins, where entities make the two differ. */
  readonly offsets?: readonly number[]
}

/** Text of a part's XML, with the place of each character where entities make the two differ. */
export function decodeWithOffsets(
  xml: string,
  start: number,
  end: number,
): { readonly text: string; readonly offsets?: readonly number[] } {
  const raw = xml.slice(start, end)
  if (!raw.includes('&')) return { text: raw }
  const offsets: number[] = []
  let text = ''
  let at = 0
  const plain = (until: number): void => {
    for (; at < until; at++) offsets.push(start + at)
  }
  for (const found of raw.matchAll(entity)) {
    text += raw.slice(at, found.index)
    plain(found.index)
    const decoded = entityText(found[0], found[1], found[2], found[3])
    for (let unit = 0; unit < decoded.length; unit++) offsets.push(start + found.index)
    text += decoded
    at = found.index + found[0].length
  }
  text += raw.slice(at)
  plain(raw.length)
  offsets.push(end)
  return { text, offsets }
}

/** Where a character of a segment begins in the XML of the part; the end of the text for the one behind the last. */
export const xmlOffset = ({ start, end, xmlStart, xmlEnd, offsets }: Segment, at: number): number =>
  at >= end ? xmlEnd : offsets === undefined ? xmlStart + at - start : (offsets[at - start] ?? xmlEnd)
