import { beyondLimit } from '@chancery/reading/reading-errors'
import type { FontStyles } from './font-styles.ts'
import { isArabic, isUnmapped } from '@chancery/reading-layout/glyph-text'
import { type GeneratedBreak, GrowingWord } from './growing-word.ts'
import { type ObjectStyle, ObjectStyles, type Place } from './object-styles.ts'
import { inLogicalOrder } from './logical-order.ts'
import type { PageGeometry, Rectangle } from '@chancery/reading-layout/page-geometry'
import type { PdfWord, WordBreak } from '@chancery/reading-layout/pdf-word'
import type { PdfDocument } from '@chancery/reading/pdfium/pdfium'
import { mendedWords } from './mended-words.ts'
import { PrintedWords } from './printed-words.ts'
import { withSpacedLetters } from './spaced-letters.ts'
import { textFrame, type TextFrame } from '@chancery/reading-layout/text-frame'

export interface PageWords {
  /** In the order of the file, by the direction of their lines. */
  readonly frames: readonly { readonly frame: TextFrame; readonly words: readonly PdfWord[] }[]
  /** Slanted text: stamps and watermarks. */
  readonly slanted: readonly PdfWord[]
  readonly characters: number
  /** Characters whose meaning the file does not say. */
  readonly unmapped: number
}

/** Ten times what a page of a newspaper has: each is put in its place among all. */
const mostCharactersOfPage = 500_000

/**
 * Reads the words of a page by PDFium's characters, which come in the order of the file, right-to-left text in its
 * logical order. What is outside the page is left out, what is printed over itself comes once.
 * @throws `payload_too_large` beyond `maxCharacters`, and beyond what any page has
 */
export function pageWords(
  document: PdfDocument,
  fonts: FontStyles,
  textPage: number,
  geometry: PageGeometry,
  maxCharacters: number,
): PageWords {
  const { raw } = document
  // Looked up once: among a thousand functions of the module, by name, it takes longer than calling them.
  const { FPDFText_GetUnicode: unicodeOf, FPDFText_GetTextObject: objectOf } = raw
  const count = raw.FPDFText_CountChars(textPage)
  if (count > maxCharacters) throw beyondLimit('length of the text', maxCharacters, count)
  if (count > mostCharactersOfPage) throw beyondLimit('characters of a page', mostCharactersOfPage, count)
  const found = new FoundWords(geometry)
  const styles = new ObjectStyles(document, fonts, textPage, geometry)
  let [characters, unmapped] = [0, 0]
  let style: ObjectStyle | undefined
  // One for all words: a new one for each would be half of what a page leaves to be collected.
  const growing = new GrowingWord()
  let word: GrowingWord | undefined
  let nextBreak: WordBreak = 'line'
  /** What PDFium has put in before the next character, by its boxes; where that really stands decides. */
  let generated: GeneratedBreak
  let shared: SharedGlyph | undefined

  for (let index = 0; index < count; index++) {
    const code = unicodeOf(textPage, index)
    if (code === 0x0a || code === 0x0d) {
      if (word !== undefined && raw.FPDFText_IsGenerated(textPage, index) === 1) {
        generated = 'line'
        continue
      }
      word = found.take(word)
      nextBreak = 'line'
      continue
    }
    if (isSpace(code)) {
      const isGenerated = raw.FPDFText_IsGenerated(textPage, index) === 1
      if (isGenerated && word !== undefined) generated ??= 'space'
      else {
        word = found.take(word)
        if (nextBreak === 'none') nextBreak = isGenerated ? 'space' : 'typed-space'
        else if (nextBreak.endsWith('space') && !isGenerated) nextBreak = 'gap'
      }
      continue
    }
    const isHyphen = (code === 2 || code === 0xad || code === 0xfffe) && raw.FPDFText_IsHyphen(textPage, index) === 1
    if (!isHyphen && code < 0x20 && code !== 0) {
      if (word?.mayBeStretched() === true) {
        const place = styles.inkedPlace(index, word.style)
        if (place !== undefined && word.parts(place, word.style, true, undefined) === undefined) word.stretch(place)
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
    if (isArabic(code) && !(shared !== undefined && index <= shared.last)) {
      shared = sharedGlyph(document, styles, textPage, index, style)
    }
    const place = shared !== undefined && index <= shared.last ? shared.place : styles.place(index, style)
    if (place === undefined) continue
    if (word !== undefined) {
      const parting =
        word.parts(place, style, sameObject, generated) ?? (sameObject ? undefined : word.partsMarker(place, code))
      if (parting !== undefined) {
        word = found.take(word)
        nextBreak = parting
      }
    }
    generated = undefined
    if (word === undefined) {
      word = growing.begin(style, nextBreak === 'typed-space' && !sameObject ? 'space' : nextBreak)
      nextBreak = 'none'
    }
    word.add(isHyphen ? 0x2d : code, place, style, isHyphen)
  }
  found.take(word)
  const used = found.frames.filter(({ words }) => words.length > 0)
  const frames = used.map(({ frame, words }) => ({
    frame,
    words: inLogicalOrder(withSpacedLetters(mendedWords(words))),
  }))
  return { frames, slanted: found.slanted, characters, unmapped }
}

interface SharedGlyph {
  /** Index of its last letter. */
  readonly last: number
  readonly place: Place
}

/**
 * A ligature of Arabic letters, which PDFium cuts into pieces as wide as each other, one to the right of the other as
 * in no other Arabic text. `undefined` where the letter has a glyph of its own.
 */
function sharedGlyph(
  { raw }: PdfDocument,
  styles: ObjectStyles,
  textPage: number,
  index: number,
  style: ObjectStyle,
): SharedGlyph | undefined {
  const first = styles.place(index, style)
  if (first === undefined || style.object === 0) return undefined
  const { left, right, top, bottom, baseline } = first
  const width = right - left
  let last = index
  let end = right
  while (last - index < 3 && isArabic(raw.FPDFText_GetUnicode(textPage, last + 1))) {
    if (raw.FPDFText_GetTextObject(textPage, last + 1) !== style.object) break
    const next = styles.place(last + 1, style)
    if (next === undefined || Math.abs(next.left - end) > 0.01 * style.size) break
    if (Math.abs(next.right - next.left - width) > 0.01 * style.size) break
    end = next.right
    last++
  }
  return last === index ? undefined : { last, place: { left, right: end, top, bottom, baseline } }
}

interface WordsOfFrame {
  readonly frame: TextFrame
  readonly words: PdfWord[]
}

/** The words of a page as they are found, but for those that are not seen on it or were there before. */
class FoundWords {
  readonly slanted: PdfWord[] = []
  private readonly byTurn: (WordsOfFrame | undefined)[] = [undefined, undefined, undefined, undefined]
  private readonly seen = new PrintedWords()
  private readonly geometry: PageGeometry
  private readonly upright: TextFrame

  constructor(geometry: PageGeometry) {
    this.geometry = geometry
    this.upright = textFrame(geometry, 0)
  }

  /** Upright ones first. */
  get frames(): readonly WordsOfFrame[] {
    return this.byTurn.filter((each) => each !== undefined)
  }

  /** Takes a word that has come to its end, if there is one. */
  take(word: GrowingWord | undefined): undefined {
    if (word === undefined) return
    const { turn } = word.style
    const own =
      turn === undefined ? undefined : (this.byTurn[turn] ??= { frame: textFrame(this.geometry, turn), words: [] })
    const frame = own?.frame ?? this.upright
    const built = word.build(frame)
    if (built.text === '' || !isOnPage(built, frame) || this.seen.has(built)) return
    if (own === undefined) this.slanted.push(built)
    else own.words.push(built)
  }
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
