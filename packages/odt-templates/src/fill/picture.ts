import type { FillRequest, IncomingBytes, VettedDocument } from '@chancery/core'
import { jpegFacts, pngChunks } from '@chancery/formats/raster'
import { escapeXml } from '@chancery/formats/xml'
import type { ImageValue, Length } from '@chancery/tags'
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

/** Millimetres of a pixel where a picture does not tell, as browsers show it. */
const pixel = 25.4 / 96
/** Longest side and largest area, in pixels: more than any program opens in reasonable memory. */
const limits = { side: 30_000, pixels: 120_000_000 }

/** What kind of picture it is, and its size in pixels. @throws ValueFault */
function headerOf(bytes: Uint8Array): Size & Pick<AddedFile, 'contentType'> & { readonly ending: string } {
  const found = pngSize(bytes) ?? jpegSize(bytes) ?? gifSize(bytes)
  if (found === undefined) {
    throw new ValueFault('The value is no image that an OpenDocument template takes.', 'Give a png, jpeg or gif image.')
  }
  const { width, height } = found
  if (!(width > 0 && height > 0)) throw new ValueFault('The image is broken or cut off.')
  if (width > limits.side || height > limits.side || width * height > limits.pixels)
    throw new ValueFault('The image has too many pixels.')
  return found
}

function pngSize(bytes: Uint8Array): ReturnType<typeof headerOf> | undefined {
  if (!startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return undefined
  try {
    const [first] = pngChunks(bytes)
    if (first?.type !== 'IHDR') return undefined
    const view = new DataView(first.data.buffer, first.data.byteOffset, first.data.byteLength)
    return { ending: 'png', contentType: 'image/png', width: view.getUint32(0), height: view.getUint32(4) }
  } catch {
    return undefined
  }
}

function jpegSize(bytes: Uint8Array): ReturnType<typeof headerOf> | undefined {
  if (!startsWith(bytes, [0xff, 0xd8, 0xff])) return undefined
  const facts = jpegFacts(bytes)
  return facts === undefined
    ? undefined
    : { ending: 'jpg', contentType: 'image/jpeg', width: facts.width, height: facts.height }
}

function gifSize(bytes: Uint8Array): ReturnType<typeof headerOf> | undefined {
  if (!/^GIF8[79]a$/.test(Buffer.from(bytes.subarray(0, 6)).toString('latin1')) || bytes.length < 10) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { ending: 'gif', contentType: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

const startsWith = (bytes: Uint8Array, head: readonly number[]): boolean =>
  head.every((byte, index) => bytes[index] === byte)

/** Width and height of a page's text, in millimetres, where a picture asks for a share of it: A4 with margins of 2 cm. */
const page: Size = { width: 170, height: 257 }

/** In millimetres: one side keeps the shape, both follow `fit` (`cover` cannot cut here, and is as `contain`). */
function sizeOf(own: Size, { width, height, maxWidth, maxHeight, fit }: ImageValue): Size {
  const lengthIn = (length: Length | undefined, whole: number): number | undefined =>
    length === undefined
      ? undefined
      : length.amount * (length.unit === '%' ? whole / 100 : length.unit === 'px' ? pixel : 1)
  const [w, h] = [lengthIn(width, page.width), lengthIn(height, page.height)]
  const real = { width: own.width * pixel, height: own.height * pixel }
  const within = (w ?? h) === undefined ? page : { width: w ?? Infinity, height: h ?? Infinity }
  const scale = Math.min(within.width / real.width, within.height / real.height, (w ?? h) === undefined ? 1 : Infinity)
  const size =
    fit === 'fill' && w !== undefined && h !== undefined
      ? { width: w, height: h }
      : { width: real.width * scale, height: real.height * scale }
  const least = Math.min(
    1,
    (lengthIn(maxWidth, page.width) ?? Infinity) / size.width,
    (lengthIn(maxHeight, page.height) ?? Infinity) / size.height,
  )
  return { width: size.width * least, height: size.height * least }
}

/** At most as large as the largest page of LibreOffice. */
const written = (millimetres: number): string => `${Math.min(Math.max(millimetres, 0.1), 3000).toFixed(2)}mm`
