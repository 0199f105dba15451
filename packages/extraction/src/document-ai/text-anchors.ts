import type { Box } from '@chancery/core'
import type { Layout, RecordedPage } from './recorded-document.ts'

/** UTF-16 offsets, start inclusive, end exclusive. */
export type Stretch = readonly [start: number, end: number]

/** Resolves anchors, which count Unicode characters, into UTF-16 offsets of the text. */
export class AnchoredText {
  readonly text: string
  /** UTF-16 offset of each character; `undefined` where all characters are one unit. */
  private readonly offsets: Uint32Array | undefined

  constructor(text: string) {
    this.text = text
    if (!/[\u{10000}-\u{10FFFF}]/u.test(text)) return
    const offsets: number[] = [0]
    let at = 0
    for (const character of text) offsets.push((at += character.length))
    this.offsets = Uint32Array.from(offsets)
  }

  /** In the order of the anchor; what lies outside of the text is cut off. */
  stretches(layout: Layout | null | undefined): Stretch[] {
    return (layout?.textAnchor?.textSegments ?? []).flatMap(({ startIndex, endIndex }) => {
      const start = this.offset(startIndex)
      const end = this.offset(endIndex)
      return end > start ? [[start, end] as const] : []
    })
  }

  read(layout: Layout | null | undefined): string {
    return this.stretches(layout)
      .map(([start, end]) => this.text.slice(start, end))
      .join('')
  }

  /** An absent index is 0. */
  private offset(index: { toString(): string } | null | undefined): number {
    const character = Number(index?.toString() ?? 0)
    if (!(character > 0)) return 0
    if (this.offsets === undefined) return Math.min(character, this.text.length)
    return this.offsets[Math.min(character, this.offsets.length - 1)] ?? this.text.length
  }
}

/** The upright box around a polygon; absent coordinates are 0. */
export function boxOfLayout(layout: Layout | null | undefined, page: RecordedPage): Box | undefined {
  const { width, height } = page.dimension ?? {}
  const normalized = layout?.boundingPoly?.normalizedVertices ?? []
  const absolute = layout?.boundingPoly?.vertices ?? []
  const vertices =
    normalized.length > 0
      ? normalized.map(({ x, y }) => [x ?? 0, y ?? 0] as const)
      : width && height
        ? absolute.map(({ x, y }) => [(x ?? 0) / width, (y ?? 0) / height] as const)
        : []
  if (vertices.length === 0) return undefined
  const xs = vertices.map(([x]) => fraction(x))
  const ys = vertices.map(([, y]) => fraction(y))
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

const fraction = (value: number): number => Math.min(Math.max(value, 0), 1)
