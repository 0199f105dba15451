import { ChanceryError } from '@chancery/core'
import type { TiffDirectory } from '@chancery/formats/raster'
import type { GrayPicture } from '@chancery/reading/ocr/gray-picture'
import { corruptDocument } from '@chancery/reading/reading-errors'
import { type ImageFrame, type OpenImage, scanResolution } from './image-frame.ts'
import { checkedSize } from './image-limits.ts'
import { embeddedJpeg } from './jpeg-image.ts'
import { decodedByPdfium, type EmbeddedImage } from './pdfium-picture.ts'
import { tiffPages } from '@chancery/reading/tiff-pages'
import { plainSamples } from './tiff-samples.ts'
import type { TiffPacking } from './tiff-unpacked.ts'
import { uprightPicture } from './upright-picture.ts'

/** TIFF (6.0 and its technical notes): strips and tiles, G3, G4, LZW, Deflate, PackBits, JPEG; each page a frame. */
export function tiffImage(bytes: Uint8Array): OpenImage {
  const pages = tiffPages(bytes)
  return {
    frames: pages.length,
    async decode(frame) {
      const page = pages[frame]
      if (page === undefined) throw corruptDocument('The TIFF has no such page.')
      try {
        return await decoded(bytes, page)
      } catch (error) {
        if (error instanceof RangeError) throw corruptDocument('A page of the TIFF is cut off.', error)
        throw error
      }
    },
  }
}

/** How a page is laid out and packed. */
interface TiffLayout {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly samples: number
  readonly compression: number
  readonly photometric: number
  readonly predictor: number
  /** Size of one strip or tile. */
  readonly across: number
  readonly down: number
  readonly offsets: readonly number[]
  readonly counts: readonly number[]
}

async function decoded(bytes: Uint8Array, page: TiffDirectory): Promise<ImageFrame> {
  const layout = layoutOf(page)
  const { width, height, across, down, offsets, counts } = layout
  const columns = Math.ceil(width / across)
  const pixels = new Uint8Array(width * height).fill(255)
  const pieces = offsets.slice(0, columns * Math.ceil(height / down)).map((offset, index) => {
    const rows = columns === 1 ? Math.min(down, height - index * down) : down
    return embeddedPiece(page, layout, rows, bytes.subarray(offset, offset + (counts[index] ?? bytes.length)))
  })
  for (const [index, piece] of (await decodedByPdfium(pieces)).entries()) {
    copyPiece(piece, pixels, width, height, (index % columns) * across, Math.floor(index / columns) * down)
  }
  return {
    picture: uprightPicture({ width, height, pixels }, page.value(274, 1)),
    ...scanResolution(page.density().x),
  }
}

function layoutOf(page: TiffDirectory): TiffLayout {
  const size = checkedSize({ width: page.value(256, 0), height: page.value(257, 0) })
  const [bits, samples] = [page.value(258, 1), page.value(277, 1)]
  const tiled = page.values(324).length > 0
  const layout = {
    ...size,
    bits,
    samples,
    compression: page.value(259, 1),
    photometric: page.value(262, 1),
    predictor: page.value(317, 1),
    across: tiled ? page.value(322, size.width) : size.width,
    down: tiled ? page.value(323, size.height) : Math.min(page.value(278, size.height), size.height),
    offsets: page.values(tiled ? 324 : 273),
    counts: page.values(tiled ? 325 : 279),
  }
  checkedSize({ width: layout.across, height: layout.down }, (size.width * size.height * bits * samples) / 8)
  const separate = samples > 1 && page.value(284, 1) === 2
  if (![1, 2, 4, 8, 16].includes(bits) || separate) throw unknownKind()
  if (layout.offsets.length === 0) throw corruptDocument('A page of the TIFF has no pixels.')
  return layout
}

const unknownKind = (): ChanceryError =>
  new ChanceryError('unsupported_document', 'The TIFF is written in a way that is not read here.')

/** A strip or tile as an image of its own. */
function embeddedPiece(page: TiffDirectory, layout: TiffLayout, rows: number, data: Uint8Array): EmbeddedImage {
  const { across, bits, samples, compression, photometric, predictor } = layout
  if (compression === 7) return embeddedJpeg(withTables(page.bytes(347), data))
  const gray = photometric <= 1
  const shared = {
    width: across,
    height: rows,
    bitsPerComponent: bits,
    components: samples,
    colorSpace: colorSpaceOf(page, layout),
    inverted: photometric === 0,
    data: page.value(266, 1) === 2 ? bitsReversed(data) : data,
  }
  if (compression >= 2 && compression <= 4) {
    const options = page.value(292, 0)
    const k = compression === 4 ? -1 : compression === 3 && (options & 1) === 1 ? 1 : 0
    return {
      ...shared,
      colorSpace: '/DeviceGray',
      bitsPerComponent: 1,
      components: 1,
      filter: 'CCITTFaxDecode',
      // In a fax 0 is white; PDF turns that round by itself, so only pictures where 0 is black are turned.
      inverted: photometric === 1,
      parameters:
        `/K ${k}/Columns ${across}/Rows ${rows}/EndOfBlock false` +
        (compression === 2 || (options & 4) !== 0 ? '/EncodedByteAlign true' : '') +
        (compression === 3 ? '/EndOfLine true' : ''),
    }
  }
  const filter = filters[compression]
  if (filter === undefined && compression !== 1) throw unknownKind()
  const colours = photometric === 2 ? 3 : 1
  if (photometric <= 2 && (samples > colours || (bits === 16 && page.little))) {
    if (bits !== 8 && bits !== 16) throw unknownKind()
    const plain = plainSamples(data, {
      across,
      rows,
      bits,
      samples,
      colours,
      packing: packings[compression] ?? 'none',
      isDifferenced: predictor === 2,
      isLittleEndian: page.little,
      isPremultiplied: page.value(338, 0) === 1,
    })
    return { ...shared, bitsPerComponent: 8, components: colours, filter: undefined, data: plain }
  }
  return {
    ...shared,
    inverted: gray && photometric === 0,
    filter,
    ...(predictor === 2
      ? { parameters: `/Predictor 2/Colors ${samples}/BitsPerComponent ${bits}/Columns ${across}` }
      : {}),
  }
}

const filters: Readonly<Record<number, EmbeddedImage['filter']>> = {
  5: 'LZWDecode',
  8: 'FlateDecode',
  32_946: 'FlateDecode',
  32_773: 'RunLengthDecode',
}

const packings: Readonly<Record<number, TiffPacking>> = {
  5: 'lzw',
  8: 'deflate',
  32_946: 'deflate',
  32_773: 'pack-bits',
}

function colorSpaceOf(page: TiffDirectory, { photometric, samples, bits }: TiffLayout): string {
  if (photometric === 3) {
    const colours = page.values(320)
    const count = 2 ** bits
    if (samples !== 1 || colours.length < count * 3 || bits > 8) throw unknownKind()
    const table = Array.from({ length: count }, (_, index) =>
      [0, 1, 2].map((plane) => ((colours[plane * count + index] ?? 0) >> 8).toString(16).padStart(2, '0')).join(''),
    )
    return `[/Indexed/DeviceRGB ${count - 1}<${table.join('')}>]`
  }
  if (photometric <= 1 && samples >= 1 && samples <= 5) return '/DeviceGray'
  if (photometric === 2 && samples >= 3 && samples <= 7) return '/DeviceRGB'
  if (photometric === 5 && samples === 4) return '/DeviceCMYK'
  throw unknownKind()
}

/** A JPEG piece with the tables that all pieces share in front (TIFF technical note 2). */
function withTables(tables: Uint8Array, piece: Uint8Array): Uint8Array {
  if (tables.length < 4) return piece
  return Buffer.concat([tables.subarray(0, tables.length - 2), piece.subarray(2)])
}

const reversed = Uint8Array.from({ length: 256 }, (_, byte) =>
  [0, 1, 2, 3, 4, 5, 6, 7].reduce((turned, bit) => turned | (((byte >> bit) & 1) << (7 - bit)), 0),
)
const bitsReversed = (data: Uint8Array): Uint8Array => data.map((byte) => reversed[byte]!)

function copyPiece(piece: GrayPicture, pixels: Uint8Array, width: number, height: number, left: number, top: number) {
  const across = Math.min(piece.width, width - left)
  for (let row = 0; row < Math.min(piece.height, height - top); row++) {
    pixels.set(piece.pixels.subarray(row * piece.width, row * piece.width + across), (top + row) * width + left)
  }
}
