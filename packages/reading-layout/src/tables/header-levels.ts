import type { DrawnLine } from './drawn-lines.ts'
import { areTitles, groupsUnder, type Label } from './header-groups.ts'

/** A part of a line of a header, by the columns that it lies in. */
export interface HeaderPart extends Label {
  readonly first: number
  readonly last: number
}

/** One line of a header. */
export interface HeaderLine {
  readonly top: number
  readonly bottom: number
  readonly parts: readonly HeaderPart[]
}

/** No header has more. */
const mostLines = 24

/**
 * Which lines of a header begin a row: those under a line of titles, each over several of the labels that stand below.
 * Told from below, where the labels are, which may have several lines themselves.
 * @param across lines that are drawn across the page
 */
export function headerLevels(lines: readonly HeaderLine[], across: readonly DrawnLine[]): ReadonlySet<number> {
  const starts = new Set<number>()
  if (lines.length > mostLines) return starts
  let level: readonly HeaderPart[] = []
  for (let at = lines.length - 1; at >= 0; at--) {
    const [line, below] = [lines[at], lines[at + 1]]
    if (line === undefined) continue
    if (
      below !== undefined &&
      (isRuledOff(line, below, level, across) || areOver(line.parts, level) || areOver(line.parts, below.parts))
    ) {
      starts.add(at + 1)
      level = line.parts
    } else level = together(line.parts, level)
  }
  return starts
}

/** Parts in the same columns are lines of one label. */
function together(upper: readonly HeaderPart[], level: readonly HeaderPart[]): readonly HeaderPart[] {
  const result = [...level]
  for (const part of upper) {
    const at = result.findIndex((other) => overlaps(part, other))
    const own = result[at]
    if (own === undefined) result.push(part)
    else {
      result[at] = {
        left: Math.min(part.left, own.left),
        right: Math.max(part.right, own.right),
        size: own.size,
        first: Math.min(part.first, own.first),
        last: Math.max(part.last, own.last),
        text: `${part.text} ${own.text}`,
      }
    }
  }
  return result.sort((a, b) => a.left - b.left)
}

const overlaps = (a: HeaderPart, b: HeaderPart): boolean => a.first <= b.last && b.first <= a.last

/** In points: more of a label than this lies over a drawn line. */
const mostBeside = 3

/** A line is drawn under a title, over several labels. */
function isRuledOff(
  line: HeaderLine,
  below: HeaderLine,
  labels: readonly HeaderPart[],
  across: readonly DrawnLine[],
): boolean {
  const [from, to] = [(line.top + line.bottom) / 2, (below.top + below.bottom) / 2]
  return across.some(
    (rule) =>
      rule.at > from &&
      rule.at < to &&
      line.parts.some((part) => part.left > rule.from - mostBeside && part.right < rule.to + mostBeside) &&
      labels.filter(({ left, right }) => (left + right) / 2 > rule.from && (left + right) / 2 < rule.to).length > 1,
  )
}

const areOver = (upper: readonly HeaderPart[], labels: readonly HeaderPart[]): boolean => {
  const [titles, own] = [upper.filter(({ first }) => first > 0), labels.filter(({ first }) => first > 0)]
  return (
    upper.some((wide) => wide.last > wide.first && labels.filter((label) => overlaps(label, wide)).length > 1) ||
    isOverGroups(titles, own) ||
    isOverAll(titles, own) ||
    areTitles(titles, own) ||
    areOverBare(upper, labels)
  )
}

/**
 * Titles over all labels, where something stands above nothing and a label below nothing: were these first and second
 * lines of labels, either all would begin on the first line, or all end on the second.
 */
function areOverBare(upper: readonly HeaderPart[], labels: readonly HeaderPart[]): boolean {
  const isAlone = (part: HeaderPart, others: readonly HeaderPart[]): boolean =>
    !others.some((other) => overlaps(part, other))
  if (!upper.some((part) => isAlone(part, labels)) || !labels.some((part) => part.first > 0 && isAlone(part, upper)))
    return false
  const own = labels.filter(({ first }) => first > 0)
  const titles = upper.filter((part) => part.first > 0 && !isAlone(part, own))
  const groups = groupsUnder(titles, own) ?? []
  return groups.some((group) => group.length > 1) && groups.flat().length === own.length
}

/** Titles over "Number, Percent, Number, Percent": each has a group under it. */
export const isOverGroups = (titles: readonly HeaderPart[], labels: readonly HeaderPart[]): boolean =>
  titles.length > 0 && titles.length <= labels.length / 2 && hasRepeated(labels.map(({ text }) => text))

/** One title that is wider than what stands under its middle. */
function isOverAll(titles: readonly HeaderPart[], labels: readonly HeaderPart[]): boolean {
  const [title, ...others] = titles
  if (title === undefined || others.length > 0 || labels.length < 2) return false
  const { left, right, size } = title
  return labels.every(
    (label) =>
      label.right < left + size ||
      label.left > right - size ||
      (left < label.left - size && right > label.right + size && !/^\p{Ll}/u.test(label.text)),
  )
}

export const hasRepeated = (labels: readonly string[]): boolean =>
  labels.length > 2 && new Set(labels).size <= labels.length / 2
