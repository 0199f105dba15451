import type { BlockSink, BlockTraits, TableRows } from './block-sink.ts'

/** Gathers blocks as the text of one table cell: a line each, list markers written out, inner tables with tabs. */
export class CellText implements BlockSink {
  private readonly lines: string[] = []

  block(_type: string, text: string, { marker }: BlockTraits = {}): undefined {
    if (text.trim() !== '') this.lines.push(marker === undefined ? text : `${marker} ${text}`)
    return undefined
  }

  table(rows: TableRows): void {
    for (const row of rows) {
      if (row.some((cell) => cell.text.trim() !== '')) this.lines.push(row.map((cell) => cell.text).join('\t'))
    }
  }

  toString(): string {
    return this.lines.join('\n')
  }
}
