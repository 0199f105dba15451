import type { TagFault } from '../syntax/fault.ts'
import { parseExpression } from '../syntax/parse-expression.ts'
import { changeOrder, noSuchFormatter } from './check-expression.ts'
import { asWrittenHere } from './other-engines.ts'
import { withPlainSigns } from './plain-signs.ts'
import { type ParsedTag, parseTag } from './tag.ts'
import { repaired } from './repaired.ts'
import { adviceBySign, withoutCounterpart } from './without-counterpart.ts'
import { writtenRight } from './written-right.ts'

/** Different tags with a fault that are written right in its hint: more are told by their kind alone. */
const maxHints = 200

/** Parses the tags of one template, each once however often it stands there; a hint gives the tag as it is right, where that is known. */
export function tagParser(): (source: string) => ParsedTag {
  const known = new Map<string, ParsedTag>()
  let hints = 0
  return (source) => {
    let parsed = known.get(source)
    if (parsed !== undefined) return parsed
    parsed = parseTag(source)
    if (!parsed.ok && hints++ < maxHints) parsed = { ...parsed, faults: withWhole(parsed.faults, source) }
    known.set(source, parsed)
    return parsed
  }
}

/** Most formatters of a tag whose order is looked at. */
const maxSteps = 8

/** Longest tag whose hint gives it as it is right. */
const maxLength = 300

/** Each fault with the tag as it is right in its hint; the other faults are mended in it, too. */
function withWhole(faults: readonly TagFault[], source: string): readonly TagFault[] {
  const told = faults.map((fault) => withTag(fault, source))
  if (source.length > maxLength) return told
  const order = inOrder(faults, source)
  if (order !== undefined) return told.map((fault) => ({ ...fault, hint: order }))
  const whole = mended(faults, source)
  if (whole === undefined) return told
  return told.map((fault, index) => {
    const { hint = '' } = fault
    if (hint !== (faults[index]?.hint ?? '')) return fault
    if (hint.startsWith('Such as')) return { ...fault, hint: `Such as {${whole}}.` }
    return { ...fault, hint: hint.startsWith('Did you mean') ? `${hint} Write {${whole}}.` : `Write {${whole}}.` }
  })
}

/** A tag with what is known to be right in the place of each of its faults; `undefined` where that leaves one. */
function mended(faults: readonly TagFault[], source: string): string | undefined {
  let whole = source
  for (const { instead, start, end } of faults.toSorted((one, other) => other.start - one.start)) {
    if (instead === undefined) return undefined
    whole = whole.slice(0, start) + instead + whole.slice(end)
  }
  return whole !== source && parseTag(whole).ok ? whole.trim() : undefined
}

/** Two neighbours of a tag's formatters changed round, where their order alone is wrong; or each of the two alone. */
function inOrder(faults: readonly TagFault[], source: string): string | undefined {
  if (!faults.every(({ code, hint }) => code === 'wrong_argument' && hint === changeOrder)) return undefined
  const [value = '', ...steps] = (source.match(/(?:"[^"]*"|[^|"])+/g) ?? []).map((each) => each.trim())
  if (steps.length > maxSteps) return undefined
  for (const [index, step] of steps.slice(1).entries()) {
    const turned = [value, ...steps.toSpliced(index, 2, step, steps[index] ?? '')].join(' | ')
    if (parseTag(turned).ok) return `Write {${turned}}.`
  }
  const alone = steps.map((_, index) => [value, ...steps.toSpliced(index, 1)].join(' | '))
  const right = alone.filter((each) => parseTag(each).ok).map((each) => `{${each}}`)
  return right.length === 0 ? undefined : `Write ${right.join(' or ')}.`
}

/** What cannot be read; what is read has hints of its own. */
const unread: ReadonlySet<string> = new Set([
  'bad_expression',
  'unexpected_character',
  'unclosed_text',
  'foreign_statement',
  'unknown_formatter',
])

/** Of these, the grammar knows the place. */
const unparsed: ReadonlySet<string> = new Set(['bad_expression', 'unexpected_character'])

/** What stands before the expression of a tag. */
const head = /^\s*(?:[#^]\s*(?:(?:if|each|unless|columns)\s+)?|else\s?if\s+|[%~]{1,2}|@|=[^:=]{1,200}:)?/

function withTag(fault: TagFault, source: string): TagFault {
  if (source.length > maxLength) return fault
  if (isOfArgument(fault)) {
    const right = rightOf(source)
    return right === undefined ? fault : { ...fault, hint: `Write {${right}}.` }
  }
  if (!unread.has(fault.code)) return fault
  const signs = withPlainSigns(source)
  const plain = signs === source ? source : signs.replaceAll(/[“”„]/g, '"')
  if (plain !== source) {
    const again = parseTag(plain)
    const hint = again.ok ? `Write {${plain.trim()}}.` : again.faults.map((each) => withTag(each, plain).hint)[0]
    if (hint?.startsWith('Write {') === true) return { ...fault, hint }
  }
  const here = asWrittenHere(source)
  if (here !== undefined) return { ...fault, hint: `Write ${here}.` }
  const bySign = adviceBySign(source)
  if (bySign !== undefined) return { ...fault, hint: bySign }
  const [before = ''] = head.exec(source) ?? []
  const named = before.trim() === '' ? namedValue(source) : undefined
  if (named !== undefined) return { ...fault, hint: named }
  const right = isTest.test(before)
    ? (bothTests(source.slice(before.length)) ?? writtenRight(source.slice(before.length)))
    : writtenRight(source.slice(before.length))
  const ofName = / ?If it is a name of the data: .*$/s.exec(fault.hint ?? '')?.[0] ?? ''
  if (right === undefined) {
    const instead = withoutCounterpart(source)
    if (isNearMiss(fault)) return fault
    if (instead !== undefined) return { ...fault, hint: instead }
    const rest = unparsed.has(fault.code) ? repaired(source, fault) : undefined
    return rest === undefined ? fault : { ...fault, hint: rest + ofName }
  }
  return { ...fault, hint: `Write {${before.trimStart()}${right}}.${ofName}` }
}

/** Before a test, and no value. */
const isTest = /(?:if|unless)\s+$/

/** `paid and signed` of `paid, signed`, where tests stand. */
function bothTests(text: string): string | undefined {
  const tests = text.split(/\s*,\s*/).map((each) => each.trim())
  return tests.length > 1 && tests.every((each) => /^[\p{L}_][\p{L}\p{N}_.]{0,100}$/u.test(each))
    ? tests.join(' and ')
    : undefined
}

/** An argument that does not fit, of which the hint gives no more than an example. */
const isOfArgument = ({ code, hint = '' }: TagFault): boolean => code === 'wrong_argument' && hint.startsWith('Such as')

/** The whole tag, with its expression as it is right. */
function rightOf(source: string): string | undefined {
  const [before = ''] = head.exec(source) ?? []
  const right = writtenRight(source.slice(before.length))
  return right === undefined ? undefined : before.trimStart() + right
}

/** A formatter's name with a slip, of which the hint says what was meant. */
const isNearMiss = ({ code, hint = '' }: TagFault): boolean =>
  code === 'unknown_formatter' && !hint.startsWith(noSuchFormatter)

/** `total = net + tax` and `client.name, client.city`: a value that gets a name, and several values in one tag. */
function namedValue(source: string): string | undefined {
  const several = source.split(/\s*[,;]\s*/).map((each) => each.trim())
  if (several.length > 1 && several.every((each) => /^[\p{L}_][\p{L}\p{N}_]*\.[\p{L}\p{N}_.]+$/u.test(each)))
    return `Write each value in a tag of its own: ${several.map((each) => `{${each}}`).join(', ')}.`
  const [, name, value = ''] = /^\s*([\p{L}_][\p{L}\p{N}_]*)\s*:?=(?!=)\s*(.+?)\s*$/su.exec(source) ?? []
  const parsed = name === undefined ? undefined : parseExpression(value)
  return parsed?.ok === true
    ? `Write {= ${name}: ${value}} to give the value a name, and {${name} == ${value}} to compare.`
    : undefined
}
