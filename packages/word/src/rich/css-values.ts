import { colorOf, type Length } from '@chancery/tags'
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
