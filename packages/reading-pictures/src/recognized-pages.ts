import type { DocumentPage } from '@chancery/core'
import type { ModelBuilder } from '@chancery/reading/model/model-builder'
import type { OcrResult } from '@chancery/reading/ocr/ocr-engine'
import { BlockWriter } from '@chancery/reading-layout/block-writer'
import { Hyphenation } from '@chancery/reading-layout/hyphenation'
import { ocrWords } from '@chancery/reading-layout/ocr-words'
import { NumberedHeadings } from '@chancery/reading-layout/numbered-headings'
import { pageBlocks, pageLayout } from '@chancery/reading-layout/page-layout'
import { textSegments } from '@chancery/reading-layout/text-segments'
import { SizeCounts } from '@chancery/reading-layout/typography'

/** A page of an image and what was read on it; sizes are those of the page upright. */
export interface ReadImagePage {
  readonly about: Omit<DocumentPage, 'span'>
  /** Pixels. */
  readonly size: { readonly width: number; readonly height: number }
  /** Absent where nothing read it. */
  readonly result: OcrResult | undefined
}

/** Points across that a picture is taken for: layout measures in points, and few pictures know their size. */
const pageWidth = 595
const stripWidth = 226
const tallAndNarrow = 2.1

/** Puts recognized words into blocks and tables, as those of scanned pages of a PDF. */
export function writeImagePages(builder: ModelBuilder, pages: readonly ReadImagePage[]): void {
  const sizes = new SizeCounts()
  const hyphenation = new Hyphenation()
  const laid = pages.map(({ about, size, result }) => {
    if (result === undefined) return { about, regions: [] }
    const width = size.height > size.width * tallAndNarrow ? stripWidth : Math.min(size.width, pageWidth)
    const geometry = { width, height: (size.height * width) / size.width }
    const { frame, words } = ocrWords({ ...result, rotation: 0 }, geometry)
    const regions = pageLayout(about.number, frame, textSegments(words), [], true)
    for (const region of regions) {
      if (region.kind !== 'lines') continue
      for (const line of region.lines) {
        sizes.add(line)
        hyphenation.add(line)
      }
    }
    return { about, regions }
  })
  const typography = sizes.typography(new Map())
  const writer = new BlockWriter(builder, hyphenation, typography)
  const headings = new NumberedHeadings()
  for (const { about, regions } of laid) {
    builder.beginPage(about)
    for (const block of pageBlocks(about.number, regions, typography, headings)) writer.write(block)
  }
}
