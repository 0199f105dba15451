import { checkExpression, type Expression, mapPaths, parseExpression } from '@chancery/tags'
import { TermReader } from './term-reader.ts'
import { callExpression, withFormatters } from './known-calls.ts'
import { TagStop } from './tag-stop.ts'

const plainPath = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/
/** Words that are no names, or may not be. */
const special = /(?:^|\.)(?:true|false|null|this|else|and|or|not|constructor|prototype|__proto__)(?:\.|$)/

/** What the text of a term stands for while the rest is read: a letter that nobody has, and a number. */
const stand = 'ꙮ'

/**
 * What stands in a value tag or behind the word of a block: a call of a helper, or an expression of `@chancery/tags` in
 * which calls in brackets and Handlebars' spellings of paths may stand.
 * @throws `TagStop`
 */
export function readExpression(body: string): Expression {
  if (plainPath.test(body) && !special.test(body))
    return { kind: 'path', segments: body.split('.'), own: false, stepwise: true, start: 0, end: body.length }
  return stepwise(readCall(body) ?? readMixed(body))
}

/**
 * The same alone in a tag, where Handlebars takes a text for the name of a value: `{{"last name"}}`. Texts that can be no
 * name, such as `{{"{"}}`, are written as they are. @throws `TagStop`
 */
export function readValue(body: string): Expression {
  if (!/^["']/.test(body)) return readExpression(body)
  const [, , name] = /^(["'])([\p{L}_][\p{L}\p{N}_ -]*)\1$/u.exec(body) ?? []
  return readExpression(name === undefined ? body : `[${name}]`)
}

/** Mustache and Handlebars read a path key by key; a key with a dot is `{{[client.name]}}`. */
export const stepwise = (expression: Expression): Expression =>
  mapPaths(expression, (path) => (path.segments.length > 1 ? { ...path, stepwise: true } : path))

/** The whole as one call, with formatters behind it. */
function readCall(body: string): Expression | undefined {
  const pipe = topPipe(body)
  const head = pipe === -1 ? body : body.slice(0, pipe)
  const call = new TermReader(head.trim(), callExpression).call()
  const value = call === undefined || call.blockParams.length > 0 ? undefined : callExpression(call)
  if (value === undefined) return undefined
  return pipe === -1 ? value : withFormatters(value, body.slice(pipe))
}

/** The first pipe outside of brackets and texts. */
function topPipe(body: string): number {
  let depth = 0
  let quote = ''
  for (let at = 0; at < body.length; at++) {
    const sign = body[at] ?? ''
    if (quote !== '') {
      if (sign === '\\') at++
      else if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '(') depth++
    else if (sign === ')') depth--
    else if (sign === '|' && depth <= 0 && body[at + 1] !== '|' && body[at - 1] !== '|') return at
  }
  return -1
}

/** An expression of the tag language, with stand-ins for what is Handlebars' alone. */
function readMixed(body: string): Expression {
  const found: Expression[] = []
  const text = /[([@/]|\p{Extended_Pictographic}/u.test(body) ? withStandIns(body, found) : body
  const parsed = parseExpression(text)
  if (!parsed.ok) throw new TagStop(parsed.fault.code, parsed.fault.message, parsed.fault.hint ?? '')
  const [fault] = checkExpression(parsed.expression)
  if (fault !== undefined) throw new TagStop(fault.code, fault.message, fault.hint ?? '')
  return found.length === 0 ? parsed.expression : withFound(parsed.expression, found)
}

function withFound(expression: Expression, found: readonly Expression[]): Expression {
  return mapPaths(withoutNames(expression), (path) => {
    const index = path.segments.findIndex((segment) => segment.includes(stand))
    if (index === -1) return path
    const [, number = '', rest] = new RegExp(`^${stand}(\\d+)(.*)$`, 's').exec(path.segments[0] ?? '') ?? []
    const meant = found[Number(number)]
    if (meant === undefined || index > 0 || rest !== '' || path.segments.length > 1)
      throw new TagStop(
        'bad_expression',
        'Two values stand side by side.',
        'Combine them with an operator, or with a helper.',
      )
    return meant
  })
}

/** A stand-in is no part of a name of the data. */
function withoutNames(expression: Expression): Expression {
  if (expression.kind === 'named') return withoutNames(expression.otherwise)
  if (expression.kind === 'pipe') return { ...expression, input: withoutNames(expression.input) }
  if (expression.kind !== 'path' || expression.written === undefined) return expression
  const { written: _written, ...path } = expression
  return path
}

/** The text with a stand-in for every call in brackets, and for every path that only Handlebars writes so. */
function withStandIns(body: string, found: Expression[]): string {
  let text = ''
  let at = 0
  const take = (expression: Expression, end: number): void => {
    text += `${stand}${found.length}`
    found.push(expression)
    at = end
  }
  while (at < body.length) {
    const sign = body[at] ?? ''
    if (sign === '"' || sign === "'") {
      const close = body.indexOf(sign, at + 1)
      const end = close === -1 ? body.length : close + 1
      text += body.slice(at, end)
      at = end
      continue
    }
    // Behind a word, brackets belong to its name: `Amount (net of tax)`.
    const isAfterWord =
      /[\p{L}\p{N}\])]\s*$/u.test(text.slice(-40)) && !/(?:^|\s)(?:and|or|not)\s*$/.test(text.slice(-40))
    if (sign === '(' && !isAfterWord) {
      const reader = new TermReader(body, callExpression, at)
      const call = reader.bracketed()
      const value = call === undefined ? undefined : callExpression(call)
      if (value !== undefined) {
        take(value, reader.at)
        continue
      }
    } else if (
      /[\w@.[]|\p{Extended_Pictographic}/u.test(String.fromCodePoint(body.codePointAt(at) ?? 0)) &&
      !/[\w\p{L}\])."']$/u.test(text.slice(-2))
    ) {
      const reader = new TermReader(body, callExpression, at)
      const path = reader.path()
      if (path !== undefined && /^[@[]|\p{Extended_Pictographic}|[./]\[|\/[^/]*$/u.test(body.slice(at, reader.at))) {
        take(path, reader.at)
        continue
      }
    }
    text += sign
    at++
  }
  return text
}
