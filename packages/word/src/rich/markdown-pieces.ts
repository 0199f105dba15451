/** What lines far away may depend on: references, footnotes, HTML, and fences that may be in a list. */
const isBound = /^[ \t>*+.)\d-]*\[[^\]\n]+\]:|<(?:!|\?|pre|script|style|textarea)|^ {0,3}<|^ {1,3}(?:```|~~~)/im
const fence = /^(`{3,}(?=[^`]*$)|~{3,})/
/** A line without indentation that is no list entry ends whatever was open, if an empty line is before it. */
const plain = /^(?![-+*][ \t]|[-+*]$|\d{1,9}[.)](?:[ \t]|$))\S/
const heading = /^#{1,6}[ \t]/
const container = /^[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))*/
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/
/** A piece ends after so many. */
const manyEnds = 50
const manyLines = 500

interface MarkdownPiece {
  readonly text: string
  readonly lines: number
  /** Ends of lists and quotations, lines that go on in them unmarked, headings underlined: each moves all before it. */
  readonly ends: number
  /** Lists and quotations of the deepest line in one another. */
  readonly depth: number
}

/** Markdown cut where nothing goes on, so that parsing the pieces one by one gives the same as the whole. Linear. */
export function markdownPieces(markdown: string): readonly MarkdownPiece[] {
  const isWhole = isBound.test(markdown)
  const pieces: MarkdownPiece[] = []
  let lines: string[] = []
  let [ends, depth] = [0, 0]
  let [open, indent]: [string | undefined, number | undefined] = [undefined, undefined]
  let [isAfterBlank, isInside] = [true, false]
  const cut = (): void => {
    pieces.push({ text: lines.join('\n'), lines: lines.length, ends, depth })
    lines = []
    ends = depth = 0
  }
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    const isLong = ends >= manyEnds || lines.length >= manyLines
    if (isLong && !isWhole && open === undefined && (heading.test(line) || (isAfterBlank && plain.test(line)))) cut()
    lines.push(line)
    const mark = fence.exec(line)?.[1]
    if (open === undefined) open = mark
    else if (mark?.startsWith(open) === true && line.trim() === mark) open = undefined
    const [signs] = container.exec(line) ?? []
    if (signs !== undefined) {
      const levels = signs.match(/[-+*>.)]/g)?.length ?? 0
      depth = Math.max(depth, levels)
      const column = /^[ \t]*/.exec(line)?.[0].length
      if (levels > 1 || indent !== column || (isAfterBlank && signs.includes('>'))) ends += levels
      indent = column
      isInside = true
    } else if (line.trim() === '') isInside = false
    else {
      indent = undefined
      if (underline.test(line) || (isInside && plain.test(line))) ends++
    }
    isAfterBlank = line.trim() === ''
  }
  cut()
  return pieces
}
