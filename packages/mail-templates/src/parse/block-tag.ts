import { type Expression, sectionName, type Tag } from '@chancery/tags'
import type { BlockScope } from './block-stack.ts'
import { TermReader } from './term-reader.ts'
import { callExpression, helperExpression, isTestHelper } from './known-calls.ts'
import { readExpression, stepwise } from './tag-expression.ts'
import { TagStop } from './tag-stop.ts'

/** The tag that opens a block, and what it does to the names inside. */
export interface BlockTag {
  readonly tag: Extract<Tag, { kind: 'open' }>
  readonly scope: BlockScope
  readonly params: readonly string[]
}

const keywords = ['if', 'unless', 'each', 'with'] as const
type Keyword = (typeof keywords)[number]
const keyword = /^(if|unless|each|with)(?:\s+|$)/

/** The word of a block that closes it: `if`, `equals`; of a section all that stands in its tag. */
export const blockName = (body: string): string => {
  // `{{#*inline "x"}}` ends with `{{/inline}}`, and `{{#> layout}}` with `{{/layout}}`.
  const special = /^[*>]\s*["']?([^\s"']+)/.exec(body)?.[1]
  if (special !== undefined) return special
  const word = /^[\w-]+(?=\s|$)/.exec(body)?.[0] ?? ''
  return isKeyword(word) || (isTestHelper(word) && word !== body) ? word : sectionName(body.split('|')[0] ?? '')
}

/** The name that `{{#*inline "name"}}` gives its content. */
export const inlineName = (body: string): string | undefined => /^\*\s*inline\s+(["'])([^"']+)\1$/.exec(body)?.[2]

const isKeyword = (word: string): word is Keyword => (keywords as readonly string[]).includes(word)

/** `{{#each list as |item key|}}`: the names at the end. */
function withoutParams(body: string): { readonly text: string; readonly params: readonly string[] } {
  const named = /\sas\s+\|\s*([^\s|]+(?:\s+[^\s|]+)?)\s*\|\s*$/.exec(body)
  return named === null
    ? { text: body, params: [] }
    : { text: body.slice(0, named.index), params: (named[1] ?? '').split(/\s+/) }
}

/**
 * Reads what stands behind `#` or `^`: Handlebars' blocks, a comparing helper, or Mustache's section.
 * @param label by which paths name the block, where it gives names
 * @throws `TagStop`
 */
export function readBlock(sign: '#' | '^', body: string, label: string): BlockTag {
  if (/^[*>]/.test(body))
    throw body.startsWith('>') || inlineName(body) !== undefined
      ? new TagStop(
          'unclosed_section',
          'The content of a partial is not closed.',
          `Write {{/${blockName(body)}}} behind it.`,
        )
      : new TagStop(
          'unsupported_tag',
          'Decorators are not supported.',
          'Write {{#*inline "name"}}…{{/inline}}, and {{> name}}.',
        )
  const word = keyword.exec(body)
  if (word !== null) return keywordBlock(sign, word[1] as Keyword, body.slice(word[0].length), label)
  const test = /^([\w-]+)\s/.exec(body)?.[1]
  const call = test !== undefined && isTestHelper(test) ? new TermReader(body, callExpression).call() : undefined
  const expression = call === undefined ? readExpression(body) : stepwise(helperExpression(call))
  const isTest = call !== undefined
  const tag = {
    kind: 'open',
    expression,
    inverted: sign === '^',
    mode: isTest ? 'if' : 'auto',
    name: isTest ? call.name : sectionName(body),
    ...(expression.kind === 'pipe' && !isTest ? { path: sectionName(body.split('|')[0] ?? '') } : {}),
  } as const
  return { tag, scope: isTest || sign === '^' ? 'none' : 'around', params: [] }
}

function keywordBlock(sign: '#' | '^', word: Keyword, rest: string, label: string): BlockTag {
  const { text, params } = withoutParams(rest)
  if (text.trim() === '')
    throw new TagStop('empty_condition', `The block {{#${word}}} names no value.`, `Such as {{#${word} client}}.`)
  if (params.length > 0 && word !== 'each' && word !== 'with')
    throw new TagStop('wrong_argument', `"${word}" gives no names.`, 'Only each and with have as |name|.')
  const isTest = word === 'if' || word === 'unless'
  const expression = isTest ? condition(text) : readExpression(text)
  const inverted = (sign === '^') !== (word === 'unless')
  const tag = {
    kind: 'open',
    expression,
    inverted,
    mode: isTest ? 'if' : word === 'each' ? 'each' : 'auto',
    name: word,
    ...(isTest ? {} : { over: word === 'each' ? ('entries' as const) : ('whole' as const) }),
    ...(params.length > 0 ? { label } : {}),
  } as const
  return { tag, scope: isTest || inverted ? 'none' : 'own', params }
}

/** What `if` asks: with `includeZero=true`, 0 is true. */
function condition(text: string): Expression {
  const zero = /^(.*\S)\s+includeZero\s*=\s*(true|false)\s*$/s.exec(text)
  if (zero === null) return readExpression(text)
  const value = readExpression(zero[1] ?? '')
  if (zero[2] === 'false') return value
  const at = { start: 0, end: 0 }
  const isZero: Expression = {
    kind: 'binary',
    operator: '==',
    left: value,
    right: { kind: 'literal', value: 0, ...at },
    ...at,
  }
  return { kind: 'binary', operator: 'or', left: value, right: isZero, ...at }
}

/** The block of an `else`, if it has one: `else if x`, `else each list`; without a word it is a section: `else list`. */
export function readElse(body: string, label: string): BlockTag | undefined {
  const rest = /^else\s+(\S.*)$/s.exec(body)?.[1]
  return rest === undefined ? undefined : readBlock('#', rest, label)
}
