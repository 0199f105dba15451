import { suggest } from '@chancery/core'
import {
  borderWords,
  colorNames,
  everywhere,
  keywordsOf,
  lengthWords,
  lineStyleWords,
  mixed,
  oneWord,
  ranges,
} from '../../page/css-keywords-data.ts'
import type { Words } from '../rule.ts'

const number = /^[+-]?(?:\d*\.)?\d+(?:[a-z]{1,10}|%)?$/
const color = /^#[\da-f]{3,8}$/
/** Lengths that cannot be less than nothing. */
const positive = /^(?:padding|(?:min-|max-)?(?:width|height)$|font-size$|border)/
const border = /^border(?:-(?:top|right|bottom|left))?$/
/** A size, perhaps with the height of its line, and what follows it: a font. */
const sizedFont =
  /(?:^|\s)(?:(?:\d*\.)?\d+(?:[a-z]{1,4}|%)?|(?:x{1,3}-)?(?:small|large)|medium|smaller|larger)(?:\s*\/\s*\S+)?\s+["'\p{L}]/u
const systemFonts = /^(?:caption|icon|menu|message-box|small-caption|status-bar|inherit|initial|unset|revert)$/

/** The words of a value; nothing where it holds what is reckoned, a hack of old, or a tag of another system. */
function wordsOf(value: string): readonly string[] | undefined {
  return /[(){}<>|$@\\*_]|%%[a-z=[]|\bx{3}/.test(value)
    ? undefined
    : value
        .trim()
        .toLowerCase()
        .split(/[\s/]+/)
        .filter((word) => word !== '')
}

/** What of a property's value there is not; words of vendors are theirs. @param plain without strings, addresses and flag */
export function valueSlip(name: string, value: string, plain: string): Words | undefined {
  if (plain.split('(').length !== plain.split(')').length || /url\([^()]*$/i.test(value))
    return {
      message: `A bracket of ${name} is not closed, or closes nothing; the declaration is lost.`,
      hint: 'Add or remove it.',
    }
  if (name === 'font' && !/[({<$|*\\]|\bx{3}/.test(value) && !systemFonts.test(value) && !sizedFont.test(value))
    return {
      message: 'A font needs a size, and a family behind it; the declaration is lost.',
      hint: 'Write font: 16px Arial, sans-serif.',
    }
  const slip =
    callSlip(name, plain) ?? fontSlip(name, value) ?? (value.includes('(') ? colorSlip(name, value) : undefined)
  if (slip !== undefined) return slip
  if (name === 'background-image' && !/\(|^(?:none|inherit|initial|unset|revert)$|[{<$]|x{3}/i.test(value.trim()))
    return { message: 'The address of a picture stands in no url(); it is not shown.', hint: 'Write url(https://…).' }
  if (
    name.endsWith('shadow') &&
    !/\d|^(?:none|inherit|initial|unset|revert)$|[{<$(]|x{3}/i.test(plain.replace(/#[\da-f]{3,8}/i, '').trim())
  )
    return { message: `${name} has no lengths; nothing is drawn.`, hint: 'Write 0 2px 4px #999999.' }
  if (name.endsWith('radius') && /^\s*\/|\/\s*$/.test(plain))
    return { message: `A "/" of ${name} has nothing beside it; the declaration is lost.`, hint: 'Take it out.' }
  if (/[\u00A0\u2007\u202F\u3000]/.test(plain))
    return { message: `A space of another kind stands in ${name}; the declaration is lost.`, hint: 'Type it anew.' }
  const words = wordsOf(plain)
  if (words === undefined) return undefined
  const keywords = keywordsOf.get(name)
  const wrong = words.find((word) => !everywhere.has(word) && !word.startsWith('-') && !fits(word))
  if (wrong !== undefined) return wordSlip(name, wrong, keywords)
  const [word = ''] = words
  const range = words.length === 1 && number.test(word) && !/[a-z%]$/.test(word) ? ranges.get(name) : undefined
  if (name === 'font-weight' && words.length === 1 && /^\d+[a-z%]/.test(word))
    return { message: 'A weight has no unit; the declaration is lost.', hint: 'Write 400, 700 or bold.' }
  if (range !== undefined && (Number(word) < range[0] || Number(word) > range[1]))
    return { message: `${name} is ${word}, which is more than is ever meant.`, hint: range[2] }
  if (
    words.length > 1 &&
    (oneWord.has(name) || (name === 'display' && words.includes('inline') && words.includes('block')))
  )
    return { message: `${name} is one word, not ${words.length}; the declaration is lost.`, hint: 'Keep one.' }
  if (
    border.test(name) &&
    words.some((each) => number.test(each) && Number.parseFloat(each) > 0) &&
    !words.some(isLine)
  )
    return { message: `${name} has no line, such as solid: nothing is drawn.`, hint: 'Write 1px solid #cccccc.' }
  const isTwice = repeated(name, words)
  if (isTwice !== undefined)
    return { message: `${name} has two ${isTwice}; the declaration is lost.`, hint: 'Keep one.' }
  const isBox = /^(?:padding|margin)$/.test(name)
  if (isBox && words.length > 4)
    return { message: `${name} has ${words.length} values, and four sides.`, hint: 'Write one to four.' }
  const negative =
    positive.test(name) && lengths(name) !== undefined ? words.find((word) => /^-[\d.]/.test(word)) : undefined
  return negative === undefined || Number.parseFloat(negative) === 0
    ? undefined
    : { message: `${name} cannot be less than nothing; the declaration is lost.`, hint: 'Write 0 or more.' }

  function fits(word: string): boolean {
    if (keywords !== undefined)
      return keywords.has(word) || (mixed.has(name) && (number.test(word) || color.test(word) || colorNames.has(word)))
    if (border.test(name)) return number.test(word) || color.test(word) || borderWords.has(word) || colorNames.has(word)
    const known = lengths(name)
    return known === undefined || number.test(word) || known.has(word)
  }
}

/** What a shorthand says twice that it can say once. */
function repeated(name: string, words: readonly string[]): string | undefined {
  if (!border.test(name) && name !== 'background') return undefined
  const count = (is: (word: string) => boolean): number => words.filter((word) => is(word)).length
  if (count((word) => color.test(word) || (colorNames.has(word) && word !== 'transparent')) > 1) return 'colours'
  return border.test(name) && count((word) => number.test(word)) > 1 ? 'widths' : undefined
}

const isLine = (word: string): boolean => lineStyleWords.has(word) || everywhere.has(word)

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
function callSlip(name: string, plain: string): Words | undefined {
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
  return /\bvar\(\s*[a-z]/i.test(plain)
    ? { message: 'The name of a variable has no dashes; the declaration is lost.', hint: 'Write var(--name).' }
    : undefined
}

/** Marks around the names of fonts: closed, plain, and around one name each. */
function fontSlip(name: string, value: string): Words | undefined {
  if (!/^font(?:-family)?$/.test(name)) return undefined
  const lost = 'the declaration is lost.'
  if (/[“”„‘’«»]/.test(value))
    return { message: `Typographic quotation marks stand in ${name}; ${lost}`, hint: 'Write plain ones.' }
  const inMarks = Array.from(value.matchAll(/"[^"]*"|'[^']*'/g), ([all]) => all)
  if (/["']/.test(value.replaceAll(/"[^"]*"|'[^']*'/g, '')))
    return { message: `A quotation mark of ${name} has no other; ${lost}`, hint: 'Write one at each end of the name.' }
  if (inMarks.some((each) => each.includes(',')))
    return {
      message: `One pair of quotation marks holds several fonts of ${name}: they are read as one name.`,
      hint: 'Write "Open Sans", Arial, sans-serif.',
    }
  const bare = value.replaceAll(/"[^"]*"|'[^']*'/g, '')
  if (name === 'font-family' && /[a-z] [\w ]{0,100}\b(?:sans-serif|serif|monospace)\s*(?:,|$)/i.test(bare))
    return { message: `A comma is missing between fonts; ${lost}`, hint: 'Write Arial, Helvetica, sans-serif.' }
  return /(?:^|,)\s*sans serif\s*(?:,|$)/i.test(value)
    ? { message: 'The generic font is written with a hyphen.', hint: 'Write sans-serif.' }
    : undefined
}

/** Colours of functions whose parts are none; and pictures where only a colour may be. */
function colorSlip(name: string, value: string): Words | undefined {
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

const lengths = (name: string): ReadonlySet<string> | undefined =>
  lengthWords.find(
    ([of]) => of.test(name) && !/color|style|collapse|spacing$/.test(name.replace(/^(?:letter|word)-spacing$/, '')),
  )?.[1]

function wordSlip(name: string, word: string, keywords: ReadonlySet<string> | undefined): Words {
  if (word === 'important')
    return { message: 'The flag has lost its sign; the declaration is lost.', hint: 'Write !important.' }
  const near = suggest(word, [...(keywords ?? borderWords)])
  return {
    message: `${name} cannot be "${word.slice(0, 40)}"; the declaration is lost.`,
    hint: near === undefined || near === word ? 'Write a value that it knows.' : `Did you mean "${near}"?`,
  }
}
