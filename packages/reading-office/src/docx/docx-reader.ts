import { type Link, throwIfCancelled } from '@chancery/core'
import { headingOutline } from '@chancery/reading/model/heading-outline'
import { ModelBuilder } from '@chancery/reading/model/model-builder'
import { readCoreProperties } from '../package/core-properties.ts'
import { attachEmbedded } from '../package/embedded-files.ts'
import { withWords } from '@chancery/reading/model/flow-words'
import { PackageParts, type Relationship } from '../package/package-parts.ts'
import type { Reader, ReadingLimits } from '@chancery/reading/reader'
import { corruptDocument } from '@chancery/reading/reading-errors'
import { AlternativeChunks, archivedPages, htmlWriter } from './alternative-chunks.ts'
import { readCustomProperties } from './custom-properties.ts'
import { newPagesOf } from './main-part.ts'
import { type MainPart, WordDocument } from './word-document.ts'

/**
 * Word documents (WordprocessingML, transitional and strict) by a walk over the package's own XML. No text that is there
 * in the wanted view of the tracked changes is lost.
 */
export const docxReader: Reader = {
  paged: false,
  async read(document, request, { limits, signal, attach, pictures }) {
    const parts = new PackageParts(document.bytes, limits, pictures)
    const main =
      parts.relationships('').find(({ type, external }) => type === 'officeDocument' && !external)?.target ??
      'word/document.xml'
    const bytes = parts.bytes(main)
    if (bytes === undefined) throw corruptDocument('The package has no Word document in it.')
    const builder = new ModelBuilder(limits)
    const relationships = parts.relationships(main)
    const chunks = await alternativeChunks(parts, relationships, builder, limits)
    throwIfCancelled(signal)
    const word = new WordDocument(parts, builder, request.revisions, chunks, relationships)
    word.read(mainPart(bytes, limits.elements))
    throwIfCancelled(signal)
    builder.language = word.language
    readCoreProperties(parts, builder)
    readCustomProperties(parts, builder)
    const embedded = [...word.embedded, ...chunks.attached]
    for (const item of await attachEmbedded(parts, embedded, attach)) builder.attachments.push(item)
    const made = builder.build()
    const model = { ...made, links: withPages(made.links, word.bookmarks), outline: headingOutline(made) }
    return request.words ? withWords(model) : model
  },
}

/** What they need is loaded for documents that have some. */
async function alternativeChunks(
  parts: PackageParts,
  relationships: readonly Relationship[],
  builder: ModelBuilder,
  limits: ReadingLimits,
): Promise<AlternativeChunks> {
  const names = relationships.filter(({ type }) => type === 'aFChunk').map(({ target }) => target)
  const archived = names.filter((name) => /\.mht(?:ml)?$/i.test(name))
  const hasHtml = archived.length > 0 || names.some((name) => /\.x?html?$/i.test(name))
  const archives = archived.length === 0 ? new Map<string, string>() : await archivedPages(parts, archived)
  return new AlternativeChunks(parts, hasHtml ? await htmlWriter(builder, limits) : undefined, archives)
}

const pageHints = ['lastRenderedPageBreak', 'type="page"', 'pageBreakBefore'] as const

/** Looks up what has to be known before the body is read; sections only where there may be several. */
function mainPart(bytes: Uint8Array, maxElements: number): MainPart {
  const said = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const firstEnd = said.indexOf('</w:sectPr>')
  const newPages =
    firstEnd !== -1 && said.includes('</w:sectPr>', firstEnd + 1) ? newPagesOf(bytes, maxElements).slice(1) : []
  const hasPages = newPages.includes(true) || pageHints.some((hint) => said.includes(hint))
  return { bytes, maxElements, hasPages, newPages }
}

/** The pages of the bookmarks that links lead to. */
const withPages = (links: readonly Link[], pages: ReadonlyMap<string, number>): Link[] =>
  links.map((link) => {
    const page = link.anchor === undefined ? undefined : pages.get(link.anchor)
    return page === undefined ? link : { ...link, page }
  })
