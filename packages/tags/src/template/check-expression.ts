import { type Expression, partsOf, type PathExpression, type PipeExpression } from '../syntax/expression.ts'
import { tagFault, type TagFault } from '../syntax/fault.ts'
import type { Formatter, FormatterArgument } from '../formatters/formatter.ts'
import { findFormatter, formatters } from '../formatters/registry.ts'
import { suggest } from '@chancery/core'
import { familiarFormatter } from './familiar-formatters.ts'
import { formatterInLanguages } from './formatters-in-languages.ts'
import { numberInWords } from './number-in-words.ts'

/** What can be known without data: unknown formatters, and arguments that are too few, too many or of no use. */
export function checkExpression(expression: Expression): readonly TagFault[] {
  const inner = partsOf(expression).flatMap(checkExpression)
  return expression.kind === 'pipe' ? [...inner, ...checkPipe(expression)] : inner
}

/** The hint where a formatter gets what it cannot take of the one before it. */
export const changeOrder = 'Change the order of the formatters.'

/** How the hint begins where no formatter has a name like it. */
export const noSuchFormatter = 'Leave it out, and give the value in the data as it should stand.'

function checkPipe({ input, formatter, args }: PipeExpression): readonly TagFault[] {
  const found = findFormatter(formatter.name)
  if (found === undefined) {
    const near =
      familiarFormatter(formatter.name) ??
      formatterInLanguages(formatter.name) ??
      takerOf(args) ??
      suggest(
        formatter.name,
        formatters.map((each) => each.name),
      ) ??
      begunWith(formatter.name)
    const taken = takenBy(formatter.name)
    const joined = args.length === 0 ? withArgumentInName(formatter.name) : undefined
    const hint =
      joined !== undefined
        ? `Write | ${joined}.`
        : taken !== undefined
          ? `Write | ${taken}:"${formatter.name}".`
          : near === undefined
            ? `${noSuchFormatter} Known are: ${formatters.map((each) => each.name).join(', ')}.`
            : `Did you mean "${near}"?`
    const message = `There is no formatter "${formatter.name}".`
    const instead = joined ?? (taken === undefined ? near : `${taken}:"${formatter.name}"`)
    const given = near === instead ? meantArgument(near, args) : undefined
    const faults = given === undefined ? [] : [given]
    return [tagFault('unknown_formatter', message, formatter.start, formatter.end, hint, instead), ...faults]
  }
  const turned = turnedRound(found, args)
  if (turned !== undefined) {
    const message = `The arguments of "${found.name}" stand the other way round.`
    const [first, last] = [args[0]?.start ?? formatter.start, args.at(-1)?.end ?? formatter.end]
    return [tagFault('wrong_argument', message, first, last, `Write ${found.name}:${turned}.`, turned)]
  }
  const faults: TagFault[] = []
  const least = found.args.filter((each) => each.optional === undefined).length
  if (args.length < least || args.length > found.args.length) {
    const wanted = least === found.args.length ? String(least) : `${least} to ${found.args.length}`
    const message = `"${found.name}" takes ${wanted} argument${wanted === '1' ? '' : 's'}, not ${args.length}.`
    const isBarePicture = isPicture(found) && args.length === 0
    const fewer = args.length > least ? withoutSurplus(found, args) : undefined
    const hint = isBarePicture ? 'Did you mean "image"?' : `Such as ${found.example}.`
    const instead = args.length > 0 ? fewer : isBarePicture ? 'image' : asInExample(found)
    faults.push(
      tagFault(
        'wrong_argument',
        message,
        formatter.start,
        args.at(-1)?.end ?? formatter.end,
        fewer === undefined ? hint : 'Leave out what is too much.',
        instead,
      ),
    )
  }
  for (const [index, argument] of args.entries()) {
    const wanted = found.args[index]
    if (wanted === undefined) continue
    if (argument.kind === 'path') {
      const unquoted = unquotedText(wanted, argument)
      if (unquoted !== undefined) {
        const message = `Argument "${wanted.name}" of "${found.name}" is a text without quotation marks.`
        const { start, end } = argument
        const hint = `Write "${unquoted}", with quotation marks.`
        faults.push(tagFault('wrong_argument', message, start, end, hint, `"${unquoted}"`))
      } else if (isMisplaced(found, index, argument)) {
        const text = argument.segments.join('.')
        faults.push(
          tagFault(
            'wrong_argument',
            `Argument "${wanted.name}" of "${found.name}" is a text without quotation marks: ${argumentFault(wanted, text) ?? ''}`,
            argument.start,
            argument.end,
            `Such as ${found.example}.`,
            [inExample(found), JSON.stringify(text)].join(':'),
          ),
        )
      }
      continue
    }
    const message = argumentFault(wanted, argument.value) ?? doubtOf(wanted, argument.value)
    if (message === undefined) continue
    faults.push(
      tagFault(
        'wrong_argument',
        `Argument "${wanted.name}" of "${found.name}": ${message}`,
        argument.start,
        argument.end,
        hintFor(wanted, argument.value) ?? `Such as ${found.example}.`,
        meantFor(wanted, argument.value) ?? forNext(found, index, args) ?? (index === 0 ? inExample(found) : undefined),
      ),
    )
  }
  const together = found.argsFault?.(args.map((each) => (each.kind === 'literal' ? each.value : undefined)))
  if (together !== undefined && faults.length === 0)
    faults.push(
      tagFault(
        'wrong_argument',
        `"${found.name}": ${together}`,
        formatter.start,
        args.at(-1)?.end ?? formatter.end,
        `Such as ${found.example}.`,
      ),
    )
  const before = input.kind === 'pipe' ? findFormatter(input.formatter.name) : undefined
  // Milliseconds may be calculated with, and are a date; what counts, or is taken from a date, is none.
  const given = input.kind === 'literal' ? typeof input.value : before?.gives
  const clash =
    (found.takes === 'list' && (given === 'text' || given === 'number' || given === 'string')) ||
    ((found.takes === 'date' || found.takes === 'number') && given === 'text') ||
    (found.takes !== 'list' && found.takes !== 'any' && given === 'list') ||
    (found.takes !== 'any' && given === 'rich') ||
    (found.takes === 'number' && given === 'date') ||
    (found.takes === 'date' && given === 'number' && before?.takes !== 'number')
  if (clash) {
    const message = `"${found.name}" takes a ${found.takes}, and gets a ${given === 'string' ? 'text' : given}.`
    faults.push(tagFault('wrong_argument', message, formatter.start, formatter.end, changeOrder))
  }
  return faults
}

/** The first formatter that begins with what was written: `currency` of `curr`. */
const begunWith = (name: string): string | undefined =>
  name.length < 3 ? undefined : formatters.find((each) => each.name.toLowerCase().startsWith(name.toLowerCase()))?.name

/** Two arguments changed round, where they are right so and wrong as they stand. */
function turnedRound({ args: wanted }: Formatter, args: readonly Expression[]): string | undefined {
  const [one, other, ...others] = args.map((each) => (each.kind === 'literal' ? each.value : undefined))
  const [first, second] = wanted
  if (one === undefined || other === undefined || others.length > 0 || first === undefined || second === undefined)
    return undefined
  const isRight = (left: typeof one, right: typeof one): boolean =>
    argumentFault(first, left) === undefined && argumentFault(second, right) === undefined
  return !isRight(one, other) && isRight(other, one) ? `${JSON.stringify(other)}:${JSON.stringify(one)}` : undefined
}

/** What stands behind the name of a formatter that is meant, where it is wrong and it is known what is right. */
function meantArgument(name: string | undefined, [argument]: PipeExpression['args']): TagFault | undefined {
  const wanted = findFormatter(name ?? '')?.args[0]
  if (wanted === undefined || argument?.kind !== 'literal') return undefined
  const fault = argumentFault(wanted, argument.value) ?? doubtOf(wanted, argument.value)
  const meant = fault === undefined ? undefined : meantFor(wanted, argument.value)
  if (fault === undefined || meant === undefined) return undefined
  const message = `Argument "${wanted.name}" of "${name}": ${fault}`
  return tagFault('wrong_argument', message, argument.start, argument.end, `Write ${meant}.`, meant)
}

/** The formatter that is meant by its argument, whatever its name: `date` by `"long"`, `currency` by `"EUR"`. */
function takerOf([argument]: PipeExpression['args']): string | undefined {
  return argument?.kind === 'literal' && typeof argument.value === 'string' ? takenBy(argument.value) : undefined
}

/** The formatter that takes what stands as one: `date` for `long`, `currency` for `EUR`. */
function takenBy(name: string): string | undefined {
  if (!constants.test(name)) return undefined
  return ['date', 'currency'].find((each) => {
    const wanted = findFormatter(each)?.args[0]
    return wanted !== undefined && argumentFault(wanted, name) === undefined && doubtOf(wanted, name) === undefined
  })
}

/** `date:"long"` of `dateLong` and `longDate`, `currency:"EUR"` of `currencyEUR`: the argument stands in the name. */
function withArgumentInName(name: string): string | undefined {
  const [, first = '', last = ''] = /^(\p{L}\p{Ll}+)[_-]?(\p{Lu}\p{Ll}+|\p{Lu}{3})$/u.exec(name) ?? []
  for (const [word, argument] of [
    [first, last],
    [last, first],
  ] as const) {
    const given = /^\p{Lu}{3}$/u.test(argument) ? argument : argument.toLowerCase()
    const formatter = findFormatter(word)?.name
    if (formatter !== undefined && takenBy(given) === formatter) return `${formatter}:"${given}"`
  }
  // In small letters alone: `longdate`.
  for (const formatter of ['datetime', 'date', 'time', 'currency']) {
    const given = name.startsWith(formatter)
      ? name.slice(formatter.length)
      : name.endsWith(formatter)
        ? name.slice(0, -formatter.length)
        : ''
    if (given !== '' && (takenBy(given) === formatter || (formatter !== 'currency' && takenBy(given) === 'date')))
      return `${formatter}:"${given}"`
  }
  return undefined
}

/** How an argument is written that is wrong, where that is known. */
function hintFor(wanted: FormatterArgument, value: unknown): string | undefined {
  const meant = meantFor(wanted, value)
  if (meant === undefined) return undefined
  if (typeof value === 'string' && pathInBraces(value) !== undefined)
    return `Write ${meant} without quotation marks and braces.`
  return typeof wanted.sample === 'number' ? `Write ${meant} without quotation marks.` : `Write ${meant}.`
}

/** An argument as it is written where it is right, as far as that is known. */
function meantFor(wanted: FormatterArgument, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const path = pathInBraces(value)
  if (path !== undefined) return path
  if (typeof wanted.sample === 'number') return numberIn(wanted, value)
  const meant = wanted.meant?.(value)
  return meant === undefined ? undefined : `"${meant}"`
}

/** `code` of `"{code}"`. */
const pathInBraces = (value: string): string | undefined =>
  /^\{\s*([\p{L}_][\p{L}\p{N}_.]{0,100})\s*\}$/u.exec(value)?.[1]

/**
 * A formatter with as many arguments as it takes, where all are texts and numbers: others may be formatters. Of words between
 * items and before the last, `list` writes both.
 */
function withoutSurplus({ name, args: wanted }: Formatter, args: readonly Expression[]): string | undefined {
  const written = args.flatMap((arg) => (arg.kind === 'literal' ? JSON.stringify(arg.value) : []))
  if (written.length < args.length) return undefined
  return name === 'join' ? 'list' : [name, ...written.slice(0, wanted.length)].join(':')
}

/** How the example of a formatter goes on behind its name: `:1.19` of `{net | multiply:1.19}`. */
function asInExample({ name, example }: Formatter): string | undefined {
  const at = example.indexOf(`| ${name}:`)
  return at === -1 ? undefined : /^[^|}]+/.exec(example.slice(at + 2))?.[0].trim()
}

/** Of numbers here; without its argument somebody means what is drawn. */
const isPicture = ({ name }: Formatter): boolean => name === 'picture'

/** The first argument of the example. */
const inExample = (formatter: Formatter): string | undefined =>
  /^[^:]+:("[^"]*"|-?[\d.]+)/.exec(asInExample(formatter) ?? '')?.[1]

/** `2` of `"2"`, `30` of `"30 days"`, `3` of `"three"`, and as many decimals as `"0.01"` has; of another picture, nothing. */
function numberIn({ name, fault }: FormatterArgument, value: string): string | undefined {
  const [, decimals] = name === 'digits' ? (/^\s*0[.,](0{0,8}1)\s*$/.exec(value) ?? []) : []
  if (decimals !== undefined) return String(decimals.length)
  const [, digits] = /^\s*(-?\d{1,9}(?:\.\d{1,9})?)\s*(?:\p{L}{1,20})?\s*$/u.exec(value) ?? []
  const number = digits ?? numberInWords(value.trim())?.toString()
  return number === undefined || number.startsWith('0.0') || fault?.(Number(number)) !== undefined ? undefined : number
}

const doubtOf = ({ doubt }: Pick<FormatterArgument, 'doubt'>, value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? doubt?.(value) : undefined

/** Words that arguments have. */
const constants =
  /^[A-Z]{2,3}$|^(?:short|medium|long|full|iso|asc|desc|national|international|header|contain|cover|diagonal|horizontal|unfilled|blank|keep|highlight)$|^[dDMyYHhms.]{2,}$/
const textStyles = /^(?:bold|italic|underline|strike)$/

/** A path that would be right as a text: `currency:EUR`, `date:dd.MM.yyyy`; a name of one letter may well be data. */
function unquotedText(wanted: FormatterArgument, { segments, own, up }: PathExpression): string | undefined {
  const text = segments.join('.')
  if (wanted.kind !== 'text' || own || up !== undefined) return undefined
  // A style of text may be any of the template's.
  if (wanted.fault === undefined) return wanted.name === 'style' && textStyles.test(text) ? text : undefined
  return constants.test(text) && wanted.fault(text) === undefined && doubtOf(wanted, text) === undefined
    ? text
    : undefined
}

/** An argument that the next one would take, behind an empty one: `"":"de"` of `words:"de"`. */
function forNext({ args: wanted }: Formatter, index: number, args: readonly Expression[]): string | undefined {
  const [own, next, argument] = [wanted[index], wanted[index + 1], args[index]]
  if (index > 0 || args.length > 1 || argument?.kind !== 'literal' || typeof argument.value !== 'string')
    return undefined
  const fits = own?.fault?.('') === undefined && next?.fault !== undefined && next.fault(argument.value) === undefined
  return fits ? `"":${JSON.stringify(argument.value)}` : undefined
}

/** A code in capitals that the next argument would take: `DE` of `phone:DE`. */
function isMisplaced({ args }: Formatter, index: number, { segments, own, up }: PathExpression): boolean {
  const text = segments.join('.')
  const [wanted, next] = [args[index], args[index + 1]]
  if (own || up !== undefined || !/^[A-Z]{2,3}$/.test(text) || wanted?.fault === undefined || next?.fault === undefined)
    return false
  return wanted.kind === 'text' && wanted.fault(text) !== undefined && next.fault(text) === undefined
}

/** Formatters behind which an image, formatted text or XML is still one. */
const keepsContent: Readonly<Record<string, ReadonlySet<string>>> = {
  image: new Set(['default', 'missing', 'first', 'last', 'image', 'qr', 'barcode', 'rich', 'trim', 'replace', 'wrap']),
  rich: new Set(),
  raw: new Set(),
}

/** A formatter behind a tag of another kind than text, of which nothing could be drawn: `{%logo | upper}`. */
export function checkContent(kind: 'image' | 'rich' | 'raw', expression: Expression): readonly TagFault[] {
  if (expression.kind !== 'pipe') return []
  const { formatter } = expression
  const found = findFormatter(formatter.name)
  if (found === undefined || keepsContent[kind]?.has(found.name) === true) return []
  const gives = kind === 'image' ? found.gives !== 'any' : found.gives === 'number' || found.gives === 'list'
  if (!gives) return []
  const what = kind === 'image' ? 'a picture' : kind === 'rich' ? 'formatted text' : 'XML'
  const message = `"${found.name}" gives a ${found.gives}, and the tag is for ${what}.`
  const hint =
    kind === 'image'
      ? 'Write the path alone, or | image with its size: {photo | image:"40mm"}.'
      : 'Write the path alone, or leave out the sign before it.'
  return [tagFault('wrong_argument', message, formatter.start, formatter.end, hint)]
}

/** What is wrong with an argument's value, in a sentence. */
export function argumentFault(
  wanted: { readonly kind: 'text' | 'number' | 'any'; fault?(value: string | number): string | undefined },
  value: unknown,
): string | undefined {
  if (typeof value === 'boolean' && wanted.kind === 'any') return wanted.fault?.(String(value))
  if (typeof value !== 'string' && typeof value !== 'number') return 'Must be a text or a number.'
  if (wanted.kind === 'number' && typeof value !== 'number') return 'Must be a number.'
  return wanted.fault?.(value)
}
