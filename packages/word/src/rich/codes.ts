import { optionalPackage } from '@chancery/core'
import { areaCodes, type BarcodeValue, type QrValue } from '@chancery/tags'
import { RichFault } from './rich-fault.ts'
import type { Picture } from './write-picture.ts'

/** Names in BWIPP. */
const symbols: Readonly<Record<BarcodeValue['kind'], string>> = {
  code128: 'code128',
  code39: 'code39',
  code93: 'code93',
  ean13: 'ean13',
  ean8: 'ean8',
  upca: 'upca',
  upce: 'upce',
  itf: 'interleaved2of5',
  itf14: 'itf14',
  datamatrix: 'datamatrix',
  pdf417: 'pdf417',
  aztec: 'azteccode',
}
const emuPerMillimetre = 36_000
/** Narrowest bar that scanners read from paper, in millimetres (GS1 General Specifications, 5.2: 80 % to 200 % of 0.33). */
const bar = 0.33
/** Side of a dot, for cameras. */
const dot = 0.5
const barHeight = 15

/** How a code is drawn: with BWIPP's options, and how many millimetres its narrowest element has. */
interface Symbol {
  readonly options: Readonly<Record<string, string | number | boolean>>
  readonly element: number
  /** It may be stretched: its bars are read across. */
  readonly isBars: boolean
  readonly alt: string
}

function symbolOf(value: QrValue | BarcodeValue): Symbol {
  if (value.rich === 'qr') {
    // Characters of a QR code are UTF-8, which its readers expect.
    const text = Buffer.from(value.text, 'utf8').toString('latin1')
    const options = { bcid: 'qrcode', text, binarytext: true, eclevel: value.level, paddingwidth: 4, paddingheight: 4 }
    return { options, element: dot, isBars: false, alt: 'QR code' }
  }
  const bcid = symbols[value.kind]
  if (areaCodes.some((kind) => kind === value.kind)) {
    const options = { bcid, ...areaText(value.text), paddingwidth: 2, paddingheight: 2 }
    return { options, element: dot, isBars: false, alt: 'Bar code' }
  }
  const options = {
    bcid,
    text: value.text,
    height: barHeight,
    includetext: true,
    textxalign: 'center',
    paddingwidth: 10,
  }
  return { options, element: bar, isBars: true, alt: 'Bar code' }
}

/** ISO 8859-1 is what readers take codes of dots for, unless the code says it is UTF-8 (ECI 26). */
function areaText(text: string): Readonly<Record<string, string | boolean>> {
  if (/^[\0-\u00ff]*$/.test(text)) return { text, binarytext: true }
  const bytes = Buffer.from(text, 'utf8').toString('latin1').replaceAll('^', '^^')
  return { text: `^ECI000026${bytes}`, parsefnc: true, binarytext: true }
}

/** The code as a vector picture, with one of dots for programs that cannot show it. @throws RichFault */
export async function codePicture(value: QrValue | BarcodeValue): Promise<Picture> {
  const { default: bwip } = await optionalPackage('bwip-js', 'To draw codes', () => import('bwip-js/node'))
  const { options, element, isBars, alt } = symbolOf(value)
  try {
    const given = { ...options, backgroundcolor: 'FFFFFF' }
    const raster = new Uint8Array(await bwip.toBuffer({ ...given, scale: isBars ? 4 : 3 } as never))
    const svg = bwip.toSVG({ ...given, scale: 2 } as never)
    const [, wide = '1', high = '1'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
    const emu = (size: string): number => (Number(size) / 2) * element * emuPerMillimetre
    return {
      bytes: new TextEncoder().encode(svg),
      header: { kind: 'svg', width: emu(wide), height: emu(high) },
      raster,
      alt,
      fit: isBars ? 'fill' : 'contain',
      ...(value.rich === 'qr'
        ? { width: value.size, height: undefined }
        : { width: value.width, height: value.height }),
    }
  } catch {
    throw value.rich === 'qr'
      ? new RichFault(
          'The text is too long for a QR code.',
          'At most 2,953 bytes, less with stronger error correction.',
        )
      : new RichFault('The text cannot be written as this kind of bar code.', 'Check its length and characters.')
  }
}
