import { suggest } from '@chancery/core'
import { misfit } from '../../page/css-grammar.ts'
import type { Words } from '../rule.ts'
import { fontSlip } from './css-fonts.ts'
import { callSlip, colorSlip } from './css-functions.ts'

const number = /^[+-]?(?:\d*\.)?\d+(?:[a-z]{1,10}|%)?$/
/** Lengths that cannot be less than nothing. */
const positive = /^(?:padding|(?:min-|max-)?(?:width|height)$|font-size$|border)/
const border = /^border(?:-(?:top|right|bottom|left))?$/
const lineStyle = /^(?:none|hidden|dotted|dashed|solid|double|groove|ridge|inset|outset|inherit|initial|unset|revert)$/

/** Numbers without a unit that a property can be: between which, and what is meant by those beyond. */
const ranges: ReadonlyMap<string, readonly [least: number, most: number, hint: string]> = new Map([
  ['font-weight', [1, 1000, 'Write 400, 700 or bold.']],
  ['opacity', [0, 1, 'Write a part of one, such as 0.8.']],
  ['line-height', [0, 5, 'A number without a unit is so many times the size of the font: write px.']],
])

/** Hacks of old, values that are chosen, and tags of other systems. */
const isUnreadable = (plain: string): boolean => /[{}<>|$@\\]|%%[a-z=[]|x{3}|[*_](?![^()]*\))/i.test(plain)

/** What of a property's value there is not; words of vendors are theirs. @param plain without strings, addresses and flag */
export function valueSlip(name: string, value: string, plain: string): Words | undefined {
  if (plain.split('(').length !== plain.split(')').length || /url\([^()]*$/i.test(value))
    return {
      message: `A bracket of ${name} is not closed, or closes nothing; the declaration is lost.`,
      hint: 'Add or remove it.',
    }
  const slip =
    callSlip(name, plain) ?? fontSlip(name, value) ?? (value.includes('(') ? colorSlip(name, value) : undefined)
  if (slip !== undefined) return slip
  if (/[\u00A0\u2007\u202F\u3000]/.test(plain))
    return { message: `A space of another kind stands in ${name}; the declaration is lost.`, hint: 'Type it anew.' }
  if (isUnreadable(plain)) return undefined
  return grammarSlip(name.replace(/^-(?:webkit|moz|ms)-(?=text-size-adjust$)/, ''), value) ?? lengthSlip(name, plain)
}

/** Numbers beyond what a property can be, and borders that draw nothing. */
function lengthSlip(name: string, plain: string): Words | undefined {
  const words = plain
    .trim()
    .toLowerCase()
    .split(/[\s/]+/)
  const [word = ''] = words
  const range = words.length === 1 && number.test(word) && !/[a-z%]$/.test(word) ? ranges.get(name) : undefined
  if (range !== undefined && (Number(word) < range[0] || Number(word) > range[1]))
    return { message: `${name} is ${word}, which is more than is ever meant.`, hint: range[2] }
  if (
    border.test(name) &&
    !plain.includes('(') &&
    words.some((each) => number.test(each) && Number.parseFloat(each) > 0) &&
    !words.some((each) => lineStyle.test(each))
  )
    return { message: `${name} has no line, such as solid: nothing is drawn.`, hint: 'Write 1px solid #cccccc.' }
  const negative = positive.test(name) ? words.find((each) => /^-[\d.]/.test(each)) : undefined
  return negative === undefined || Number.parseFloat(negative) === 0 || name.endsWith('spacing')
    ? undefined
    : { message: `${name} cannot be less than nothing; the declaration is lost.`, hint: 'Write 0 or more.' }
}

/** What the grammar of the property does not know. */
function grammarSlip(name: string, value: string): Words | undefined {
  const found = misfit(name, value.replace(/!\s*important\s*$/i, ''))
  if (found === undefined) return undefined
  const { word, words } = found
  if (word === 'important')
    return { message: 'The flag has lost its sign; the declaration is lost.', hint: 'Write !important.' }
  const near = suggest(word, words)
  return {
    message: `${name} cannot be "${word.slice(0, 40)}"; the declaration is lost.`,
    hint: near === undefined || near === word ? 'Write a value that it knows.' : `Did you mean "${near}"?`,
  }
}
