/** What a text takes up: rows or columns along, and columns or rows across. */
export interface Extent {
  readonly start: number
  readonly length: number
  readonly acrossStart: number
  readonly acrossLength: number
}

/**
 * Rows, or columns, between which no two texts stand: where some texts go over both, and none has another beside it
 * there, they are one, which the file has drawn in two. For each, whether it goes on with the one before.
 */
export function needlessSteps(texts: readonly Extent[], count: number): boolean[] {
  const crossed = Array.from({ length: count }, () => false)
  const before = Array.from({ length: count + 1 }, (): Extent[] => [])
  const after = Array.from({ length: count + 1 }, (): Extent[] => [])
  for (const text of texts) {
    for (let step = text.start + 1; step < text.start + text.length; step++) crossed[step] = true
    before[text.start + text.length]?.push(text)
    after[text.start]?.push(text)
  }
  return crossed.map((isCrossed, step) => {
    const [ends, starts] = [before[step] ?? [], after[step] ?? []]
    return isCrossed && !ends.some((one) => starts.some((other) => isBeside(one, other)))
  })
}

const isBeside = (one: Extent, other: Extent): boolean =>
  one.acrossStart < other.acrossStart + other.acrossLength && other.acrossStart < one.acrossStart + one.acrossLength
