import { pathsOf } from '../data/reads.ts'
import type { Expression } from '../syntax/expression.ts'
import { dayNearBy } from './days-near-by.ts'
import type { SectionNode, ValueNode } from './template-node.ts'

interface OddWord {
  readonly message: string
  readonly hint: string
  readonly path: string
}

/** The day of the call, as people and programs name it. */
const ofToday =
  /^(?:heute|heutiges datum|aktuelles datum|tagesdatum|aujourd'hui|date du jour|hoy|fecha actual|fecha de hoy|oggi|data odierna|data di oggi|hoje|data atual|vandaag|datum vandaag|(?:current|today'?s|todays) ?_?date|current_date)$/i

/** `{heute}`, `{current date}`: a value of the data, where the day of the call may be meant. */
export function dayInWords(expression: Expression, tag: string): OddWord | undefined {
  for (const { segments, up, own, written } of pathsOf(expression)) {
    const whole = written ?? segments.join('.')
    if (up !== undefined || own) continue
    const day = ofToday.test(whole) ? 'today' : expression.kind === 'binary' ? undefined : dayNearBy(whole)
    if (day === undefined) continue
    const here = tag.includes(whole) ? tag.replace(whole, day) : `{${day}}`
    return {
      message: `"${whole}" is looked for in the data: the day of the call is "today".`,
      hint: `Write ${here}, or give "${whole}" in the data.`,
      path: whole,
    }
  }
  return undefined
}

/** Formatters that are also fields of dates, texts and lists in programs. */
const asFields: ReadonlySet<string> = new Set('year week quarter age count sum iban phone words'.split(' '))

/** `{due.year}` beside `{due}`: a formatter, as a program reads a field. */
export function formatterAsField(expression: Expression, isRead: (path: string) => boolean): OddWord | undefined {
  for (const { segments, up, own } of pathsOf(expression)) {
    const name = segments.at(-1) ?? ''
    const value = segments.slice(0, -1).join('.')
    if (up !== undefined || own || value === '' || !asFields.has(name) || !isRead(value)) continue
    const path = segments.join('.')
    return {
      message: `"${value}" is a value of the template, and "${name}" a formatter.`,
      hint: `Write {${value} | ${name}}: a formatter stands behind a "|".`,
      path,
    }
  }
  return undefined
}

/** `{fee | number:0.00}`: a picture where a number of digits stands. */
export function digitsAsPicture(expression: Expression, tag: string): Omit<OddWord, 'path'> | undefined {
  const [whole = '', name = '', digits = ''] = /\|\s*(number|round|percent)\s*:\s*0\.(0{1,8})(?!\d)/.exec(tag) ?? []
  if (whole === '' || expression.kind !== 'pipe') return undefined
  return {
    message: `"${name}" takes the number of digits, and this is 0.`,
    hint: `Write ${tag.replace(whole, `| ${name}:${digits.length}`)}.`,
  }
}

/** `{#if not last}` in a loop: the place of an item, by a word that is looked for in its fields. */
export function placeInTest<Place>(
  { kind, expression, tag }: ValueNode<Place> | SectionNode<Place>,
  isReadElsewhere: (name: string) => boolean,
): OddWord | undefined {
  const meant = expression.kind === 'named' ? expression.otherwise : expression
  const test = meant.kind === 'not' ? meant.operand : meant
  if (kind !== 'section' || test.kind !== 'path' || test.own || test.up !== undefined) return undefined
  const [word = '', ...others] = test.segments
  if (others.length > 0 || !/^(?:first|last|even|odd)$/.test(word) || isReadElsewhere(word)) return undefined
  return {
    message: `"${word}" is looked for in the data: a loop names the place of its item with a "$".`,
    hint: `Write ${tag.replace(new RegExp(String.raw`(?<![\p{L}$])${word}(?!\p{L})`, 'u'), `$$${word}`)}.`,
    path: word,
  }
}
