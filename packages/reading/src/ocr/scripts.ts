import { languageTag } from './languages.ts'

/** Scripts (ISO 15924) by the names of Tesseract's orientation data, and that of languages written in each. */
const scripts: Readonly<Record<string, readonly string[]>> = {
  Arabic: ['Arab'],
  Armenian: ['Armn'],
  Bengali: ['Beng'],
  Canadian_Aboriginal: ['Cans'],
  Cherokee: ['Cher'],
  Cyrillic: ['Cyrl'],
  Devanagari: ['Deva'],
  Ethiopic: ['Ethi'],
  Fraktur: ['Latn'],
  Georgian: ['Geor'],
  Greek: ['Grek'],
  Gujarati: ['Gujr'],
  Gurmukhi: ['Guru'],
  // Signs that all three of them are written in.
  Han: ['Hani', 'Hans', 'Hant', 'Jpan', 'Kore'],
  Hangul: ['Kore'],
  Hebrew: ['Hebr'],
  Hiragana: ['Jpan'],
  Japanese: ['Jpan'],
  Kannada: ['Knda'],
  Katakana: ['Jpan'],
  Khmer: ['Khmr'],
  Korean: ['Kore'],
  Lao: ['Laoo'],
  Latin: ['Latn'],
  Malayalam: ['Mlym'],
  Myanmar: ['Mymr'],
  Oriya: ['Orya'],
  Sinhala: ['Sinh'],
  Syriac: ['Syrc'],
  Tamil: ['Taml'],
  Telugu: ['Telu'],
  Thaana: ['Thaa'],
  Thai: ['Thai'],
  Tibetan: ['Tibt'],
  Vietnamese: ['Latn'],
}

/** The scripts (ISO 15924) that are meant by one of Tesseract's names; none for a name that is not known. */
export const scriptsNamed = (name: string): readonly string[] => (Object.hasOwn(scripts, name) ? scripts[name]! : [])

/** The script (ISO 15924) that one of Tesseract's languages is written in; `undefined` where nobody knows. */
export function scriptOf(code: string): string | undefined {
  const tag = languageTag(code)
  return tag === undefined ? undefined : new Intl.Locale(tag).maximize().script
}

let names: Intl.DisplayNames | undefined

/** "Greek" for "Grek". */
export const scriptName = (script: string): string =>
  (names ??= new Intl.DisplayNames('en', { type: 'script' })).of(script) ?? script
