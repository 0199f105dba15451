/** From 0x20: Adobe's symbol encoding, which the font Symbol has. */
const symbol =
  ' !∀#∃%&∍()∗+,−./0123456789:;<=>?' +
  '≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_' +
  '‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼ ' +
  '                                ' +
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵' +
  'ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓' +
  '◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭'

/** From 0x20; where Unicode has a sign of the same shape only beyond what fonts have, the usual one like it. */
const wingdings =
  ' ✏✂✁👓🕭🕮🕯📞✆✉🖃📪📫📬📭📁📂📄🗏🗐🗄⏳🖮🖰🖲🖳🖴💾🖬✇✍' +
  '🖎✌👌👍👎☜☞☝☟🖐☺😐☹💣☠⚐🏱✈☼💧❄🕆✞🕈✠✡☪☯🕉☸♈♉' +
  '♊♋♌♍♎♏♐♑♒♓🙰🙵●❍■☐🞐❑❒⬧⧫◆❖⬥⌧⍓⌘❀✿❝❞ ' +
  '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿🙢🙠🙡🙣🙞🙜🙝🙟·•' +
  '▫○⭘🞈◉◎🔿▪☐🟂✦★✶✴✹✵⯐⌖⟡⌑⯑✪✰🕐🕑🕒🕓🕔🕕🕖🕗🕘' +
  '🕙🕚🕛⮰⮱⮲⮳⮴⮵⮶⮷🙪🙫🙕🙔🙗🙖🙐🙑🙒🙓⌫⌦⮘➢⮙⮛⮈⮊⮉⮋←' +
  '→↑↓↖↗↙↘🡸➔🡹🡻🡼🡽🡿🡾⇦⇨⇧⇩⬄⇳⬁⬀⬃⬂▭▫✗✓☒☑ '

/** The signs of forms in Wingdings 2 and Webdings. */
const others: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  'wingdings 2': { 0x4f: '✗', 0x50: '✓', 0x51: '☒', 0x52: '☑', 0x53: '☒', 0x54: '☒', 0x97: '●', 0xa2: '■', 0xa3: '□' },
  'wingdings 3': { 0x7d: '▶', 0x84: '◀', 0x70: '▲', 0x71: '▼' },
  webdings: { 0x34: '▶', 0x61: '✔', 0x63: '☐', 0x67: '■', 0x6e: '●', 0x72: '✘', 0x3c: '▪' },
}

const tables: Readonly<Record<string, readonly string[]>> = { symbol: [...symbol], wingdings: [...wingdings] }

/**
 * A character of a font whose codes stand for signs (Symbol, Wingdings, Webdings) as Unicode; the codes may be moved up
 * to U+F000, as Word writes them. `undefined` for other fonts and for codes that are not known.
 */
export function signOf(code: number, font: string): string | undefined {
  const at = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code
  const name = font.trim().toLowerCase()
  const known = tables[name]?.[at - 0x20] ?? others[name]?.[at]
  return known === ' ' && at !== 0x20 ? undefined : known
}

export const isSymbolFont = (font: string): boolean =>
  /^\s{0,9}(?:symbol|wingdings(?: [23])?|webdings)\s{0,9}$/i.test(font)
