import type { Rectangle } from './page-geometry.ts'
import type { TextLine } from './text-lines.ts'

/** In points. */
const thickest = 2.5
/** Points: rules are looked for by the strip of the page that they run in. */
const stripHeight = 4
/** In sizes of the type, from the base line down. */
const [highest, lowest] = [-0.05, 0.35]
/** In sizes of the type: how far a rule reaches beyond its text. */
const overhang = 0.3
const leastCovered = 0.9
/** With more, a page is a drawing. */
const mostLooks = 400_000

/** Tells the lines of text on a page that are underlined from end to end, and by nothing that goes on beyond them. */
export class Underlines {
  private readonly strips = new Map<number, Rectangle[]>()
  private looks = 0

  constructor(rules: readonly Rectangle[]) {
    for (const rule of rules) {
      const height = rule.bottom - rule.top
      if (height > thickest || rule.right - rule.left < 2 * height) continue
      const at = stripOf(middleOf(rule))
      const strip = this.strips.get(at)
      if (strip === undefined) this.strips.set(at, [rule])
      else strip.push(rule)
    }
  }

  marked(lines: readonly TextLine[]): readonly TextLine[] {
    if (this.strips.size === 0) return lines
    return lines.map((line) => (this.areUnder(line) ? { ...line, underlined: true } : line))
  }

  /** Programs underline word by word, too. */
  private areUnder({ left, right, baseline, size }: TextLine): boolean {
    const [top, bottom] = [baseline + highest * size, baseline + lowest * size]
    let covered = 0
    for (let at = stripOf(top); at <= stripOf(bottom); at++) {
      const rules = this.strips.get(at) ?? []
      this.looks += rules.length
      if (this.looks > mostLooks) return false
      for (const rule of rules) {
        const middle = middleOf(rule)
        if (middle < top || middle > bottom || rule.left > right || rule.right < left) continue
        if (rule.left < left - overhang * size || rule.right > right + overhang * size) return false
        covered += rule.right - rule.left
      }
    }
    return covered >= leastCovered * (right - left)
  }
}

const middleOf = ({ top, bottom }: Rectangle): number => (top + bottom) / 2
const stripOf = (y: number): number => Math.floor(y / stripHeight)
