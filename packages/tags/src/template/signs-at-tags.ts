import type { Finding } from '@chancery/core'
import type { Expression } from '../syntax/expression.ts'
import { formattersOf, mainPath } from '../data/reads.ts'
import type { SignedText } from './signed-text.ts'
import type { Delimiters } from './scan-text.ts'

/** What is written after a dollar sign, a percentage sign or a number sign, as its text has them. */
const amounts =
  /amount|price|total|sum(?!mar)|cost|fee|rent|salary|balance|deposit|pay|value|net|gross|tax|budget|wage|bonus|fine|penalt|premium|rate|charge|due|usd|dollar|capital|loan|limit|income|profit|revenue|number|num|nr|no$|id$|ref|(?<!ac)count|index|order|invoice|qty/i
const asNumber: ReadonlySet<string> = new Set([
  'number',
  'currency',
  'picture',
  'round',
  'sum',
  'avg',
  'multiply',
  'divide',
  'add',
  'subtract',
  'floor',
  'ceil',
  'abs',
  'ordinal',
  'pad',
  'min',
  'max',
])

/** What a person is called by behind an at sign. */
const handles = /handle|nick|user|account|twitter|insta|social|tiktok|mention/i
/** What a footnote or an entry of a list has between square brackets. */
const references = /number|num|nr|no$|id$|ref|index|count|note|^\$|key|code|cit|source/i

const addresses = /mail|url|link|site|web|address|uri/i

/** Signs of other engines right before or around a tag: the tag is filled, and they stay. */
export function signsAtTags(texts: readonly SignedText[], { open }: Delimiters): readonly Finding[] {
  if (open !== '{') return []
  const own = texts.flatMap(({ text, tags, locate }) =>
    tags.flatMap(({ parsed, ...tag }) => (parsed?.kind === 'value' ? [{ ...tag, parsed, text, locate }] : [])),
  )
  const signed = own.map((tag) => ({ tag, signs: signsAt(tag) })).filter(({ signs }) => signs !== undefined)
  // Where each tag has it, it is no sign of a currency.
  const isHabit = signed.length > 1 && signed.length === own.length
  return signed.flatMap(({ tag: { text, start, end, tag, parsed, locate }, signs }) => {
    if (signs === undefined || (!isHabit && isMeant(signs, parsed.expression))) return []
    const { before, behind } = signs
    const whole = text.slice(start - before.length, end + behind.length)
    return [
      {
        code: 'other_delimiters',
        severity: 'warning',
        message:
          behind === ''
            ? `The "${before}" before the tag stays: ${whole} is how another engine writes it.`
            : `The "${before}" and "${behind}" around the tag stay: ${whole} is how another engine writes it.`,
        hint: `Write ${tag} alone, unless the sign is meant.`,
        location: locate(start - before.length, end + behind.length, whole),
      },
    ]
  })
}

interface Signs {
  readonly before: string
  readonly behind: string
}

/** `${name}`, `$!{name}`, `$F{name}`, `@{name}`; `[{name}]`, `%{name}%`. */
function signsAt({ text, start, end }: { text: string; start: number; end: number }): Signs | undefined {
  const [, lone = ''] =
    /(?:^|[^\p{L}\p{N}$#%@\\])([$#%@]|\$!|\$\p{Lu}{1,2})$/u.exec(text.slice(Math.max(0, start - 4), start)) ?? []
  const [, enclosing] = /((?:<<|\[\[)[\p{L}_]{0,20})$/u.exec(text.slice(Math.max(0, start - 24), start)) ?? []
  const end2 = text.slice(end, end + 2)
  if (enclosing !== undefined && end2 === (enclosing.startsWith('<') ? '>>' : ']]'))
    return { before: enclosing, behind: end2 }
  const before = text[start - 1] ?? ''
  const behind = text[end] ?? ''
  if (before !== '' && behind === pairs[before] && !/[\p{L}\p{N}]/u.test(text[start - 2] ?? ''))
    return { before, behind }
  return lone === '' ? undefined : { before: lone, behind: '' }
}

const pairs: Readonly<Record<string, string>> = {
  '[': ']',
  '<': '>',
  '%': '%',
  '#': '#',
  '@': '@',
  '|': '|',
  '~': '~',
  $: '$',
}

/** Whether the sign belongs to the text: an amount of money, a percentage, a number, a reference, somebody's handle. */
function isMeant({ before, behind }: Signs, expression: Expression): boolean {
  const name = mainPath(expression)?.segments.at(-1) ?? ''
  if (behind.length > 1) return false
  // An address as programs of mail have it.
  if (behind === '>') return addresses.test(name)
  if (behind === ']') return references.test(name) || mainPath(expression) === undefined
  if (behind !== '') return false
  if (before === '@') return handles.test(name)
  return before.length === 1 && isAmount(expression)
}

const isAmount = (expression: Expression): boolean =>
  amounts.test(mainPath(expression)?.segments.at(-1) ?? '') ||
  expression.kind === 'binary' ||
  formattersOf(expression).some((each) => asNumber.has(each))
