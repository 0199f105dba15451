const mark = /[☐☑☒□▢◻■▣✓✔✅✗✘○◯●◉]|\[[ _]{0,3}\]|\( {1,3}\)|[[(] ?[xX✓✔] ?[)\]]/gu
const ticked = /[☑☒■▣✓✔✅✗✘●◉xX]/u
/** Points of a list are drawn so, too: one by itself is no box. */
const circle = /[○◯●◉■]/u

/** A stretch of a value, by its offsets in it. */
interface Part {
  readonly start: number
  readonly end: number
}

/**
 * What of a value stands beside ticked boxes, as no mark is part of a value: "Female" of `[X] Female [ ] Male` and of
 * `Male ☐ Female ☒`, the first where several are ticked. The whole where there is no mark, or nothing else; `undefined`
 * where boxes are there and none is ticked.
 */
export function tickedPart(value: string): Part | undefined {
  const whole = { start: 0, end: value.length }
  const marks = [...value.matchAll(mark)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    isTicked: ticked.test(found[0]),
  }))
  const [first] = marks
  if (first === undefined || (marks.length === 1 && circle.test(value.slice(first.start, first.end)))) return whole
  const isBefore = value.slice(0, first.start).trim() === ''
  const parts = marks.map((one, at) => ({
    ...(isBefore
      ? { start: one.end, end: marks[at + 1]?.start ?? value.length }
      : { start: marks[at - 1]?.end ?? 0, end: one.start }),
    isTicked: one.isTicked,
  }))
  const named = parts.filter(({ start, end }) => /[\p{L}\p{N}]/u.test(value.slice(start, end)))
  if (named.length === 0) return whole
  const chosen = named.find(({ isTicked }) => isTicked)
  if (chosen === undefined) return undefined
  const text = value.slice(chosen.start, chosen.end)
  const lead = /^[\s,;/|]*/u.exec(text)?.[0].length ?? 0
  return { start: chosen.start + lead, end: chosen.start + text.replace(/[\s,;/|]+$/u, '').length }
}
