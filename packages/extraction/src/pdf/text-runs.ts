import type { PageGeometry, Rectangle } from './page-geometry.ts'
import type { PdfDocument } from './pdfium.ts'

/** Text that stands together on one line, without a wide gap inside, in the order in which it is read. */
export interface TextRun extends Rectangle {
  readonly text: string
  /** Points. */
  readonly size: number
  readonly bold: boolean
  /** It ends with a hyphen that is there only because the line ends. */
  readonly hyphenated: boolean
}

/** In sizes of the font: a gap as wide as this parts two runs. */
const wideGap = 1.2

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/
export const isRightToLeft = (text: string): boolean => rightToLeft.test(text)

interface Character extends Rectangle {
  readonly text: string
  readonly size: number
  readonly bold: boolean
}

/** The runs of one page, in the order of the file. PDFium gives right-to-left text in its logical order. */
export function textRuns(document: PdfDocument, textPage: number, geometry: PageGeometry): TextRun[] {
  const { pdfium } = document
  const count = pdfium.FPDFText_CountChars(textPage)
  const runs: TextRun[] = []
  let building = new RunBuilder()
  const end = (): void => {
    const run = building.build()
    if (run !== undefined) runs.push(run)
    building = new RunBuilder()
  }
  for (let index = 0; index < count; index++) {
    const code = pdfium.FPDFText_GetUnicode(textPage, index)
    if (code === 0x0a || code === 0x0d) end()
    else if (code === 0x20 || code === 0xa0 || code === 0x09) building.space()
    else if (pdfium.FPDFText_IsHyphen(textPage, index) === 1) building.hyphen()
    else if (code > 0x1f && code <= 0x10ffff && code !== 0xfffe && code !== 0xffff) {
      const character = characterAt(document, textPage, index, code, geometry, building.boldSoFar)
      if (character === undefined) continue
      if (!building.takes(character)) end()
      building.add(character)
    }
  }
  end()
  return runs
}

function characterAt(
  document: PdfDocument,
  textPage: number,
  index: number,
  code: number,
  geometry: PageGeometry,
  bold: boolean | undefined,
): Character | undefined {
  const { pdfium } = document
  // The box of the advance, not of the ink: gaps between words show in it.
  const box = document.floats(4, (address) => pdfium.FPDFText_GetLooseCharBox(textPage, index, address))
  const [left = NaN, top = NaN, right = NaN, bottom = NaN] = box ?? []
  if (![left, top, right, bottom].every(Number.isFinite)) return undefined
  const place = geometry.place(left, bottom, right, top)
  const height = place.bottom - place.top
  const stated = pdfium.FPDFText_GetFontSize(textPage, index)
  // Some programs set a size of 1 and scale it by the matrix.
  const size = stated > height * 0.5 && stated < height * 1.5 ? stated : height / 1.2
  return {
    ...place,
    text: String.fromCodePoint(code),
    size,
    bold: bold ?? isBold(document, textPage, index),
  }
}

/** By the name of the font: its weight is not stated for the standard fonts. Asked once a word. */
const isBold = (document: PdfDocument, textPage: number, index: number): boolean =>
  /bold|black|heavy|demi/i.test(
    document.string((at, size) => document.pdfium.FPDFText_GetFontInfo(textPage, index, at, size, 0), 'utf-8'),
  )

class RunBuilder {
  private readonly parts: string[] = []
  private last: Character | undefined
  private bounds: Rectangle = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  private readonly sizes = new Map<number, number>()
  private boldCharacters = 0
  private characters = 0
  private spaced = false
  private rightToLeft = false
  private hyphenated = false

  /** Of the word that is being read; `undefined` between words. */
  get boldSoFar(): boolean | undefined {
    return this.spaced ? undefined : this.last?.bold
  }

  space(): void {
    this.spaced = this.last !== undefined
  }

  hyphen(): void {
    if (this.last === undefined) return
    this.parts.push('-')
    this.hyphenated = true
  }

  /** Whether a character goes on in this run: on the same line, and not after a wide gap. */
  takes(next: Character): boolean {
    const { last } = this
    if (last === undefined) return true
    const overlap = Math.min(last.bottom, next.bottom) - Math.max(last.top, next.top)
    if (overlap < 0.3 * Math.min(last.bottom - last.top, next.bottom - next.top)) return false
    const size = Math.max(last.size, next.size)
    // Where the direction changes inside a line, the next character may stand anywhere on it.
    if (this.rightToLeft || isRightToLeft(next.text)) {
      return Math.max(next.left - last.right, last.left - next.right) < wideGap * size || this.mixes(next)
    }
    return next.left - last.right < wideGap * size && next.left > last.left - size
  }

  add(character: Character): void {
    if (this.spaced) this.parts.push(' ')
    this.spaced = false
    this.hyphenated = false
    this.parts.push(character.text)
    this.sizes.set(character.size, (this.sizes.get(character.size) ?? 0) + 1)
    this.last = character
    this.characters++
    if (character.bold) this.boldCharacters++
    this.rightToLeft ||= isRightToLeft(character.text)
    this.bounds = {
      left: Math.min(this.bounds.left, character.left),
      top: Math.min(this.bounds.top, character.top),
      right: Math.max(this.bounds.right, character.right),
      bottom: Math.max(this.bounds.bottom, character.bottom),
    }
  }

  build(): TextRun | undefined {
    if (this.last === undefined) return undefined
    return {
      ...this.bounds,
      text: this.parts.join(''),
      // A raised figure at the start says nothing about the rest.
      size: commonest(this.sizes),
      bold: this.boldCharacters > this.characters * 0.8,
      hyphenated: this.hyphenated,
    }
  }

  private mixes(next: Character): boolean {
    return this.last !== undefined && isRightToLeft(next.text) !== isRightToLeft(this.last.text)
  }
}

const commonest = (counts: ReadonlyMap<number, number>): number =>
  [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0] as const)[0]
