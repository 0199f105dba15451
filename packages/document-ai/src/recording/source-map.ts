import type { CopiedRun } from './passage.ts'
import type { Stretch } from './text-anchors.ts'

/** Where the characters of an answer's text stand in the model's. */
export class SourceMap {
  private readonly source: string
  private readonly runs: CopiedRun[] = []
  private sorted = true

  constructor(source: string) {
    this.source = source
  }

  /** @param start where the passage stands in the model's text */
  add(runs: readonly CopiedRun[], start: number): void {
    for (const { source, target, length } of runs) this.runs.push({ source, target: target + start, length })
    this.sorted = false
  }

  /**
   * The stretch of the model's text that says what the given stretches say, without space around it: from first to last
   * where nothing stands between them, else the longest. `undefined` where nothing of it is in the model.
   */
  place(stretches: readonly Stretch[]): Stretch | undefined {
    const placed = stretches.flatMap((stretch) => this.placeOne(stretch) ?? [])
    const first = placed[0]
    const last = placed.at(-1)
    if (first === undefined || last === undefined) return undefined
    const held = placed.reduce((sum, [start, end]) => sum + end - start, 0)
    // A line break or space between each two.
    if (last[1] > first[0] && last[1] - first[0] - held <= 2 * (placed.length - 1)) return [first[0], last[1]]
    return placed.reduce((longest, one) => (one[1] - one[0] > longest[1] - longest[0] ? one : longest))
  }

  private placeOne([from, to]: Stretch): Stretch[] | undefined {
    let [start, end] = [from, to]
    while (start < end && /\s/.test(this.source[start] ?? '')) start++
    while (end > start && /\s/.test(this.source[end - 1] ?? '')) end--
    if (end === start) return undefined
    const first = this.runs[this.firstBehind(start)]
    const last = this.runs[this.firstBehind(end) - (this.covers(end) ? 0 : 1)]
    if (first === undefined || last === undefined || first.source >= end || last.source + last.length <= start) {
      return undefined
    }
    const placed: Stretch = [
      first.target + Math.max(start - first.source, 0),
      last.target + Math.min(end - last.source, last.length),
    ]
    if (placed[1] > placed[0]) return [placed]
    // What follows in the source stands above in the model; the beginning tells where.
    return [[placed[0], first.target + Math.min(end - first.source, first.length)]]
  }

  /** Whether a run goes over this offset: begins before it and ends behind it. */
  private covers(offset: number): boolean {
    const run = this.runs[this.firstBehind(offset)]
    return run !== undefined && run.source < offset
  }

  /** Index of the first run that ends behind an offset. */
  private firstBehind(offset: number): number {
    if (!this.sorted) {
      this.runs.sort((a, b) => a.source - b.source)
      this.sorted = true
    }
    let [low, high] = [0, this.runs.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const { source, length } = this.runs[middle] ?? { source: 0, length: 0 }
      if (source + length > offset) high = middle
      else low = middle + 1
    }
    return low
  }
}
