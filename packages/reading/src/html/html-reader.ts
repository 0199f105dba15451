import { present } from '@chancery/core'
import { attributeOf, elementsOf, type HtmlElement, rawText } from '@chancery/formats/html'
import { declaredCharset } from '@chancery/formats/text'
import { headingOutline } from '../model/heading-outline.ts'
import type { BlockSink } from '../model/block-sink.ts'
import { ModelBuilder } from '../model/model-builder.ts'
import type { ReadDocument, Reader, ReadingLimits } from '../reader.ts'
import { broughtPictures, type PictureAt } from '../pictures.ts'
import { textOfDocument } from '../text-of-document.ts'
import { parseHtml } from './html-tree.ts'
import { noteIdsOf } from './html-notes.ts'
import { linkedNotesOf } from './linked-notes.ts'
import { pairedNotesOf } from './paired-notes.ts'
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
  async read(document, _request, { limits, pictures }) {
    return htmlModel(textOfDocument(document, declaredCharset(document.bytes)), limits, broughtPictures(pictures))
  },
}

/** The model of a page of HTML. */
export function htmlModel(html: string, limits: ReadingLimits, pictureAt?: PictureAt): ReadDocument {
  const builder = new ModelBuilder(limits)
  addHtml(html, builder, limits.elements, pictureAt)
  const made = builder.build()
  return { ...made, outline: headingOutline(made) }
}

/** Adds what a page of HTML says to a model; its blocks by way of the sink. */
export function addHtml(
  html: string,
  builder: ModelBuilder,
  maxElements: number,
  pictureAt?: PictureAt,
  sink: BlockSink = builder,
): void {
  const page = parseHtml(html, maxElements)
  const [linked, paired] = [linkedNotesOf(page), pairedNotesOf(page)]
  const walker = new HtmlWalker(
    sink,
    { ...present({ pictureAt }), formFields: builder.formFields, images: builder.images },
    new Set([...noteIdsOf(page), ...linked.ids]),
    { ...paired, marks: new Set([...paired.marks, ...linked.backLinks]) },
  )
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
