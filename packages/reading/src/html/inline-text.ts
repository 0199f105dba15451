import type { Link } from '@chancery/core'
import { RichText } from '../model/rich-text.ts'
import { differing, type RunLook } from '../model/run-look.ts'

/** Stands for <br> until white space has been collapsed. */
export const lineBreak = '\u000b'

/** White space, line breaks, and what is neither. */
// oxlint-disable-next-line no-control-regex -- the sign of a line break is one
const collapsible = /[ \t\n\r\f]+|\u000b|[^ \t\n\r\f\u000b]+/g

type LinkTarget = Omit<Link, 'span'>

/** What is said of a piece of text; equal pieces share one. */
export interface InlineMarks {
  readonly link?: LinkTarget | undefined
  readonly look: RunLook
  /** Name of the note that it refers to. */
  readonly note?: string | undefined
}

/** The text between two edges of block elements as it is gathered, and where parts of it lead. */
export class InlineText {
  private pieces: {
    readonly text: string
    readonly marks: InlineMarks
    readonly latex?: string
    readonly comment?: string
  }[] = []

  add(text: string, marks: InlineMarks): void {
    this.pieces.push({ text, marks })
  }

  /** A formula: its text on one line, and as LaTeX. */
  formula(text: string, latex: string, marks: InlineMarks): void {
    const line = text.replaceAll(/\s+/g, ' ').trim()
    if (line !== '') this.pieces.push({ text: line, marks, latex })
  }

  /** Someone commented on this place. @param comment name of what they said */
  refer(comment: string): void {
    this.pieces.push({ text: '', marks: { look: {} }, comment })
  }

  /** What was gathered, white space collapsed as CSS does (`white-space: normal`), or kept as it stands. */
  take(isPreformatted: boolean): RichText {
    const rich = new RichText()
    const { pieces } = this
    this.pieces = []
    /** White space that is written once text comes behind it: line breaks, or else a space. */
    let [breaks, hasSpace] = [0, false]
    const link = new OpenMark<InlineMarks['link']>((start, target) => rich.link(start, target))
    const look = new OpenMark<RunLook>((start, own) => rich.format(start, differing(own, {})))
    const note = new OpenMark<string>((start, to) => rich.refer(to, start))
    for (const { text, marks, latex, comment } of pieces) {
      if (comment !== undefined) {
        rich.refer(comment)
        continue
      }
      for (const part of isPreformatted || latex !== undefined ? [text] : (text.match(collapsible) ?? [])) {
        if (!isPreformatted && part === lineBreak) breaks++
        else if (!isPreformatted && latex === undefined && /^[ \t\n\r\f]/.test(part)) hasSpace = true
        else {
          link.change(marks.link, rich.length)
          look.change(marks.look, rich.length)
          note.change(marks.note, rich.length)
          if (rich.length > 0) rich.add(breaks > 0 ? '\n'.repeat(breaks) : hasSpace ? ' ' : '')
          ;[breaks, hasSpace] = [0, false]
          link.open(rich.length)
          look.open(rich.length)
          note.open(rich.length)
          const start = rich.length
          rich.add(part)
          if (latex !== undefined) rich.formula(start, latex)
        }
      }
    }
    for (const each of [link, look, note]) each.change(undefined, rich.length)
    return rich
  }
}

/** A link, a look or a note that text has from some place on. */
class OpenMark<Value> {
  private readonly close: (start: number, value: Value) => void
  private value: Value | undefined
  private start: number | undefined

  constructor(close: (start: number, value: Value) => void) {
    this.close = close
  }

  /** Ends what was open, if it is another one. */
  change(value: Value | undefined, end: number): void {
    if (this.value === value) return
    if (this.value !== undefined && this.start !== undefined && end > this.start) this.close(this.start, this.value)
    this.value = value
    this.start = undefined
  }

  /** It begins here, if it has not begun. */
  open(start: number): void {
    this.start ??= start
  }
}
