import { signOf } from '../model/symbol-fonts.ts'

/** One character of a font of signs, by its code there (also where that was moved up to U+F000); never nothing. */
export const wingding = (code: number, font: string): string =>
  signOf(code, font) ?? ((code & 0xff) <= 0x20 ? ' ' : '•')
