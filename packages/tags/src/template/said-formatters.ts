import { findFormatter } from '../formatters/registry.ts'
import { namesField } from '../formatters/list-fields.ts'
import { parseExpression } from '../syntax/parse-expression.ts'
import { checkExpression } from './check-expression.ts'
import { expressedHere } from './expressed-here.ts'
import { familiarFormatter, noValues } from './familiar-formatters.ts'
import { formatterInLanguages } from './formatters-in-languages.ts'
import { numberInWords } from './number-in-words.ts'
import { stepNamed } from './spans-of-time.ts'
import { spokenFormatter } from './spoken-formats.ts'

/** Longest step that is looked at, most words of it, and most steps of a tag. */
const maxLength = 60
const maxWords = 5
const maxSteps = 8

/** Words before what a formatter is called: `in words`, `mit 2 Stellen`, `en toutes lettres`. */
const before = /^(?:in|as|en|als|im|mit|auf|with|to|con|com|por|met|avec|à|all|toutes|todas)$/iu

/** Units of digits behind the point. */
const decimals =
  /^(?:decimals?|digits?|places|(?:Nachkomma|Dezimal|Komma)?stellen?|décimales?|decimales|decimali|decimalen|casas)$/iu

const path = String.raw`[\p{L}_$][\p{L}\p{N}_$.]{0,100}`

const formatterNamed = (word: string): string | undefined =>
  findFormatter(word)?.name ?? formatterInLanguages(word) ?? familiarFormatter(word)

/** An expression with each step that is no formatter, as people say it, written as one: `fee | in words` is `fee | words`. */
export function saidSteps(text: string): string {
  // Of a text that is not closed nothing may be lost.
  if ((text.match(/"/g) ?? []).length % 2 === 1) return text
  const [value = '', ...steps] = (text.match(/(?:"[^"]*"|[^|"])+/g) ?? []).map((each) => each.trim())
  if (steps.length === 0 || steps.length > maxSteps || text.trimStart().startsWith('|')) return text
  const written = steps.map((step) => (isRight(`x | ${step}`) ? step : (saidStep(step) ?? step)))
  return [value, ...written].join(' | ')
}

/** `due date:"long"` and `dept default "none"`: the bar before a formatter was left out. */
export function withBar(text: string): string {
  const [, value, word = '', given = ''] = withoutBar.exec(text) ?? []
  const [, alone, quoted = ''] = withArgumentAlone.exec(text) ?? []
  const taker = ['date', 'currency'].find((each) => meantArgument(each, quoted) !== undefined)
  if (alone !== undefined && taker !== undefined) return `${alone} | ${taker}:${meantArgument(taker, quoted)}`
  const [, input, last = ''] = otherSign.exec(text) ?? []
  // `contact,phone` is a path: without space only a name that no value has is a formatter's.
  const isApart = /\s/.test(text) || noValues.has(last)
  if (input !== undefined && isApart && findFormatter(last) !== undefined) return `${input} | ${last}`
  const [, first = '', behind] = turned.exec(text) ?? []
  if (behind !== undefined && findFormatter(first) !== undefined) return `${behind} | ${first}`
  const formatter = value === undefined ? undefined : formatterNamed(word)
  return formatter === undefined ? text : `${value} | ${formatter}:${given.replace(/^:\s*/, '')}`
}
/** Any sign that calculates nothing, or brackets, in the place of the bar: `name -> upper`, `name @ upper`. */
const otherSign = new RegExp(String.raw`^(${path})\s*(?:[^\p{L}\p{N}\s"'(){}.|+*/_-]{1,3}|-+>)\s*(\p{L}{2,40})$`, 'u')
const withArgumentAlone = new RegExp(String.raw`^(${path})\s+["“„]([^"“”„]{1,30})["”“]$`, 'u')
/** The formatter before its value: `currency | client.fee`. */
const turned = new RegExp(
  String.raw`^(\p{L}{1,40})\s*\|\s*([\p{L}_][\p{L}\p{N}_]{0,60}(?:\.[\p{L}\p{N}_]{1,60}){1,6})$`,
  'u',
)
const withoutBar = new RegExp(String.raw`^(${path})\s+(\p{L}{1,40})\s*((?::\s*|(?=["“„]))[^|]{1,100})$`, 'u')

/** `sum of items.price`, `14 days before due`: a formatter, or a span of time, before its value. */
export function saidOf(text: string): string {
  const [, word = '', value] = ofValue.exec(text) ?? []
  if (value !== undefined) {
    const formatter = formatterNamed(word)
    return (formatter === undefined ? undefined : expressedHere(formatter, value, [])) ?? text
  }
  const [, later = '', span = ''] = /^in\s+(\d{1,4})\s+(\p{L}{2,20})$/iu.exec(text) ?? []
  if (stepNamed(span) !== undefined) return `today | ${stepNamed(span)}:${later}`
  const [, from, sign = '', said = '', term = ''] = spanBehind.exec(text) ?? []
  const number = from === undefined ? undefined : numberInWords(said)
  if (number !== undefined && stepNamed(term) !== undefined)
    return `${from} | ${stepNamed(term)}:${/^(?:-|minus)/i.test(sign) ? '-' : ''}${number}`
  const [, start, minus = '', amount, kind = ''] = spanOfValue.exec(text) ?? []
  if (start !== undefined && minus === '+' && stepNamed(kind) !== undefined)
    return `${start} | ${stepNamed(kind)}:${amount}`
  const [, count, unit = '', side = '', day] = spanBefore.exec(text) ?? []
  const step = day === undefined ? undefined : stepNamed(unit)
  return step === undefined
    ? text
    : `${day} | ${step}:${/^(?:before|vor|avant|antes|prima|voor)/i.test(side) ? '-' : ''}${count}`
}
const ofValue = new RegExp(
  String.raw`^(?:the\s|die\s|le\s|la\s)?(\p{L}{2,20})\s+(?:of|von|vom|der|des|de|du|di|del|da|van)\s+(?:the\s|den\s|der\s|all\s|les\s|la\s)?(${path})$`,
  'iu',
)
/** `start + term months`, where the count is a value. */
const spanOfValue = new RegExp(String.raw`^(${path})\s*([+-])\s*(${path})\s(\p{L}{2,20})$`, 'u')
const spanBehind = new RegExp(String.raw`^(${path})\s*(\+|-|plus\s|minus\s)\s*(\p{L}{2,20})\s+(\p{L}{2,20})$`, 'iu')
const spanBefore = new RegExp(
  String.raw`^(\d{1,4})\s+(\p{L}{2,20})\s+(before|after|from|vor|nach|ab|avant|après|antes de|después de|depois de|prima di|dopo|voor|na)\s+(${path})$`,
  'iu',
)

/** `| currency`: the value is missing, of which the hint can only say that. */
export function withValue(text: string): string {
  const [, name = ''] = /^\|\s*(\p{L}{1,40})(?![\p{L}\p{N}_.])/u.exec(text) ?? []
  return findFormatter(name) === undefined ? text : `value ${text}`
}

function saidStep(step: string): string | undefined {
  if (step.length > maxLength) return undefined
  const [, name = '', given = ''] = /^(\p{L}{1,40})\s*:\s*(.*)$/u.exec(step) ?? []
  const named = formatterNamed(name)
  const [, verb = '', count = ''] = /^(\p{L}{1,40})\s+(?:to|by|of|at|auf|à|a|op|su)\s+(\d{1,4})$/iu.exec(step) ?? []
  const counted = formatterNamed(verb)
  const [, over = '', field = ''] =
    /^(\p{L}{1,40})\s+(?:(?:by|of|nach|par|por|per|op)\s+)?([\p{L}_][\p{L}\p{N}_]{0,60})$/iu.exec(step) ?? []
  const lister = findFormatter(formatterNamed(over) ?? '')
  const [, joined = '', joinedDigits = ''] = /^(\p{L}{3,40})(\d)$/u.exec(step) ?? []
  const [, unit = '', back = ''] =
    /^(?:sub|subtract|minus|less)(Days|Weeks|Months|Years|Workdays)\s*:\s*(\d{1,4})$/i.exec(step) ?? []
  const candidates = [
    counted === undefined ? undefined : `${counted}:${count}`,
    lister === undefined || !namesField(lister) ? undefined : `${lister.name}:"${field}"`,
    back === '' ? undefined : `${findFormatter(`add${unit}`)?.name}:-${back}`,
    named === undefined ? undefined : `${named}:${given}`,
    spokenFormatter(step),
    joinedDigits === '' ? undefined : `${formatterNamed(joined)}:${joinedDigits}`,
    bySign(step),
    bySpan(step),
    ...byWords(step.replace(/\s*[=:]\s*(?=[\p{L}.]+$)/u, ' ')),
  ]
  return candidates.find((each) => each !== undefined && isRight(`x | ${each}`))
}

/** `0.00` and `€`. */
function bySign(step: string): string | undefined {
  if (/^[1-9]$/.test(step)) return `number:${step}`
  if (/^[#0](?:[#0.,]{0,20}[#0])?$/.test(step)) return `picture:"${step}"`
  const code = /[\p{L}\p{N}]/u.test(step) ? undefined : meantArgument('currency', step)
  return code === undefined ? undefined : `currency:${code}`
}

/** `+ 6 months`, `plus 14 Tage`; `2 decimals`. */
function bySpan(step: string): string | undefined {
  const [, sign = '', said = '', unit = ''] =
    /^(?:with\s|mit\s|avec\s|con\s|com\s|met\s)?\s*([+-]|plus\s|minus\s|in\s)?\s*(\d{1,4}|\p{L}{2,20}(?=\s))\s*(\p{L}{2,20})$/iu.exec(
      step,
    ) ?? []
  const count = /^\d/.test(said) ? said : numberInWords(said)?.toString()
  if (/^(?:no|ohne|sans|without|sin|senza|sem|zonder)\s/iu.test(step) && decimals.test(step.split(/\s+/)[1] ?? ''))
    return 'number:0'
  if (unit === '' || count === undefined) return undefined
  if (sign === '' && decimals.test(unit)) return `number:${count}`
  const formatter = sign === '' ? undefined : stepNamed(unit)
  return formatter === undefined ? undefined : `${formatter}:${/^(?:-|minus)/i.test(sign) ? '-' : ''}${count}`
}

/** `in Worten`, `long date`, `currency EUR`: a formatter's name among words, and what it takes beside it. */
function byWords(step: string): readonly string[] {
  const words = step.split(/\s+/)
  if (words.length > maxWords || !words.every((word) => /^[\p{L}\p{M}.'’-]{1,30}$/u.test(word))) return []
  const said = words.filter((word, index) => index === words.length - 1 || !before.test(word))
  const whole = [words, said].flatMap((each) => formatterNamed(each.join('')) ?? [])
  const withArgument = said.flatMap((word, index) => {
    const formatter = said.length === 2 ? formatterNamed(word) : undefined
    const argument = formatter === undefined ? undefined : meantArgument(formatter, said[1 - index] ?? '')
    return argument === undefined ? [] : [`${formatter}:${argument}`]
  })
  return [...whole, ...withArgument]
}

/** A word as the first argument of a formatter, in quotation marks, where it is one or what it means is known. */
function meantArgument(formatter: string, word: string): string | undefined {
  const wanted = findFormatter(formatter)?.args[0]
  if (wanted?.fault === undefined || wanted.kind !== 'text') return undefined
  const isOne = (text: string): boolean => wanted.fault?.(text) === undefined && wanted.doubt?.(text) === undefined
  const meant = isOne(word) ? word : wanted.meant?.(word)
  return meant === undefined || !isOne(meant) ? undefined : JSON.stringify(meant)
}

function isRight(text: string): boolean {
  const parsed = parseExpression(text)
  return parsed.ok && checkExpression(parsed.expression).length === 0
}
