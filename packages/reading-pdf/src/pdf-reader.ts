import { type Finding, type ImageReference, nextTurn, throwIfCancelled, type Word } from '@chancery/core'
import { ModelBuilder } from '@chancery/reading/model/model-builder'
import { pageSelection } from '@chancery/reading/page-selection'
import type { Reader } from '@chancery/reading/reader'
import { type Bookmark, bookmarksOf, outlineEntries } from './document/bookmarks.ts'
import { BlockWriter, type PageBlock } from '@chancery/reading-layout/block-writer'
import { embeddedFiles } from './page/embedded-files.ts'
import { PdfForm } from './page/form-fields.ts'
import { Hyphenation } from '@chancery/reading-layout/hyphenation'
import { boxOf } from '@chancery/reading-layout/page-geometry'
import { NumberedHeadings } from '@chancery/reading-layout/numbered-headings'
import { linesOf, pageBlocks } from '@chancery/reading-layout/page-layout'
import { type LaidPage, layPages } from './document/laid-page.ts'
import { figurePlaces, figuresOf } from './page/page-figures.ts'
import { linksOver } from './page/link-spans.ts'
import { joinParagraphs } from './document/paragraph-joins.ts'
import { withPdf } from '@chancery/reading/pdfium/pdfium'
import { readProperties } from './document/properties.ts'
import { PageReader, type ReadPage } from './page/read-page.ts'
import { RunningLines } from '@chancery/reading-layout/running-lines'
import { titleKey } from '@chancery/reading-layout/title-key'
import { SizeCounts } from '@chancery/reading-layout/typography'

/** Pages whose words are held at a time. */
const pagesAtOnce = 30

/** PDF through PDFium: words by geometry to lines, columns, tables, paragraphs and headings; forms; metadata. */
export const pdfReader: Reader = {
  paged: true,
  read: (vetted, request, options) =>
    withPdf(vetted.bytes, request.password, async (document) => {
      const builder = new ModelBuilder(options.limits)
      const numbers = pageSelection(document.pageCount, request.pages, options.limits.pages, builder.warnings)
      const form = new PdfForm(document, vetted.bytes)
      const pages: LaidPage[] = []
      try {
        const reader = new PageReader(document, form, request, options)
        const running = new RunningLines()
        let read: ReadPage[] = []
        for (const [index, number] of numbers.entries()) {
          throwIfCancelled(options.signal)
          read.push(await reader.read(number))
          if (read.length === pagesAtOnce || index === numbers.length - 1) {
            for (const item of layPages(read, running)) pages.push(item)
            read = []
          }
          options.progress?.(index + 1, numbers.length)
          // Other work gets its turn between pages.
          await nextTurn(options.signal)
        }
      } finally {
        form.close()
      }
      const bookmarks = bookmarksOf(document)
      const places = writePages(builder, pages, bookmarks)
      const geometries = new Map(pages.map(({ about, geometry }) => [about.number, geometry]))
      for (const item of outlineEntries(bookmarks, places, geometries)) builder.outline.push(item)
      for (const item of form.fields) builder.formFields.push(item)
      if (form.kind === 'xfa') builder.warnings.push(xfaForm)
      if (form.hasLeftOut) builder.warnings.push(fieldsLeftOut)
      for (const file of [...embeddedFiles(document), ...pages.flatMap(({ files }) => files)]) {
        throwIfCancelled(options.signal)
        builder.attachments.push(await options.attach(file))
      }
      readProperties(document, vetted.bytes, builder)
      if (!request.words) builder.words.length = 0
      return builder.build()
    }),
}

/** What is written, page by page; returns where the blocks of each page begin. */
function writePages(
  builder: ModelBuilder,
  pages: readonly LaidPage[],
  bookmarks: readonly Bookmark[],
): BlockWriter['places'] {
  const sizes = new SizeCounts()
  const hyphenation = new Hyphenation()
  for (const { regions } of pages) {
    for (const region of regions) {
      const lines = linesOf(region)
      sizes.addColumn(lines)
      for (const line of lines) hyphenation.add(line)
      if (region.kind === 'block' && region.block.kind === 'table') sizes.addTable(region.block.sizes ?? new Map())
    }
  }
  const typography = sizes.typography(new Map(bookmarks.map(({ title, level }) => [titleKey(title), level])))
  const headings = new NumberedHeadings()
  const blocks = pages.map(({ about, regions }) => pageBlocks(about.number, regions, typography, headings))
  joinParagraphs(blocks)
  const writer = new BlockWriter(builder, hyphenation, typography)
  for (const [index, page] of pages.entries()) {
    builder.beginPage(page.about)
    builder.warn(page.warnings)
    writeBlocks(writer, builder, blocks[index] ?? [], page.images)
    for (const { text, place } of page.comments) builder.block('comment', text, { box: boxOf(place, page.geometry) })
  }
  addLinks(builder, pages)
  return writer.places
}

/** The blocks of a page, with its figures between them. */
function writeBlocks(
  writer: BlockWriter,
  builder: ModelBuilder,
  blocks: readonly PageBlock[],
  images: readonly ImageReference[],
): void {
  const { figures, others } = figuresOf(images)
  const places = figurePlaces(figures, blocks)
  const writeAt = (place: number): void => {
    for (const [at, { image }] of figures.entries()) if (places[at] === place) writer.writeFigure(image)
  }
  writer.expect(blocks)
  for (const [at, block] of blocks.entries()) {
    writeAt(at)
    writer.write(block)
  }
  writeAt(blocks.length)
  for (const image of others) builder.images.push(image)
}

function addLinks(builder: ModelBuilder, pages: readonly LaidPage[]): void {
  const byPage = new Map<number | undefined, Word[]>()
  for (const word of builder.words) {
    const words = byPage.get(word.span.page)
    if (words === undefined) byPage.set(word.span.page, [word])
    else words.push(word)
  }
  const links = pages.flatMap(({ about, links: own, geometry }) =>
    own.length === 0 ? [] : linksOver(own, byPage.get(about.number) ?? [], geometry),
  )
  for (const item of links.sort((a, b) => a.span.start - b.span.start)) builder.links.push(item)
}

const fieldsLeftOut = {
  code: 'form_fields_left_out',
  severity: 'warning',
  message: 'The form has more fields than are read; some of them, and what is filled in there, are missing.',
} as const

const xfaForm: Finding = {
  code: 'xfa_form',
  severity: 'warning',
  message: 'The PDF holds an XFA form, which is not read; what its pages and its AcroForm show is.',
}
