import { isFigureOrNone, isPeriodOrBand } from './cell-kinds.ts'

/** A label of a header, where it stands across the page. */
export interface Label {
  readonly left: number
  readonly right: number
  readonly size: number
  readonly text: string
}

/** Longer lines are left as they are, so that time grows with the page alone. */
const mostTitles = 24
const mostLabels = 48

/** In distances between neighbouring labels: how far all labels may be off their cells, which are not seen. */
const shifts = [0, 0.15, -0.15, 0.3, -0.3, 0.42, -0.42]
const mostOff = 0.27
/** What a label costs that no title is over, and a shift. */
const untitled = 0.3
const costOfShift = 0.2

/** How titles are laid over labels: a stretch of the labels for each. */
interface Laying {
  readonly cost: number
  readonly groups: readonly (readonly [first: number, end: number])[]
}

/**
 * For each title on a line of a header the labels on the line below that it is over: each stands in the middle of
 * labels that follow each other, and together they are over as many as can be. Labels that are set to the right or left
 * of their cells are all off the middle by the same. `undefined` where that cannot be.
 * @param titles left to right. @param labels left to right
 */
export function groupsUnder<L extends Label>(
  titles: readonly Label[],
  labels: readonly L[],
): readonly (readonly L[])[] | undefined {
  if (titles.length === 0 || titles.length > mostTitles) return undefined
  if (labels.length < titles.length || labels.length > mostLabels) return undefined
  const pitch = pitchOf(labels)
  const found = shifts.flatMap((shift) => {
    const laying = laidOver(titles, labels, pitch, shift)
    return laying === undefined
      ? []
      : [{ ...laying, cost: laying.cost + costOfShift * Math.abs(shift) * titles.length }]
  })
  const best = found.reduce<Laying | undefined>(
    (least, each) => (least === undefined || each.cost < least.cost ? each : least),
    undefined,
  )
  return best?.groups.map(([first, end]) => labels.slice(first, end))
}

const middle = ({ left, right }: Pick<Label, 'left' | 'right'>): number => (left + right) / 2

/** Between the middles of neighbours. */
function pitchOf(labels: readonly Label[]): number {
  const gaps = labels.slice(1).map((label, at) => middle(label) - middle(labels[at] ?? label))
  return Math.max(gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? 1, 1)
}

/** The cheapest way to lay all titles over labels, by the labels that are used up. */
function laidOver(
  titles: readonly Label[],
  labels: readonly Label[],
  pitch: number,
  shift: number,
): Laying | undefined {
  let row: (Laying | undefined)[] = labels.map((_, at) => ({ cost: at * untitled, groups: [] }))
  row.push({ cost: labels.length * untitled, groups: [] })
  for (const title of titles) {
    const next: (Laying | undefined)[] = row.map(() => undefined)
    for (let first = 0; first < labels.length; first++) {
      const before = row[first]
      if (before === undefined) continue
      for (let end = first + 1; end <= labels.length; end++) {
        const [from, to] = [labels[first], labels[end - 1]]
        if (from === undefined || to === undefined) break
        const off = Math.abs((middle(from) + middle(to)) / 2 - middle(title) - shift * pitch) / pitch
        if (off > mostOff) continue
        const cost = before.cost + off
        const known = next[end]
        if (known === undefined || cost < known.cost) next[end] = { cost, groups: [...before.groups, [first, end]] }
      }
    }
    for (let end = 1; end < next.length; end++) {
      const [left, here] = [next[end - 1], next[end]]
      if (left !== undefined && (here === undefined || left.cost + untitled < here.cost))
        next[end] = { ...left, cost: left.cost + untitled }
    }
    row = next
  }
  return row.at(-1)
}

/**
 * Whether what stands on one line of a header are titles over groups of labels on the next, and not the first lines of
 * the labels themselves: each is in the middle of a group, and one of them has several labels.
 */
export function areTitles(titles: readonly Label[], labels: readonly Label[]): boolean {
  if (titles.length >= labels.length) return false
  const groups = groupsUnder(titles, labels)
  if (groups === undefined) return false
  // Several titles that have all labels between them are no first lines of a few.
  const isWhole = titles.length > 1 && groups.every((group) => group.length > 1)
  let isSure = isWhole && groups.flat().length === labels.length
  for (const [at, group] of groups.entries()) {
    const title = titles[at]
    if (title === undefined || group.length < 2) continue
    if (mayBeFirstLine(title, group)) return false
    isSure ||= isOver(title, group) || (titles.length === 1 && group.length > 4)
  }
  return isSure
}

/** In sizes of the font: edges or middles that are as near are aligned. */
const aligned = 0.3

const labelsUnder = (title: Label, group: readonly Label[]): readonly Label[] =>
  group.filter((label) => label.left < title.right && label.right > title.left)

/** The label below goes on in lower case. */
function mayBeFirstLine(title: Label, group: readonly Label[]): boolean {
  const [own, ...others] = labelsUnder(title, group)
  return own !== undefined && others.length === 0 && /^\p{Ll}/u.test(own.text)
}

/** It reaches over several labels, stands between two, or over figures and codes of one kind; a label's first line does not. */
function isOver(title: Label, group: readonly Label[]): boolean {
  if (group.every(({ text }) => isFigureOrNone(text) || isPeriodOrBand(text) || text.length < 4)) return true
  const under = labelsUnder(title, group)
  if (under.length !== 1) return true
  if (group.length % 2 === 1) return false
  return under.every(
    (label) =>
      Math.min(
        Math.abs(label.left - title.left),
        Math.abs(label.right - title.right),
        Math.abs(middle(label) - middle(title)),
      ) >
      aligned * title.size,
  )
}
