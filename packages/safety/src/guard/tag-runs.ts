/** Tags with no text between them, as they were scanned where they stood first. */
interface TagRun {
  /** Where it begins, and its bytes. */
  readonly start: number
  readonly length: number
  readonly tags: number
  /** How many levels it goes deeper than it begins. */
  readonly rise: number
  /** Where the names of the elements begin that it closes, inmost first, and of those that it leaves open. */
  readonly closed: readonly number[]
  readonly opened: readonly number[]
}

/** Runs are cut into pieces of about this length. */
export const longestRun = 256
/** Bytes that are compared at once. Less than that, or a single tag, is scanned as fast. */
const wordBytes = 8
const fewestTags = 2
/** What is compared before a run counts as new stays bounded. */
const mostInBucket = 8
/** How many more runs may be new than known before it is not worth while. */
const patience = 100

/**
 * The runs of tags of one XML part that were found to be in order. Programs write a few dozen different ones between
 * texts, over and over: those are compared, eight bytes at a time, where scanning goes byte by byte.
 */
export class TagRuns {
  private readonly view: DataView
  /** Runs that were known, less those that were not. */
  private balance = patience
  /** By their first word; in each, those that come often move to the front. */
  private readonly known: (TagRun[] | undefined)[] = []

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** The run that these bytes begin with. */
  find(at: number): TagRun | undefined {
    const { byteLength } = this.view
    if (at + wordBytes > byteLength) return undefined
    const bucket = this.known[this.bucketOf(at)]
    if (bucket === undefined) return undefined
    for (let place = 0; place < bucket.length; place++) {
      const run = bucket[place]!
      if (at + run.length > byteLength || !this.isSame(at, run.start, run.length)) continue
      if (place > 0) {
        bucket[place] = bucket[place - 1]!
        bucket[place - 1] = run
      }
      this.balance++
      return run
    }
    return undefined
  }

  /** Whether most runs of this part were new: it is quicker without. */
  get areVain(): boolean {
    return this.balance <= 0
  }

  /** @param closed inmost first @param opened outmost first */
  add(start: number, length: number, tags: number, rise: number, closed: readonly number[], opened: readonly number[]) {
    this.balance--
    if (length < wordBytes || tags < fewestTags) return
    const bucket = (this.known[this.bucketOf(start)] ??= [])
    const run = { start, length, tags, rise, closed, opened }
    if (bucket.length < mostInBucket) bucket.push(run)
    else bucket[mostInBucket - 1] = run
  }

  private bucketOf(at: number): number {
    const word = this.view.getInt32(at, true) ^ Math.imul(this.view.getInt32(at + 4, true), 0x85ebca6b)
    return Math.imul(word, 0x9e3779b1) >>> 24
  }

  private isSame(one: number, other: number, length: number): boolean {
    const { view } = this
    const last = length - wordBytes
    if (view.getBigInt64(one + last, true) !== view.getBigInt64(other + last, true)) return false
    for (let at = 0; at < last; at += wordBytes) {
      if (view.getBigInt64(one + at, true) !== view.getBigInt64(other + at, true)) return false
    }
    return true
  }
}
