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
  { text, size, baseline, bold, italic = false, struck = false, scripts = [] }: PdfWord,
  line: Pick<PdfWord, 'size' | 'baseline'>,
): Generator<readonly [start: number, end: number, look: Look]> {
  const plain: Look = {
    ...(bold ? { bold } : {}),
    ...(italic ? { italic } : {}),
    ...(struck ? { strike: true } : {}),
  }
  const rise = line.baseline - baseline
  if (size < smaller * line.size && Math.abs(rise) > off * line.size) {
    yield [0, text.length, { ...plain, script: rise > 0 ? 'super' : 'sub' }]
    return
  }
  let at = 0
  for (const { start, end, script } of scripts) {
    if (start > at) yield [at, start, plain]
    yield [start, end, { ...plain, script }]
    at = end
  }
  if (at < text.length) yield [at, text.length, plain]
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

/** What of a block differs from it: bold and italic type that all of it has, its style has. */
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
