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
  if (/[\u00A0\u2007\u202F\u3000]/.test(plain))
    return { message: `A space of another kind stands in ${name}; the declaration is lost.`, hint: 'Type it anew.' }
  const words = wordsOf(plain)
  if (words === undefined) return undefined
  const keywords = keywordsOf.get(name)
  const wrong = words.find((word) => !everywhere.has(word) && !word.startsWith('-') && !fits(word))
  if (wrong !== undefined) return wordSlip(name, wrong, keywords)
  const [word = ''] = words
  const range = words.length === 1 && number.test(word) && !/[a-z%]$/.test(word) ? ranges.get(name) : undefined
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

/** Sums without spaces, and variables without their dashes. */
function callSlip(name: string, plain: string): Words | undefined {
  if (!plain.includes('(')) return undefined
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
