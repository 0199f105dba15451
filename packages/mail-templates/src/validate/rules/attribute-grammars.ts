import { relations } from '../../page/html-values-data.ts'
import { suggest } from '@chancery/core'
import type { HtmlAttribute, HtmlTag } from '../../parse/html-tokens.ts'
import { holdsTag, htmlRule, type Words } from '../rule.ts'
import { languageSlip } from './language-tags.ts'

/** Slips in words are looked for so often. */
const maxSuggestions = 50
/** UTF-16 units of a value that are looked at. */
const mostUnits = 500

/** A date, a time, both, a month, a year, a week or a duration (HTML standard, 4.5.14). */
const moment =
  /^(?:\d{4,}-(?:\d\d(?:-\d\d)?|W\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)?(?:Z|[+-]\d\d:?\d\d)?|\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:?\d\d)?|\d{4,}|\d\d-\d\d|P(?=.)[\dA-Z.]{1,40}|Z|[+-]\d\d:?\d\d)$/
const isDay = (value: string): boolean => {
  const [, year = '', month = '', day = '01'] = /^(\d{4})-(\d\d)(?:-(\d\d))?/.exec(value) ?? []
  if (year === '') return true
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day)
}

/** What attributes an element says nothing without (HTML standard, 4). */
const needed: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  ['map', [['name']]],
  ['meta', [['content', 'charset', 'itemprop']]],
  ['bdo', [['dir']]],
  ['data', [['value']]],
  ['optgroup', [['label']]],
  ['param', [['name']]],
  ['track', [['src']]],
  [
    'link',
    [
      ['href', 'imagesrcset'],
      ['rel', 'itemprop'],
    ],
  ],
])

/** Names of `meta` that say all by themselves. */
const switches = new Set(['x-apple-disable-message-reformatting'])

type Grammar = (value: string, tag: HtmlTag) => Words | undefined

/** Values of one kind in all elements, by the name of their attribute: what is wrong about them. */
const grammars: ReadonlyMap<string, Grammar> = new Map<string, Grammar>([
  [
    'datetime',
    (value) =>
      value === '' || (moment.test(value) && isDay(value))
        ? undefined
        : { message: `datetime cannot be "${value.slice(0, 60)}".`, hint: 'Write a date such as 2026-11-29.' },
  ],
  [
    'accesskey',
    (value) =>
      value.split(/\s+/).every((key) => Array.from(key).length === 1)
        ? undefined
        : { message: 'An access key is one character.', hint: 'Write one.' },
  ],
  [
    'title',
    (value, { name }) =>
      name === 'abbr' && value === ''
        ? { message: 'The words of an abbreviation are empty.', hint: 'Write them, or take title out.' }
        : undefined,
  ],
  [
    'coords',
    (value) =>
      /^\s*-?\d+(?:\.\d+)?(?:\s*[,;\s]\s*-?\d+(?:\.\d+)?)*\s*$/.test(value)
        ? undefined
        : { message: `coords cannot be "${value.slice(0, 60)}".`, hint: 'Write numbers with commas between.' },
  ],
  ['lang', (value, { name }) => (name === 'html' || value === '' ? undefined : languageSlip(value))],
])

/** Values that have a grammar of their own, and elements without what they are made of. */
export const attributeGrammars = htmlRule(({ starts, parsed }, tell) => {
  let left = maxSuggestions
  const keys = new Set<string>()
  const relationSlip = (value: string): Words | undefined => {
    for (const word of value.toLowerCase().split(/\s+/)) {
      if (word === '' || relations.has(word) || left-- <= 0) continue
      const meant = suggest(word, relations)
      if (meant !== undefined)
        return { message: `rel cannot be "${word.slice(0, 40)}".`, hint: `Did you mean "${meant}"?` }
    }
    return undefined
  }
  const slipOf = (name: string, value: string, tag: HtmlTag): Words | undefined =>
    name === 'rel' && (tag.name === 'a' || tag.name === 'link' || tag.name === 'area')
      ? relationSlip(value)
      : grammars.get(name)?.(value, tag)
  const isChosen = ({ start, end }: HtmlAttribute): boolean => holdsTag(parsed, start, end)
  for (const tag of starts) {
    for (const [name, attribute] of tag.attributes) {
      if (name !== 'rel' && !grammars.has(name)) continue
      if (isChosen(attribute)) continue
      const value = attribute.value.trim().slice(0, mostUnits)
      const slip = slipOf(name, value, tag)
      if (slip !== undefined) tell('invalid_attribute', attribute, slip)
      if (name !== 'accesskey' || value === '') continue
      if (keys.has(value.toLowerCase()))
        tell('invalid_attribute', attribute, {
          message: `The access key "${value.slice(0, 10)}" leads to another element already.`,
          hint: 'Give each its own.',
        })
      keys.add(value.toLowerCase())
    }
    const lacks =
      tag.name === 'meta' && switches.has(tag.attributes.get('name')?.value.trim().toLowerCase() ?? '')
        ? undefined
        : needed.get(tag.name)?.find((names) => !names.some((name) => tag.attributes.has(name)))
    if (lacks !== undefined && !holdsTag(parsed, tag.start, tag.end))
      tell('invalid_attribute', tag, {
        message: `<${tag.name}> says nothing without ${lacks[0]}.`,
        hint: `Add ${lacks[0]}, or take the element out.`,
      })
  }
})
