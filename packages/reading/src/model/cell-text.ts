import type { BlockSink, BlockTraits, CellContent, TableRows, TextMarks } from './block-sink.ts'
import { RichText } from './rich-text.ts'

/** Gathers blocks as the text of one table cell: a line each, list markers written out, inner tables with tabs. */
export class CellText implements BlockSink {
  private readonly whole = new RichText()

  block(_type: string, text: string, { marker, links = [], revisions = [] }: BlockTraits = {}): undefined {
    if (text.trim() === '') return undefined
    const line = new RichText()
    if (marker !== undefined) line.add(`${marker} `)
    append(line, text, { links, revisions })
    this.whole.join(line)
    return undefined
  }

  table(rows: TableRows): void {
    for (const row of rows) {
      if (!row.some((cell) => cell.text.trim() !== '')) continue
      const line = new RichText()
      for (const [index, cell] of row.entries()) {
        if (index > 0) line.add('\t')
        append(line, cell.text, cell)
      }
      this.whole.join(line)
    }
  }

  /** The text, and what is said of parts of it. */
  content(): Pick<CellContent, 'text' | keyof TextMarks> {
    return { text: this.toString(), ...this.whole.marks }
  }

  toString(): string {
    return this.whole.toString()
  }
}

function append(line: RichText, text: string, { links = [], revisions = [] }: TextMarks): void {
  const piece = new RichText()
  piece.add(text)
  for (const item of links) piece.links.push(item)
  for (const item of revisions) piece.revisions.push(item)
  line.join(piece, '')
}
