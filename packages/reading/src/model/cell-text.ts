import type { ImageReference } from '@chancery/core'
import type { BlockSink, BlockTraits, CellContent, TableRows, TextMarks } from './block-sink.ts'
import { RichText } from './rich-text.ts'

/** Gathers blocks as the text of one table cell: a line each, list markers written out, inner tables with tabs. */
export class CellText implements BlockSink {
  private readonly whole = new RichText()
  private readonly figures: ImageReference[] = []

  block(_type: string, text: string, { marker, marked = false, ...marks }: BlockTraits = {}): undefined {
    if (text.trim() === '') return undefined
    const line = new RichText()
    if (marker !== undefined && !marked) line.add(`${marker} `)
    append(line, text, marks)
    this.whole.join(line)
    return undefined
  }

  figure(image: ImageReference): undefined {
    this.figures.push(image)
    return undefined
  }

  table(rows: TableRows): undefined {
    for (const row of rows) {
      for (const { figures = [] } of row) for (const image of figures) this.figures.push(image)
      if (!row.some((cell) => cell.text.trim() !== '')) continue
      const line = new RichText()
      for (const [index, cell] of row.entries()) {
        if (index > 0) line.add('\t')
        append(line, cell.text, cell)
      }
      this.whole.join(line)
    }
    return undefined
  }

  /** The text, what is said of parts of it, and the pictures. */
  content(): Pick<CellContent, 'text' | 'figures' | keyof TextMarks> {
    return {
      text: this.toString(),
      ...this.whole.marks,
      ...(this.figures.length === 0 ? {} : { figures: this.figures }),
    }
  }

  toString(): string {
    return this.whole.toString()
  }
}

function append(
  line: RichText,
  text: string,
  { links = [], runs = [], references = [], formulas = [], revisions = [] }: TextMarks,
): void {
  const piece = new RichText()
  piece.add(text)
  for (const item of links) piece.links.push(item)
  for (const item of runs) piece.runs.push(item)
  for (const item of references) piece.references.push(item)
  for (const item of formulas) piece.formulas.push(item)
  for (const item of revisions) piece.revisions.push(item)
  line.join(piece, '')
}
