export interface UnderlinedHeading {
  readonly text: string
  /** The sign that it is underlined with, twice where a line of it stands above, too. */
  readonly style: string
  /** How many lines it takes. */
  readonly lines: number
}

const rule = /^([=~^#*-])\1{2,}$/
const longest = 100
/** Signs of a list, a table or a quote; sums and closing formulas over a line. */
const otherThing = /^[-*•>|+]|\S {2}|,$|\d[.,]\d\d$/

/** The heading that begins at a line: underlined with signs, as in Markdown and reStructuredText. */
export function headingAt(lines: readonly string[], at: number): UnderlinedHeading | undefined {
  const [above = '', title = '', below = ''] = lines.slice(at, at + 3)
  const over = rule.exec(above)?.[1]
  if (over !== undefined) {
    const isFramed = above === below && isTitle(title.trim()) && title.trim().length <= above.length
    return isFramed ? { text: title.trim(), style: over + over, lines: 3 } : undefined
  }
  const sign = rule.exec(title)?.[1]
  const isUnderlined = title.length >= above.length * 0.7 && title.length <= above.length + 5
  return sign !== undefined && isUnderlined && !/^\s/.test(above) && isTitle(above)
    ? { text: above, style: sign, lines: 2 }
    : undefined
}

const isTitle = (line: string): boolean =>
  line.length <= longest && /[\p{L}\p{N}]/u.test(line) && !rule.test(line) && !otherThing.test(line)

/** A line of capitals, as contracts on a typewriter head their clauses. */
export const isInCapitals = (line: string): boolean =>
  line.trim().length <= longest &&
  /^\s*(?:\d{1,3}(?:\.\d{1,3}){0,3}[.)]?\s+)?\p{Lu}[\p{Lu}\p{N} ,&'’()/-]*$/u.test(line) &&
  (line.match(/\p{Lu}/gu)?.length ?? 0) >= 4 &&
  !/\p{Lu} {2,}\S/u.test(line)

/** The levels of headings: each style is a level below those that came before it. */
export class HeadingStyles {
  private readonly known: string[] = []

  levelOf(style: string): number {
    if (!this.known.includes(style)) this.known.push(style)
    return this.known.indexOf(style) + 1
  }
}
