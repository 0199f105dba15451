import { colorOf } from '@chancery/tags'
import { cssWords } from './css-words.ts'
import type { HtmlTag } from '../parse/html-tokens.ts'
import type { HtmlPage } from './html-page.ts'
import type { ElementStyle } from './page-styles.ts'

/** How an element looks, as far as styles tell without a browser. */
export interface ElementLook {
  /** Six hexadecimal digits; `undefined` where it is not known. */
  readonly color: string | undefined
  readonly background: string | undefined
  /** In pixels; `undefined` where it is not known. */
  readonly size: number | undefined
  readonly isBold: boolean
  readonly isUnderlined: boolean
  /** What hides it, as written; empty where nothing does. */
  readonly hiddenBy: string
  /** What is between lines, as written; a size in pixels of a font is no part of it. */
  readonly lineHeight: string | undefined
  /** Whether it says its own size or colour, rather than inheriting it. */
  readonly ownSize: boolean
}

const root: ElementLook = {
  color: '000000',
  background: 'FFFFFF',
  size: undefined,
  isBold: false,
  isUnderlined: false,
  lineHeight: undefined,
  hiddenBy: '',
  ownSize: false,
}

const bold = new Set(['b', 'strong', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'th'])

/** CSS Fonts 4, 2.5: what the keywords are where nothing else is said. */
const keywords: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
}

/** What the sizes of a `font` element are (HTML standard, 15.3.4). */
const sizesOfFont = ['', 'x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', '48px']

/** Of text of which nothing is said, in pixels. */
const usualSize = 16

/** A length in pixels. */
export function pixels(value: string | undefined, parent: number | undefined): number | undefined {
  const [, number = '', unit = ''] =
    /^([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*(px|pt|em|rem|%)?$/.exec(value?.trim() ?? '') ?? []
  if (number === '') return keywords[value?.trim() ?? '']
  const amount = Number(number)
  if (unit === 'pt') return (amount * 4) / 3
  if (unit === 'rem') return amount * usualSize
  if (unit === 'em') return amount * (parent ?? usualSize)
  if (unit === '%') return (amount / 100) * (parent ?? usualSize)
  return amount
}

/** The colour in a `background`, or nothing; `null` where a picture lies over it. */
function backgroundOf(style: ElementStyle): string | null | undefined {
  if (style.size === 0) return undefined
  const all = style.get('background') ?? ''
  if (/url\(|gradient\(/.test(`${all} ${style.get('background-image') ?? ''}`)) return null
  const own = style.get('background-color') ?? cssWords(all).find((word) => colorOf(word) !== undefined) ?? ''
  return own === '' || /^(?:transparent|none|inherit|initial|unset)$/.test(own) ? undefined : own
}

const is = (style: ElementStyle, name: string, pattern: RegExp): boolean => {
  const value = style.get(name)
  return value !== undefined && pattern.test(value)
}

/** What takes an element out of sight. */
function hiding(style: ElementStyle, size: number | undefined): string {
  if (style.size === 0 && size === undefined) return ''
  if (is(style, 'display', /^none/)) return 'display: none'
  if (is(style, 'visibility', /^(?:hidden|collapse)/)) return 'visibility: hidden'
  if (is(style, 'opacity', /^(?:0?\.0*|0+(?:\.0+)?%?)$/)) return 'opacity: 0'
  if (is(style, 'text-indent', /^-\d{3,}/)) return 'text-indent'
  if (is(style, 'color', /^transparent|^(?:rgb|hsl)a\([^()]*[,/]\s*(?:0(?:\.0*)?|\.0+)%?\s*\)/))
    return 'color: transparent'
  const isMoved = ['left', 'right', 'top', 'bottom'].some((name) => is(style, name, /^-\d{3,}/))
  if (is(style, 'transform', /^scale[xy]?\(\s*0(?:\.0+)?\s*[,)]/)) return 'transform'
  if (isMoved && is(style, 'position', /^(?:absolute|fixed|relative)/)) return 'position'
  if (is(style, 'margin-left', /^-\d{4,}/) || is(style, 'margin-top', /^-\d{4,}/)) return 'margin'
  if (is(style, 'clip', /^rect\(\s*0(?:px)?[\s,]+0(?:px)?[\s,]+0(?:px)?[\s,]+0(?:px)?\s*\)/)) return 'clip'
  if (is(style, 'clip-path', /^inset\(\s*(?:[5-9]\d|100)%/)) return 'clip-path'
  if (size !== undefined && size <= 2) return 'font-size'
  const isFlat = ['height', 'max-height', 'width'].some((name) => is(style, name, /^[01](?:px)?$/))
  return isFlat && is(style, 'overflow', /^hidden/) ? 'overflow: hidden' : ''
}

/** Whether an element undoes what hides the one around it. */
const shows = (hiddenBy: string, style: ElementStyle, size: number | undefined): boolean =>
  (hiddenBy === 'font-size' && size !== undefined && size > 2) ||
  (hiddenBy === 'visibility: hidden' && style.get('visibility') === 'visible') ||
  (hiddenBy === 'color: transparent' && style.has('color')) ||
  (hiddenBy === 'text-indent' && style.has('text-indent'))

/** How dense a part or an `opacity` is, 0 to 1. */
function density(value: string | undefined): number {
  const [, amount = '', percent] = /^\s*((?:\d+(?:\.\d+)?|\.\d+))(%?)\s*$/.exec(value ?? '') ?? []
  return amount === '' ? 1 : Math.min(1, Number(amount) / (percent === '' ? 1 : 100))
}

/** The density of a colour of CSS, by its fourth part. */
const densityOf = (color: string | undefined): number => {
  const [, short, long] = /^#(?:[\da-f]{3}([\da-f])|[\da-f]{6}([\da-f]{2}))$/i.exec(color ?? '') ?? []
  const digits = long ?? (short === undefined ? undefined : short + short)
  return digits === undefined ? partOf(color) : Number.parseInt(digits, 16) / 255
}
const partOf = (color: string | undefined): number =>
  density(/^(?:rgb|hsl)a?\(\s*[^\s,/]+[\s,]+[^\s,/]+[\s,]+[^\s,/]+\s*[,/]([^)]+)\)/i.exec(color ?? '')?.[1])

/** What is seen of a colour that is not dense before another; both in six hexadecimal digits. */
const seenBefore = (background: string, color: string, dense: number): string =>
  [0, 2, 4]
    .map((at) => {
      const [over = 0, under = 0] = [color, background].map((each) => Number.parseInt(each.slice(at, at + 2), 16))
      return Math.round(over * dense + under * (1 - dense))
        .toString(16)
        .padStart(2, '0')
        .toUpperCase()
    })
    .join('')

/** Programs underline links by themselves; a line below serves as well. */
function isUnderlined({ name, attributes }: HtmlTag, style: ElementStyle, above: ElementLook): boolean {
  const said = style.get('text-decoration') ?? style.get('text-decoration-line')
  if (said !== undefined && !/^(?:inherit|none)/.test(said)) return /underline/.test(said)
  const line = style.get('border-bottom')
  if (line !== undefined && !/^(?:none|0)/.test(line)) return true
  if (said === undefined && (name === 'u' || name === 'ins' || (name === 'a' && attributes.has('href')))) return true
  return name !== 'a' && above.isUnderlined
}

/** The looks of all elements, in their order. Outside of them, text is black on white. */
export function elementLooks(page: HtmlPage, styles: readonly ElementStyle[]): readonly ElementLook[] {
  const looks: ElementLook[] = []
  page.elements.forEach(({ tag, parent }, index) => {
    const above = looks[parent] ?? root
    const style = styles[index] ?? new Map<string, string>()
    const fontSize =
      style.get('font-size') ??
      (tag.name === 'font' ? sizesOfFont[Number(tag.attributes.get('size')?.value)] : undefined) ??
      /(?:^|\s)((?:\d+(?:\.\d+)?|\.\d+)(?:px|pt|em|rem|%))(?:\s|\/)/.exec(style.get('font') ?? '')?.[1]
    const size = fontSize === undefined ? above.size : pixels(fontSize, above.size)
    const written =
      style.get('color') ??
      tag.attributes.get('color')?.value ??
      (tag.name === 'body' ? tag.attributes.get('text')?.value : undefined)
    const color = written === undefined || written === 'inherit' ? undefined : (colorOf(written) ?? null)
    const own = backgroundOf(style)
    const painted = own ?? tag.attributes.get('bgcolor')?.value
    const isPicture = own === null || tag.attributes.has('background')
    const background = isPicture ? undefined : painted === undefined ? above.background : colorOf(painted)
    const dense = style.size === 0 ? 1 : densityOf(written) * density(style.get('opacity'))
    const inherited = tag.name === 'a' ? undefined : above.color
    const plain = color === null ? undefined : (color ?? inherited)
    const isSeenThrough = dense < 1 && plain !== undefined && background !== undefined
    const weight = style.get('font-weight')
    looks.push({
      // Programs colour links by themselves.
      color: isSeenThrough ? seenBefore(background, plain, dense) : plain,
      background,
      size,
      isBold: weight === undefined ? above.isBold || bold.has(tag.name) : /^(?:bold|[6-9]00)/.test(weight),
      isUnderlined: isUnderlined(tag, style, above),
      hiddenBy:
        (shows(above.hiddenBy, style, fontSize === undefined ? undefined : size) ? '' : above.hiddenBy) ||
        (tag.attributes.has('hidden') ? 'hidden' : hiding(style, fontSize === undefined ? undefined : size)),
      lineHeight:
        style.get('line-height') ?? /\/\s*([\d.]+[a-z%]*)/i.exec(style.get('font') ?? '')?.[1] ?? above.lineHeight,
      ownSize: fontSize !== undefined,
    })
  })
  return looks
}

const luminance = (color: string): number => {
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}
