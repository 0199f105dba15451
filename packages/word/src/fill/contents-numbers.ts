/** An entry of a table of contents, as far as its number goes. */
export interface NumberedEntry {
  /** From 1. */
  readonly level: number
  /** As it stands before the title, without what parts them; empty where it has none. */
  readonly number: string
}

/** A heading that gets an entry. */
export interface HeadingToNumber {
  /** From 1. */
  readonly level: number
  /** The entry that it had before, where it had one. */
  readonly old?: NumberedEntry
}

/**
 * The numbers of headings, as the entries that were there have them: of the first headings, for as long as the levels are
 * those of the old entries; then counted on, where each old number is one that counting gives ("1.2", "§ 4", "2.").
 * @returns `undefined` for a number that cannot be told
 */
export function contentsNumbers(
  old: readonly NumberedEntry[],
  headings: readonly HeadingToNumber[],
): readonly (string | undefined)[] {
  const counting = countingOf(old)
  const usual = new Map<number, boolean>()
  for (const { level, number } of old) usual.set(level, (usual.get(level) ?? true) && number !== '')
  const isNumbered = ({ level, old: before }: HeadingToNumber): boolean =>
    before === undefined ? (usual.get(level) ?? false) : before.number !== ''
  const counter = counting === undefined ? undefined : new Counter(counting)
  let isSameSoFar = true
  return headings.map((heading, index) => {
    const at = old[index]
    isSameSoFar &&=
      at?.level === heading.level && (heading.old === undefined || (at.number !== '') === isNumbered(heading))
    const counted = isNumbered(heading) ? counter?.next(heading.level) : ''
    return isSameSoFar ? at?.number : counted
  })
}

/** How numbers are made of counters. */
interface Counting {
  /** For each level, the text around the counters that its numbers show: the last of them is its own. */
  readonly texts: ReadonlyMap<number, readonly string[]>
  /** Whether a level begins anew below each of the level above. */
  readonly isAnew: boolean
}

/** Of decimal numbers whose parts are counted one by one; `undefined` where one of them is none of these. */
function countingOf(old: readonly NumberedEntry[]): Counting | undefined {
  const texts = new Map<number, readonly string[]>()
  for (const { level, number } of old) if (number !== '' && !texts.has(level)) texts.set(level, number.split(/\d+/))
  return [true, false]
    .map((isAnew) => ({ texts, isAnew }))
    .find((counting) => {
      const counter = new Counter(counting)
      return old.every(({ level, number }) => number === '' || counter.next(level) === number)
    })
}

class Counter {
  private readonly counting: Counting
  private readonly counts: number[] = []

  constructor(counting: Counting) {
    this.counting = counting
  }

  next(level: number): string | undefined {
    const { texts, isAnew } = this.counting
    const around = texts.get(level)
    this.counts[level] = (this.counts[level] ?? 0) + 1
    if (isAnew) this.counts.length = level + 1
    // A number without a digit, such as a letter, is not counted here.
    if (around === undefined || around.length < 2 || around.length - 1 > level) return undefined
    return around.reduce((text, next, index) => `${text}${this.counts[level - around.length + 1 + index] ?? 1}${next}`)
  }
}
