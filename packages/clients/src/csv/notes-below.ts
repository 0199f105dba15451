import { rowWithoutClient } from '../table/no-client.ts'
import { type Dialect, firstRecords } from './csv-records.ts'

/** UTF-16 units and lines at the end of a text that are looked at; no report has more below its list. */
const lookedAt = 20_000
const mostLines = 16

/** Lines between a blank one and the first that is a note by its form: the name of the report. */
const mostAbove = 3

/**
 * Where what a report writes below its list begins, in UTF-16 units: a few lines of one cell each between a row with more
 * and the end of the text, one of which is a note by its form. They begin behind a blank line, or with that note. The text's
 * length where there are none.
 */
export function notesBelow(text: string, dialect: Dialect, columns: readonly string[]): number {
  if (columns.length < 2) return text.length
  const offset = Math.max(0, text.length - lookedAt)
  const lines = [...text.slice(offset).matchAll(/[^\r\n]*(?:\r\n|[\r\n])|[^\r\n]+$/g)]
  let blankAt: number | undefined
  /** Below the blank line. */
  let first: number | undefined
  let note: number | undefined
  let aboveNote = 0
  for (const line of lines.slice(-mostLines).toReversed()) {
    const at = offset + line.index
    // The end of a text in quotation marks.
    if (line[0].split(dialect.quote).length % 2 === 0) return text.length
    const cells = firstRecords(line[0], dialect, 1)[0]?.cells ?? []
    const filled = cells.filter((cell) => cell.trim() !== '').length
    const none = rowWithoutClient(cells, columns)
    if (none?.code === 'header_again') return text.length
    if (filled > 1 && none === undefined) {
      const isBehindBlank = blankAt !== undefined && first !== undefined && blankAt < first && aboveNote <= mostAbove
      return note === undefined ? text.length : isBehindBlank && first !== undefined ? first : note
    }
    if (filled === 0) blankAt = at
    else first = at
    if (none !== undefined) [note, aboveNote] = [at, 0]
    else if (filled > 0) aboveNote++
  }
  return text.length
}
