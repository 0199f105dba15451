import type { DocumentValue, ImageValue, RichValue } from '@chancery/tags'
import { cleanText } from '../runs/clean-text.ts'
import { withParagraphProperties } from '../runs/format-properties.ts'
import type { Inserted, InsertPlace } from '../runs/inserts.ts'
import { codePicture } from './codes.ts'
import { type Block, type Flow, type FlowImage, type Inline, textOfFlow } from './flow.ts'
import { safeAddress } from './link-address.ts'
import { noteWith } from './note.ts'
import { opened, type Openers } from './open-source.ts'
import { readRawXml } from './raw-xml.ts'
import { readHtml } from './read-html.ts'
import { readMarkdown } from './read-markdown.ts'
import type { RichContext } from './rich-context.ts'
import { styledRun } from './styled-run.ts'
import { tableOfValues } from './value-table.ts'
import { watermark } from './watermark.ts'
import { writeFlow } from './write-flow.ts'
import { type Picture, type ReadPicture, readPicture, writePicture } from './write-picture.ts'

/** A value that was read and checked: it can be written, as often as it stands in the document. */
export interface Drawn {
  /** What stands where only text can. */
  readonly text: string
  /** How much XML it writes, in UTF-16 units, where that is more than a few times the length of its value. */
  readonly size?: number
  write(place: InsertPlace, context: RichContext): Inserted
}

/** Reads a value. @throws RichFault; what `open` throws */
export async function drawValue(value: Exclude<RichValue, DocumentValue>, openers: Openers): Promise<Drawn> {
  switch (value.rich) {
    case 'image':
      return drawPicture(
        {
          ...value,
          ...(await pictureOf(await pictureBytes(value.source, openers), openers)),
          alt: cleanText(value.alt).text,
        },
        value.isCentred,
      )
    case 'qr':
    case 'barcode':
      return { ...drawPicture(await codePicture(value), false), text: value.text }
    case 'link': {
      const link = safeAddress(value.url)
      const text: Inline = { kind: 'text', text: value.text, format: link === undefined ? {} : { link } }
      return drawFlow({ kind: 'inline', inlines: [text] }, openers)
    }
    case 'html':
      return drawFlow(await readHtml(value.html), openers)
    case 'markdown':
      return drawFlow(await readMarkdown(value.markdown), openers)
    case 'table': {
      const table = tableOfValues(value)
      // Word opens no table without rows: an empty list is nothing.
      const isEmpty = table.rows.length === 0
      return drawFlow(isEmpty ? { kind: 'inline', inlines: [] } : { kind: 'blocks', blocks: [table] }, openers)
    }
    case 'pageBreak':
      return { ...(await drawFlow({ kind: 'inline', inlines: [{ kind: 'pageBreak' }] }, openers)), text: '' }
    case 'xml':
      return readRawXml(value.xml)
    case 'styled':
      return styledRun(value)
    case 'note':
      return noteWith(
        value.kind,
        await (typeof value.content === 'string'
          ? drawFlow({ kind: 'inline', inlines: plainInlines(value.content) }, openers)
          : drawValue(value.content, openers)),
      )
    case 'watermark':
      return watermark(value)
    case 'chart':
      // It stands in the chart, of which this is but the text.
      return { text: '', write: () => ({ kind: 'runs', xml: '' }) }
  }
}

/** Text as it is, its lines parted. */
const plainInlines = (text: string): readonly Inline[] =>
  cleanText(text)
    .text.split('\n')
    .flatMap((line, index): readonly Inline[] => [
      ...(index === 0 ? [] : [{ kind: 'break' } as const]),
      { kind: 'text', text: line, format: {} },
    ])

async function drawFlow(flow: Flow, openers: Openers): Promise<Drawn> {
  const pictures = new Map<FlowImage, ReadPicture>()
  for (const image of imagesOf(flow)) pictures.set(image, await pictureOf(image.bytes, openers))
  return {
    text: cleanText(textOfFlow(flow)).text,
    write: (place, context) => writeFlow(flow, place, context, pictures),
  }
}

function pictureOf(bytes: Uint8Array, { pictures }: Openers): Promise<ReadPicture> {
  const known = pictures.get(bytes) ?? readPicture(bytes)
  pictures.set(bytes, known)
  return known
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

async function pictureBytes(source: ImageValue['source'], openers: Openers): Promise<Uint8Array> {
  const found = await opened(source, false, openers)
  return found instanceof Uint8Array ? found : found.bytes
}
