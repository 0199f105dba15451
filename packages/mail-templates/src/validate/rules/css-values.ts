import { suggest } from '@chancery/core'
import { borderWords, colorNames, everywhere, keywordsOf, lengthWords, mixed } from '../../page/css-keywords-data.ts'
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
  const words = wordsOf(plain)
  if (words === undefined) return undefined
  const keywords = keywordsOf.get(name)
  const wrong = words.find((word) => !everywhere.has(word) && !word.startsWith('-') && !fits(word))
  if (wrong !== undefined) return wordSlip(name, wrong, keywords)
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

const lengths = (name: string): ReadonlySet<string> | undefined =>
  lengthWords.find(
    ([of]) =>
      of.test(name) && !/color|style|radius|collapse|spacing$/.test(name.replace(/^(?:letter|word)-spacing$/, '')),
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
