import { pathsOf } from '../data/reads.ts'
import { type Expression, partsOf, type PathExpression } from '../syntax/expression.ts'
import { findFormatter } from '../formatters/registry.ts'
import { familiarFormatter } from './familiar-formatters.ts'
import { hasConditionName } from './section-kind.ts'
import { conditionRight, isPlain } from './condition-right.ts'
import { spokenFormatter } from './spoken-formats.ts'
import { writtenRight } from './written-right.ts'

interface OddName {
  readonly message: string
  readonly hint: string
  readonly path: string
}

/** Longest name that is looked at, and most words of it. */
const maxLength = 200

/** `sender.name`, `lastName`, `matter_no`: no word of a name that people write with spaces. */
const isOfProgram = (word: string): boolean => /\p{L}[._]\p{L}|\p{Ll}\p{Lu}/u.test(word)

/** How a path stands in its tag. */
const writtenAs = ({ segments, written }: PathExpression): string => written ?? segments.join('.')

/**
 * A path of the template in a longer name, with a word or a sign beside it that belongs outside of the tag: `{Mr client.name}`,
 * `{client.city client.zip}`, `{fee €}` beside `{fee}`. The whole is one name, which no data has.
 * @param isRead whether the template reads a dotted path in a tag of its own
 * @param sectionTag the tag, where it is one of a section
 * @param valueTag the tag, where it writes a value
 */
export function nameWithinName(
  expression: Expression,
  isRead: (path: string) => boolean,
  sectionTag = '',
  valueTag = '',
): OddName | undefined {
  for (const path of pathsOf(expression)) {
    const whole = writtenAs(path)
    if (path.up !== undefined || path.own || whole.length > maxLength || !/ |['’]s$/.test(whole)) continue
    // The genitive, which belongs behind the tag.
    const words = whole.replace(/['’]s$/, " 's").split(' ')
    // What an expression is too is read as one where no data has the name.
    if (expression.kind === 'named' && expression.name === path) continue
    const inner = words.find((word) => isOfProgram(word) && isRead(word)) ?? withoutSigns(words, isRead)
    if (inner !== undefined)
      return {
        message: `"${whole}" is read as one name, and "${inner}" is a value of the template.`,
        hint:
          (expression.kind === 'path' ? undefined : wholeRight(valueTag)) ??
          valuesBeside(words, isRead, sectionTag) ??
          hintFor(inner, words, sectionTag),
        path: whole,
      }
  }
  return undefined
}

/** A tag in which more than one name is read, as it is right. */
function wholeRight(tag: string): string | undefined {
  const right = writtenRight(tag.replace(/^\{+/, '').replace(/\}+$/, ''), isPlain)
  return right === undefined ? undefined : `Write {${right}}.`
}

/** `client.firstName client.lastName`, each a value that the template reads. */
const valuesBeside = (
  words: readonly string[],
  isRead: (path: string) => boolean,
  sectionTag: string,
): string | undefined =>
  sectionTag === '' && words.every((word) => isOfProgram(word) && isRead(word))
    ? `Write each value in a tag of its own: ${words.map((word) => `{${word}}`).join(' ')}.`
    : undefined

/** By what stands beside the value: a formatter without its bar, or words that belong outside. */
function hintFor(inner: string, words: readonly string[], sectionTag: string): string {
  const isSection = sectionTag !== ''
  const others = words.filter((word) => word !== inner)
  const [name = ''] = others
  const formatter = others.length === 1 ? (findFormatter(name)?.name ?? familiarFormatter(name)) : undefined
  if (formatter !== undefined) return `Write {${inner} | ${formatter}}: a formatter stands behind a "|".`
  const spoken = isSection ? undefined : spokenFormat(words.join(' '))
  if (spoken !== undefined) return `Write {${spoken}}.`
  const test = conditionRight(sectionTag)
  if (test !== undefined) return `Write {${test}}.`
  const right = writtenRight(words.join(' '))
  if (right !== undefined) return `Write {${isSection ? '#if ' : ''}${right}}.`
  return isSection
    ? `Write {#${inner}} alone, or a test with ==, !=, <, <=, > or >=.`
    : `Write {${inner}} alone, and what else there is outside of the braces.`
}

/** `name | upper` of `name in capitals`. */
function spokenFormat(text: string): string | undefined {
  const [, path = '', said = ''] = /^([\p{L}_][\p{L}\p{N}_.]{0,100})\s(\S.{0,40})$/u.exec(text) ?? []
  const formatter = spokenFormatter(said)
  return formatter === undefined ? undefined : `${path} | ${formatter}`
}

/** `fee` of `fee €`, where the template reads it. */
function withoutSigns(words: readonly string[], isRead: (path: string) => boolean): string | undefined {
  const named = words.filter((word) => /[\p{L}\p{N}]/u.test(word) && word !== "'s")
  const name = named.join(' ')
  return named.length < words.length && isRead(name) ? name : undefined
}

/** Names of what is always a text. */
export const ofText = /(?:name|city|town|street|address|country|title|e-?mail|phone|company)$/i

/** The number that a sign alone is taken from: `{-name}`. */
const isNothing = (side: Expression): boolean => side.kind === 'literal' && side.value === 0 && side.start === side.end

/** `{client.name and client.city}`, `{client.name / client.city}`: a test or calculation where two values were meant. */
export function betweenTexts(expression: Expression): OddName | undefined {
  const both = expression.kind === 'named' ? expression.otherwise : expression
  if (both.kind !== 'binary' || (both.operator !== 'and' && both.operator !== '/' && both.operator !== '-'))
    return undefined
  const { operator } = both
  const [isNegative, negated] = [isNothing(both.left), both.right]
  if (operator === '-' && isNegative && negated.kind === 'path' && ofText.test(negated.segments.join('.'))) {
    const path = negated.segments.join('.')
    return { message: 'A minus before a name calculates with it.', hint: `Write - {${path}}, or {${path}}.`, path }
  }
  const [left, right] = partsOf(both).map((side) => {
    const path = side.kind === 'path' ? side.segments.join('.') : ''
    return isOfProgram(path) && (operator === 'and' ? !hasConditionName(path) : ofText.test(path)) ? path : undefined
  })
  if (left === undefined || right === undefined) return undefined
  return {
    message:
      operator === 'and'
        ? '"and" tests both values, and writes one of them.'
        : `"${operator}" calculates with numbers.`,
    hint: `Write {${left}} ${operator} {${right}}.`,
    path: left,
  }
}
