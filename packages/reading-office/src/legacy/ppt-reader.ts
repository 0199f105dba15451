import { throwIfCancelled } from '@chancery/core'
import { CompoundFile } from '@chancery/formats/compound-file'
import { ModelBuilder } from '@chancery/reading/model/model-builder'
import { withWords } from '@chancery/reading/model/flow-words'
import { pageSelection } from '@chancery/reading/page-selection'
import { writeSlide } from '../presentation/slide-content.ts'
import type { Reader } from '@chancery/reading/reader'
import { corruptDocument } from '@chancery/reading/reading-errors'
import { PptDeck } from './ppt-deck.ts'
import { PptSlide } from './ppt-slide.ts'
import { readSummaryProperties } from './summary-properties.ts'

/** PowerPoint 97 to 2003: a page a slide, as of newer presentations. */
export const pptReader: Reader = {
  paged: true,
  async read(document, request, { limits, signal, pictures }) {
    const file = new CompoundFile(document.bytes)
    const builder = new ModelBuilder(limits)
    readSummaryProperties(file, builder)
    try {
      const deck = new PptDeck(file, pictures)
      for (const number of pageSelection(deck.slides.length, request.pages, limits.pages, builder.warnings)) {
        throwIfCancelled(signal)
        const slide = deck.slides[number - 1]
        if (slide !== undefined) writeSlide(builder, new PptSlide(deck, slide, number).read())
      }
    } catch (error) {
      throw error instanceof RangeError ? corruptDocument('The presentation is damaged.', error) : error
    }
    const model = builder.build()
    return request.words ? withWords(model) : model
  },
}
