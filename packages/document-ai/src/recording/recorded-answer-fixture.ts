import type { BoundingPoly, Layout, RecordedDocument, RecordedPage } from './recorded-document.ts'

/** A paragraph of lines, or a table; both stand below each other. */
export type FixtureItem =
  | { readonly lines: readonly string[]; readonly lineHeight?: number }
  | { readonly rows: readonly (readonly string[])[]; readonly headerRows?: number }

/** A rectangle as the service gives it: from the top left clockwise, zeros left out. */
export const polyOf = (x: number, y: number, width: number, height: number): BoundingPoly => ({
  normalizedVertices: [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ].map(([left = 0, top = 0]) => ({ ...(left === 0 ? {} : { x: left }), ...(top === 0 ? {} : { y: top }) })),
})

/** Offsets that count Unicode characters, as strings, without a zero: as JSON has 64-bit numbers. */
export const segment = (start: number, end: number): { readonly startIndex?: string; readonly endIndex: string } => ({
  ...(start === 0 ? {} : { startIndex: String(start) }),
  endIndex: String(end),
})

/** As the service counts: Unicode characters, not UTF-16 units. */
export const charactersIn = (text: string): number => Array.from(text).length

const [left, charWidth, usualLineHeight] = [0.1, 0.008, 0.015]

/** An answer of the service in the shape in which it comes over REST, for pages that we make up. */
export function recordingOf(pages: readonly (readonly FixtureItem[])[]): RecordedDocument {
  let text = ''
  let length = 0
  /** Takes the text as the service does, whose lines end with a break. */
  const write = (line: string): readonly [number, number] => {
    const start = length
    text += `${line}\n`
    length += charactersIn(line) + 1
    return [start, length]
  }
  const layoutAt = ([start, end]: readonly [number, number], poly: BoundingPoly): Layout => ({
    textAnchor: { textSegments: [segment(start, end)] },
    confidence: 0.98,
    boundingPoly: poly,
    orientation: 'PAGE_UP',
  })
  const made = pages.map((items, index): RecordedPage => {
    const pageStart = length
    const lines: { layout: Layout }[] = []
    const tokens: { layout: Layout }[] = []
    const paragraphs: { layout: Layout }[] = []
    const tables: NonNullable<RecordedPage['tables']>[number][] = []
    let y = 0.05
    const line = (said: string, height: number, x = left): readonly [number, number] => {
      const range = write(said)
      lines.push({ layout: layoutAt(range, polyOf(x, y, charactersIn(said) * charWidth, height)) })
      for (const { 0: word, index: at } of said.matchAll(/\S+\s*/g)) {
        const start = range[0] + charactersIn(said.slice(0, at))
        const end = start + charactersIn(word)
        const poly = polyOf(x + at * charWidth, y, word.trimEnd().length * charWidth, height)
        tokens.push({ layout: layoutAt([start, end], poly) })
      }
      return range
    }
    for (const item of items) {
      const [start, top] = [length, y]
      if ('lines' in item) {
        const height = item.lineHeight ?? usualLineHeight
        for (const said of item.lines) {
          line(said, height)
          y += height * 1.2
        }
        const width = Math.max(...item.lines.map((said) => charactersIn(said))) * charWidth
        paragraphs.push({ layout: layoutAt([start, length], polyOf(left, top, width, y - top)) })
      } else {
        const rows = item.rows.map((row) => {
          const cells = row.map((said, column) => {
            const range = said === '' ? ([length, length] as const) : line(said, usualLineHeight, left + column * 0.2)
            if (said !== '') paragraphs.push({ layout: layoutAt(range, polyOf(left + column * 0.2, y, 0.2, 0.02)) })
            return { layout: layoutAt(range, polyOf(left + column * 0.2, y, 0.2, 0.02)), rowSpan: 1, colSpan: 1 }
          })
          y += usualLineHeight * 1.5
          return { cells }
        })
        const headerRows = rows.splice(0, item.headerRows ?? 0)
        tables.push({ layout: layoutAt([start, length], polyOf(left, top, 0.6, y - top)), headerRows, bodyRows: rows })
      }
      y += 0.02
    }
    return {
      pageNumber: index + 1,
      dimension: { width: 1240, height: 1754, unit: 'pixels' },
      layout: layoutAt([pageStart, length], polyOf(0, 0, 1, 1)),
      detectedLanguages: [{ languageCode: 'en', confidence: 0.9 }],
      paragraphs,
      lines,
      tokens,
      ...(tables.length === 0 ? {} : { tables }),
    }
  })
  return { text, pages: made }
}

/** Beyond the basic plane: one character, two UTF-16 units. */
const lines = ['𝒳 Offer\n', 'Total: \n', '12.00 €\n', 'Item\n', 'Price\n', 'Größe\n', '7\n', 'left over\n'] as const

const text = lines.join('')

const layoutOf = (first: number, last = first): Layout => ({
  textAnchor: {
    textSegments: [
      segment(charactersIn(lines.slice(0, first).join('')), charactersIn(lines.slice(0, last + 1).join(''))),
    ],
  },
  confidence: 0.97,
  boundingPoly: polyOf(0, 0.1, 0.5, 0.1),
})

/** An answer of the form parser, made up by us. */
export const recordedAnswer: RecordedDocument = {
  text,
  pages: [
    {
      pageNumber: 1,
      dimension: { width: 1240, height: 1754, unit: 'pixels' },
      layout: layoutOf(0, lines.length - 1),
      detectedLanguages: [
        { languageCode: 'en', confidence: 0.4 },
        { languageCode: 'de', confidence: 0.6 },
        { languageCode: 'und', confidence: 1 },
      ],
      paragraphs: [0, 1, 2, 3, 4, 5, 6].map((line) => ({ layout: layoutOf(line) })),
      tables: [
        {
          layout: layoutOf(3, 6),
          headerRows: [{ cells: [{ layout: layoutOf(3), rowSpan: 1, colSpan: 1 }, { layout: layoutOf(4) }] }],
          bodyRows: [{ cells: [{ layout: layoutOf(5) }, { layout: layoutOf(6) }] }],
        },
      ],
      formFields: [
        { fieldName: layoutOf(1), fieldValue: layoutOf(2) },
        { fieldName: layoutOf(5), fieldValue: layoutOf(6), valueType: 'filled_checkbox' },
      ],
    },
  ],
}
