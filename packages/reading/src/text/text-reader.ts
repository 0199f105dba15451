import type { BlockTraits } from '../model/block-sink.ts'
import { ListNesting } from '../model/list-nesting.ts'
import { ModelBuilder } from '../model/model-builder.ts'
import type { Reader } from '../reader.ts'
import { pageSelection } from '../page-selection.ts'
import { textOfDocument } from '../text-of-document.ts'
import { type ListLine, listLinesOf } from './text-lists.ts'

/** Plain text: paragraphs are parted by blank lines, pages by form feeds. */
export const textReader: Reader = {
  paged: true,
  async read(document, request, { limits }) {
    const builder = new ModelBuilder(limits)
    const pages = textOfDocument(document).replaceAll(/\r\n?/g, '\n').split('\f')
    // A form feed at the end closes the last page; it does not open another.
    if (pages.length > 1 && pages.at(-1)?.trim() === '') pages.pop()
    for (const number of pageSelection(pages.length, request.pages, limits.pages, builder.warnings)) {
      builder.beginPage({ number })
      addParagraphs(builder, pages[number - 1] ?? '')
    }
    return builder.build()
  },
}

/** A paragraph a run of lines that are not blank, or the items of a list; all of them in the same quote. */
export function addParagraphs(builder: ModelBuilder, text: string, quote: Pick<BlockTraits, 'quote'> = {}): void {
  let lines: string[] = []
  for (const line of [...text.split('\n'), '']) {
    if (line.trim() !== '') lines.push(line.trimEnd())
    else if (lines.length > 0) {
      const list = listLinesOf(lines)
      if (list === undefined) builder.block('paragraph', lines.join('\n'), quote)
      else addList(builder, list, quote)
      lines = []
    }
  }
}

function addList(builder: ModelBuilder, list: readonly ListLine[], quote: Pick<BlockTraits, 'quote'>): void {
  const nesting = new ListNesting()
  for (const { text, ...traits } of list) {
    const index = builder.block('list-item', text, { ...traits, ...quote, ...nesting.parentAt(traits.level) })
    nesting.add(traits.level, index)
  }
}
