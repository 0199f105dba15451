import type { BarcodeValue, QrValue } from '@chancery/tags'
import { RichFault } from './rich-fault.ts'
import type { Picture } from './write-picture.ts'

/** Names in BWIPP. */
const symbols: Readonly<Record<BarcodeValue['kind'], string>> = {
  code128: 'code128',
  code39: 'code39',
  ean13: 'ean13',
  ean8: 'ean8',
  upca: 'upca',
  itf: 'interleaved2of5',
}
const emuPerMillimetre = 36_000
/** Narrowest bar that scanners read from paper, in millimetres (GS1 General Specifications, 5.2: 80 % to 200 % of 0.33). */
const bar = 0.33
const barHeight = 15

/** The code as a vector picture, with one of dots for programs that cannot show it. @throws RichFault */
export async function codePicture(value: QrValue | BarcodeValue): Promise<Picture> {
  const { default: bwip } = await import('bwip-js/node')
  const isQr = value.rich === 'qr'
  const options = isQr
    ? { bcid: 'qrcode', text: value.text, eclevel: value.level, paddingwidth: 4, paddingheight: 4 }
    : {
        bcid: symbols[value.kind],
        text: value.text,
        height: barHeight,
        includetext: true,
        textxalign: 'center',
        paddingwidth: 10,
      }
  try {
    // Characters of a QR code are UTF-8, which its readers expect.
    const given = isQr
      ? { ...options, text: Buffer.from(value.text, 'utf8').toString('latin1'), binarytext: true }
      : options
    const raster = new Uint8Array(
      await bwip.toBuffer({ ...given, scale: isQr ? 6 : 4, backgroundcolor: 'FFFFFF' } as never),
    )
    const svg = bwip.toSVG({ ...given, scale: 2, backgroundcolor: 'FFFFFF' } as never)
    const [, wide = '1', high = '1'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
    const [width, height] = [Number(wide), Number(high)]
    const own = isQr ? { width: 30, height: 30 } : { width: (width / 2) * bar, height: (height / 2) * bar }
    return {
      bytes: new TextEncoder().encode(svg),
      header: { kind: 'svg', width: own.width * emuPerMillimetre, height: own.height * emuPerMillimetre },
      raster,
      alt: isQr ? 'QR code' : 'Bar code',
      fit: isQr ? 'contain' : 'fill',
      ...(isQr ? { width: value.size, height: undefined } : { width: value.width, height: value.height }),
    }
  } catch {
    throw new RichFault(
      isQr ? 'The text is too long for a QR code.' : 'The text cannot be written as this kind of bar code.',
      isQr ? 'At most 2,953 bytes, less with stronger error correction.' : 'Check its length and characters.',
    )
  }
}
