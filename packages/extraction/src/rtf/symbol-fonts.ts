/** Greek of the font Symbol at 0x41 to 0x5a and 0x61 to 0x7a (Adobe's symbol encoding). */
const greek = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖαβχδεφγηιϕκλμνοπθρστυϖωξψζ'

const symbol: Readonly<Record<number, string>> = {
  0xa2: '′',
  0xa3: '≤',
  0xa5: '∞',
  0xab: '↔',
  0xac: '←',
  0xad: '↑',
  0xae: '→',
  0xaf: '↓',
  0xb0: '°',
  0xb1: '±',
  0xb2: '″',
  0xb3: '≥',
  0xb4: '×',
  0xb6: '∂',
  0xb7: '•',
  0xb8: '÷',
  0xb9: '≠',
  0xba: '≡',
  0xbb: '≈',
  0xbc: '…',
  0xd2: '®',
  0xd3: '©',
  0xd4: '™',
  0xd5: '∏',
  0xd6: '√',
  0xe2: '®',
  0xe3: '©',
  0xe4: '™',
  0xe5: '∑',
  0xf2: '∫',
}

/** The signs that forms and lists are made with. */
const wingdings: Readonly<Record<number, string>> = {
  0x4a: '☺',
  0x6c: '●',
  0x6e: '■',
  0x6f: '☐',
  0x71: '❑',
  0x75: '◆',
  0x76: '❖',
  0x9f: '•',
  0xa7: '▪',
  0xa8: '☐',
  0xd8: '➢',
  0xe0: '→',
  0xe8: '➔',
  0xf0: '⇨',
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
}

/** One character of a font of signs, by its code there (also where that was moved up to U+F000). */
export function wingding(code: number, font: string): string {
  const at = code >= 0xf000 && code <= 0xf0ff ? code & 0xff : code
  if (/wingdings|webdings/i.test(font)) return wingdings[at] ?? (at <= 0x20 ? ' ' : '•')
  if (at >= 0x41 && at <= 0x5a) return greek[at - 0x41] ?? ''
  if (at >= 0x61 && at <= 0x7a) return greek[at - 0x61 + 26] ?? ''
  return symbol[at] ?? (at < 0x80 ? String.fromCharCode(at) : '•')
}
