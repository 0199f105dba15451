import type { Words } from '../rule.ts'

/** Functions that values call (CSS Values 4, Images 4, Color 5, Transforms 2, Filter Effects 1, and those of old engines). */
const functions = new Set(
  'abs acos anchor anchor-size asin atan atan2 attr blur brightness calc calc-size circle clamp color color-mix color-stop conic-gradient contrast contrast-color cos counter counters cross-fade cubic-bezier device-cmyk drop-shadow element ellipse env exp expression fit-content format from grayscale gradient hsl hsla hue-rotate hwb hypot image image-set inset invert lab lch light-dark linear linear-gradient local log matrix matrix3d max min minmax mod oklab oklch opacity paint path perspective polygon pow radial-gradient ray rect rem repeat repeating-conic-gradient repeating-linear-gradient repeating-radial-gradient rgb rgba rotate rotate3d rotatex rotatey rotatez round saturate scale scale3d scalex scaley scalez scroll sepia sign sin skew skewx skewy sqrt src steps symbols tan tech to translate translate3d translatex translatey translatez url var view xywh alpha'.split(
    ' ',
  ),
)

/** A function that there is not, such as those of Sass. */
const oddFunction = (name: string, plain: string): string | undefined =>
  /filter$|^(?:-|src$|behavior)/.test(name) || /progid/i.test(plain)
    ? undefined
    : Array.from(plain.matchAll(/(?<![\w-])([a-z][a-z\d-]{0,40})\(/gi), ([, called = '']) => called.toLowerCase()).find(
        (called) => !functions.has(called) && !/x{3}/.test(called),
      )

/** Sums without spaces, and variables without their dashes. */
export function callSlip(name: string, plain: string): Words | undefined {
  if (/[$@]/.test(plain) && /(?:^|[\s,(])\$[a-z_]|(?:^|[\s,(])@[a-z]/i.test(plain) && !plain.includes('{'))
    return { message: `${name} holds a variable of Sass or Less; the declaration is lost.`, hint: 'Write its value.' }
  if (!plain.includes('(')) return undefined
  const odd = oddFunction(name, plain)
  if (odd !== undefined)
    return { message: `There is no ${odd.slice(0, 40)}(); the declaration is lost.`, hint: 'Write what it would give.' }
  if (/calc\([^()]*[\w%)]\s*[+-][^\s-]|calc\([^()]*[\w%)][+-]\s/i.test(plain.replaceAll(/-[a-z]/gi, '')))
    return {
      message: `A sum of ${name} has no spaces around its sign; the declaration is lost.`,
      hint: 'Write calc(100% - 20px).',
    }
  const gradient = /(?:linear|radial|conic)-gradient\(([^()]*)\)/i.exec(plain)?.[1]
  if (gradient !== undefined && !gradient.includes(','))
    return { message: 'A gradient has one colour; it needs two.', hint: 'Write linear-gradient(#ffffff, #eeeeee).' }
  const bare = /\b(?:rotate|skew|translate)[xyz]?\(\s*[+-]?(?!0*(?:\.0*)?\s*[,)])\d{0,9}(?:\.\d{1,9})?\s*[,)]/i.exec(
    plain,
  )?.[0]
  if (bare !== undefined)
    return { message: `"${bare}" has no unit; the declaration is lost.`, hint: 'Write deg, or px.' }
  return /\bvar\(\s*[a-z]/i.test(plain)
    ? { message: 'The name of a variable has no dashes; the declaration is lost.', hint: 'Write var(--name).' }
    : undefined
}

/** Colours of functions whose parts are none; and pictures where only a colour may be. */
export function colorSlip(name: string, value: string): Words | undefined {
  if (/^(?:background-)?color$/.test(name) && /url\(|gradient\(/i.test(value))
    return {
      message: `${name} holds a colour alone; the declaration is lost.`,
      hint: 'Write background: for a picture.',
    }
  if (/hsla?\(\s*[\d.]+(?:deg)?\s*,\s*[\d.]+\s*,/i.test(value))
    return {
      message: 'The second and third part of hsl() are per cent; the declaration is lost.',
      hint: 'Write hsl(120, 50%, 50%).',
    }
  if (/rgba?\([^()%]*%[^()]*,\s*\d+\s*[,)]|rgba?\(\s*\d+\s*,[^()%]*%\s*[,)]/i.test(value.replace(/,[^,()]*\)/, ')')))
    return { message: 'The parts of rgb() are all numbers, or all per cent.', hint: 'Write rgb(26, 51, 77).' }
  if (/rgba?\([^()]*\b(?:2(?:5[6-9]|[6-9]\d)|[3-9]\d\d|\d{4,})\b/i.test(value))
    return { message: 'A part of rgb() is at most 255.', hint: 'Write 0 to 255.' }
  return /(?:rgb|hsl)a\([^()]*,\s*(?:[2-9]|\d{2,})(?:\.\d+)?\s*\)/i.test(value)
    ? { message: 'The fourth part of a colour is a part of one.', hint: 'Write 0.8 or 80%.' }
    : undefined
}
