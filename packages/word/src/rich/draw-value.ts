import type { ContentSource, RichValue } from '@chancery/tags'
import type { DocumentSource, VettedDocument } from '@chancery/core'
import { cleanText } from '../fill/clean-text.ts'
import { withParagraphProperties } from '../fill/format-properties.ts'
import type { Inserted, InsertPlace } from '../fill/inserts.ts'
import { codePicture } from './codes.ts'
import { base64Bytes, dataUriBytes } from './data-uri.ts'
import { type Block, type Flow, type Inline, textOfFlow } from './flow.ts'
import { safeAddress } from './link-address.ts'
import { readRawXml } from './raw-xml.ts'
import { readHtml } from './read-html.ts'
import { readMarkdown } from './read-markdown.ts'
import type { RichContext } from './rich-context.ts'
import { RichFault } from './rich-fault.ts'
import { readSubDocument } from './sub-document.ts'
import { tableOfValues } from './value-table.ts'
import { writeFlow } from './write-flow.ts'
import { type Picture, pictureOf, writePicture } from './write-picture.ts'

/** A value that was read and checked: it can be written, as often as it stands in the document. */
export interface Drawn {
  /** What stands where only text can. */
  readonly text: string
  write(place: InsertPlace, context: RichContext): Inserted
}

/** What reading a value may need from outside. */
export interface Openers {
  readonly open?: ((source: DocumentSource) => Promise<VettedDocument>) | undefined
  /** What was opened for this fill: each source once. */
  readonly opened: Map<string | Uint8Array, Promise<Uint8Array | VettedDocument>>
}

/** Reads a value. @throws RichFault; what `open` throws */
export async function drawValue(value: RichValue, openers: Openers): Promise<Drawn> {
  switch (value.rich) {
    case 'image':
      return drawPicture(
        pictureOf(await pictureBytes(value.source, openers), cleanText(value.alt).text, value),
        value.isCentred,
      )
    case 'qr':
    case 'barcode':
      return { ...drawPicture(await codePicture(value), false), text: value.text }
    case 'link': {
      const link = safeAddress(value.url)
      const text: Inline = { kind: 'text', text: value.text, format: link === undefined ? {} : { link } }
      return drawFlow({ kind: 'inline', inlines: [text] })
    }
    case 'html':
      return drawFlow(await readHtml(value.html))
    case 'markdown':
      return drawFlow(await readMarkdown(value.markdown))
    case 'table':
      return drawFlow({ kind: 'blocks', blocks: [tableOfValues(value)] })
    case 'pageBreak':
      return { ...drawFlow({ kind: 'inline', inlines: [{ kind: 'pageBreak' }] }), text: '' }
    case 'xml':
      return readRawXml(value.xml)
    case 'document':
      return readSubDocument(await openedDocument(value.source, openers))
  }
}

function drawFlow(flow: Flow): Drawn {
  for (const { bytes, alt } of imagesOf(flow)) pictureOf(bytes, alt, {})
  return { text: cleanText(textOfFlow(flow)).text, write: (place, context) => writeFlow(flow, place, context) }
}

function imagesOf(flow: Flow) {
  const ofInlines = (inlines: readonly Inline[]) =>
    inlines.flatMap((inline) => (inline.kind === 'image' ? [inline.image] : []))
  const ofBlock = (block: Block): ReturnType<typeof ofInlines> =>
    block.kind === 'paragraph'
      ? ofInlines(block.inlines)
      : block.rows.flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks.flatMap(ofBlock)))
  return flow.kind === 'inline' ? ofInlines(flow.inlines) : flow.blocks.flatMap(ofBlock)
}

const notTaken: ReadonlySet<string> = new Set([
  'sectPr',
  'numPr',
  'pageBreakBefore',
  'framePr',
  'pPrChange',
  'rPr',
  'ind',
])

function drawPicture(picture: Picture, isCentred: boolean): Drawn {
  return {
    text: picture.alt,
    write(place, context) {
      const run = `<w:r>${writePicture(picture, place, context)}</w:r>`
      if (!isCentred) return { kind: 'runs', xml: run }
      const properties = withParagraphProperties(place.paragraphProperties, ['<w:jc w:val="center"/>'], notTaken)
      return { kind: 'blocks', xml: `<w:p>${properties}${run}</w:p>` }
    },
  }
}

/** How the base64 of pictures and of packages begins: what else looks like base64 is rather a path. */
const knownBase64 = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|Qk[0-3]|SUkqA|TU0AK|UklGR|PHN2Zy|PD94bW|UEsDB)[\w+/=\s-]*$/

/** Bytes, or where they are. */
function sourceOf(source: ContentSource): Uint8Array | DocumentSource {
  if (source instanceof Uint8Array) return source
  if (typeof source !== 'string') {
    const { content } = source
    if (content === undefined) return source
    const bytes = typeof content === 'string' ? (dataUriBytes(content) ?? base64Bytes(content)) : content
    if (bytes !== undefined) return bytes
    throw new RichFault('The content is not base64.')
  }
  const text = source.trim()
  if (/^data:/i.test(text)) {
    const bytes = dataUriBytes(text)
    if (bytes !== undefined) return bytes
    throw new RichFault('The data URI is broken.', 'Such as data:image/png;base64,….')
  }
  if (/^https?:\/\//i.test(text)) return { url: text }
  return (knownBase64.test(text) ? base64Bytes(text) : undefined) ?? { path: text }
}

/** What a source has: bytes that came along, or a document that was opened. Bytes of a package are always vetted. */
async function opened(
  given: ContentSource,
  wantsPackage: boolean,
  openers: Openers,
): Promise<Uint8Array | VettedDocument> {
  const key =
    typeof given === 'string' || given instanceof Uint8Array ? given : (given.content ?? JSON.stringify(given))
  const known = openers.opened.get(key)
  if (known !== undefined) return known
  const source = sourceOf(given)
  if (source instanceof Uint8Array && !wantsPackage) {
    openers.opened.set(key, Promise.resolve(source))
    return source
  }
  const { open } = openers
  if (open === undefined) {
    throw new RichFault('A file cannot be opened in this call.', 'Give an image itself, as a data URI or base64.')
  }
  const document = open(source instanceof Uint8Array ? { content: source } : source)
  openers.opened.set(key, document)
  return document
}

async function pictureBytes(source: ContentSource, openers: Openers): Promise<Uint8Array> {
  const found = await opened(source, false, openers)
  return found instanceof Uint8Array ? found : found.bytes
}

async function openedDocument(source: ContentSource, openers: Openers): Promise<VettedDocument> {
  const document = await opened(source, true, openers)
  if (document instanceof Uint8Array || document.type !== 'docx') {
    throw new RichFault('A Word document (.docx) is wanted here.')
  }
  return document
}
