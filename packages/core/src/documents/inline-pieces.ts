import type { DocumentModel, Formula, Link, Look, NoteReference, Run } from '../model/document-model.ts'
import { spansWithin } from './spans-within.ts'

/** A stretch of text that looks one way and leads to one place, or that is a formula; or a reference to a note. */
export type InlinePiece =
  | {
      readonly start: number
      readonly end: number
      readonly look?: Look
      readonly link?: Link
      readonly formula?: Formula
    }
  | { readonly note: NoteReference }

/** What views write inside a block. */
type Inline = Pick<DocumentModel, 'text' | 'links' | 'runs' | 'notes' | 'formulas'>

/** Nothing but text, as in a csv file: no text of it looks in its own way, leads anywhere, or is more. */
export const isBare = ({ links, runs, notes, formulas }: Omit<Inline, 'text'>): boolean =>
  links.length + runs.length + notes.length + formulas.length === 0

/**
 * The text from `start` to `end` piece by piece, cut where a link, a run, a formula or a note begins or ends. The mark of a
 * note that is text is part of its reference; a formula is one piece.
 * @param leads whether a link is one to follow; of two that overlap, the first is taken
 */
export function* inlinePieces(
  model: Inline,
  start: number,
  end: number,
  leads: (link: Link, label: string) => boolean,
): Generator<InlinePiece> {
  if (isBare(model)) {
    if (start < end) yield { start, end }
    return
  }
  const { text, links, runs, notes, formulas } = model
  const linked = new Cursor(spansWithin(links, start, end), (link) =>
    leads(link, text.slice(link.span.start, link.span.end)),
  )
  const styled = new Cursor(spansWithin(runs, start, end))
  const noted = new Cursor(spansWithin(notes, start, end))
  const written = new Cursor(spansWithin(formulas, start, end))
  let at = start
  while (true) {
    const note = noted.from(at)
    if (note !== undefined && note.span.start <= at) {
      yield { note }
      noted.pass()
      at = Math.max(at, note.span.end)
      continue
    }
    if (at >= end) return
    const [link, run, formula] = [linked.from(at), styled.from(at), written.from(at)]
    const edgeOf = (each: Link | Run | Formula | undefined): number =>
      each === undefined ? end : each.span.start <= at ? each.span.end : each.span.start
    const isFormula = formula !== undefined && formula.span.start === at && formula.span.end <= end
    const stop = isFormula
      ? formula.span.end
      : Math.min(end, note?.span.start ?? end, edgeOf(link), edgeOf(run), edgeOf(formula))
    yield {
      start: at,
      end: stop,
      ...(run !== undefined && run.span.start <= at ? { look: run } : {}),
      ...(link !== undefined && link.span.start <= at ? { link } : {}),
      ...(isFormula ? { formula } : {}),
    }
    at = stop
  }
}

/** The next of things in order, as the text is walked through. */
class Cursor<Each extends { readonly span: { readonly start: number; readonly end: number } }> {
  private readonly items: Generator<Each>
  private readonly isWanted: (item: Each) => boolean
  private current: Each | undefined
  private end = 0

  constructor(items: Generator<Each>, isWanted: (item: Each) => boolean = () => true) {
    this.items = items
    this.isWanted = isWanted
    this.pass()
  }

  /** The first that does not end before `at`. */
  from(at: number): Each | undefined {
    while (this.current !== undefined && this.current.span.end <= at && this.current.span.start < at) this.pass()
    return this.current
  }

  pass(): void {
    do {
      const next = this.items.next()
      this.current = next.done === true ? undefined : next.value
    } while (this.current !== undefined && (this.current.span.start < this.end || !this.isWanted(this.current)))
    this.end = Math.max(this.end, this.current?.span.end ?? 0)
  }
}
