/** Finds the parent of each list item: the last one above it that is less deep. */
export class ListNesting {
  /** By level, from 1: index of the last block there. */
  private readonly open: (number | undefined)[] = []

  /** What a new item at `level` belongs to; to be spread into its traits. */
  parentAt(level: number): { readonly parent?: number } {
    this.open.length = Math.min(this.open.length, level)
    const parent = this.open.findLast((index) => index !== undefined)
    return parent === undefined ? {} : { parent }
  }

  /** The open item that a paragraph without a marker at `level` goes on with; to be spread into its traits. */
  openAt(level: number): { readonly parent?: number } {
    return this.parentAt(level + 1)
  }

  /** The item's index, once it has one. */
  add(level: number, index: number | undefined): void {
    this.open.length = Math.min(this.open.length, level)
    this.open[level] = index
  }

  /** A block that is no list item. */
  end(): void {
    this.open.length = 0
  }
}
