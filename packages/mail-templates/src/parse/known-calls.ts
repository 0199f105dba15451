import { suggest } from '@chancery/core'
import { type Expression, findFormatter, parseExpression } from '@chancery/tags'
import type { Call } from './term-reader.ts'
import { TagStop } from './tag-stop.ts'

type Operator = Extract<Expression, { kind: 'binary' }>['operator']

interface Helper {
  /** How many parameters it takes, at least and at most. */
  readonly takes: readonly [least: number, most: number]
  /** Shown where it is called wrongly. */
  readonly example: string
  /** It gives true or false, and may be a block: `{{#equals a b}}`. */
  readonly isTest?: true
  build(params: readonly Expression[]): Expression
}

const at = { start: 0, end: 0 } as const
const literal = (value: string | number): Expression => ({ kind: 'literal', value, ...at })
const joined = (operator: Operator, [first, ...others]: readonly Expression[]): Expression =>
  others.reduce<Expression>((left, right) => ({ kind: 'binary', operator, left, right, ...at }), first ?? literal(''))

const test = (operator: Operator, example: string, most = 2): Helper => ({
  takes: [2, most],
  example,
  isTest: true,
  build: (params) => joined(operator, params),
})

/** A formatter over the first parameter. Arguments are paths or literals; others are refused. */
function formatted(name: string, [input, ...rest]: readonly Expression[]): Expression {
  const args = rest.flatMap((each) => (each.kind === 'path' || each.kind === 'literal' ? [each] : []))
  if (args.length < rest.length)
    throw new TagStop(
      'bad_expression',
      'A helper stands where only a value or a data path can.',
      'Give the path alone.',
    )
  return { kind: 'pipe', input: input ?? literal(''), formatter: { name, ...at }, args, ...at }
}

/** SendGrid: `{{insert name "default=Customer"}}`. */
function insert([value = literal(''), fallback]: readonly Expression[]): Expression {
  if (fallback === undefined) return value
  const text = fallback.kind === 'literal' ? /^\s*default\s*=(.*)$/s.exec(String(fallback.value)) : null
  if (text === null)
    throw new TagStop('wrong_argument', 'The second parameter of insert is no default.', 'Write "default=…".')
  return formatted('default', [value, literal(text[1] ?? '')])
}

/** Handlebars: what an object or a list has under a key. */
function lookup([of = literal(''), key = literal('')]: readonly Expression[]): Expression {
  return of.kind === 'path' && key.kind === 'literal' && key.value !== null
    ? { ...of, segments: [...of.segments, String(key.value)] }
    : { kind: 'item', of, key, segments: [], ...at }
}

const equals = test('==', '{{#if (eq status "paid")}}')
const notEquals = test('!=', '{{#if (ne status "paid")}}')
const greater = test('>', '{{#if (gt total 100)}}')
const less = test('<', '{{#if (lt total 100)}}')

/** Handlebars' own helpers, SendGrid's, and the comparing ones that its users add almost always. */
const helpers: ReadonlyMap<string, Helper> = new Map(
  Object.entries({
    eq: equals,
    equals,
    ne: notEquals,
    neq: notEquals,
    notEquals,
    gt: greater,
    greaterThan: greater,
    gte: test('>=', '{{#if (gte total 100)}}'),
    lt: less,
    lessThan: less,
    lte: test('<=', '{{#if (lte total 100)}}'),
    and: test('and', '{{#if (and a b)}}', Infinity),
    or: test('or', '{{#if (or a b)}}', Infinity),
    not: {
      takes: [1, 1],
      example: '{{#if (not paid)}}',
      isTest: true,
      build: ([operand = literal('')]) => ({ kind: 'not', operand, ...at }),
    },
    lookup: { takes: [2, 2], example: '{{lookup prices code}}', build: lookup },
    length: { takes: [1, 1], example: '{{#if (gt (length items) 2)}}', build: (params) => formatted('count', params) },
    insert: { takes: [1, 2], example: '{{insert name "default=Customer"}}', build: insert },
    formatDate: {
      takes: [2, 3],
      example: '{{formatDate due "MMMM D, YYYY"}}',
      build: (params) => formatted('date', params),
    },
    // Handlebars writes to the console of whoever renders; here there is none.
    log: { takes: [0, Infinity], example: '{{log total}}', build: () => literal('') },
  } satisfies Record<string, Helper>),
)

/** A name of a helper, as programs have them; `First Name` is a name of the data. */
const helperName = /^[a-z][\w-]*(?:\.[a-z][\w-]*){0,8}$/

/**
 * What a call stands for; nothing where it is none: an expression of the tag language, or a name with spaces.
 * @throws `TagStop`
 */
export function callExpression(call: Call): Expression | undefined {
  const { name, params, named, hasOperator } = call
  const isMeant = !hasOperator && params.length + named.size > 0 && helperName.test(name) && name !== 't'
  return helpers.has(name) || isMeant ? helperExpression(call) : undefined
}

/** Whether the helper may be a block of its own. */
export const isTestHelper = (name: string): boolean => helpers.get(name)?.isTest === true

const known = [...helpers.keys()]
/** Those of more letters than `lt`, which is near to every short word. */
const nameable = [...known, 'if', 'unless', 'each', 'with'].filter((name) => name.length > 3)

/**
 * What a call of a helper stands for.
 * @throws `TagStop`: `unknown_helper`, `wrong_argument`
 */
export function helperExpression({ name, params, named }: Call): Expression {
  const helper = helpers.get(name)
  if (helper === undefined) {
    const near = suggest(name, nameable)
    const words = [name, ...params.map((each) => (each.kind === 'path' ? each.segments.join('.') : '…'))].join(' ')
    const formatter = findFormatter(name)
    const hint =
      near !== undefined
        ? `Did you mean "${near}"?`
        : formatter !== undefined
          ? `Formatters stand behind the value: {{value | ${formatter.name}}}.`
          : `Known are ${known.join(', ')}.`
    const asName = `A name of the data with spaces is written {{[${words}]}}.`
    throw new TagStop('unknown_helper', `There is no helper "${name}".`, `${hint} ${asName}`)
  }
  const [least, most] = helper.takes
  if (named.size > 0 || params.length < least || params.length > most) {
    const count = least === most ? String(least) : most === Infinity ? `${least} or more` : `${least} to ${most}`
    const message =
      named.size > 0
        ? `"${name}" takes no named parameters.`
        : `"${name}" takes ${count} parameter${count === '1' ? '' : 's'}, not ${params.length}.`
    throw new TagStop('wrong_argument', message, `Such as ${helper.example}.`)
  }
  return helper.build(params)
}

/** A formatter chain behind a call: `lookup prices code | currency`. @throws `TagStop` */
export function withFormatters(value: Expression, chain: string): Expression {
  const parsed = parseExpression(`x${chain}`)
  if (!parsed.ok) throw new TagStop(parsed.fault.code, parsed.fault.message, parsed.fault.hint ?? '')
  const graft = (expression: Expression): Expression =>
    expression.kind === 'pipe' ? { ...expression, input: graft(expression.input) } : value
  return graft(parsed.expression)
}
