import { decodeText } from '../decode-text.ts'
import { headingOutline } from '../model/heading-outline.ts'
import { ModelBuilder } from '../model/model-builder.ts'
import type { ReadDocument, Reader, ReadingLimits } from '../reader.ts'
import { attribute, elementsOf, parseHtml, rawText, type HtmlElement } from './html-tree.ts'
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
    return htmlModel(decodeText(document, declaredCharset(document.bytes)), limits)
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
  const walker = new HtmlWalker(builder, builder)
  for (const root of elementsOf(page, 'html')) {
    builder.language = attribute(root, 'lang')?.trim() || null
    for (const head of elementsOf(root, 'head')) readHead(head, builder)
    walker.walk(root)
  }
  walker.flush()
}

function readHead(head: HtmlElement, builder: ModelBuilder): void {
  for (const title of elementsOf(head, 'title')) builder.metadatum('title', rawText(title).replaceAll(/\s+/g, ' '))
  for (const meta of elementsOf(head, 'meta')) {
    const name = metaNames[attribute(meta, 'name')?.toLowerCase() ?? '']
    if (name !== undefined) builder.metadatum(name, attribute(meta, 'content'))
  }
}

/** As HTML's own prescan finds it: `<meta charset>` or the `content` of `http-equiv`, in the first kilobyte. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  const label = /<meta[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([a-z0-9_:.-]{1,40})/i.exec(start)?.[1]
  // A page that could be read as ASCII this far is not UTF-16, whatever it says.
  return label?.toLowerCase().startsWith('utf-16') === true ? 'utf-8' : label
}
