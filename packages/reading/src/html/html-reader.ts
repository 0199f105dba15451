import { attributeOf, elementsOf, type HtmlElement, rawText } from '@chancery/formats/html'
import { declaredCharset } from '@chancery/formats/text'
import { headingOutline } from '../model/heading-outline.ts'
import { ModelBuilder } from '../model/model-builder.ts'
import type { ReadDocument, Reader, ReadingLimits } from '../reader.ts'
import { textOfDocument } from '../text-of-document.ts'
import { parseHtml } from './html-tree.ts'
import { noteIdsOf } from './html-notes.ts'
import { HtmlWalker } from './html-walker.ts'

/** Names of <meta> and what they are called in the model. */
const metaNames: Readonly<Record<string, string>> = {
  author: 'author',
  description: 'description',
  keywords: 'keywords',
  'dcterms.created': 'created',
  date: 'created',
}

/** HTML: what a reader of the page sees, without styles. */
export const htmlReader: Reader = {
  paged: false,
  async read(document, _request, { limits }) {
    return htmlModel(textOfDocument(document, declaredCharset(document.bytes)), limits)
  },
}

/** The model of a page of HTML. */
export function htmlModel(html: string, limits: ReadingLimits): ReadDocument {
  const builder = new ModelBuilder(limits)
  addHtml(html, builder, limits.elements)
  const made = builder.build()
  return { ...made, outline: headingOutline(made) }
}

/** Adds what a page of HTML says to a model. */
export function addHtml(html: string, builder: ModelBuilder, maxElements: number): void {
  const page = parseHtml(html, maxElements)
  const walker = new HtmlWalker(builder, builder, noteIdsOf(page))
  for (const root of elementsOf(page, 'html')) {
    builder.language = attributeOf(root, 'lang')?.trim() || null
    for (const head of elementsOf(root, 'head')) readHead(head, builder)
    walker.walk(root)
  }
  walker.flush()
}

function readHead(head: HtmlElement, builder: ModelBuilder): void {
  for (const title of elementsOf(head, 'title')) builder.metadatum('title', rawText(title).replaceAll(/\s+/g, ' '))
  for (const meta of elementsOf(head, 'meta')) {
    const name = metaNames[attributeOf(meta, 'name')?.toLowerCase() ?? '']
    if (name !== undefined) builder.metadatum(name, attributeOf(meta, 'content'))
  }
}
