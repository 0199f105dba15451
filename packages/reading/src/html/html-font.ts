import { attributeOf, type HtmlElement } from '@chancery/formats/html'
import { isSymbolFont, signOf } from '../model/symbol-fonts.ts'

/** The font of signs (Wingdings, Symbol) that an element sets its text in; '' for another font, `undefined` where it says none. */
export function symbolFontOf(element: HtmlElement): string | undefined {
  const style = attributeOf(element, 'style')?.slice(0, 2000) ?? ''
  const family = /(?:^|;)\s{0,20}font-family\s{0,20}:\s{0,20}([^;]{1,200})/i.exec(style)?.[1]
  const [first] = (family ?? attributeOf(element, 'face') ?? '').split(',')
  const font = first?.replaceAll(/["']/g, '').trim() ?? ''
  if (font === '') return undefined
  return isSymbolFont(font) ? font : ''
}

/** Letters that stand for the signs of a font, as Outlook writes a smile as J in Wingdings. */
export const signsOfLetters = (text: string, font: string): string =>
  text.replaceAll(/[!-\u00ff\uf021-\uf0ff]/g, (letter) => signOf(letter.codePointAt(0) ?? 0, font) ?? letter)
