import { largestOf, leastOf } from '@chancery/core'
import type { Box } from '@chancery/core'
import { cleanText } from '@chancery/reading/model/model-builder'
import { type BoundingPoly, numberOf, type RecordedPage, type TextAnchor } from './recorded-document.ts'

/** UTF-16 offsets, start inclusive, end exclusive. */
export type Stretch = readonly [start: number, end: number]

/** Characters of two units, and those that a model's text does not hold. */
// oxlint-disable-next-line no-control-regex -- it is these that are looked for
const uneven = /[\uD800-\uDFFF\u0000-\u0008\u000B-\u001F\u007F\u0085\u2028\u2029]/

/** The text of an answer, cleaned as a model's is. Its anchors count Unicode characters; they become UTF-16 offsets. */
export class AnchoredText {
  readonly text: string
  /** UTF-16 offset of each character; `undefined` where all are one unit. */
  private readonly offsets: Uint32Array | undefined
  /** Of a shard whose anchors count from the start of the whole document: where it begins in that. */
  private readonly firstCharacter: number

  constructor(text: string, firstCharacter = 0) {
    this.firstCharacter = firstCharacter
    if (!uneven.test(text)) {
      this.text = text
      return
    }
    const offsets: number[] = [0]
    const cleaned: string[] = []
    let at = 0
    let before = ''
    for (const character of text) {
      const clean = before === '\r' && character === '\n' ? '' : cleanText(character)
      cleaned.push(clean)
      offsets.push((at += clean.length))
      before = character
    }
    this.text = cleaned.join('')
    this.offsets = Uint32Array.from(offsets)
  }

  /** In the order of the anchor; what lies outside of the text is cut off. */
  stretches(anchor: TextAnchor | null | undefined): Stretch[] {
    return (anchor?.textSegments ?? []).flatMap(({ startIndex, endIndex }) => {
      const start = this.offset(numberOf(startIndex))
      const end = this.offset(numberOf(endIndex))
      return end > start ? [[start, end] as const] : []
    })
  }

  read(anchor: TextAnchor | null | undefined): string {
    return this.stretches(anchor)
      .map(([start, end]) => this.text.slice(start, end))
      .join('')
  }

  private offset(index: number): number {
    const character = index - this.firstCharacter
    if (!(character > 0)) return 0
    if (this.offsets === undefined) return Math.min(character, this.text.length)
    return this.offsets[Math.min(character, this.offsets.length - 1)] ?? this.text.length
  }
}

/** The upright box around a polygon; absent coordinates are 0. */
export function boxOf(poly: BoundingPoly | null | undefined, page?: RecordedPage): Box | undefined {
  const { width, height } = page?.dimension ?? {}
  const normalized = poly?.normalizedVertices ?? []
  const vertices =
    normalized.length > 0
      ? normalized.map(({ x, y }) => [x ?? 0, y ?? 0] as const)
      : width && height
        ? (poly?.vertices ?? []).map(({ x, y }) => [(x ?? 0) / width, (y ?? 0) / height] as const)
        : []
  if (vertices.length === 0) return undefined
  const xs = vertices.map(([x]) => fraction(x))
  const ys = vertices.map(([, y]) => fraction(y))
  const [x, y] = [leastOf(xs), leastOf(ys)]
  return { x, y, width: largestOf(xs) - x, height: largestOf(ys) - y }
}

/** 0 to 1. */
export const fraction = (value: number | null | undefined): number => Math.min(Math.max(value || 0, 0), 1)
