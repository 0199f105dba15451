import type { FillRequest, IncomingBytes, VettedDocument } from '@chancery/core'
import { inchesOf, pictureHeader, pictureKind, shownPicture } from '@chancery/formats/raster'
import { escapeXml } from '@chancery/formats/xml'
import type { ImageValue, Length, RichValue } from '@chancery/tags'
import type { AddedFile } from '../package/write-odt.ts'

/** How what a value refers to comes in: its bytes from outside, and past the guard. */
export interface Opening {
  readonly open?: FillRequest['open']
  readonly vet?: ((incoming: IncomingBytes) => Promise<VettedDocument>) | undefined
}

/** A value that cannot be put in, in a sentence. */
export class ValueFault extends Error {
  readonly hint: string | undefined
  constructor(message: string, hint?: string) {
    super(message)
    this.hint = hint
  }
}

/** The pictures of one fill; what the data names twice is one file. */
export class Pictures {
  private readonly byBytes = new Map<Uint8Array, AddedFile>()
  private readonly opening: Opening
  private readonly taken: ReadonlyMap<string, unknown>
  private readonly opened = new Map<string | Uint8Array, Promise<Uint8Array>>()
  private count = 0
  private numbers = 0

  /** @param taken names that the package has */
  constructor(opening: Opening, taken: ReadonlyMap<string, unknown>) {
    this.opening = opening
    this.taken = taken
  }

  get files(): readonly AddedFile[] {
    return [...this.byBytes.values()]
  }

  /** The frame of a picture in a line of text. @throws ValueFault; what `open` throws */
  async frame(value: ImageValue): Promise<string> {
    const bytes = await this.bytesOf(value.source)
    const { ending, contentType, width, height } = headerOf(bytes)
    const { name } = this.byBytes.get(bytes) ?? this.add(bytes, ending, contentType)
    const size = sizeOf({ width, height }, value)
    const alt = value.alt === '' ? '' : `<svg:desc>${escapeXml(value.alt)}</svg:desc>`
    return `<draw:frame draw:name="Chancery ${++this.count}" text:anchor-type="as-char" svg:width="${written(size.width)}" svg:height="${written(size.height)}"><draw:image xlink:href="${name}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/>${alt}</draw:frame>`
  }

  private add(bytes: Uint8Array, ending: string, contentType: string): AddedFile {
    let name: string
    do name = `Pictures/Chancery${++this.numbers}.${ending}`
    while (this.taken.has(name))
    const file = { name, bytes, contentType }
    this.byBytes.set(bytes, file)
    return file
  }

  private async bytesOf(source: ImageValue['source']): Promise<Uint8Array> {
    if (source instanceof Uint8Array) return source
    const key = typeof source === 'string' ? source : JSON.stringify(source)
    const known = this.opened.get(key) ?? this.read(source)
    this.opened.set(key, known)
    return known
  }

  private async read(source: Exclude<ImageValue['source'], Uint8Array>): Promise<Uint8Array> {
    const content = typeof source === 'string' ? source : source.content
    if (content instanceof Uint8Array) return content
    const bytes = content === undefined ? undefined : inlineBytes(content)
    if (bytes !== undefined) return bytes
    const { open, vet } = this.opening
    if (open === undefined || vet === undefined) {
      throw new ValueFault('A file cannot be opened in this call.', 'Give an image itself, as a data URI or base64.')
    }
    const named =
      typeof source !== 'string'
        ? source
        : /^https?:\/\//i.test(source.trim())
          ? { url: source.trim() }
          : { path: source.trim() }
    return (await vet(await open(named))).bytes
  }
}

/** How the base64 of pictures begins: what else looks like base64 is rather a path. */
const base64 = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD)[\w+/=\s-]*$/

function inlineBytes(text: string): Uint8Array | undefined {
  const trimmed = text.trim()
  const [, data] = /^data:[^,]{0,200};base64,([^]*)$/i.exec(trimmed) ?? []
  const encoded = data ?? (base64.test(trimmed) ? trimmed : undefined)
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64')
}

interface Size {
  readonly width: number
  readonly height: number
}

const millimetresPerInch = 25.4
/** Millimetres of a pixel that data gives a size in, as browsers show it. */
const pixel = millimetresPerInch / 96

/** The kinds that all programs for OpenDocument show. */
const shownKinds = {
  png: { ending: 'png', contentType: 'image/png' },
  jpeg: { ending: 'jpg', contentType: 'image/jpeg' },
  gif: { ending: 'gif', contentType: 'image/gif' },
} as const

/** What kind of picture it is, and its own size in millimetres. @throws ValueFault */
function headerOf(bytes: Uint8Array): Size & Pick<AddedFile, 'contentType'> & { readonly ending: string } {
  const kind = pictureKind(bytes)
  if (kind !== 'png' && kind !== 'jpeg' && kind !== 'gif') {
    throw new ValueFault('The value is no image that an OpenDocument template takes.', 'Give a png, jpeg or gif image.')
  }
  const header = pictureHeader(bytes, kind)
  if (header === undefined || header.isCutOff === true) throw new ValueFault(`The ${kind} image is broken or cut off.`)
  const { width, height } = header
  if (width > shownPicture.side || height > shownPicture.side || width * height > shownPicture.pixels)
    throw new ValueFault('The image has too many pixels.')
  const inches = inchesOf(header)
  return {
    ...shownKinds[kind],
    width: inches.width * millimetresPerInch,
    height: inches.height * millimetresPerInch,
  }
}

/** What is wrong with a picture that stands in the data itself, as a fill would say it; files elsewhere are not opened. */
export function pictureFault(value: RichValue): { readonly message: string; readonly hint?: string } | undefined {
  if (value.rich !== 'image') return undefined
  const content = typeof value.source === 'object' && 'content' in value.source ? value.source.content : value.source
  const bytes = typeof content === 'string' ? inlineBytes(content) : content
  try {
    if (bytes instanceof Uint8Array) headerOf(bytes)
    else if (typeof content === 'string' && /[<>\r\n]/.test(content))
      throw new ValueFault('A text with angles or lines is neither a picture nor a path.')
    return undefined
  } catch (error) {
    if (!(error instanceof ValueFault)) throw error
    return { message: error.message, hint: error.hint ?? 'Give a data URI, base64 or the path of a stored file.' }
  }
}

/** Width and height of a page's text, in millimetres, where a picture asks for a share of it: A4 with margins of 2 cm. */
const page: Size = { width: 170, height: 257 }

/** In millimetres: one side keeps the shape, both follow `fit` (`cover` cannot cut here, and is as `contain`). */
function sizeOf(own: Size, { width, height, maxWidth, maxHeight, fit }: ImageValue): Size {
  const lengthIn = (length: Length | undefined, whole: number): number | undefined =>
    length === undefined
      ? undefined
      : length.amount * (length.unit === '%' ? whole / 100 : length.unit === 'px' ? pixel : 1)
  const [w, h] = [lengthIn(width, page.width), lengthIn(height, page.height)]
  const within = (w ?? h) === undefined ? page : { width: w ?? Infinity, height: h ?? Infinity }
  const scale = Math.min(within.width / own.width, within.height / own.height, (w ?? h) === undefined ? 1 : Infinity)
  const size =
    fit === 'fill' && w !== undefined && h !== undefined
      ? { width: w, height: h }
      : { width: own.width * scale, height: own.height * scale }
  const least = Math.min(
    1,
    (lengthIn(maxWidth, page.width) ?? Infinity) / size.width,
    (lengthIn(maxHeight, page.height) ?? Infinity) / size.height,
  )
  return { width: size.width * least, height: size.height * least }
}

/** At most as large as the largest page of LibreOffice. */
const written = (millimetres: number): string => `${Math.min(Math.max(millimetres, 0.1), 3000).toFixed(2)}mm`
