import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromGraymap, type GrayPicture } from '../../../packages/reading/src/ocr/gray-picture.ts'
import { resized } from '../../../packages/reading-pictures/src/ocr/resized.ts'
import { asJpeg, blurred, noisy, shaded, skewed } from './degrade.ts'
import { drawn } from './ocr-pages.ts'

/** A receipt of SROIE: its lines of text, in reading order, with their boxes in pixels: left, top, right, bottom. */
export interface Receipt {
  readonly id: string
  readonly lines: readonly {
    readonly box: readonly [left: number, top: number, right: number, bottom: number]
    readonly text: string
  }[]
}

const fonts = [
  'Liberation Mono',
  'DejaVu Sans Mono',
  'Liberation Sans Narrow',
  'Liberation Sans',
  'DejaVu Sans',
] as const

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** What tills do not print, and the data set does not tell: a logo, a stamp, somebody's hand. */
function scrawl(random: () => number, width: number, height: number): string {
  const point = (): string => `${(random() * width).toFixed(0)},${(height * (0.3 + random() * 0.5)).toFixed(0)}`
  const hand = `<path d="M${point()} C${point()} ${point()} ${point()}" fill="none" stroke="#555" stroke-width="${width / 250}"/>`
  const logo = `<ellipse cx="${width * 0.12}" cy="${width * 0.06}" rx="${width * 0.06}" ry="${width * 0.03}" fill="#333"/>`
  return random() < 0.5 ? hand + logo : hand
}

/** The receipt as a page of its own, of as many points as its scan had pixels; each text fills its box. */
function pageOf({ id, lines }: Receipt, index: number): { readonly html: string; readonly style: string } {
  const random = drawn(index * 97 + 5)
  const all = (at: 0 | 1 | 2 | 3): number[] => lines.map(({ box }) => box[at])
  const width = Math.max(...all(2)) + Math.min(...all(0), 60)
  const height = Math.max(...all(3)) + Math.min(...all(1), 80)
  const font = fonts[index % fonts.length] as string
  const texts = lines.map(({ box: [left, top, right, bottom], text }) => {
    const size = (bottom - top) * 0.98
    return (
      `<text x="${left}" y="${bottom - (bottom - top) * 0.16}" font-family="${font}" font-size="${size}" ` +
      `textLength="${right - left}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`
    )
  })
  return {
    style: `@page p${id}{size:${width}px ${height}px;margin:0}`,
    html:
      `<div style="page:p${id};break-after:page"><svg width="${width}" height="${height}" style="display:block">` +
      `${texts.join('')}${scrawl(random, width, height)}</svg></div>`,
  }
}

/** Chromium sets them and poppler draws them, once; what was made is kept in the folder. */
export function drawnReceipts(chromium: string, receipts: readonly Receipt[], folder: string): GrayPicture[] {
  mkdirSync(folder, { recursive: true })
  const pages = receipts.map(pageOf)
  const html =
    `<!doctype html><meta charset="utf-8"><style>body{margin:0}${pages.map(({ style }) => style).join('')}</style>` +
    pages.map((page) => page.html).join('')
  const [source, pdf] = [join(folder, 'receipts.html'), join(folder, 'receipts.pdf')]
  if (!existsSync(pdf) || readFileSync(source, 'utf8') !== html) {
    writeFileSync(source, html)
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer']
    execFileSync(chromium, [...flags, `--user-data-dir=${join(folder, 'profile')}`, `--print-to-pdf=${pdf}`, source], {
      stdio: 'ignore',
    })
  }
  return receipts.map(({ id }, index) => {
    const number = String(index + 1)
    // A pixel of CSS is 3/4 of a point.
    const out = execFileSync('pdftoppm', ['-r', '96', '-gray', '-f', number, '-l', number, pdf], { maxBuffer: 2 ** 28 })
    const picture = fromGraymap(out)
    if (picture === undefined) throw new Error(`Receipt ${id} was not drawn.`)
    return picture
  })
}

const each = (
  { width, height, pixels }: GrayPicture,
  of: (value: number, x: number, y: number) => number,
): GrayPicture => {
  const out = new Uint8Array(pixels.length)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) out[at] = Math.min(255, Math.max(0, of(pixels[at]!, x, y)))
  }
  return { width, height, pixels: out }
}

/** Ink that has gone: what is dark is nearly as light as the paper. */
const faded = (picture: GrayPicture): GrayPicture => each(picture, (value) => 170 + (value / 255) * 62)

/** Needles that print dots, a pitch apart. */
const dotted = (picture: GrayPicture, pitch: number): GrayPicture =>
  each(picture, (value, x, y) => {
    const [dx, dy] = [(x % pitch) / pitch - 0.5, (y % pitch) / pitch - 0.5]
    return value + (255 - value) * Math.min(1, Math.max(0, (Math.hypot(dx, dy) - 0.42) * 4))
  })

/** A heated head with points that no longer heat: strips along the paper stay white; and one that heats too little here and there. */
const worn = (picture: GrayPicture): GrayPicture => {
  const random = drawn(17)
  const strips = new Set(Array.from({ length: 7 }, () => Math.floor(random() * picture.width)))
  return each(picture, (value, x, y) => {
    if (strips.has(x)) return 255
    return value + (255 - value) * 0.55 * Math.max(0, Math.sin(y / (picture.height / 9)))
  })
}

/** Black or white, as copiers and fax machines make it. */
const bilevel = (picture: GrayPicture, level: number): GrayPicture =>
  each(picture, (value) => (value < level ? 0 : 255))

/** A photo from above: the paper lies askew on a dark desk that shows around it, under a lamp. */
function onDesk({ width, height, pixels }: GrayPicture): GrayPicture {
  const [left, top] = [Math.round(width * 0.35), Math.round(height * 0.12)]
  const [across, down] = [width + 2 * left, height + 2 * top]
  const out = new Uint8Array(across * down)
  const random = drawn(29)
  for (let at = 0; at < out.length; at++) out[at] = 50 + random() * 30 + 20 * Math.sin((at % across) / 40)
  for (let y = 0; y < height; y++) out.set(pixels.subarray(y * width, (y + 1) * width), (y + top) * across + left)
  return { width: across, height: down, pixels: out }
}

/** Folded twice and unfolded: a shadow on one side of each fold. */
const folded = (picture: GrayPicture): GrayPicture =>
  each(picture, (value, x, y) => {
    const fold = ((y + x * 0.03) / picture.height) * 3
    return value * (0.55 + 0.45 * Math.min(1, (fold % 1) * 2.2)) - (fold % 1 < 0.006 ? 60 : 0)
  })

const sizeOf = ({ width, height }: GrayPicture, across: number): [width: number, height: number] => [
  across,
  Math.round((height * across) / width),
]

/** Ways in which a receipt comes in; each a scan that a person can read. */
export const scans: Readonly<Record<string, (picture: GrayPicture) => GrayPicture>> = {
  plain: (picture) => asJpeg(noisy(blurred(skewed(picture, 0.4)), 14), 60),
  faded: (picture) => asJpeg(noisy(faded(blurred(picture)), 10), 70),
  dots: (picture) => asJpeg(blurred(dotted(picture, Math.max(2, Math.round(picture.width / 280)))), 70),
  worn: (picture) => asJpeg(noisy(blurred(worn(picture)), 16), 60),
  fax: (picture) => bilevel(noisy(blurred(skewed(picture, -0.7)), 60), 140),
  small: (picture) => asJpeg(noisy(resized(picture, ...sizeOf(picture, 420)), 8), 45),
  desk: (picture) => asJpeg(noisy(shaded(blurred(onDesk(skewed(picture, 3.5)))), 12), 60),
  folded: (picture) => asJpeg(noisy(blurred(folded(picture)), 14), 55),
  photo: (picture) => asJpeg(noisy(shaded(blurred(skewed(picture, 2.2))), 16), 55),
}
