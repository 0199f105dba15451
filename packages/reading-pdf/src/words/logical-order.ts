import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import { withSignsInPlace } from './turned-signs.ts'
import { joinedSegments, type TextSegment, textSegments } from '@chancery/reading-layout/text-segments'

/**
 * The words of a page with those of lines that hold right-to-left text in the order in which they are read. PDFium
 * turns such text around piece by piece: words come in whatever order a producer drew them, the stop after a figure
 * before it, and brackets turned round also where the file had them right.
 */
export function inLogicalOrder(words: readonly PdfWord[]): readonly PdfWord[] {
  if (!words.some((word) => word.rightToLeft)) return words
  const isMostly = isMostlyRightToLeft(words)
  let above: TextSegment | undefined
  const lines = wholeLines(textSegments(words)).map((segment) => {
    const goesOn = above !== undefined && isGoingOn(above, segment)
    if (hasRightToLeft(segment)) above = segment
    if (!hasRightToLeft(segment)) {
      const isFigures = isMostly && segment.words.every((word) => directionOf(word) !== 'right')
      return { words: isFigures ? segment.words.map(withStopBehind) : segment.words, vote: 0 }
    }
    const ordered = orderedWords(segment, segment.rightToLeft || isMostly, goesOn)
    return { words: ordered, vote: voteForTurning(ordered) }
  })
  const votes = lines.reduce((sum, { vote }) => sum + vote, 0)
  return lines.flatMap((line) =>
    votes > 0 && line.vote >= 0 && hasRightToLeft(line) ? withTurnedBrackets(line.words) : line.words,
  )
}

/** PDFium has figures before the words to the right of them: such a line is parted anew, by where its pieces stand. */
function wholeLines(segments: readonly TextSegment[]): readonly TextSegment[] {
  const lines: TextSegment[][] = []
  let largest: TextSegment | undefined
  for (const segment of segments) {
    if (largest !== undefined && areOfLine(largest, segment)) lines.at(-1)?.push(segment)
    else {
      lines.push([segment])
      largest = undefined
    }
    if (largest === undefined || segment.size > largest.size) largest = segment
  }
  return lines.flatMap((line) => (line.some(hasRightToLeft) && !isInOrder(line) ? partedAnew(line) : line))
}

/** The number of a note is raised. */
const areOfLine = (one: TextSegment, other: TextSegment): boolean =>
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) >
  0.5 * Math.min(one.bottom - one.top, other.bottom - other.top)

/** Each to the left of the last one, or each to the right. */
const isInOrder = (line: readonly TextSegment[]): boolean =>
  [line, line.toReversed()].some((each) => each.every(({ right }, at) => right <= (each[at - 1]?.left ?? Infinity)))

/** In sizes of the font. */
const widestSpace = 1.5

function partedAnew(line: readonly TextSegment[]): readonly TextSegment[] {
  const parts: TextSegment[][] = []
  let right = -Infinity
  for (const segment of line.toSorted((a, b) => a.left - b.left)) {
    if (segment.left - right < widestSpace * segment.size) parts.at(-1)?.push(segment)
    else parts.push([segment])
    right = Math.max(right, segment.right)
  }
  return parts.toReversed().flatMap((part) => (part.length === 1 ? part : joinedSegments(part)))
}

const hasRightToLeft = ({ words }: Pick<TextSegment, 'words'>): boolean => words.some((word) => word.rightToLeft)

/** In sizes of the font: what is as near belongs together. */
const tight = 0.12

type Direction = 'left' | 'right' | 'figure' | 'none'

const directionOf = ({ text, rightToLeft }: PdfWord): Direction =>
  rightToLeft ? 'left' : /\p{L}/u.test(text) ? 'right' : /\p{N}/u.test(text) ? 'figure' : 'none'

function orderedWords({ words }: TextSegment, rightToLeft: boolean, isAfterArabic: boolean): readonly PdfWord[] {
  const seen = words.toSorted((a, b) => a.left - b.left)
  const runsLeft = directionsIn(seen, rightToLeft).map((direction) => direction === 'left')
  // Figures in right-to-left text run with it, each as it stands.
  const stretches: PdfWord[][] = []
  for (const [at, word] of seen.entries()) {
    const stretch = stretches.at(-1)
    if (stretch === undefined || runsLeft[at] !== runsLeft[at - 1]) stretches.push([word])
    else stretch.push(word)
    if (runsLeft[at] !== runsLeft[at + 1] && runsLeft[at] === true) stretches.at(-1)?.reverse()
  }
  const ordered = (rightToLeft ? stretches.toReversed() : stretches).flat()
  const withLatin = new Set(seen.filter((_, at) => runsLeft[at] !== true))
  const read = rightToLeft ? withSignsInPlace(withFigures(ordered, withLatin, isAfterArabic)) : ordered
  const places = new Map(words.map((word, at) => [word, at]))
  return read.map((word, at) => {
    const [last, own, before] = [read[at - 1], ordered[at], ordered[at - 1]]
    if (last === undefined || own === undefined || before === undefined) return word
    const gap = Math.max(word.left - last.right, last.left - word.right)
    const [here, there] = [places.get(own) ?? 0, places.get(before) ?? 0]
    // The file has a space between the two, whichever it has first.
    const given = here === there + 1 ? own.break : there === here + 1 ? before.break : undefined
    const isSpaced = given === 'typed-space' && own.rightToLeft !== before.rightToLeft
    const parting =
      gap < tight * word.size && !isSpaced ? 'none' : here === there + 1 && !isSpaced ? word.break : 'space'
    return word.break === parting ? word : { ...word, break: parting }
  })
}

/** Directions of words as they are seen, from left to right: those without one take that of what they touch. */
function directionsIn(seen: readonly PdfWord[], rightToLeft: boolean): readonly Direction[] {
  const own = seen.map(directionOf)
  const base = rightToLeft ? 'left' : 'right'
  // Figures go with the Latin letters before them, those of a telephone number with the code of its country.
  const isOfNumber: boolean[] = []
  const strong = own.map((direction, at) => {
    const isGroup = (place: number): boolean => /^\d+[-.]?$/.test(seen[place]?.text ?? '')
    const isCode = /^\+\d{1,3}$/.test(seen[at]?.text ?? '') && isGroup(at + 1) && isGroup(at + 2)
    isOfNumber[at] = isCode || (isOfNumber[at - 1] === true && isGroup(at))
    if (direction !== 'figure') return direction
    return own[at - 1] === 'right' || !rightToLeft || isOfNumber[at] === true ? 'right' : 'left'
  })
  const nextStrong: Direction[] = []
  for (let at = seen.length - 1, next: Direction = base; at >= 0; at--) {
    nextStrong[at] = next
    if (strong[at] !== 'none') next = strong[at] ?? base
  }
  let last: Direction = base
  return seen.map((word, at) => {
    const direction = strong[at] ?? base
    if (direction !== 'none') return (last = direction)
    const [before, after] = [seen[at - 1], seen[at + 1]]
    const near = (gap: number): boolean => gap < tight * word.size
    const touchesBefore = before !== undefined && near(word.left - before.right)
    const touchesAfter = after !== undefined && near(after.left - word.right)
    const next = nextStrong[at] ?? base
    if (touchesBefore !== touchesAfter) return touchesBefore ? last : next
    return last === next ? last : base
  })
}

/** No figures are longer; looking through them would take ever longer. */
const longestFigures = 100

/** Figures with their signs, in a line that runs to the left, by the letters before them; those of "B-12" stay as they are seen. */
function withFigures(
  ordered: readonly PdfWord[],
  withLatin: ReadonlySet<PdfWord>,
  isAfterArabic: boolean,
): readonly PdfWord[] {
  let isArabic = isAfterArabic
  return ordered.map((word, at) => {
    const { text, rightToLeft } = word
    const isRead = directionOf(word) !== 'right' && /\p{Nd}/u.test(text) && /[^\p{L}\p{M}\p{Nd}]/u.test(text)
    if (/\p{L}/u.test(text)) isArabic = rightToLeft && arabicLetter.test(text)
    if (!isRead || word.goesLeft === true || text.length > longestFigures || withLatin.has(word)) return word
    // A number that goes on in the next line, as the line was set before it was parted.
    if (!isArabic && at === ordered.length - 1 && /^\d+(?:-\d+)+-$/.test(text)) return word
    const whole = text.replaceAll(/[\p{Nd}\p{Sc}.,:;!?،؛؟/%٪+#°-]*\p{Nd}[\p{Nd}\p{Sc}.,:;!?،؛؟/%٪+#°-]*/gu, (figures) =>
      isArabic ? afterArabic(figures) : afterOthers(figures),
    )
    return whole === text ? word : { ...word, text: whole }
  })
}

/** A line that goes on with a sentence in Arabic letters. */
function isGoingOn(above: TextSegment, { top, size }: TextSegment): boolean {
  const last = above.words.at(-1)
  return (
    last !== undefined &&
    top - above.bottom < 0.8 * size &&
    arabicLetter.test(last.text) &&
    !/[.!?:؟۔]$/u.test(last.text)
  )
}

/** The stop after a figure stands to the left of it. */
function withStopBehind(word: PdfWord): PdfWord {
  const found = /^([.,:;!?،؛؟]+)(\p{N}[\p{N}.,:/%-]*)$/u.exec(word.text)
  return found === null || word.goesLeft === true ? word : { ...word, text: `${found[2]}${found[1]}` }
}

const arabicLetter = /[\u0620-\u064a\u066e-\u06d3\u06fa-\u06ff\u0750-\u077f\u08a0-\u08ff]/

/**
 * After Arabic letters, signs between and beside figures run to the left (UAX #9, rules W2 and W4: European figures are
 * Arabic ones there, which a hyphen or percent sign does not join; stops, commas, colons and slashes do).
 */
function afterArabic(seen: string): string {
  const tokens = seen.match(/\p{Nd}+(?:[.,:/]\p{Nd}+)*|[^\p{Nd}]/gu) ?? []
  return tokens.toReversed().join('')
}

/** Elsewhere, figures stay together with the signs inside and with those of money and shares; others run to the left. */
function afterOthers(seen: string): string {
  const [, before = '', figures = seen, behind = ''] =
    /^(.*?)([\p{Sc}%٪#°]*\p{Nd}(?:.*\p{Nd})?[\p{Sc}%٪#°]*)(.*)$/u.exec(seen) ?? []
  return `${[...behind].toReversed().join('')}${figures}${[...before].toReversed().join('')}`
}

/** Whether most letters of a page are of a script that runs to the left. */
function isMostlyRightToLeft(words: readonly PdfWord[]): boolean {
  let balance = 0
  for (const { text, rightToLeft } of words) {
    if (rightToLeft) balance += text.length
    else if (/\p{L}/u.test(text)) balance -= text.length
  }
  return balance > 0
}

/** More than 0 where the brackets of a line come in pairs only once they are turned round, less where they do as it is. */
function voteForTurning(line: readonly PdfWord[]): number {
  if (!line.some(mayBeTurned)) return 0
  return Number(isPaired(textOf(withBrackets(line, turned)))) - Number(isPaired(textOf(line)))
}

/** Turned round; where that makes no pairs either, by turns open and closed, if that does. */
function withTurnedBrackets(line: readonly PdfWord[]): readonly PdfWord[] {
  if (!line.some(mayBeTurned)) return line
  const all = withBrackets(line, turned)
  if (isPaired(textOf(all))) return all
  let isOpen = false
  const byTurns = withBrackets(line, (bracket) => {
    isOpen = !isOpen
    return isOpening(bracket) === isOpen ? bracket : turned(bracket)
  })
  return isPaired(textOf(byTurns)) ? byTurns : all
}

const brackets = /[()[\]{}]/g
const opposites: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{' }
const turned = (bracket: string): string => opposites[bracket] ?? bracket
const isOpening = (bracket: string): boolean => '([{'.includes(bracket)

/** Words that run to the left or have no direction of their own. */
const mayBeTurned = (word: PdfWord): boolean => directionOf(word) !== 'right' && word.text.search(brackets) !== -1

const withBrackets = (line: readonly PdfWord[], change: (bracket: string) => string): readonly PdfWord[] =>
  line.map((word) => (mayBeTurned(word) ? { ...word, text: word.text.replaceAll(brackets, change) } : word))

const textOf = (line: readonly PdfWord[]): string => line.map((word) => word.text).join('')

function isPaired(text: string): boolean {
  const open: string[] = []
  for (const [sign] of text.matchAll(brackets)) {
    if (isOpening(sign)) open.push(sign)
    else if (open.pop() !== turned(sign)) return false
  }
  return open.length === 0
}
