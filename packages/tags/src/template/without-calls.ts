import { namesField } from '../formatters/list-fields.ts'
import { findFormatter } from '../formatters/registry.ts'
import { parseExpression } from '../syntax/parse-expression.ts'
import { checkExpression } from './check-expression.ts'
import { familiarFormatter } from './familiar-formatters.ts'

/** `upper(name)`, `Math.round(total)`, `name.toUpperCase()`, `new Date()`, with nothing called in it. */
const call =
  /(?:new\s+)?(?<![\p{L}\p{N}_$.])((?:[\p{L}_$][\p{L}\p{N}_$]{0,60}\.){0,8})([\p{L}_$][\p{L}\p{N}_$]{0,60})\(([^()]{0,200})\)/u

/** Objects of programs that hold functions, and no data. */
const libraries = /^(?:math|string|number|date|array|object|json|intl|moment|lodash|_|\$)$/i

/** A text whose first call is a formatter behind its value, where one does the same: `{sum(items.price)}` is `{items | sum:"price"}`. */
export function withoutCalls(text: string): string {
  const found = call.exec(text)
  if (found === null) return text
  const [whole, before = '', name = '', within = ''] = found
  const object = before.slice(0, -1)
  const given = (within.match(/"[^"]*"|'[^']*'|[^,]+/g) ?? []).map((each) => each.trim()).filter((each) => each !== '')
  const isFunction = object === '' || libraries.test(object)
  const piped = isFunction ? ofFunction(name, given) : withFormatter(object, name, given)
  if (piped === undefined) return text
  const rest = text.slice(found.index + whole.length)
  const isAll = found.index === 0 && /^\s*(?:\||$)/.test(rest)
  return text.slice(0, found.index) + (isAll || !piped.includes('|') ? piped : `(${piped})`) + rest
}

function ofFunction(name: string, [value, ...given]: readonly string[]): string | undefined {
  if (value === undefined) return /^(?:today|now|date|curdate|getdate)$/i.test(name) ? 'today' : undefined
  const [then, otherwise] = given
  if (/^(?:if|iif|choose)$/i.test(name) && then !== undefined) return `${value} ? ${then} : ${otherwise ?? '""'}`
  if (/^concat(?:enate)?$/i.test(name) && then !== undefined) return [value, ...given].join(' + ')
  return withFormatter(value, name, given)
}

/** With what the function was given where the formatter can do with it, else without. */
function withFormatter(value: string, name: string, given: readonly string[]): string | undefined {
  const known = findFormatter(name) ?? findFormatter(familiarFormatter(name) ?? '')
  if (known === undefined) return undefined
  const at = value.lastIndexOf('.')
  const isOfItems = namesField(known) && given.length === 0 && at > 0
  const candidates = [
    ...(isOfItems ? [`${value.slice(0, at)} | ${known.name}:"${value.slice(at + 1)}"`] : []),
    ...(given.length === 0 ? [] : [`${value} | ${known.name}:${given.join(':')}`]),
    `${value} | ${known.name}`,
  ]
  return candidates.find((each) => {
    const parsed = parseExpression(each)
    return parsed.ok && checkExpression(parsed.expression).length === 0
  })
}
