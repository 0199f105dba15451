import { writtenDate } from '../formatters/written-date.ts'
import { type Expression, partsOf } from '../syntax/expression.ts'
import { comparesInWords } from './foreign-tag.ts'
import type { SectionNode, TemplateNode, ValueNode } from './template-node.ts'
import { plainNumber } from './plain-numbers.ts'

/** A condition that can be read, and hardly tests what was meant. */
interface OddCondition {
  readonly message: string
  readonly hint: string
  /** The name that is looked for in the data. */
  readonly path?: string
}

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>='])
const joints: ReadonlySet<string> = new Set(['and', 'or'])
const calculations: ReadonlySet<string> = new Set(['+', '-', '*', '/'])

/**
 * Conditions of a tag that hardly test what was meant. `isReadElsewhere`: whether other tags read a name too; `isTruth`: whether
 * other tags take a path for true or false.
 */
export function oddConditions<Place>(
  { expression, ...node }: ValueNode<Place> | SectionNode<Place>,
  isReadElsewhere: (name: string) => boolean,
  isTruth: (path: string) => boolean,
): readonly OddCondition[] {
  const found: OddCondition[] = []
  const visit = (each: Expression, joint?: string): void => {
    const ownJoint = each.kind === 'binary' && joints.has(each.operator) ? each.operator : undefined
    for (const part of partsOf(each)) visit(part, ownJoint)
    const sides =
      each.kind === 'conditional' ? [each.consequent, each.alternate] : each.kind === 'pipe' ? [...each.args] : []
    if (each.kind === 'binary') {
      const { operator, left, right } = each
      if ((operator === '??' || operator === 'or') && !(right.kind === 'path' && right.loose === true))
        sides.push(right)
      if (operator === '==' || operator === '!=') {
        const answer = nameOf(right) ?? textOf(right)
        const isFree = right.kind !== 'path' || !isReadElsewhere(answer)
        const truth = isAnswer(answer) && isFree ? pathIn(left) : undefined
        if (truth !== undefined && (right.kind === 'path' || isTruth(truth)))
          found.push(answerInWords(truth, answer, operator, node))
        else if (left.kind === 'path') sides.push(right)
        const texts = textsBetween(right)
        const compared = texts.length > 1 ? pathIn(left) : undefined
        if (compared !== undefined) found.push(severalTexts(compared, operator, texts, node))
        const word = nameOf(right)
        const isWord =
          left.kind === 'path' &&
          truth === undefined &&
          word !== undefined &&
          plainWord.test(word) &&
          !namesAValue.test(word)
        if (isWord && !saidWords.test(word) && !isReadElsewhere(word)) found.push(unquoted(operator, word, node.tag))
      }
      // What stands between the same words is one chain, and looked at once.
      if (ownJoint !== undefined && ownJoint !== joint) {
        const chain = chainOf(each, ownJoint)
        const texts = chain.filter(({ kind }) => kind === 'literal')
        const test = chain.find(isComparison)
        if (texts.length > 0 && test !== undefined) found.push(constantSide(ownJoint, test, texts))
      }
      if (operator === 'or' && joint === undefined) {
        const parts = chainOf(each, 'or')
        if (parts.some((part) => textOf(part) !== '' && textOf(part).trim() === '')) found.push(joinedByOr(parts))
      }
      if (comparisons.has(operator) && isSame(left, right)) found.push(constant)
      const text = comparisons.has(operator) ? textOf(left) || textOf(right) : ''
      if (text.trim() !== '' && text !== text.trim()) found.push(spaceAtEnd(text, node.tag))
      if ((operator === '==' || operator === '!=') && /^(?:true|false)$/i.test(text))
        found.push(answerAsText(text, node.tag))
      const bit = comparisons.has(operator) ? bitOf(right) : undefined
      const flag = bit === undefined ? undefined : pathIn(left)
      if (bit !== undefined && flag !== undefined && (operator === '==' || operator === '!=') && isTruth(flag))
        found.push(truthAsNumber(flag, bit === (operator === '=='), bit))
      if (dayOfLocale.test(text)) found.push(localDay(text, node.tag))
      if (isoDay.test(text) && !isDayOfCalendar(text)) found.push(noDay(text))
      if (numberOfLocale.test(text)) found.push(localNumber(text, node.tag))
      if (calculations.has(operator) && isNumber(left) && isNumber(right)) found.push(calculated(node.tag))
      const negated = operator === '-' && left.kind === 'literal' && left.start === left.end ? pathIn(right) : undefined
      if (negated !== undefined && node.kind === 'section' && node.mode === 'if')
        found.push({
          message: 'A minus calculates with numbers, and a condition reads true or false.',
          hint: `Write {#if not ${negated}}.`,
          path: negated,
        })
      if ((operator === '+' || operator === '-') && isDay(left) && isNumber(right))
        found.push(daysAdded(left, operator, right))
      const grouped = comparisons.has(operator) ? groupedNumber(node.tag, right) : undefined
      if (grouped !== undefined) found.push(grouped)
      const amount = comparisons.has(operator) ? nameOf(right) : undefined
      if (amount !== undefined && /^(?:\d[\d.]{0,20}\s?[\p{L}€£$%]|\$\d)/u.test(amount))
        found.push(amountWithUnit(amount, node.tag))
    }
    if (each.kind === 'conditional') {
      const words = [each.consequent, each.alternate].map((side) => nameOf(side) ?? '')
      const areWords = words.every(
        (word) => plainWord.test(word) && !namesAValue.test(word) && !saidWords.test(word) && !isReadElsewhere(word),
      )
      if (areWords) found.push(unquotedChoice(words, node.tag))
    }
    for (const side of sides) {
      const word = nameOf(side)
      if (word !== undefined && saidWords.test(word) && !isReadElsewhere(word)) found.push(said(word, node.tag))
    }
  }
  visit(expression)
  const test = expression.kind === 'named' ? expression.otherwise : expression
  // A comparison in words is told by itself.
  const isTold = comparesInWords(node.tag.replaceAll(/^\{+|\}+$/g, ''))
  const answer = node.kind === 'section' && node.mode === 'if' && !isTold ? wordsOf(test) : []
  const lastWord = answer.length < 2 ? '' : (answer.at(-1) ?? '')
  if (/^(?:true|false)$/.test(lastWord) || saidWords.test(lastWord)) found.push(said(lastWord, node.tag))
  if (node.kind === 'section' && node.mode === 'if' && test.kind === 'literal') found.push(constant)
  if (node.kind === 'section' && node.mode === 'if' && test.kind === 'binary' && test.operator === '+')
    found.push({
      message: 'The condition is a sum, and holds for all but 0.',
      hint: `Write ${node.tag.replaceAll(/\s\+\s/g, ' and ')}, or with "or" between the tests.`,
    })
  return found
}

/** A word in small letters, as texts of data are. */
const plainWord = /^\p{L}\p{Ll}{2,30}$|^\p{Lu}\p{Ll}$|^\p{Lu}{2,10}$/u

/** Names that another value is compared by. */
const namesAValue =
  /^(?:wanted|expected|selected|current|previous|given|default|chosen|other|limit|minimum|maximum|today|now|total|name|value|key|code|type|kind|state|status|country|currency|language|locale)$/i

/** Words that no value is called by, and that say true, false or nothing. */
const saidWords = /^(?:TRUE|True|FALSE|False|yes|no|y|n|ja|nein|oui|non|null|nil|none|nothing|empty|undefined)$/i

/** Answers to a question, in the languages of most templates; one letter may be a text of its own. */
const agreed = /^(?:yes|ja|oui|s[ií]|sim|wahr|vrai|verdadero|vero|verdadeiro|waar)$/i
const denied = /^(?:no|nein|non|n[ãa]o|nee|falsch|faux|falso|onwaar)$/i
const isAnswer = (word: string): boolean => agreed.test(word) || denied.test(word)

/** `{#if paid == yes}`, and `{#if paid == "yes"}` beside `{#if paid}`. */
function answerInWords(
  path: string,
  answer: string,
  operator: string,
  { tag, kind }: { readonly tag: string; readonly kind: string },
): OddCondition {
  const holds = agreed.test(answer) === (operator === '==')
  const whole = holds ? `{#if ${path}}` : `{#unless ${path}}`
  const isWhole = kind === 'section' && new RegExp(String.raw`^\{+\s?[#^]\s?(?:if\s)?[^\s=!]+\s*[!=]=\s*\S+$`).test(tag)
  return {
    message: `"${answer}" is no word for what is true or false.`,
    hint: `Write ${isWhole ? whole : `${holds ? '' : 'not '}${path} alone, as in ${whole}`}, where "${path}" is true or false; where it is a text ${path} ${operator} "${answer}".`,
    path: answer,
  }
}

/** 1 and 0, as programs have true and false. */
const bitOf = (side: Expression): boolean | undefined =>
  side.kind === 'literal' && (side.value === 1 || side.value === 0) ? side.value === 1 : undefined

/** `{#if paid == 1}` beside `{#if paid}`. */
const truthAsNumber = (path: string, holds: boolean, bit: boolean): OddCondition => ({
  message: `"${path}" is tested for true and false elsewhere, and true is no 1.`,
  hint: `Write {#${holds ? 'if' : 'unless'} ${path}}; of a number ${path} == ${bit ? 1 : 0}.`,
  path,
})

/** The texts of `"HR" / "IT"`. */
function textsBetween(expression: Expression): readonly string[] {
  const texts: string[] = []
  let rest = expression
  for (; rest.kind === 'binary' && rest.operator === '/'; rest = rest.left) texts.unshift(textOf(rest.right))
  texts.unshift(textOf(rest))
  return texts.includes('') ? [] : texts
}

function severalTexts(
  path: string,
  operator: string,
  texts: readonly string[],
  { tag }: { readonly tag: string },
): OddCondition {
  const tests = texts
    .slice(0, maxTexts)
    .map((text) => `${path} ${operator} ${JSON.stringify(text)}`)
    .join(operator === '==' ? ' or ' : ' and ')
  const [head = ''] = /^\{+\s?(?:[#^]\s?(?:if|unless)\s+|else\s?if\s+)?/.exec(tag) ?? []
  return {
    message: '"/" calculates with numbers.',
    hint: `Write ${head}${tests}}, each text in a comparison of its own.`,
  }
}

/** `first || " " || last`, as data bases join texts. */
const joinedByOr = (parts: readonly Expression[]): OddCondition => ({
  message: '"||" and "or" take the first side that there is, and join nothing.',
  hint: `Write {${parts
    .slice(0, maxTexts)
    .map((part) => pathIn(part) ?? (part.kind === 'literal' ? JSON.stringify(part.value) : '…'))
    .join(' + ')}}.`,
})

/** The words of the last name of a path: `{#if paid yes}` has two. */
const wordsOf = (expression: Expression): readonly string[] =>
  expression.kind === 'path' ? (expression.segments.at(-1) ?? '').split(' ') : []

/** The name alone that an expression reads. */
function nameOf(expression: Expression): string | undefined {
  if (expression.kind !== 'path' || expression.up !== undefined || expression.own) return undefined
  return expression.segments.length === 1 ? expression.segments[0] : undefined
}

/** The path alone that an expression reads, as the tag has it. */
const pathIn = (expression: Expression): string | undefined =>
  expression.kind === 'path' && expression.up === undefined && !expression.own
    ? (expression.written ?? expression.segments.join('.'))
    : undefined

const isNumber = ({ kind, ...literal }: Expression): boolean =>
  kind === 'literal' && 'value' in literal && typeof literal.value === 'number'

const isComparison = (expression: Expression): boolean =>
  expression.kind === 'binary' && comparisons.has(expression.operator)

/** Both sides are written out, or one path. */
const isSame = (left: Expression, right: Expression): boolean =>
  (left.kind === 'literal' && right.kind === 'literal') ||
  (left.kind === 'path' &&
    right.kind === 'path' &&
    left.up === right.up &&
    left.own === right.own &&
    left.segments.join('.') === right.segments.join('.'))

const constant: OddCondition = {
  message: 'The condition reads no value, and is always the same.',
  hint: 'Write the name of a value without quotation marks: {#if kind == "sale"}.',
}

const textOf = (expression: Expression): string =>
  expression.kind === 'literal' && typeof expression.value === 'string' ? expression.value : ''

/** A tag with something else in the place of one of its texts; the text alone where it does not stand there so. */
const withText = (tag: string, text: string, instead: string): string =>
  tag.includes(`"${text}"`) ? tag.replace(`"${text}"`, () => instead) : instead

const spaceAtEnd = (text: string, tag: string): OddCondition => ({
  message: 'The text in the comparison begins or ends with a space, and is no other text.',
  hint: `Write ${withText(tag, text, `"${text.trim()}"`)}.`,
})

/** `31.12.2026`, `12/31/26`. */
const dayOfLocale = /^\s*\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\s*$/
const localDay = (text: string, tag: string): OddCondition => ({
  message: `"${text}" is compared as a text: dates are compared as year, month and day.`,
  hint: `Write ${withText(tag, text, `"${writtenDate(text, 'en-GB') ?? '2026-12-31'}"`)}.`,
})

const answerAsText = (text: string, tag: string): OddCondition => ({
  message: `"${text}" in quotation marks is a text, and what is true or false is none.`,
  hint: `Write ${withText(tag, text, text.toLowerCase())}, without quotation marks; or the name alone: {#if paid}, {#unless paid}.`,
})

const isoDay = /^\d{4}-\d{2}-\d{2}$/
const isDayOfCalendar = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
const noDay = (text: string): OddCondition => ({
  message: `There is no day "${text}".`,
  hint: 'Write a date that there is, such as "2026-12-31".',
})

/** `5,000`, `1.000.000`, `12,50`: no text that a number is compared by. */
const numberOfLocale = /^\d{1,3}(?:[.,'’ ]\d{3}){1,5}(?:[.,]\d{1,10})?$|^\d{1,20},\d{1,10}$/
const localNumber = (text: string, tag: string): OddCondition => ({
  message: `"${text}" is a text, and no number is compared by it.`,
  hint: `Write ${withText(tag, text, plainNumber(text))}: a number has no quotation marks, and no signs between thousands.`,
})

/** `kind == sale` with its word in quotation marks, within its tag where that has it once. */
function inQuotes(operator: string, word: string, tag: string): string {
  const pieces = tag.split(`${operator} ${word}`)
  const isWhole = pieces.length === 2 && !/^[\p{L}\p{N}_.]/u.test(pieces[1] ?? '')
  return isWhole ? pieces.join(`${operator} "${word}"`) : `${operator} "${word}"`
}

const unquoted = (operator: string, word: string, tag: string): OddCondition => ({
  message: `"${word}" is looked for in the data: a text without quotation marks is a path.`,
  hint: `Write ${inQuotes(operator, word, tag)}, where the word itself is meant.`,
  path: word,
})

/** `paid ? settled : open` with both words in quotation marks. */
const unquotedChoice = ([first = '', second = '']: readonly string[], tag: string): OddCondition => ({
  message: `"${first}" and "${second}" are looked for in the data: a text without quotation marks is a path.`,
  hint: `Write ${tag.replace(new RegExp(String.raw`\?\s*${first}\s*:\s*${second}`, 'u'), `? "${first}" : "${second}"`)}, where the words themselves are meant.`,
  path: first,
})

/** The tag with its last such word in quotation marks, where it stands at its end. */
const quotedIn = (tag: string, word: string): string => {
  const [, before, close] = /^(.*\W)\w+\s?(\}+)$/su.exec(tag) ?? []
  return before === undefined || !tag.endsWith(`${word}${close}`) ? '' : `${before}"${word}"${close}, with `
}

const said = (word: string, tag: string): OddCondition => ({
  message: `"${word}" is looked for in the data: it is no word of the language.`,
  hint: `Write ${quotedIn(tag, word)}"${word}" in quotation marks where the text is meant; true and false in small letters; {#if x} and {#unless x} test whether there is a value.`,
  path: word,
})

/** What one word joins, in its order. */
function chainOf(expression: Expression, joint: string): readonly Expression[] {
  const chain: Expression[] = []
  const rest = [expression]
  for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
    if (at.kind === 'binary' && at.operator === joint) rest.push(at.right, at.left)
    else chain.push(at)
  }
  return chain
}

/** Most texts that a hint compares one by one. */
const maxTexts = 8

/** @param test the comparison beside the texts or numbers */
const constantSide = (joint: string, test: Expression, texts: readonly Expression[]): OddCondition => ({
  message: `The text or number beside "${joint}" is no test: it always holds.`,
  hint: `Write the comparison on both sides: {#if ${allSides(joint, test, texts.slice(0, maxTexts)) ?? `kind == "a" ${joint} kind == "b"`}}.`,
})

/** `status == "a" or status == "b"` for `status == "a" or "b"`. */
function allSides(joint: string, test: Expression, texts: readonly Expression[]): string | undefined {
  const name = test.kind === 'binary' ? pathIn(test.left) : undefined
  if (name === undefined || test.kind !== 'binary' || test.right.kind !== 'literal') return undefined
  const { operator, right } = test
  return [right, ...texts]
    .flatMap((text) => (text.kind === 'literal' ? [`${name} ${operator} ${JSON.stringify(text.value)}`] : []))
    .join(` ${joint} `)
}

/** `today`, `contract.dueDate`, `deadline`. */
const isDay = (expression: Expression): boolean =>
  expression.kind === 'path' && /^(?:today|now|deadline)$|(?:^d|D)ate$/.test(expression.segments.at(-1) ?? '')

function daysAdded(day: Expression, sign: string, number: Expression): OddCondition {
  const name = day.kind === 'path' ? day.segments.join('.') : 'today'
  const days = number.kind === 'literal' ? `${sign === '-' ? '-' : ''}${String(number.value)}` : '14'
  return {
    message: 'A number is no span of time: nothing can be added to a date by its sign.',
    hint: `Write {${name} | addDays:${days}}, or addWeeks, addMonths, addYears; for a test give it a name above: {= last: ${name} | addDays:${days}}, {#if due > last}.`,
  }
}

/** `5.000`, which is 5 here: nobody writes three decimals of which the last is 0. */
function groupedNumber(tag: string, bound: Expression): OddCondition | undefined {
  if (bound.kind !== 'literal' || typeof bound.value !== 'number') return undefined
  const { value } = bound
  const [, written] = /(?<![\d.])([1-9]\d{0,2}\.\d\d0)(?!\d)/.exec(tag) ?? []
  if (written === undefined || Number(written) !== value) return undefined
  return {
    message: `The point of "${written}" is one of decimals: this is ${value}.`,
    hint: `Write ${tag.replace(written, written.replace('.', ''))}, or ${value} where that is meant.`,
  }
}

/** `5000 EUR`, which is a name. */
function amountWithUnit(amount: string, tag: string): OddCondition {
  const number = /[\d.]+/.exec(amount)?.[0] ?? '100'
  const whole = tag.includes(amount) ? `${tag.replace(amount, number)}, with ` : ''
  return {
    message: `"${amount}" is looked for in the data: a number has no unit.`,
    hint: `Write ${whole}the number alone: ${number}.`,
    path: amount,
  }
}

/** @param tag in which a date stands without quotation marks, where that is one */
function calculated(tag: string): OddCondition {
  const quoted = tag.replace(/(?<![\d"-])(\d{4}-\d{2}-\d{2})(?![\d"-])/, '"$1"')
  return {
    message: 'The numbers are calculated with, and what comes out is used.',
    hint: `Write a date in quotation marks: ${quoted === tag ? '{#if due > "2026-01-31"}' : quoted}.`,
  }
}

/** Paths that a tag takes for true or false: `{#if paid}`, `{#unless paid}`, `{paid ? "a" : "b"}`. */
export function truths<Place>(nodes: readonly TemplateNode<Place>[]): ReadonlySet<string> {
  const paths = new Set<string>()
  const test = (expression: Expression): void => {
    const inner = expression.kind === 'not' ? expression.operand : expression
    const path = pathIn(inner)
    if (path !== undefined) paths.add(path)
    if (inner.kind === 'binary' && joints.has(inner.operator)) for (const part of partsOf(inner)) test(part)
  }
  const visit = (node: TemplateNode<Place>): void => {
    if (node.kind === 'literal') return
    if (node.expression.kind === 'conditional') test(node.expression.test)
    if (node.kind !== 'section') return
    if (node.mode === 'if') test(node.expression)
    for (const child of [...node.children, ...node.otherwise]) visit(child)
  }
  for (const node of nodes) visit(node)
  return paths
}
