import { beyondLimit } from '../reading-errors.ts'
import { glyphText, isRightToLeft, isUnmapped } from './glyph-text.ts'
import type { PageGeometry, Rectangle } from './page-geometry.ts'
import type { PdfDocument } from './pdfium.ts'
import { textFrame, type TextFrame, type Turn } from './text-frame.ts'

/** What parts a word from the one before it in the file; a typed space stands inside one stretch of text. */
type WordBreak = 'none' | 'space' | 'typed-space' | 'gap' | 'line'

/** A word and the box of its advance, in points of the frame that its text runs in. */
export interface PdfWord extends Rectangle {
  /** Without spaces, in logical order. */
  readonly text: string
  /** Points, as it is shown. */
  readonly size: number
  readonly bold: boolean
  /** As on a typewriter. */
  readonly fixedPitch: boolean
  readonly baseline: number
  readonly break: WordBreak
  /** It ends with a hyphen that may be there only because the line ends. */
  readonly hyphenated: boolean
  readonly rightToLeft: boolean
  /** Number of the marked content that it belongs to; -1: none. */
  readonly content: number
  /** It is marked as no part of the text: a running header, a watermark. */
  readonly artifact: boolean
  /** 0 to 1, of a word that was read from a picture. */
  readonly confidence?: number
}

export interface PageWords {
  /** In the order of the file, by the direction of their lines. */
  readonly frames: readonly { readonly frame: TextFrame; readonly words: readonly PdfWord[] }[]
  /** Slanted text: stamps and watermarks. */
  readonly slanted: readonly PdfWord[]
  readonly characters: number
  /** Characters whose meaning the file does not say. */
  readonly unmapped: number
}

/** In sizes of the font: a gap as wide parts words that no space parts; wider inside one object, which may be spaced. */
const gapBetweenObjects = 0.25
const gapInObject = 0.7
/** PDFium sees a space where the ink of two glyphs is apart; where their advances touch, there is none. */
const noGap = 0.08

const boldName = /bold|black|heavy|demi|semibd/i
const fixedPitchName = /courier|mono|consol|typewriter|cmtt|menlo/i
/** Of the font descriptor (ISO 32000-1, 9.8.2). */
const fixedPitchFlag = 1
const boldFlag = 1 << 18
const plainFont: FontStyle = { bold: false, fixedPitch: false }

interface FontStyle {
  readonly bold: boolean
  readonly fixedPitch: boolean
}

/** What all characters of one text object share. */
interface ObjectStyle {
  readonly object: number
  readonly size: number
  readonly font: FontStyle
  readonly turn: Turn | undefined
  /** In user space. */
  readonly originY: number
  readonly originX: number
  readonly content: number
  readonly artifact: boolean
}

/**
 * Reads the words of a page by PDFium's characters, which come in the order of the file, right-to-left text in its
 * logical order. What is outside the page is left out, what is printed over itself comes once.
 * @throws `payload_too_large` beyond `maxCharacters`
 */
export function pageWords(
  document: PdfDocument,
  textPage: number,
  geometry: PageGeometry,
  maxCharacters: number,
): PageWords {
  const { raw } = document
  // Looked up once: among a thousand functions of the module, by name, it takes longer than calling them.
  const { FPDFText_GetUnicode: unicodeOf, FPDFText_GetTextObject: objectOf } = raw
  const count = raw.FPDFText_CountChars(textPage)
  if (count > maxCharacters) throw beyondLimit('length of the text', maxCharacters, count)
  const frames: ({ readonly frame: TextFrame; readonly words: PdfWord[] } | undefined)[] = []
  const upright = textFrame(geometry, 0)
  const slanted: PdfWord[] = []
  const styles = new ObjectStyles(document, textPage, geometry)
  const seen = new PrintedWords()
  let [characters, unmapped] = [0, 0]
  let style: ObjectStyle | undefined
  // One for all words: a new one for each would be half of what a page leaves to be collected.
  const growing = new GrowingWord()
  let word: GrowingWord | undefined
  let nextBreak: WordBreak = 'line'
  let generatedSpace = false

  const end = (): void => {
    if (word === undefined) return
    const { turn } = word.style
    const own = turn === undefined ? undefined : (frames[turn] ??= { frame: textFrame(geometry, turn), words: [] })
    const { frame, words } = own ?? { frame: upright, words: slanted }
    const built = word.build(frame)
    word = undefined
    if (built.text !== '' && isOnPage(built, frame) && !seen.has(built)) words.push(built)
  }

  for (let index = 0; index < count; index++) {
    const code = unicodeOf(textPage, index)
    if (code === 0x0a || code === 0x0d) {
      end()
      nextBreak = 'line'
      continue
    }
    if (isSpace(code)) {
      const isGenerated = raw.FPDFText_IsGenerated(textPage, index) === 1
      if (isGenerated && word !== undefined) generatedSpace = true
      else {
        end()
        if (nextBreak === 'none') nextBreak = isGenerated ? 'space' : 'typed-space'
        else if (nextBreak.endsWith('space') && !isGenerated) nextBreak = 'gap'
      }
      continue
    }
    const isHyphen = (code === 2 || code === 0xad || code === 0xfffe) && raw.FPDFText_IsHyphen(textPage, index) === 1
    if (!isHyphen && code < 0x20 && code !== 0) {
      if (word?.mayBeStretched() === true) {
        const place = styles.inkedPlace(index, word.style)
        if (place !== undefined && word.parts(place, word.style, true, false) === undefined) word.stretch(place)
      }
      continue
    }
    characters++
    if (isUnmapped(code)) {
      unmapped++
      if (code === 0) continue
    }
    const object = objectOf(textPage, index)
    const sameObject = object === 0 || object === style?.object
    if (!sameObject || style === undefined) style = styles.of(object, index)
    const place = styles.place(index, style)
    if (place === undefined) continue
    if (word !== undefined) {
      const parting = word.parts(place, style, sameObject, generatedSpace)
      if (parting !== undefined) {
        end()
        nextBreak = parting
      }
    }
    generatedSpace = false
    if (word === undefined) {
      word = growing.begin(style, nextBreak === 'typed-space' && !sameObject ? 'space' : nextBreak)
      nextBreak = 'none'
    }
    word.add(isHyphen ? 0x2d : code, place, isHyphen)
  }
  end()
  const used = frames.flatMap((each) => (each === undefined || each.words.length === 0 ? [] : [each]))
  return { frames: used, slanted, characters, unmapped }
}

const isSpace = (code: number): boolean =>
  code === 0x20 ||
  code === 0xa0 ||
  code === 0x09 ||
  (code >= 0x1680 &&
    (code === 0x1680 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f || code === 0x205f || code === 0x3000))

const isOnPage = (word: Rectangle, { width, height }: TextFrame): boolean => {
  const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2]
  return x >= 0 && y >= 0 && x <= width && y <= height
}

/** The fonts and text objects of one page, each asked about once. */
class ObjectStyles {
  private readonly document: PdfDocument
  private readonly textPage: number
  private readonly geometry: PageGeometry
  private readonly looseCharBox: PdfDocument['raw']['FPDFText_GetLooseCharBox']
  private readonly isTurned: boolean
  /** Where the origin of user space stands on the page as shown. */
  private readonly zeroX: number
  private readonly zeroY: number
  /** One for all characters: a new one for each would be most of what reading a page costs. */
  private readonly current = { left: 0, top: 0, right: 0, bottom: 0, baseline: 0 }
  private readonly fonts = new Map<number, FontStyle>()
  private readonly artifactMarks = new Map<number, boolean>()

  constructor(document: PdfDocument, textPage: number, geometry: PageGeometry) {
    this.document = document
    this.textPage = textPage
    this.geometry = geometry
    this.looseCharBox = document.raw.FPDFText_GetLooseCharBox
    this.isTurned = geometry.quarterTurns !== 0
    const [x, y] = geometry.point(0, 0)
    this.zeroX = x
    this.zeroY = y
  }

  of(object: number, index: number): ObjectStyle {
    const { raw, scratch } = this.document
    const stated = raw.FPDFText_GetFontSize(this.textPage, index)
    const hasMatrix = raw.FPDFText_GetMatrix(this.textPage, index, scratch) !== 0
    const at = scratch >> 2
    const floats = this.document.memoryFloats
    const part = (place: number, without: number): number => (hasMatrix ? (floats[at + place] ?? without) : without)
    const [a, b, c, d] = [part(0, 1), part(1, 0), part(2, 0), part(3, 1)]
    const scale = Math.sqrt(c * c + d * d)
    const size = Math.abs(stated) * (Number.isFinite(scale) && scale > 0 ? scale : 1)
    const hasOrigin = raw.FPDFText_GetCharOrigin(this.textPage, index, scratch, scratch + 8) !== 0
    const doubles = this.document.memoryDoubles
    const originX = hasOrigin ? (doubles[scratch >> 3] ?? NaN) : NaN
    const originY = hasOrigin ? (doubles[(scratch >> 3) + 1] ?? NaN) : NaN
    return {
      object,
      size: size > 0 && size < 10_000 ? size : 1,
      font: object === 0 ? plainFont : this.fontStyle(raw.FPDFTextObj_GetFont(object)),
      turn: this.turnOf(a, b),
      originX,
      originY,
      content: object === 0 ? -1 : raw.FPDFPageObj_GetMarkedContentID(object),
      artifact: object !== 0 && this.isArtifact(object),
    }
  }

  /** The box of a character's advance on the page as shown; the next call writes over it. */
  place(index: number, style: ObjectStyle): Place | undefined {
    if (style.turn === 0 && !this.isTurned) return this.uprightPlace(index, style)
    const { raw, scratch } = this.document
    // Loose boxes are those of upright text; of turned text the ink has to do.
    if (raw.FPDFText_GetCharBox(this.textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24) === 0) {
      return undefined
    }
    const at = scratch >> 3
    const doubles = this.document.memoryDoubles
    const [left, right, bottom, top] = [
      doubles[at] ?? NaN,
      doubles[at + 1] ?? NaN,
      doubles[at + 2] ?? NaN,
      doubles[at + 3] ?? NaN,
    ]
    if (!Number.isFinite(left + right + bottom + top)) return undefined
    const place = this.geometry.place(left, bottom, right, top)
    const [x, y] = this.geometry.point(style.originX, style.originY)
    return { ...place, baseline: style.turn === 1 || style.turn === 3 ? x : y }
  }

  /** That of a glyph without a meaning, if it is seen. */
  inkedPlace(index: number, style: ObjectStyle): Place | undefined {
    const { raw, scratch } = this.document
    if (raw.FPDFText_GetCharBox(this.textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24) === 0) {
      return undefined
    }
    const at = scratch >> 3
    const doubles = this.document.memoryDoubles
    const isSeen = doubles[at + 1] !== doubles[at] && doubles[at + 3] !== doubles[at + 2]
    return isSeen ? this.place(index, style) : undefined
  }

  private uprightPlace(index: number, { size, originY }: ObjectStyle): Place | undefined {
    const { scratch } = this.document
    if (this.looseCharBox(this.textPage, index, scratch) === 0) return undefined
    const at = scratch >> 2
    const floats = this.document.memoryFloats
    const { current, zeroX, zeroY } = this
    current.left = (floats[at] ?? NaN) + zeroX
    current.right = (floats[at + 2] ?? NaN) + zeroX
    current.top = zeroY - (floats[at + 1] ?? NaN)
    current.bottom = zeroY - (floats[at + 3] ?? NaN)
    current.baseline = zeroY - originY
    if (!Number.isFinite(current.left + current.right + current.top + current.bottom + current.baseline)) {
      return undefined
    }
    const height = current.bottom - current.top
    const isUsual =
      height > 0.7 * size &&
      height < 1.6 * size &&
      current.baseline > current.top &&
      current.baseline <= current.bottom + 1
    // Fonts may state an ascent and descent of their own; what cannot be is set to what is usual.
    if (!isUsual) {
      current.top = current.baseline - 0.85 * size
      current.bottom = current.baseline + 0.2 * size
    }
    return current
  }

  /** In which direction of the page as shown a line goes on; slanted ones in none. */
  private turnOf(a: number, b: number): Turn | undefined {
    const [x0, y0] = this.geometry.point(0, 0)
    const [x1, y1] = this.geometry.point(a, b)
    const [dx, dy] = [x1 - x0, y1 - y0]
    if (Math.abs(dy) < 0.1 * Math.abs(dx)) return dx > 0 ? 0 : 2
    if (Math.abs(dx) < 0.1 * Math.abs(dy)) return dy > 0 ? 1 : 3
    return dx === 0 && dy === 0 ? 0 : undefined
  }

  private fontStyle(font: number): FontStyle {
    const known = this.fonts.get(font)
    if (known !== undefined) return known
    const { raw } = this.document
    // The weight is not stated for the standard fonts; the name tells.
    const name = this.document.string((at, size) => raw.FPDFFont_GetBaseFontName(font, at, size), 'utf-8')
    const flags = raw.FPDFFont_GetFlags(font)
    const style = {
      bold: boldName.test(name) || (flags & boldFlag) > 0,
      fixedPitch: fixedPitchName.test(name) || (flags & fixedPitchFlag) > 0,
    }
    this.fonts.set(font, style)
    return style
  }

  private isArtifact(object: number): boolean {
    const { raw } = this.document
    const count = Math.min(raw.FPDFPageObj_CountMarks(object), 16)
    for (let index = 0; index < count; index++) {
      const mark = raw.FPDFPageObj_GetMark(object, index)
      let isArtifact = this.artifactMarks.get(mark)
      if (isArtifact === undefined) {
        isArtifact = markName(this.document, mark) === 'Artifact'
        this.artifactMarks.set(mark, isArtifact)
      }
      if (isArtifact) return true
    }
    return false
  }
}

function markName(document: PdfDocument, mark: number): string {
  const { raw, scratch } = document
  // The length comes last, after the room for the name.
  const lengthAt = scratch + 512
  if (raw.FPDFPageObjMark_GetName(mark, scratch, 512, lengthAt) === 0) return ''
  return document.text(scratch, document.integerAt(lengthAt))
}

const isArabic = (code: number): boolean => code >= 0x600 && code < 0x900

interface Place extends Rectangle {
  readonly baseline: number
}

const noStyle: ObjectStyle = {
  object: 0,
  size: 1,
  font: plainFont,
  turn: 0,
  originX: 0,
  originY: 0,
  content: -1,
  artifact: false,
}

class GrowingWord implements Rectangle {
  style = noStyle
  private before: WordBreak = 'line'
  private text = ''
  /** Without marks, surrogates and letters that run to the left. */
  private isPlain = true
  private hyphenated = false
  left = Infinity
  top = Infinity
  right = -Infinity
  bottom = -Infinity
  /** Where the text of the last glyph begins. */
  private lastGlyph = 0
  private lastLeft = 0
  private lastRight = 0
  private lastTop = 0
  private lastBottom = 0
  private baseline = NaN
  private size = 1

  begin(style: ObjectStyle, before: WordBreak): this {
    this.style = style
    this.before = before
    this.size = style.size
    this.text = ''
    this.isPlain = true
    this.hyphenated = false
    this.left = Infinity
    this.top = Infinity
    this.right = -Infinity
    this.bottom = -Infinity
    this.baseline = NaN
    return this
  }

  /** How the next character is parted from this word; `undefined`: it belongs to it. */
  parts(next: Place, style: ObjectStyle, sameObject: boolean, generatedSpace: boolean): WordBreak | undefined {
    const { turn } = this.style
    if (style.turn !== turn) return 'line'
    if (turn === undefined) return generatedSpace ? 'space' : undefined
    const upright = turn === 0 || turn === 2
    const size = Math.max(this.size, style.size)
    const off = upright
      ? Math.min(this.lastBottom, next.bottom) - Math.max(this.lastTop, next.top)
      : Math.min(this.lastRight, next.right) - Math.max(this.lastLeft, next.left)
    const baselineOff = Math.abs(next.baseline - this.baseline)
    if ((off < 0 && baselineOff > 0.4 * size) || baselineOff > 0.8 * size) return 'line'
    const gap = upright
      ? Math.max(next.left - this.lastRight, this.lastLeft - next.right)
      : Math.max(next.top - this.lastBottom, this.lastTop - next.bottom)
    if (generatedSpace) return gap < noGap * size && baselineOff < 0.1 * size ? undefined : this.gapBreak(gap, size)
    // A raised number before a note stands by itself.
    const isRaised = this.text.length <= 3 && style.size > this.size * 1.25 && baselineOff > 0.15 * size
    if (isRaised && /^[\d*†‡§]{1,3}$/.test(this.text)) return 'space'
    if (gap > (sameObject ? gapInObject : gapBetweenObjects) * size) return this.gapBreak(gap, size)
    return undefined
  }

  add(code: number, place: Place, isHyphen: boolean): void {
    const isLigature =
      isArabic(code) && place.left === this.lastLeft && place.right === this.lastRight && this.text !== ''
    // PDFium turns the letters of one glyph round, as it does with glyphs that run to the left.
    if (isLigature) this.text = this.text.slice(0, this.lastGlyph) + glyphText(code) + this.text.slice(this.lastGlyph)
    else {
      this.lastGlyph = this.text.length
      this.text += glyphText(code)
    }
    if (code >= 0x300) this.isPlain = false
    this.hyphenated = isHyphen
    this.enclose(place)
    if (Number.isNaN(this.baseline)) this.baseline = place.baseline
  }

  /** Arabic letters are drawn out to justify a line, with strokes that mean nothing. */
  mayBeStretched(): boolean {
    return !this.isPlain && isArabic(this.text.charCodeAt(this.text.length - 1))
  }

  /** Strokes come in any order. */
  stretch(place: Place): void {
    const { lastLeft, lastRight } = this
    this.enclose(place)
    this.lastLeft = Math.min(lastLeft, place.left)
    this.lastRight = Math.max(lastRight, place.right)
  }

  private enclose(place: Place): void {
    if (place.left < this.left) this.left = place.left
    if (place.top < this.top) this.top = place.top
    if (place.right > this.right) this.right = place.right
    if (place.bottom > this.bottom) this.bottom = place.bottom
    this.lastLeft = place.left
    this.lastRight = place.right
    this.lastTop = place.top
    this.lastBottom = place.bottom
  }

  build(frame: TextFrame): PdfWord {
    const { turn, size, font, content, artifact } = this.style
    const upright = turn === 0 || turn === undefined
    const place: Rectangle = upright ? this : frame.enter(this)
    const baseline = turn === 1 || turn === 2 ? frame.height - this.baseline : this.baseline
    return {
      text: this.isPlain ? this.text : wholeText(this.text),
      left: place.left,
      top: upright ? place.top : Math.min(place.top, baseline - 0.75 * size),
      right: place.right,
      bottom: upright ? place.bottom : Math.max(place.bottom, baseline + 0.2 * size),
      size,
      bold: font.bold,
      fixedPitch: font.fixedPitch,
      baseline,
      break: this.before,
      hyphenated: this.hyphenated,
      rightToLeft: !this.isPlain && isRightToLeft(this.text),
      content,
      artifact,
    }
  }

  private gapBreak(gap: number, size: number): WordBreak {
    return gap > 2.5 * size ? 'gap' : 'space'
  }
}

/** Letters and their marks together, as they are usually written; pairs of surrogates whole. */
function wholeText(text: string): string {
  const whole = text.toWellFormed()
  return /[\u0300-\u036f\u0591-\u05c7\u064b-\u0655]/.test(whole) ? whole.normalize('NFC') : whole
}

/** Finds words that are printed twice at nearly the same place: shadows, and bold type made by printing over. */
class PrintedWords {
  private readonly cells = new Map<number, PdfWord[]>()

  has(word: PdfWord): boolean {
    const reach = Math.min(0.15 * word.size, cellSize)
    const column = Math.floor(word.left / cellSize)
    const row = Math.floor(word.top / cellSize)
    const [lastColumn, lastRow] = [
      Math.floor((word.left + reach) / cellSize),
      Math.floor((word.top + reach) / cellSize),
    ]
    for (let y = Math.floor((word.top - reach) / cellSize); y <= lastRow; y++) {
      for (let x = Math.floor((word.left - reach) / cellSize); x <= lastColumn; x++) {
        for (const other of this.cells.get(y * 65_536 + x) ?? []) {
          if (
            other.text === word.text &&
            Math.abs(other.left - word.left) < reach &&
            Math.abs(other.top - word.top) < reach
          ) {
            return true
          }
        }
      }
    }
    const own = this.cells.get(row * 65_536 + column)
    if (own === undefined) this.cells.set(row * 65_536 + column, [word])
    // So many words at one place are a drawing; looking through them all would take too long.
    else if (own.length < 16) own.push(word)
    return false
  }
}

/** Points. */
const cellSize = 8
