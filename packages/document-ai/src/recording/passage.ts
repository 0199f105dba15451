import type { Stretch } from './text-anchors.ts'

/** How a line break inside a block is read: as a space, or with the hyphen before it as nothing. */
export type LineJoin = 'space' | 'hyphen'

/** A run of characters that stand in a block as they stand in the answer's text. */
export interface CopiedRun {
  readonly source: number
  readonly target: number
  readonly length: number
}

/** The text of one block, and where its characters come from. */
export interface Passage {
  readonly text: string
  readonly runs: readonly CopiedRun[]
}

/** @param joins by the offset of the line break */
export function passageOf(text: string, stretches: readonly Stretch[], joins?: ReadonlyMap<number, LineJoin>): Passage {
  const parts: string[] = []
  const runs: CopiedRun[] = []
  let length = 0
  const put = (part: string): void => {
    parts.push(part)
    length += part.length
  }
  const copy = (start: number, end: number): void => {
    if (end <= start) return
    runs.push({ source: start, target: length, length: end - start })
    put(text.slice(start, end))
  }
  let before: number | undefined
  for (const [start, end] of stretches) {
    // What stands apart on the page is not one word.
    if (before !== undefined && before !== start && !/\s$/.test(parts.at(-1) ?? '')) put('\n')
    let at = start
    for (let feed = text.indexOf('\n', at); feed !== -1 && feed < end; feed = text.indexOf('\n', feed + 1)) {
      const join = joins?.get(feed)
      if (join === undefined) continue
      const spaced = text[feed - 1] === ' '
      copy(at, feed - (join === 'hyphen' || spaced ? 1 : 0))
      if (join === 'space') put(' ')
      at = feed + 1
    }
    copy(at, end)
    before = end
  }
  const whole = parts.join('')
  return cutPassage({ text: whole, runs }, whole.length - whole.trimStart().length, whole.trimEnd().length)
}

/** A part of a passage. */
const cutPassage = ({ text, runs }: Passage, start: number, end: number): Passage => ({
  text: text.slice(start, Math.max(start, end)),
  runs: runs.flatMap(({ source, target, length }) => {
    const from = Math.max(target, start)
    const to = Math.min(target + length, end)
    return to > from ? [{ source: source + from - target, target: from - start, length: to - from }] : []
  }),
})
