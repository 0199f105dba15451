import type { Layout, RecordedDocument } from './recorded-document.ts'

/** Beyond the basic plane: one character, two UTF-16 units. */
const lines = ['𝒳 Offer\n', 'Total: \n', '12.00 €\n', 'Item\n', 'Price\n', 'Größe\n', '7\n', 'left over\n'] as const

const text = lines.join('')

/** Counts Unicode characters, as the service does; leaves a zero out, as its JSON does. */
const layoutOf = (first: number, last = first): Layout => {
  const start = [...lines.slice(0, first).join('')].length
  const end = [...lines.slice(0, last + 1).join('')].length
  return {
    textAnchor: { textSegments: [{ ...(start === 0 ? {} : { startIndex: String(start) }), endIndex: String(end) }] },
    confidence: 0.97,
    boundingPoly: { normalizedVertices: [{ y: 0.1 }, { x: 0.5, y: 0.1 }, { x: 0.5, y: 0.2 }, { y: 0.2 }] },
  }
}

/** An answer of the form parser in the shape in which it comes over REST, made up by us. */
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
