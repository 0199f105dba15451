/** One stretch of text at a place, in points from the bottom left of a page of 595 × 842 (A4). */
export interface PlacedText {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly size?: number
  readonly bold?: boolean
}

export interface PdfFixture {
  readonly pages: readonly (readonly PlacedText[])[]
  /** Entries of the information dictionary, as PDF syntax: `/Title (Offer)`. */
  readonly info?: string
  /** Entries of the catalog, as PDF syntax. */
  readonly catalog?: string
  /** Widgets of the first page's form, as PDF dictionaries without `/Type` and `/Subtype`. */
  readonly widgets?: readonly string[]
  /** More objects, as PDF syntax; they are numbered from 6 on. */
  readonly objects?: readonly string[]
  /** Annotations of the first page: `7 0 R`. */
  readonly annotations?: readonly string[]
  /** What the first page draws besides, as operators. */
  readonly content?: string
  /** Entries of every page: `/Rotate 90`. */
  readonly page?: string
  /** Entries of the trailer. */
  readonly trailer?: string
  /** The standard font that bold text has. */
  readonly second?: string
}

/** A PDF of our own, written by the rules of ISO 32000-1 with the standard fonts. Text is Windows-1252. */
export function pdfOf({
  pages,
  info = '',
  catalog = '',
  widgets = [],
  objects: more = [],
  annotations = [],
  content: drawn = '',
  page = '',
  trailer = '',
  second = 'Helvetica-Bold',
}: PdfFixture): Uint8Array {
  const objects: string[] = []
  const add = (content: string): number => objects.push(content)
  // 1 catalog, 2 pages, 3 and 4 fonts, 5 information, then more; pictures are drawn as /Im1, the first of them
  const firstWidget = 6 + more.length
  const fields = widgets.map((_, index) => `${firstWidget + index} 0 R`).join(' ')
  const form =
    widgets.length === 0
      ? ''
      : `/AcroForm << /Fields [${fields}] /DA (/F1 10 Tf 0 g) /DR << /Font << /F1 3 0 R >> >> >>`
  const firstPage = firstWidget + widgets.length
  add(`<< /Type /Catalog /Pages 2 0 R ${form} ${catalog} >>`)
  add(
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${firstPage + at * 2} 0 R`).join(' ')}] >>`,
  )
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  add(`<< /Type /Font /Subtype /Type1 /BaseFont /${second} /Encoding /WinAnsiEncoding >>`)
  add(`<< ${info} >>`)
  for (const object of more) add(object)
  for (const widget of widgets) add(`<< /Type /Annot /Subtype /Widget /F 4 /P ${firstPage} 0 R ${widget} >>`)
  for (const [index, texts] of pages.entries()) {
    const annots = index === 0 ? `/Annots [${fields} ${annotations.join(' ')}]` : ''
    const at = firstPage + index * 2
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${page} ${annots}` +
        ` /Resources << /XObject << /Im1 6 0 R >> /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${at + 1} 0 R >>`,
    )
    const content = `${texts.map(write).join('\n')}\n${index === 0 ? drawn : ''}`
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  }
  let file = '%PDF-1.7\n'
  const offsets = objects.map((content, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${content}\nendobj\n`
    return offset
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return Uint8Array.from(file, (character) => character.codePointAt(0) ?? 0)
}

const write = ({ x, y, text, size = 11, bold = false }: PlacedText): string =>
  `BT /${bold ? 'F2' : 'F1'} ${size} Tf ${x} ${y} Td (${text.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj ET`

/** Lines below each other from a place on, 14 points apart. */
export const linesAt = (x: number, y: number, lines: readonly string[], size = 11): PlacedText[] =>
  lines.map((text, index) => ({ x, y: y - index * 14, text, size }))
