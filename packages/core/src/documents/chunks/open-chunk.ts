import type { Span } from '../../model/span.ts'
import type { Chunk } from './chunk.ts'

/** A part of the text of one block, and the pages that the block stands on. */
export interface Stretch {
  readonly start: number
  readonly end: number
  readonly pages: readonly number[]
}

/** No more stands between blocks that follow each other. */
const maxGap = 4

/** A chunk as it grows. */
export class OpenChunk {
  readonly headings: readonly string[]
  private readonly text: string
  readonly stretches: Stretch[] = []
  length = 0

  /** @param text of the whole document */
  constructor(text: string, headings: readonly string[]) {
    this.text = text
    this.headings = headings
  }

  get isEmpty(): boolean {
    return this.stretches.length === 0
  }

  get last(): Stretch | undefined {
    return this.stretches.at(-1)
  }

  /** How long it would be with `stretch`. */
  lengthWith(stretch: Stretch): number {
    return this.length + this.gapBefore(stretch) + stretch.end - stretch.start
  }

  add(stretch: Stretch): void {
    this.length = this.lengthWith(stretch)
    const { last } = this
    if (last === undefined || !this.isNext(last, stretch)) this.stretches.push(stretch)
    else {
      const pages = last.pages === stretch.pages ? last.pages : [...new Set([...last.pages, ...stretch.pages])]
      this.stretches[this.stretches.length - 1] = { start: last.start, end: stretch.end, pages }
    }
  }

  close(table?: number): Chunk {
    return {
      headings: this.headings,
      text: this.stretches.map(({ start, end }) => this.text.slice(start, end)).join('\n'),
      spans: this.stretches.map(spanOf),
      pages: [...new Set(this.stretches.flatMap(({ pages }) => pages))].sort((a, b) => a - b),
      ...(table === undefined ? {} : { table }),
    }
  }

  /** Blocks that follow each other are one span, with what parts them. */
  private isNext(last: Stretch, { start }: Stretch): boolean {
    return start >= last.end && start - last.end <= maxGap && this.text.slice(last.end, start).trim() === ''
  }

  private gapBefore(stretch: Stretch): number {
    const { last } = this
    if (last === undefined) return 0
    return this.isNext(last, stretch) ? stretch.start - last.end : 1
  }
}

function spanOf({ start, end, pages }: Stretch): Span {
  const [page] = pages
  return pages.length === 1 && page !== undefined ? { start, end, page } : { start, end }
}
