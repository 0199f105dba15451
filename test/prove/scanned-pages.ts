import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'

const dotsToInch = 120

export const canScan = (): boolean => spawnSync('pdftoppm', ['-v']).error === undefined

/** A scan as an office makes it: a TIFF of so many pages, each with a number and some sentences of its own. */
export function scannedPages(count: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-scan-'))
  try {
    writeFileSync(join(folder, 'pages.pdf'), textPdf(Array.from({ length: count }, (_, index) => pageLines(index + 1))))
    execFileSync('pdftoppm', ['-r', String(dotsToInch), '-gray', 'pages.pdf', 'page'], { cwd: folder })
    const names = readdirSync(folder)
      .filter((name) => name.endsWith('.pgm'))
      .toSorted()
    return tiffOf(names.map((name) => grayOf(readFileSync(join(folder, name)))))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const numberOfPage = (page: number): string => `File number ${7000 + page}`

const pageLines = (page: number): readonly string[] => [
  numberOfPage(page),
  'The parties have agreed on what follows, and will keep a copy each.',
  `The rent of part ${page} is due on the first day of each month.`,
]

/** Pages of text in a font that every reader of PDF has. */
function textPdf(pages: readonly (readonly string[])[]): string {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, index) => {
      const text = `BT /F1 16 Tf 60 760 Td 28 TL ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.4\n'
  const places: number[] = []
  for (const [index, object] of objects.entries()) {
    places.push(file.length)
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  return `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
}

interface Gray {
  readonly width: number
  readonly height: number
  readonly pixels: Buffer
}

function grayOf(graymap: Buffer): Gray {
  const header = /^P5\s(\d+)\s(\d+)\s255\s/.exec(graymap.subarray(0, 40).toString('latin1'))
  if (header === null) throw new Error('The page is no graymap.')
  return { width: Number(header[1]), height: Number(header[2]), pixels: graymap.subarray(header[0].length) }
}

/** A TIFF (6.0) of gray pages in one deflated strip each. */
function tiffOf(pages: readonly Gray[]): Buffer {
  const strips = pages.map(({ pixels }) => deflateSync(pixels))
  const parts: Buffer[] = []
  let at = 8
  const places = strips.map((strip) => {
    const place = at
    at += strip.length + (strip.length % 2)
    return place
  })
  const directoryBytes = 2 + 11 * 12 + 4
  const rationals = at + pages.length * directoryBytes
  for (const strip of strips) parts.push(strip, Buffer.alloc(strip.length % 2))
  for (const [index, { width, height }] of pages.entries()) {
    const entries = [
      [256, 4, width],
      [257, 4, height],
      [258, 3, 8],
      [259, 3, 8],
      [262, 3, 1],
      [273, 4, places[index] ?? 0],
      [277, 3, 1],
      [278, 4, height],
      [279, 4, strips[index]?.length ?? 0],
      [282, 5, rationals],
      [283, 5, rationals],
    ] as const
    const directory = Buffer.alloc(directoryBytes)
    directory.writeUInt16LE(entries.length)
    for (const [entry, [tag, type, value]] of entries.entries()) {
      const start = 2 + entry * 12
      directory.writeUInt16LE(tag, start)
      directory.writeUInt16LE(type, start + 2)
      directory.writeUInt32LE(1, start + 4)
      directory.writeUInt32LE(value, start + 8)
    }
    const isLast = index === pages.length - 1
    directory.writeUInt32LE(isLast ? 0 : at + (index + 1) * directoryBytes, directoryBytes - 4)
    parts.push(directory)
  }
  const resolution = Buffer.alloc(8)
  resolution.writeUInt32LE(dotsToInch)
  resolution.writeUInt32LE(1, 4)
  const header = Buffer.from('II*\0\0\0\0\0', 'latin1')
  header.writeUInt32LE(at, 4)
  return Buffer.concat([header, ...parts, resolution])
}
