import type { Rectangle } from '@chancery/reading-layout/page-geometry'
import type { PdfWord } from '@chancery/reading-layout/pdf-word'

/** A small outline with curves, about as wide as high. */
export interface DrawnRound extends Rectangle {
  /** Without straight sides; otherwise a square with round corners. */
  readonly isCircle: boolean
  readonly isFilled: boolean
}

/** In points: no control of a form is smaller or larger. */
const [least, most] = [6, 16]
/** In points: how far it may be from as wide as high, and one from another of the same kind, or from its middle. */
const uneven = 0.8
/** With more, a page is a drawing. */
const mostRounds = 500

export const isControlSized = ({ left, right, top, bottom }: Rectangle): boolean => {
  const [width, height] = [right - left, bottom - top]
  return width >= least && width <= most && Math.abs(width - height) < uneven
}

interface Control {
  readonly box: DrawnRound
  readonly isTicked: boolean
}

/**
 * The buttons and boxes of a form as browsers print them: a ring, ticked by what is drawn in it, or a square with round
 * corners, ticked where it is filled. What only looks like one, such as icons and bullets, stands on a page without an empty
 * control of its size and shape; of rings alone one must be ticked, or two stand on a line.
 * @param marks what is drawn small and not straight, the rounds themselves among it
 */
export function controlSigns(
  words: readonly PdfWord[],
  rounds: readonly DrawnRound[],
  marks: readonly Rectangle[],
): { readonly box: Rectangle; readonly sign: string }[] {
  if (rounds.length === 0 || rounds.length > mostRounds || marks.length > 2 * mostRounds) return []
  const controls = atOnePlace(rounds)
    .filter(({ box }) => !words.some((word) => holds(box, word)))
    .map(({ box, isFilled }): Control => ({
      box,
      isTicked:
        isFilled || marks.some((mark) => mark.right - mark.left < box.right - box.left - uneven && holds(box, mark)),
    }))
  return groupsOf(controls)
    .filter(isForm)
    .flatMap((group) => group.map(({ box, isTicked }) => ({ box, sign: signOf(box.isCircle, isTicked) })))
}

const signOf = (isCircle: boolean, isTicked: boolean): string =>
  isCircle ? (isTicked ? '◉' : '○') : isTicked ? '☒' : '☐'

/** Controls of one shape and size, as the first of them has it. */
function groupsOf(controls: readonly Control[]): readonly (readonly Control[])[] {
  const groups: Control[][] = []
  for (const control of controls) {
    const own = groups.find(([first]) => first !== undefined && isAlike(first.box, control.box))
    if (own === undefined) groups.push([control])
    else own.push(control)
  }
  return groups
}

/** Whether these are controls of a form, and not icons or bullets. */
function isForm(group: readonly Control[]): boolean {
  if (group.every(({ isTicked }) => isTicked)) return false
  if (group.some(({ box, isTicked }) => isTicked || !box.isCircle)) return true
  const tops = group.map(({ box }) => box.top).sort((a, b) => a - b)
  return tops.some((top, at) => top - (tops[at - 1] ?? -Infinity) < uneven)
}

/** Outlines of one control, which is filled where it is nowhere drawn as a line. */
function atOnePlace(rounds: readonly DrawnRound[]): { readonly box: DrawnRound; readonly isFilled: boolean }[] {
  const found: { box: DrawnRound; isFilled: boolean }[] = []
  for (const round of rounds) {
    const known = found.find(({ box }) => isAlike(box, round) && middlesOff(box, round) < uneven)
    if (known === undefined) found.push({ box: round, isFilled: round.isFilled })
    else known.isFilled &&= round.isFilled
  }
  return found
}

const isAlike = (one: DrawnRound, other: DrawnRound): boolean =>
  one.isCircle === other.isCircle && Math.abs(one.right - one.left - (other.right - other.left)) < uneven

const middlesOff = (one: Rectangle, other: Rectangle): number =>
  Math.max(
    Math.abs(one.left + one.right - other.left - other.right) / 2,
    Math.abs(one.top + one.bottom - other.top - other.bottom) / 2,
  )

/** Whether the middle of something stands in a control. */
function holds(box: Rectangle, { left, right, top, bottom }: Rectangle): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return x > box.left && x < box.right && y > box.top && y < box.bottom
}
