import { decodeText } from '../decode-text.ts'
import { ModelBuilder } from '../model/model-builder.ts'
import type { Reader } from '../reader.ts'
import { pageSelection } from '../page-selection.ts'

/** Plain text: paragraphs are parted by blank lines, pages by form feeds. */
export const textReader: Reader = {
  paged: true,
  async read(document, request, { limits }) {
    const builder = new ModelBuilder(limits)
    const pages = decodeText(document).replaceAll(/\r\n?/g, '\n').split('\f')
    // A form feed at the end closes the last page; it does not open another.
    if (pages.length > 1 && pages.at(-1)?.trim() === '') pages.pop()
    for (const number of pageSelection(pages.length, request.pages, limits.pages, builder.warnings)) {
      builder.beginPage({ number })
      addParagraphs(builder, pages[number - 1] ?? '')
    }
    return builder.build()
  },
}

/** A paragraph a run of lines that are not blank. */
export function addParagraphs(builder: ModelBuilder, text: string): void {
  let lines: string[] = []
  for (const line of [...text.split('\n'), '']) {
    if (line.trim() !== '') lines.push(line.trimEnd())
    else if (lines.length > 0) {
      builder.block('paragraph', lines.join('\n'))
      lines = []
    }
  }
}
