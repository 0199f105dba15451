/** Bullets and arrows of Symbol and Wingdings, which fonts keep in the private use area from U+F000 on. */
const dingbats: Readonly<Record<number, string>> = {
  0x6c: '●',
  0x6e: '■',
  0x6f: '□',
  0x71: '❑',
  0x75: '◆',
  0x76: '❖',
  0x77: '◆',
  0xa7: '▪',
  0xa8: '◻',
  0xb7: '•',
  0xd8: '➢',
  0xe0: '→',
  0xe8: '➔',
  0xf0: '⇨',
  0xfb: '✗',
  0xfc: '✓',
  0xfe: '☑',
}

/**
 * What a glyph's character stands for: ligatures and the shapes of Arabic letters are taken apart, symbols in the
 * private use area named. Empty: nothing that is read.
 */
export function glyphText(code: number): string {
  if (code < 0x2000) return code === 0xad || (code >= 0x7f && code <= 0x9f) ? '' : String.fromCharCode(code)
  // Marks of direction and of the byte order; joiners stay: Persian and Indic scripts spell with them.
  if ((code >= 0x200e && code <= 0x200f) || (code >= 0x202a && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f))
    return ''
  if (code === 0x200b || code === 0x2028 || code === 0x2029 || code === 0xfeff || code === 0xfffe || code === 0xffff)
    return ''
  if (code >= 0xf000 && code <= 0xf0ff) {
    const inFont = code - 0xf000
    // Symbolic fonts map ordinary letters there too.
    return dingbats[inFont] ?? (inFont > 0x20 && inFont < 0x7f ? String.fromCharCode(inFont) : '•')
  }
  if ((code >= 0xfb00 && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc)) {
    return String.fromCharCode(code).normalize('NFKC').replaceAll(/\s/g, '')
  }
  return code > 0xffff ? String.fromCodePoint(Math.min(code, 0x10ffff)) : String.fromCharCode(code)
}

/** A glyph whose meaning the file does not say. */
export const isUnmapped = (code: number): boolean =>
  code === 0 || code === 0xfffd || (code >= 0xe000 && code < 0xf000) || (code > 0xf0ff && code <= 0xf8ff)

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/
export const isRightToLeft = (text: string): boolean => rightToLeft.test(text)

/** Not its figures, which run from left to right. */
export const isArabic = (code: number): boolean =>
  code >= 0x600 && code < 0x900 && !(code >= 0x660 && code <= 0x669) && !(code >= 0x6f0 && code <= 0x6f9)

/** Chinese, Japanese and Thai are written without spaces between words. */
const spaceless = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/
export const isSpaceless = (character: string): boolean => spaceless.test(character)
