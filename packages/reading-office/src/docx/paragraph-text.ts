import type { Revision } from '@chancery/core'
import { latexMath } from '@chancery/reading/math/latex-math'
import { linearMath } from '@chancery/reading/math/linear-math'
import type { MathNode } from '@chancery/reading/math/math-node'
import { cleanText } from '@chancery/reading/model/model-builder'
import { RichText } from '@chancery/reading/model/rich-text'
import type { FieldTracker } from './field-tracker.ts'
import type { PageBreaks } from './page-breaks.ts'
import {
  isShown,
  type RevisionView,
  sameChange,
  type TrackedChange,
} from '@chancery/reading/office-math/tracked-change'

/** More comments on one place than people make. */
const maxOpen = 50

/** The text of a paragraph as its runs come: what shows, what is hidden, and what tracked changes leave out. */
export class ParagraphText {
  shown = new RichText()
  hidden = new RichText()
  /** Whether the run that is being read is hidden (`w:vanish`). */
  inHiddenRun = false
  hasFormula = false
  /** Anything but formulas and spaces. */
  hasWords = false
  private readonly view: RevisionView
  private readonly fields: FieldTracker
  private readonly pages: PageBreaks | undefined
  private readonly revisions: Revision[]
  private breakIsDue = false
  /** What comments are about that have not ended yet: where it begins in this paragraph, and whether it went before. */
  private readonly open = new Map<string, { readonly start: number; readonly goesOn: boolean }>()
  /** What a change that is left out says; absent outside of one. */
  private dropped: RichText | undefined
  private lastDropped: { readonly change: TrackedChange; readonly at: number; readonly index: number } | undefined

  constructor(view: RevisionView, fields: FieldTracker, pages: PageBreaks | undefined, revisions: Revision[]) {
    this.view = view
    this.fields = fields
    this.pages = pages
    this.revisions = revisions
  }

  /** Whether what is read now is left out. */
  get isDropped(): boolean {
    return this.dropped !== undefined
  }

  get isEmpty(): boolean {
    return this.shown.length + this.hidden.length === 0
  }

  add(text: string, isFormula = false): void {
    if (text === '') return
    if (this.dropped !== undefined) return this.dropped.add(text)
    if (!this.fields.shows) return
    this.fields.shown(text)
    if (this.inHiddenRun) return this.hidden.add(text)
    if (this.breakIsDue && this.shown.length > 0) this.shown.add('\n')
    this.breakIsDue = false
    if (isFormula) this.hasFormula = true
    else if (!this.hasWords && text.trim() !== '') this.hasWords = true
    this.shown.add(text)
    this.pages?.text()
  }

  formula(formula: MathNode): void {
    const { shown, hidden } = this
    const [start, hiddenStart] = [shown.length, hidden.length]
    const text = linearMath(formula)
    this.add(text, true)
    // A line break that was due stands before it.
    if (shown.length > start) shown.formula(shown.length - cleanText(text).length, latexMath(formula))
    else hidden.formula(hiddenStart, latexMath(formula))
  }

  /** What a comment is about begins here. */
  openRange(comment: string): void {
    if (this.dropped === undefined && this.open.size < maxOpen)
      this.open.set(comment, { start: this.shown.length, goesOn: false })
  }

  /** It ends here, or did so in another story. */
  closeRange(comment: string): void {
    if (this.dropped !== undefined) return
    this.shown.refer(comment, this.open.get(comment)?.start)
    this.open.delete(comment)
  }

  /** A page or column ends here: a new line, where there is text on both sides. */
  breakBeforeText(): void {
    if (this.dropped === undefined) this.breakIsDue = true
  }

  /** Reads what a tracked change holds; of whole rows and cells, the end of the last paragraph is no text. */
  within(change: TrackedChange, read: () => void, isWhole = false): void {
    if (this.dropped !== undefined) return read()
    if (isShown(change, this.view)) {
      const start = this.shown.length
      read()
      this.revise(start, change)
      return
    }
    this.dropped = new RichText()
    read()
    const text = this.dropped.toString()
    this.dropped = undefined
    this.drop(change, isWhole ? text.trimEnd() : text)
  }

  /** What was added since `start` came about by this change. */
  revise(start: number, change: TrackedChange): void {
    if (this.dropped !== undefined) return
    const end = this.shown.length
    if (end <= start) return
    const { revisions } = this.shown
    const last = revisions.at(-1)
    // Programs cut one change into many runs.
    if (last !== undefined && last.end === start && sameChange(last, change)) {
      revisions[revisions.length - 1] = { ...last, end }
    } else revisions.push({ ...change, start, end })
  }

  /** Text that a change leaves out. */
  drop(change: TrackedChange, text: string): void {
    if (text === '' || this.dropped !== undefined) return
    const at = this.shown.length
    const last = this.lastDropped
    const previous = last === undefined ? undefined : this.revisions[last.index]
    if (last !== undefined && previous !== undefined && last.at === at && sameChange(last.change, change)) {
      this.revisions[last.index] = { ...previous, text: previous.text + text }
      return
    }
    this.lastDropped = { change, at, index: this.revisions.length }
    this.revisions.push({ ...change, text })
  }

  /** Ends the paragraph and begins the next. */
  take(): { readonly shown: RichText; readonly hidden: RichText; readonly isFormula: boolean } {
    const { shown, hidden } = this
    // Between its first and its last paragraph, there is nothing to tell.
    for (const [comment, { start, goesOn }] of this.open) {
      if (!goesOn) shown.refer(comment, start)
      this.open.set(comment, { start: 0, goesOn: true })
    }
    const isFormula = this.hasFormula && !this.hasWords
    this.shown = new RichText()
    this.hidden = new RichText()
    this.fields.endParagraph(shown, this.shown)
    this.hasFormula = false
    this.hasWords = false
    this.breakIsDue = false
    this.lastDropped = undefined
    return { shown, hidden, isFormula }
  }
}
