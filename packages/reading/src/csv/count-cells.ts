/**
 * How many cells a delimited text has, counted no further than past a bound; where a quote never ends, it counts as a
 * letter. Costs a fraction of parsing, so that a text of too many cells is refused before each becomes a string.
 */
export function countCells(text: string, delimiter: string, bound: number): number {
  const next = nextPlaces(text, [delimiter, '\n', '\r'])
  let cells = 0
  let rowStart = 0
  for (let at = 0; at < text.length && cells <= bound;) {
    const quoteEnd = text[at] === '"' ? closingQuote(text, at) : at
    const end = next(quoteEnd === -1 ? at : quoteEnd)
    // An empty line has no cell.
    if (text[end] === delimiter || end > rowStart) cells++
    if (text[end] !== delimiter) rowStart = end + 1
    at = end + 1
  }
  return cells
}

/** Behind the quote that closes what opens at `start`; -1 where none does. A quote is doubled inside (RFC 4180). */
function closingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at + 1
  }
  return -1
}

/** A function that finds the first of some marks at or behind a place; places must not go back. */
function nextPlaces(text: string, marks: readonly string[]): (from: number) => number {
  const places = marks.map(() => -1)
  return (from) => {
    let nearest = text.length
    for (const [index, mark] of marks.entries()) {
      if ((places[index] ?? 0) < from) {
        const found = text.indexOf(mark, from)
        places[index] = found === -1 ? text.length : found
      }
      nearest = Math.min(nearest, places[index] ?? 0)
    }
    return nearest
  }
}
