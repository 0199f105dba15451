import type { ModelBuilder } from '@chancery/reading/model/model-builder'

/**
 * Where the pages of the body probably begin: at breaks that its author set, and where Word last broke the pages. A
 * block is on the page on which it starts, so a break inside of one holds for the next.
 */
export class PageBreaks {
  private readonly builder: ModelBuilder
  private number = 0
  /** Breaks before the first character of the block that is being read, and after it. */
  private before = 1
  private after = 0
  private inBlock = false
  /** A break was set and nothing was said since: Word's own mark of it is to follow. */
  private fresh = true

  constructor(builder: ModelBuilder) {
    this.builder = builder
  }

  /** The page on which the block begins that is being read, or the next one. */
  get page(): number {
    return this.number + this.before
  }

  /** `w:br`, or a new section. */
  set(): void {
    if (this.inBlock) this.after++
    else this.before++
    this.fresh = true
  }

  /** `w:pageBreakBefore`, which breaks nothing at the top of a page. */
  top(): void {
    if (!this.fresh) this.set()
  }

  /** `w:lastRenderedPageBreak` */
  rendered(): void {
    if (this.fresh) this.fresh = false
    else {
      this.set()
      this.fresh = false
    }
  }

  /** Text of the block was read. */
  text(): void {
    this.inBlock = true
    this.fresh = false
  }

  /** The block is about to be written. */
  beginBlock(): void {
    for (; this.before > 0; this.before--) this.builder.beginPage({ number: ++this.number, approximate: true })
  }

  endBlock(): void {
    this.before += this.after
    this.after = 0
    this.inBlock = false
  }
}
