import { isFigureOrNone, isPeriodOrBand } from './cell-kinds.ts'

/** A label of a header, where it stands across the page. */
export interface Label {
  readonly left: number
  readonly right: number
  readonly size: number
  readonly text: string
}

/** Labels of which a title stands in the middle, in shares of their width, and in sizes of the font. */
const centred = 0.06
const nearlyCentred = 0.6
const mostLabels = 200

/**
 * For each title on a line of a header the labels on the line below that it is over: it stands in their middle, and
 * they are nearer to it than to any other title. One label: the title is its first line, or stands over it alone.
 * @param titles left to right. @param labels left to right
 */
export function groupsUnder<L extends Label>(titles: readonly Label[], labels: readonly L[]): readonly (readonly L[])[] {
  if (titles.length === 0 || labels.length > mostLabels) return titles.map(() => [])
  const nearest = labels.map((label) => {
    let best = 0
    for (const [at, title] of titles.entries()) {
      if (distance(label, title) < distance(label, titles[best] ?? title)) best = at
    }
    return best
  })
  return titles.map((title, at) => symmetric(title, labels.filter((_, index) => nearest[index] === at)))
}

const middle = ({ left, right }: Pick<Label, 'left' | 'right'>): number => (left + right) / 2

/** Between the title's edges and the middle of the label; titles that are as near have their middles compared. */
const distance = (label: Label, title: Label): number => {
  const at = middle(label)
  return Math.max(title.left - at, at - title.right, 0) + 0.01 * Math.abs(middle(title) - at)
}

/** The most labels that a title is in the middle of. */
function symmetric<L extends Label>(title: Label, own: readonly L[]): readonly L[] {
  let best: readonly L[] = []
  for (let first = 0; first < own.length; first++) {
    for (let last = own.length - 1; last >= first && last - first + 1 > best.length; last--) {
      const [from, to] = [own[first], own[last]]
      if (from === undefined || to === undefined) continue
      const off = Math.abs(from.left + to.right - title.left - title.right) / 2
      const tolerance = Math.max(nearlyCentred * title.size, centred * (to.right - from.left))
      if (off <= tolerance) best = own.slice(first, last + 1)
    }
  }
  return best
}

/**
 * Whether what stands on one line of a header are titles over groups of labels on the next, and not the first lines of
 * the labels themselves: each is in the middle of a group, and one of them has several labels.
 */
export function areTitles(titles: readonly Label[], labels: readonly Label[]): boolean {
  if (titles.length === 0 || labels.length < 2 || titles.length >= labels.length) return false
  const groups = groupsUnder(titles, labels)
  let several = 0
  for (const [at, group] of groups.entries()) {
    const title = titles[at]
    if (title === undefined || group.length === 0) return false
    if (group.length > 1) {
      if (!isOver(title, group, titles.length)) return false
      several++
    }
  }
  return several > 0
}

/** A title in the middle of an odd number of labels may be the first line of the middle one. */
function isOver(title: Label, group: readonly Label[], titles: number): boolean {
  if (group.length % 2 === 0) return true
  const own = group[group.length >> 1]
  if (own === undefined || /^\p{Ll}/u.test(own.text)) return false
  const reachesOut = group.some((label) => label !== own && label.left < title.right && label.right > title.left)
  const areAlike = group.every(({ text }) => isFigureOrNone(text) || isPeriodOrBand(text) || text.length < 4)
  return reachesOut || areAlike || (titles === 1 && group.length > 4)
}
