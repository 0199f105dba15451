import type { Length } from '@chancery/tags'
import type { Alignment, TextFormat } from './flow.ts'

/** The declarations of a `style` attribute, by name; only those that Word can show are read from it. */
export function declarationsOf(style: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const declaration of style.slice(0, 4000).split(';')) {
    const colon = declaration.indexOf(':')
    if (colon === -1) continue
    const value = declaration
      .slice(colon + 1)
      .replace(/!\s*important/i, '')
      .trim()
    found.set(declaration.slice(0, colon).trim().toLowerCase(), value)
  }
  return found
}

/** The basic colours of CSS, and those that editors offer most. */
const colors: Readonly<Record<string, string>> = Object.fromEntries(
  'black 000000 silver C0C0C0 gray 808080 grey 808080 white FFFFFF maroon 800000 red FF0000 purple 800080 fuchsia FF00FF magenta FF00FF green 008000 lime 00FF00 olive 808000 yellow FFFF00 navy 000080 blue 0000FF teal 008080 aqua 00FFFF cyan 00FFFF orange FFA500 pink FFC0CB brown A52A2A gold FFD700 indigo 4B0082 violet EE82EE crimson DC143C darkred 8B0000 darkgreen 006400 darkblue 00008B darkgray A9A9A9 darkgrey A9A9A9 lightgray D3D3D3 lightgrey D3D3D3 lightblue ADD8E6 lightgreen 90EE90 lightyellow FFFFE0 orangered FF4500 tomato FF6347 coral FF7F50 salmon FA8072 khaki F0E68C beige F5F5DC ivory FFFFF0 steelblue 4682B4 royalblue 4169E1 slategray 708090 dimgray 696969 whitesmoke F5F5F5 skyblue 87CEEB turquoise 40E0D0 chocolate D2691E tan D2B48C plum DDA0DD orchid DA70D6 lavender E6E6FA'
    .split(' ')
    .flatMap((name, index, all) => (index % 2 === 0 ? [[name, all[index + 1] ?? '']] : [])),
)

const hex = (value: number): string =>
  Math.min(255, Math.max(0, Math.round(value)))
    .toString(16)
    .padStart(2, '0')
    .toUpperCase()

/** A colour of CSS as six hexadecimal digits; `undefined` for what is none, or cannot be seen. */
export function colorOf(value: string): string | undefined {
  const text = value.trim().toLowerCase()
  const [, digits] = /^#([\da-f]{3,8})$/.exec(text) ?? []
  if (digits !== undefined) {
    if (digits.length === 3 || digits.length === 4) {
      return digits.slice(0, 3).replaceAll(/./g, '$&$&').toUpperCase()
    }
    return digits.length === 6 || digits.length === 8 ? digits.slice(0, 6).toUpperCase() : undefined
  }
  const [, kind, inner = ''] = /^(rgb|hsl)a?\(([^()]{1,80})\)$/.exec(text) ?? []
  if (kind === undefined) return Object.hasOwn(colors, text) ? colors[text] : undefined
  const parts = inner.split(/[\s,/]+/).filter((each) => each !== '')
  const [a = Number.NaN, b = Number.NaN, c = Number.NaN, alpha = 1] = parts.map((part) =>
    part.endsWith('%') ? Number(part.slice(0, -1)) * (kind === 'rgb' ? 2.55 : 1) : Number.parseFloat(part),
  )
  if (![a, b, c].every(Number.isFinite) || alpha === 0) return undefined
  if (kind === 'rgb') return hex(a) + hex(b) + hex(c)
  // CSS Color 4, 7.2: hue, saturation, lightness.
  const [s, l] = [b / 100, c / 100]
  const channel = (n: number): number => {
    const k = (n + a / 30) % 12
    return l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return [0, 8, 4].map((n) => hex(channel(n) * 255)).join('')
}

const points: Readonly<Record<string, number>> = { pt: 1, px: 0.75, pc: 12, in: 72, cm: 28.3465, mm: 2.83465 }
const sizeNames: Readonly<Record<string, number>> = {
  'xx-small': 7,
  'x-small': 7.5,
  small: 10,
  medium: 12,
  large: 13.5,
  'x-large': 18,
  'xx-large': 24,
}

/** A font size in half points; relative ones by the size around. */
function fontSizeOf(value: string, around: number | undefined): number | undefined {
  const text = value.trim().toLowerCase()
  const [, digits, unit = ''] = /^([\d.]{1,8})(pt|px|pc|in|cm|mm|em|rem|%)$/.exec(text) ?? []
  const base = (around ?? 22) / 2
  const size =
    digits === undefined
      ? sizeNames[text]
      : Number(digits) *
        (unit === '%' ? base / 100 : unit === 'em' ? base : unit === 'rem' ? 11 : (points[unit] ?? Number.NaN))
  return size !== undefined && size >= 1 && size <= 400 ? Math.round(size * 2) : undefined
}

/** A width or height of an image or table, of an attribute or of CSS. */
export function lengthOfCss(value: string | undefined): Length | undefined {
  const [, digits, unit = ''] = /^\s*([\d.]{1,10})\s*(px|pt|pc|mm|cm|in|%)?\s*$/i.exec(value ?? '') ?? []
  const amount = Number(digits)
  if (!(amount > 0)) return undefined
  const known = unit.toLowerCase()
  if (known === '%') return { amount, unit: '%' }
  if (known === 'mm' || known === 'cm') return { amount: known === 'mm' ? amount : amount * 10, unit: 'mm' }
  return { amount: amount * (known === 'pt' ? 4 / 3 : known === 'pc' ? 16 : known === 'in' ? 96 : 1), unit: 'px' }
}

const alignments: Readonly<Record<string, Alignment>> = {
  left: 'left',
  start: 'left',
  center: 'center',
  middle: 'center',
  right: 'right',
  end: 'right',
  justify: 'both',
}

/** In text that runs to the left Word's "left" is where a line begins. */
export function alignmentOf(value: string | undefined, isRightToLeft: boolean): Alignment | undefined {
  const given = (value ?? '').trim().toLowerCase()
  const side = isRightToLeft ? { left: 'right', right: 'left' }[given] : undefined
  return alignments[side ?? given]
}

/** Furthest that text is moved in, in twentieths of a point: what still leaves room on a page. */
export const maxIndent = 5760

/** A margin or an indent in twentieths of a point. */
export function indentOfCss(value: string | undefined): number | undefined {
  const [, digits, unit = ''] = /^\s*([\d.]{1,8})(pt|px|pc|in|cm|mm|em|rem)\s*$/i.exec(value ?? '') ?? []
  const size = Number(digits) * (/em$/i.test(unit) ? 11 : (points[unit.toLowerCase()] ?? Number.NaN))
  return size >= 0 ? Math.min(Math.round(size * 20), maxIndent) : undefined
}

const letters: Readonly<Record<string, TextFormat['letters']>> = {
  uppercase: 'upper',
  lowercase: 'lower',
  capitalize: 'title',
}

/** What a `style` attribute says of text, in what is around it. */
export function formatOfStyle(css: ReadonlyMap<string, string>, around: TextFormat): TextFormat {
  const format: { -readonly [Key in keyof TextFormat]: TextFormat[Key] } = {}
  for (const [name, value] of css) {
    const text = value.toLowerCase()
    if (name === 'font-weight') format.bold = /^(?:bold|bolder|[6-9]00)$/.test(text)
    else if (name === 'font-style') format.italic = /^(?:italic|oblique)/.test(text)
    else if (name === 'text-decoration' || name === 'text-decoration-line') {
      if (text.includes('none')) [format.underline, format.strike] = [false, false]
      if (text.includes('underline')) format.underline = true
      if (text.includes('line-through')) format.strike = true
    } else if (name === 'vertical-align') {
      if (text === 'super') format.raised = 'superscript'
      if (text === 'sub') format.raised = 'subscript'
    } else if (name === 'text-transform') format.letters = letters[text]
    else if (name === 'font-variant') format.smallCaps = text === 'small-caps'
    else if (name === 'color' || name === 'background-color' || name === 'background') {
      const color = colorOf(value)
      if (color !== undefined) format[name === 'color' ? 'color' : 'background'] = color
    } else if (name === 'font-size') {
      const size = fontSizeOf(value, around.size)
      if (size !== undefined) format.size = size
    } else if (name === 'font-family') {
      const font =
        value
          .split(',')[0]
          ?.trim()
          .replaceAll(/^["']|["']$/g, '') ?? ''
      if (/^[\p{L}\p{N} ._-]{1,60}$/u.test(font) && !/^(?:serif|sans-serif|monospace|inherit|initial)$/i.test(font)) {
        format.font = font
      }
    }
  }
  return format
}
