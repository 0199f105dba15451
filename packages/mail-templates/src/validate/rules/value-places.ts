import { type Expression, findFormatter, mainPath } from '@chancery/tags'
import type { Node } from '../../parse/parse-template.ts'
import { type HtmlAttribute, valueRange } from '../../parse/html-tokens.ts'
import { firstTagAfter, htmlRule } from '../rule.ts'
import { kindInWords, nameKind, type ValueKind } from './value-kinds.ts'

/** Attributes that lead somewhere, by the beginning of what is written before the value: the kinds that make no sense there. */
const places: readonly (readonly [attribute: RegExp, before: RegExp, odd: ReadonlySet<ValueKind>, wanted: string])[] = [
  [/^href$/, /^mailto:$/i, new Set(['date', 'number', 'address', 'telephone', 'name']), 'a mailbox'],
  [/^href$/, /^(?:tel|sms):$/i, new Set(['date', 'address', 'mailbox', 'name']), 'the number of a telephone'],
  [/^(?:href|action)$/, /^$/, new Set(['date', 'number', 'mailbox', 'telephone', 'name']), 'an address'],
  [
    /^(?:src|background)$/,
    /^$/,
    new Set(['date', 'number', 'mailbox', 'telephone', 'name']),
    'the address of an image',
  ],
  [/^alt$/, /^$/, new Set(['address']), 'a word for an image'],
]
/** What the formatters of a value take. */
function formattedKind(expression: Expression): ValueKind | undefined {
  if (expression.kind !== 'pipe') return undefined
  const takes = findFormatter(expression.formatter.name)?.takes
  return formattedKind(expression.input) ?? (takes === 'date' || takes === 'number' ? takes : undefined)
}

/** Values of one kind that stand where only another makes sense: a date for the address of a link. */
export const valuePlaces = htmlRule(({ starts, parsed }, tell, { checked }) => {
  if (parsed.tags.length === 0) return
  const nodes = new Map<number, Exclude<Node, { kind: 'literal' | 'section' }>>()
  const formatted = new Map<string, ValueKind>()
  const visit = (each: readonly Node[], isHtml: boolean): void => {
    for (const node of each) {
      if (node.kind === 'section') {
        visit(node.children, isHtml)
        visit(node.otherwise, isHtml)
      }
      if (node.kind === 'literal' || node.kind === 'section') continue
      if (isHtml) nodes.set(node.place.start, node)
      const kind = formattedKind(node.expression)
      const path = mainPath(node.expression)?.segments.join('.')
      if (kind !== undefined && path !== undefined) formatted.set(path, kind)
    }
  }
  for (const { field, nodes: own } of checked.fields) visit(own, field === parsed.field)
  const check = (attributeName: string, attribute: HtmlAttribute): void => {
    const [start, end] = valueRange(parsed.field.source, attribute)
    const tag = parsed.tags[firstTagAfter(parsed, start)]
    if (tag === undefined || tag.start >= end) return
    const node = nodes.get(tag.start)
    const path = node && mainPath(node.expression)?.segments
    if (node === undefined || path === undefined) return
    const name = path.at(-1) ?? ''
    const kind = formattedKind(node.expression) ?? formatted.get(path.join('.')) ?? nameKind(name)
    const before = parsed.field.source.slice(start, tag.start).trim()
    for (const [of, begins, odd, wanted] of places)
      if (kind !== undefined && of.test(attributeName) && begins.test(before) && odd.has(kind))
        tell('value_out_of_place', attribute, {
          message: `"${path.join('.')}" is ${kindInWords[kind]}, and stands where ${wanted} belongs.`,
          path: path.join('.'),
        })
  }
  for (const { attributes } of starts)
    for (const name of ['href', 'src', 'alt', 'background', 'action']) {
      const attribute = attributes.get(name)
      if (attribute !== undefined) check(name, attribute)
    }
})
