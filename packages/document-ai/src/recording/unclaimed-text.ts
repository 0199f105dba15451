import type { Stretch } from './text-anchors.ts'

/** Which characters of a text no block has taken yet: each is given away once, in time linear in the text. */
export class UnclaimedText {
  /** Itself for a free place, else one further on; the last leads nowhere. */
  private readonly next: Uint32Array

  constructor(length: number) {
    this.next = Uint32Array.from({ length: length + 1 }, (_, index) => index)
  }

  /** Takes what is free of a stretch, as the longest runs of it. */
  claim([start, end]: Stretch): Stretch[] {
    const runs: Stretch[] = []
    for (let at = this.free(start); at < end;) {
      let to = at
      while (to < end && this.next[to] === to) to++
      this.next.fill(to, at, to)
      runs.push([at, to])
      at = this.free(to)
    }
    return runs
  }

  /** The first free place from here on, or the end. The way there is halved for those that come after. */
  private free(from: number): number {
    const { next } = this
    let at = Math.min(from, next.length - 1)
    for (;;) {
      const to = next[at] ?? at
      if (to === at) return at
      next[at] = next[to] ?? to
      at = to
    }
  }
}
