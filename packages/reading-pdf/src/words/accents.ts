/** Signs that TeX draws over letters, as the marks that combine with them. */
const marks: Readonly<Record<string, string>> = {
  '`': '\u0300',
  '\u00b4': '\u0301',
  '\u02c6': '\u0302',
  '\u02dc': '\u0303',
  '\u00af': '\u0304',
  '\u02d8': '\u0306',
  '\u02d9': '\u0307',
  '\u00a8': '\u0308',
  '\u02da': '\u030a',
  '\u02dd': '\u030b',
  '\u02c7': '\u030c',
  '\u00b8': '\u0327',
  '\u02db': '\u0328',
}

export const isAccent = (text: string): boolean => text.length === 1 && marks[text] !== undefined

/** The same of a character, without making a text of it. */
export const isAccentCode = (code: number): boolean =>
  code === 0x60 || code === 0xa8 || code === 0xaf || code === 0xb4 || code === 0xb8 || (code >= 0x2c6 && code <= 0x2dd)

/** The letter with the accent, as one character; `undefined` where there is none. */
export function accented(letter: string, accent: string): string | undefined {
  const mark = marks[accent]
  // Accents stand over an i or j without its dot.
  const base = letter === 'ı' ? 'i' : letter === 'ȷ' ? 'j' : letter
  const whole = mark === undefined ? '' : `${base}${mark}`.normalize('NFC')
  return [...whole].length === 1 && /^\p{L}$/u.test(letter) ? whole : undefined
}
