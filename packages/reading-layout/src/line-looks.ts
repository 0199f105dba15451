import type { Look } from '@chancery/core'
import type { PdfWord } from './pdf-word.ts'

/** A stretch of a text that looks other than plain text, as UTF-16 offsets into it. */
export interface LookStretch extends Look {
  readonly start: number
  readonly end: number
}

/** In sizes of the line: what is raised or lowered is smaller, and off its base line. */
const smaller = 0.85
const off = 0.1

/** How the parts of a word look on a line of this type. */
export function* lookOf(
  word: PdfWord,
  line: Pick<PdfWord, 'size' | 'baseline'>,
): Generator<readonly [start: number, end: number, look: Look]> {
  const { text, bold, italic = false, struck = false, scripts = [] } = word
  const { start: from, end: to } = word.styled ?? { start: 0, end: text.length }
  const type: Look = { ...(bold ? { bold } : {}), ...(italic ? { italic } : {}) }
  const whole: Look = { ...(struck ? { strike: true } : {}), ...scriptOn(line, word) }
  const edges = [0, from, to, ...scripts.flatMap(({ start, end }) => [start, end]), text.length]
  const inOrder = [...new Set(edges)].sort((a, b) => a - b)
  for (const [at, start] of inOrder.entries()) {
    const end = inOrder[at + 1]
    if (end === undefined) return
    const script = scripts.find((each) => each.start <= start && start < each.end)?.script
    const isStyled = from <= start && start < to
    yield [start, end, { ...(isStyled ? type : {}), ...(script === undefined ? {} : { script }), ...whole }]
  }
}

function scriptOn(line: Pick<PdfWord, 'size' | 'baseline'>, { size, baseline }: PdfWord): Look {
  const rise = line.baseline - baseline
  return size < smaller * line.size && Math.abs(rise) > off * line.size ? { script: rise > 0 ? 'super' : 'sub' } : {}
}

/** What is told of a look. */
const told = ['bold', 'italic', 'strike', 'script'] as const

const isPlain = (look: Look): boolean => told.every((each) => look[each] === undefined)

/** Adds a stretch; what looks the same goes on over the space between two words. */
export function withLook(looks: LookStretch[], start: number, end: number, look: Look): void {
  const last = looks.at(-1)
  if (isPlain(look)) return
  const isSame = last !== undefined && told.every((each) => last[each] === look[each])
  if (isSame && start - last.end <= 1) looks[looks.length - 1] = { ...last, end }
  else looks.push({ ...look, start, end })
}

/** Letters of which so many look one way make it the look of the whole. */
const wholeShare = 0.95

/** Without bold and italic type that all of a text has, where that is no more than its style: of a title, or of all that there is. */
export function ownLooks(looks: readonly LookStretch[], length: number): readonly LookStretch[] {
  const covered = (has: (look: LookStretch) => boolean): boolean =>
    looks.reduce((sum, each) => sum + (has(each) ? each.end - each.start : 0), 0) >= wholeShare * length
  const [isBold, isItalic] = [covered((look) => look.bold === true), covered((look) => look.italic === true)]
  if (!isBold && !isItalic) return looks
  return looks.flatMap(({ bold, italic, ...rest }): LookStretch[] => {
    const own = {
      ...rest,
      ...(bold === undefined || isBold ? {} : { bold }),
      ...(italic === undefined || isItalic ? {} : { italic }),
    }
    return isPlain(own) ? [] : [own]
  })
}
