import { accented, isAccentCode } from './accents.ts'
import { plainFont } from './font-styles.ts'
import { glyphText, isArabic, isRightToLeft } from '@chancery/reading-layout/glyph-text'
import type { ObjectStyle, Place } from './object-styles.ts'
import type { Rectangle } from '@chancery/reading-layout/page-geometry'
import type { PdfWord, ScriptStretch, WordBreak, WordSeam } from '@chancery/reading-layout/pdf-word'
import type { TextFrame } from '@chancery/reading-layout/text-frame'

/** In sizes of the font: a gap as wide parts words that no space parts; wider inside one object, which may be spaced. */
const gapBetweenObjects = 0.25
const gapInObject = 0.7
/** PDFium sees a space where the ink of two glyphs is apart, and a line where their boxes are; where their advances touch, there is none. */
const noGap = 0.08
/** So much parts a number that begins a line from its text. */
const markerGap = 0.06
const itemNumber = /^\d{1,3}(?:\.\d{1,2}){0,4}[.)]$/
const isLetter = /[\p{L}"“„«(]/u

/** In sizes of the font: raised and lowered characters are smaller, and so far off the base line. */
const scriptSize = 0.85
const scriptOff = 0.1

/** A word of more objects is drawn letter by letter. */
const mostSeams = 8

const isAlef = (code: number): boolean => code === 0x622 || code === 0x623 || code === 0x625 || code === 0x627

const noStyle: ObjectStyle = {
  object: 0,
  size: 1,
  font: plainFont,
  bold: false,
  ink: 0,
  turn: 0,
  originX: 0,
  originY: 0,
  content: -1,
  artifact: false,
}

/** A break that the file does not have. */
export type GeneratedBreak = 'space' | 'line' | undefined

/** A word while its characters come in; one is begun anew for each word of a page. */
export class GrowingWord implements Rectangle {
  style = noStyle
  private before: WordBreak = 'line'
  private text = ''
  /** Without marks, surrogates and letters that run to the left. */
  private isPlain = true
  private hyphenated = false
  private goesLeft = false
  private endsInAccent = false
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
  private scripts: ScriptStretch[] = []
  /** Where type of another weight or slope begins; the first stretch is told as soon as there is a second. */
  private stretches: StyleStretch[] = []
  private first: ObjectStyle = noStyle
  private latest: ObjectStyle = noStyle
  private seams: WordSeam[] = []

  begin(style: ObjectStyle, before: WordBreak): this {
    this.style = style
    this.before = before
    this.size = style.size
    this.text = ''
    this.isPlain = true
    this.hyphenated = false
    this.goesLeft = false
    this.endsInAccent = false
    this.left = Infinity
    this.top = Infinity
    this.right = -Infinity
    this.bottom = -Infinity
    this.baseline = NaN
    if (this.scripts.length > 0) this.scripts = []
    if (this.stretches.length > 0) this.stretches = []
    if (this.seams.length > 0) this.seams = []
    this.first = style
    this.latest = style
    return this
  }

  /** How the next character is parted from this word; `undefined`: it belongs to it. */
  parts(next: Place, style: ObjectStyle, sameObject: boolean, generated: GeneratedBreak): WordBreak | undefined {
    const { turn } = this.style
    if (style.turn !== turn) return 'line'
    if (turn === undefined) return generated
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
    const isScript = Math.min(this.size, style.size) < scriptSize * size && baselineOff < 0.7 * size
    // A raised number before a note stands by itself; within a line, it belongs to the word.
    const isNote = isScript && style.size > this.size && this.before !== 'none' && this.before !== 'space'
    if (isNote && baselineOff > 0.15 * size && /^[\d*†‡§]{1,3}$/.test(this.text)) return 'space'
    const isTight = gap < noGap * size && (baselineOff < 0.1 * size || isScript)
    if (generated === 'line') return isTight ? undefined : 'line'
    if (generated === 'space') return isTight ? undefined : this.gapBreak(gap, size)
    if (gap > (sameObject ? gapInObject : gapBetweenObjects) * size) return this.gapBreak(gap, size)
    return undefined
  }

  /** The number of an item fills its indent, so that the gap before the text is narrower than a space: "10.Monsanto". */
  partsMarker(next: Place, code: number): WordBreak | undefined {
    if (this.before !== 'line' || this.style.turn !== 0 || !isLetter.test(String.fromCharCode(code))) return undefined
    return next.left - this.lastRight > markerGap * this.size && itemNumber.test(this.text) ? 'space' : undefined
  }

  add(code: number, place: Place, style: ObjectStyle, isHyphen: boolean): void {
    const from = this.text.length
    const isLigature =
      isArabic(code) && place.left === this.lastLeft && place.right === this.lastRight && this.text !== ''
    // PDFium turns the letters of one glyph round, as it does with glyphs that run to the left; but not where their
    // one sign was of letters joined, of which lam and alef are in use.
    const isInOrder = this.text.slice(this.lastGlyph) === '\u0644' && isAlef(code)
    if (isLigature && !isInOrder)
      this.text = this.text.slice(0, this.lastGlyph) + glyphText(code) + this.text.slice(this.lastGlyph)
    else {
      const over = isAccentCode(code) || this.endsInAccent ? this.overLast(code, place) : undefined
      this.endsInAccent = over === undefined && isAccentCode(code)
      if (over !== undefined) this.text = this.text.slice(0, -1) + over
      else {
        this.lastGlyph = this.text.length
        this.text += glyphText(code)
      }
    }
    if (style !== this.first || this.stretches.length > 0) this.noteStyle(from, style)
    if (style !== this.latest) {
      this.latest = style
      if (this.seams.length <= mostSeams) this.seams.push({ at: from, x: place.left })
    }
    if (code >= 0x300) this.isPlain = false
    this.hyphenated = isHyphen
    if (place.right <= this.lastLeft && from > 0) this.goesLeft = true
    this.enclose(place)
    if (Number.isNaN(this.baseline)) this.baseline = place.baseline
    else if (style !== this.style && style.turn === 0) this.noteScript(from, place.baseline, style)
  }

  private noteStyle(at: number, { bold, font: { italic } }: ObjectStyle): void {
    const last = this.stretches.at(-1) ?? { at: 0, bold: this.first.bold, italic: this.first.font.italic }
    if (last.bold === bold && last.italic === italic) return
    if (this.stretches.length === 0) this.stretches.push(last)
    this.stretches.push({ at, bold, italic })
  }

  /** TeX draws an accent over a letter, before it or after it. */
  private overLast(code: number, { left, right }: Place): string | undefined {
    const [last, text] = [this.text.at(-1) ?? '', String.fromCharCode(code)]
    const shared = Math.min(this.lastRight, right) - Math.max(this.lastLeft, left)
    if (shared < 0.5 * Math.min(this.lastRight - this.lastLeft, right - left)) return undefined
    return this.endsInAccent ? accented(text, last) : accented(last, text)
  }

  /** Tells what is raised or lowered from the rest, whichever comes first. */
  private noteScript(from: number, baseline: number, style: ObjectStyle): void {
    const rise = this.baseline - baseline
    const [larger, smaller] = style.size > this.size ? [style.size, this.size] : [this.size, style.size]
    if (smaller > scriptSize * larger || Math.abs(rise) < scriptOff * larger) return
    if (style.size < this.size) {
      const script = rise > 0 ? 'super' : 'sub'
      const last = this.scripts.at(-1)
      if (last !== undefined && last.end === from && last.script === script) {
        this.scripts[this.scripts.length - 1] = { ...last, end: this.text.length }
      } else this.scripts.push({ start: from, end: this.text.length, script })
    } else if (this.scripts.length === 0) {
      this.scripts.push({ start: 0, end: from, script: rise < 0 ? 'super' : 'sub' })
      this.style = style
      this.size = style.size
      this.baseline = baseline
    }
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
    const { turn, size, font, ink, content, artifact } = this.style
    const upright = turn === 0 || turn === undefined
    const place: Rectangle = upright ? this : frame.enter(this)
    const baseline = turn === 1 || turn === 2 ? frame.height - this.baseline : this.baseline
    const text = this.isPlain ? this.text : wholeText(this.text)
    const rightToLeft = !this.isPlain && isRightToLeft(this.text)
    const isMixed = this.stretches.length > 0 && text === this.text
    return {
      text,
      left: place.left,
      top: upright ? place.top : Math.min(place.top, baseline - 0.75 * size),
      right: place.right,
      bottom: upright ? place.bottom : Math.max(place.bottom, baseline + 0.2 * size),
      size,
      ...(isMixed ? mainStyle(text, this.stretches) : { bold: this.style.bold, italic: font.italic }),
      family: font.family,
      ink,
      fixedPitch: font.fixedPitch,
      baseline,
      break: this.before,
      hyphenated: this.hyphenated,
      rightToLeft,
      ...(this.goesLeft && !rightToLeft ? { goesLeft: true } : {}),
      content,
      artifact,
      ...(this.scripts.length === 0 ? {} : { scripts: this.scripts }),
      ...(this.hasSeams() ? { seams: this.seams } : {}),
    }
  }

  private hasSeams(): boolean {
    return this.seams.length > 0 && this.seams.length <= mostSeams && this.isPlain && this.style.turn === 0
  }

  private gapBreak(gap: number, size: number): WordBreak {
    return gap > 2.5 * size ? 'gap' : 'space'
  }
}

interface StyleStretch {
  readonly at: number
  readonly bold: boolean
  readonly italic: boolean
}

/** The weight and slope of most letters, and the part of the word that has them. */
function mainStyle(text: string, stretches: readonly StyleStretch[]): Pick<PdfWord, 'bold' | 'italic' | 'styled'> {
  let [main, most] = [stretches[0], -1]
  let styled = { start: 0, end: text.length }
  for (const [index, stretch] of stretches.entries()) {
    const end = stretches[index + 1]?.at ?? text.length
    const letters = text.slice(stretch.at, end).match(/[\p{L}\p{N}]/gu)?.length ?? 0
    if (letters <= most) continue
    ;[main, most] = [stretch, letters]
    styled = { start: stretch.at, end }
  }
  return { bold: main?.bold ?? false, italic: main?.italic ?? false, styled }
}

/** Letters and their marks together, as they are usually written; pairs of surrogates whole. */
function wholeText(text: string): string {
  const whole = text.toWellFormed()
  return /[\u0300-\u036f\u0591-\u05c7\u064b-\u0655]/.test(whole) ? whole.normalize('NFC') : whole
}
