import { inflateSync, constants } from 'node:zlib'
import { pngChunks, pngDensity } from '@chancery/formats/raster'
import { luma } from '@chancery/reading/ocr/gray-picture'
import { corruptDocument } from '@chancery/reading/reading-errors'
import { type OpenImage, scanResolution } from './image-frame.ts'
import { checkedSize } from './image-limits.ts'

interface PngHeader {
  readonly width: number
  readonly height: number
  /** Bits of one sample. */
  readonly depth: number
  readonly samples: number
  readonly colour: number
  readonly interlaced: boolean
}

interface PngChunks {
  readonly header: PngHeader
  readonly palette: Uint8Array | undefined
  readonly transparency: Uint8Array | undefined
  readonly data: readonly Uint8Array[]
  readonly resolution: number | undefined
}

/** By colour type; the depths that each allows (PNG 3, 11.2.1). */
const colourTypes: Readonly<Record<number, { readonly samples: number; readonly depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}

/** Adam7: first column and row, and the steps between, of its seven passes (PNG 3, 8.2). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** PNG as gray over white paper. Inflates to no more than the header's size asks for; a cut-off end stays white. */
export const pngImage = (bytes: Uint8Array): OpenImage => ({
  frames: 1,
  decode() {
    const chunks = chunksOf(bytes)
    const { header } = chunks
    const { width, height } = header
    const each = header.interlaced ? passes : ([[0, 0, 1, 1]] as const)
    const sizes = each.map(([left, top, across, down]) => passSize(header, left, top, across, down))
    const size = sizes.reduce((sum, { rows, stride }) => sum + rows * (stride + 1), 0)
    checkedSize({ width, height }, size)
    const data = inflated(chunks.data, size)
    const pixels = new Uint8Array(width * height).fill(255)
    const toGray = grayOf(chunks)
    let at = 0
    for (const [pass, [left, top, across, down]] of each.entries()) {
      const { columns, rows, stride } = sizes[pass] ?? { columns: 0, rows: 0, stride: 0 }
      let above: Uint8Array = new Uint8Array(stride)
      for (let row = 0; row < rows && at + stride < data.length; row++, at += stride + 1) {
        const line = data.subarray(at + 1, at + 1 + stride)
        unfilter(line, above, data[at] ?? 0, Math.max(1, (header.depth * header.samples) >> 3))
        toGray(line, columns, pixels, (top + row * down) * width + left, across)
        above = line
      }
    }
    return { picture: { width, height, pixels }, ...scanResolution(chunks.resolution) }
  },
})

function passSize(
  { width, height, depth, samples }: PngHeader,
  left: number,
  top: number,
  across: number,
  down: number,
) {
  const columns = Math.max(0, Math.ceil((width - left) / across))
  const rows = columns === 0 ? 0 : Math.max(0, Math.ceil((height - top) / down))
  return { columns, rows, stride: Math.ceil((columns * depth * samples) / 8) }
}

function chunksOf(bytes: Uint8Array): PngChunks {
  const found = new Map<string, Uint8Array>()
  const data: Uint8Array[] = []
  for (const chunk of pngChunks(bytes)) {
    if (chunk.type === 'IDAT') data.push(chunk.data)
    else if (!found.has(chunk.type)) found.set(chunk.type, chunk.data)
  }
  return {
    header: headerOf(found.get('IHDR')),
    palette: found.get('PLTE'),
    transparency: found.get('tRNS'),
    data,
    resolution: pngDensity(found.get('pHYs'))?.x,
  }
}

function headerOf(content: Uint8Array | undefined): PngHeader {
  if (content?.length !== 13) throw corruptDocument('The header of the PNG is missing.')
  const view = new DataView(content.buffer, content.byteOffset)
  const [depth, colour, interlace] = [view.getUint8(8), view.getUint8(9), view.getUint8(12)]
  const type = colourTypes[colour]
  if (type === undefined || !type.depths.includes(depth))
    throw corruptDocument('The PNG is of no known kind of colour.')
  return {
    width: view.getUint32(0),
    height: view.getUint32(4),
    depth,
    colour,
    samples: type.samples,
    interlaced: interlace === 1,
  }
}

function inflated(data: readonly Uint8Array[], size: number): Uint8Array {
  try {
    return inflateSync(Buffer.concat(data), { maxOutputLength: size + 1, finishFlush: constants.Z_SYNC_FLUSH })
  } catch (error) {
    throw corruptDocument('The pixels of the PNG cannot be inflated.', error)
  }
}

/** Undoes the filter of one line in place (PNG 3, 9.2). */
function unfilter(line: Uint8Array, above: Uint8Array, filter: number, step: number): void {
  switch (filter) {
    case 1:
      for (let at = step; at < line.length; at++) line[at]! += line[at - step]!
      break
    case 2:
      for (let at = 0; at < line.length; at++) line[at]! += above[at]!
      break
    case 3:
      for (let at = 0; at < line.length; at++) line[at]! += ((at < step ? 0 : line[at - step]!) + above[at]!) >> 1
      break
    case 4:
      for (let at = 0; at < line.length; at++) {
        const left = at < step ? 0 : line[at - step]!
        const [up, corner] = [above[at]!, at < step ? 0 : above[at - step]!]
        const [byLeft, byUp, byCorner] = [
          Math.abs(up - corner),
          Math.abs(left - corner),
          Math.abs(left + up - 2 * corner),
        ]
        line[at]! += byLeft <= byUp && byLeft <= byCorner ? left : byUp <= byCorner ? up : corner
      }
  }
}

type LineToGray = (line: Uint8Array, columns: number, pixels: Uint8Array, start: number, step: number) => void

/** How a line of samples becomes gray; what is transparent shows white paper. */
function grayOf({ header, palette, transparency }: PngChunks): LineToGray {
  const { depth, samples, colour } = header
  if (depth < 8 || colour === 3) {
    const levels = colour === 3 ? paletteLevels(palette, transparency) : grayLevels(depth, transparency)
    const mask = (1 << depth) - 1
    return (line, columns, pixels, start, step) => {
      for (let x = 0; x < columns; x++) {
        const bit = x * depth
        const sample = (line[bit >> 3]! >> (8 - depth - (bit & 7))) & mask
        pixels[start + x * step] = levels[sample]!
      }
    }
  }
  const bytes = depth >> 3
  const alpha = colour === 4 || colour === 6 ? (samples - 1) * bytes : -1
  return (line, columns, pixels, start, step) => {
    for (let x = 0; x < columns; x++) {
      const at = x * samples * bytes
      const level = samples < 3 ? line[at]! : luma(line[at]!, line[at + bytes]!, line[at + 2 * bytes]!)
      pixels[start + x * step] = alpha < 0 ? level : overWhite(level, line[at + alpha]!)
    }
  }
}

const overWhite = (level: number, alpha: number): number => Math.round(255 - ((255 - level) * alpha) / 255)

const paletteLevels = (palette: Uint8Array | undefined, transparency: Uint8Array | undefined): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, index) => {
    const at = index * 3
    if (palette === undefined || at + 2 >= palette.length) return 255
    return overWhite(luma(palette[at]!, palette[at + 1]!, palette[at + 2]!), transparency?.[index] ?? 255)
  })

const grayLevels = (depth: number, transparency: Uint8Array | undefined): Uint8Array =>
  Uint8Array.from({ length: 1 << depth }, (_, index) =>
    transparency?.[1] === index ? 255 : Math.round((index * 255) / ((1 << depth) - 1)),
  )
