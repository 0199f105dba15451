/** Where a line stands in its text, in UTF-16 units, and where the one behind its break begins. */
export interface LinePlace {
  readonly start: number
  readonly end: number
  readonly next: number
}

/** The lines of a text, whichever way they are broken; the last one has no break, and may be empty. */
export function* linesIn(text: string, from = 0): Generator<LinePlace> {
  const lineBreak = /\r\n|\r|\n/g
  lineBreak.lastIndex = from
  let start = from
  for (let found = lineBreak.exec(text); found !== null; found = lineBreak.exec(text)) {
    const next = lineBreak.lastIndex
    yield { start, end: found.index, next }
    start = next
  }
  yield { start, end: text.length, next: text.length }
}
