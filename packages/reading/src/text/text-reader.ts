import { headingOutline } from '../model/heading-outline.ts'
import { ModelBuilder } from '../model/model-builder.ts'
import type { Reader } from '../reader.ts'
import { pageSelection } from '../page-selection.ts'
import { textOfDocument } from '../text-of-document.ts'
import { addTextBlocks } from './text-blocks.ts'
import { HeadingStyles } from './text-headings.ts'

/** Plain text: blocks are parted by blank lines, pages by form feeds. */
export const textReader: Reader = {
  paged: true,
  async read(document, request, { limits }) {
    const builder = new ModelBuilder(limits)
    const pages = textOfDocument(document).replaceAll(/\r\n?/g, '\n').split('\f')
    // A form feed at the end closes the last page; it does not open another.
    if (pages.length > 1 && pages.at(-1)?.trim() === '') pages.pop()
    const styles = new HeadingStyles()
    for (const number of pageSelection(pages.length, request.pages, limits.pages, builder.warnings)) {
      builder.beginPage({ number })
      addTextBlocks(builder, pages[number - 1] ?? '', { capitals: true }, styles)
    }
    const made = builder.build()
    return { ...made, outline: headingOutline(made) }
  },
}
