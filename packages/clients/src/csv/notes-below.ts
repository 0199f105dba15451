import { rowWithoutClient } from '../table/no-client.ts'
import { type Dialect, firstRecords } from './csv-records.ts'

/** UTF-16 units and lines at the end of a text that are looked at; no report has more below its list. */
const lookedAt = 20_000
const mostLines = 50

/**
 * Where what a report writes below its list begins, in UTF-16 units: lines of one cell each, up to the end of the text, one
 * of which is a note by its form. They begin behind a blank line, or with that note. The text's length where there are none.
 */
export function notesBelow(text: string, dialect: Dialect): number {
  const offset = Math.max(0, text.length - lookedAt)
  const lines = [...text.slice(offset).matchAll(/[^\r\n]*(?:\r\n|[\r\n])|[^\r\n]+$/g)]
  let blankAt: number | undefined
  let first: number | undefined
  let firstNote: number | undefined
  for (const line of lines
    .slice(offset === 0 ? 0 : 1)
    .slice(-mostLines)
    .toReversed()) {
    const at = offset + line.index
    if (line[0].split(dialect.quote).length % 2 === 0) break
    const cells = firstRecords(line[0], dialect, 1)[0]?.cells ?? []
    const none = rowWithoutClient(cells, twoColumns)
    const filled = cells.filter((cell) => cell.trim() !== '').length
    if (filled > 1 && none === undefined) break
    if (filled === 0) blankAt = at
    else first = at
    if (none !== undefined) firstNote = at
  }
  if (firstNote === undefined || first === undefined) return text.length
  return blankAt !== undefined && blankAt < first ? first : firstNote
}

/** Of one column a note would be looked for in another way. */
const twoColumns = ['', '']
