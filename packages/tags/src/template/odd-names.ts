import { findFormatter } from '../formatters/registry.ts'
import { pathsOf } from '../data/reads.ts'
import type { Expression } from '../syntax/expression.ts'
import type { TemplateNode } from './template-node.ts'

/** Names of several words that other tags show to be none. */
interface OddName {
  readonly message: string
  readonly hint: string
  readonly path: string
}

/** Words of formatters that names of values begin with, too: `date signed`, `number of shares`, `first name`. */
const inNames =
  /^(?:first|last|title|number|date|time|phone|count|list|link|image|table|year|quarter|week|month|age|min|max|limit|default|document|chart|note|name|t|map|missing|duration|sum|total|like|sort|filter|unique|rich)$/
const openers = /^(?:start|begin|open|loop|repeat|beginn|anfang|debut)$/i
const closers = /^(?:end|stop|finish|close|done|ende|fin)$/i
/** What begins and ends without being a section: `start date`, `end time`. */
const spans =
  /^(?:date|time|day|days|month|months|year|years|week|weeks|hour|hours|period|number|point|page|balance|datum|zeit)s?$/i
/** `heirs`, `Kinder`: several. */
const several = /[^s\P{L}]s$|[^\P{L}](?:en|er)$/iu

/** The name alone that a tag writes, in two parts: its first word, and the rest. */
function inTwo(expression: Expression): readonly [first: string, rest: string] | undefined {
  if (expression.kind !== 'path' || expression.up !== undefined || expression.own) return undefined
  const name = expression.segments.join('.')
  const at = name.indexOf(' ')
  return at <= 0 ? undefined : [name.slice(0, at), name.slice(at + 1)]
}

/** `{currency fee}` beside `{fee}`: the name of a formatter before a value that the template has. */
export function formatterAhead(expression: Expression, isRead: (name: string) => boolean): OddName | undefined {
  const [first, rest] = inTwo(expression) ?? []
  if (first === undefined || rest === undefined || inNames.test(first) || !/^\p{Ll}/u.test(first)) return undefined
  const formatter = findFormatter(first)?.name
  if (formatter === undefined || !isRead(rest)) return undefined
  return {
    message: `"${first} ${rest}" is read as one name, and "${rest}" is a value of the template.`,
    hint: `Write {${rest} | ${formatter}}: a formatter stands behind its value.`,
    path: `${first} ${rest}`,
  }
}

/** `{start heirs}` and `{heirs start}`: the word that begins or ends, and what. */
function wordAndList(expression: Expression): readonly [word: string, list: string] {
  const [first = '', rest = ''] = inTwo(expression) ?? []
  const isFirst = openers.test(first) || closers.test(first)
  return isFirst || rest.includes(' ') ? [first, rest] : [rest, first]
}

/** Tags such as `{start heirs}` before `{end heirs}`, by the tag: sections as they are said, and not as they are written. */
export function sectionsInWords<Place>(
  nodes: readonly TemplateNode<Place>[],
): ReadonlyMap<TemplateNode<Place>, OddName> {
  const found = new Map<TemplateNode<Place>, OddName>()
  const open = new Map<string, { readonly node: TemplateNode<Place>; readonly first: string }>()
  const visit = (node: TemplateNode<Place>): void => {
    if (node.kind === 'literal') return
    const [first, rest] = node.kind === 'value' ? wordAndList(node.expression) : ['', '']
    if (rest !== '' && several.test(rest) && !spans.test(rest.split(' ').at(-1) ?? '')) {
      const before = open.get(rest)
      if (openers.test(first)) open.set(rest, { node, first })
      else if (closers.test(first) && before !== undefined) {
        const message = `"${before.first}" and "${first}" are read as parts of names, and no section is between the two tags.`
        const hint = `Write {#${rest}}…{/${rest}}.`
        found.set(before.node, { message, hint, path: nameOf(before.node) })
        found.set(node, { message, hint, path: nameOf(node) })
        open.delete(rest)
      }
    }
    if (node.kind === 'section') for (const child of [...node.children, ...node.otherwise]) visit(child)
  }
  for (const node of nodes) visit(node)
  return found
}

const nameOf = <Place>(node: TemplateNode<Place>): string =>
  node.kind !== 'literal' && node.expression.kind === 'path' ? node.expression.segments.join('.') : ''

/** `{______}`: a line to write on, in braces; `{XXX}`. */
export const isBlank = (expression: Expression): boolean =>
  expression.kind === 'path' &&
  expression.segments.length > 0 &&
  (!/[\p{L}\p{N}$]/u.test(expression.segments.join('')) ||
    /^(?:x{3,}|X{2,}|TB[ACD]|TODO|FIXME)$/.test(expression.segments.join('')))

/** A path whose name a tab or the end of a line parts: `{client.em⇥ail}`. */
export function partedName(tag: string): OddName | undefined {
  const [, name = ''] = /^\{+\s?([\p{L}_][\p{L}\p{N}_.]{0,60}[\t\n][\t\n\p{L}\p{N}_.]{1,60}?)\s?\}+$/u.exec(tag) ?? []
  const path = name.replaceAll(/[\t\n]/g, '')
  if (name === '' || !path.includes('.')) return undefined
  return {
    message: 'A tab or the end of a line parts the name.',
    hint: `Write it in one piece: {${path}}.`,
    path: name.replaceAll(/\s+/g, ' '),
  }
}

/** `client. name`, where the template has `client.name`: the path goes on, and was parted by a slip. */
export function spaceBehindDot(expression: Expression, isRead: (path: string) => boolean): OddName | undefined {
  for (const { written = '' } of pathsOf(expression)) {
    const path = written.replaceAll(/\.\s+(?=\p{Ll})/gu, '.')
    if (path === written || !isRead(path)) continue
    return { message: 'There is space within the path, behind a dot.', hint: `Write {${path}}.`, path }
  }
  return undefined
}

/** `name.client` and `name of client`, where the template has `client.name`. */
export function reversedPath(expression: Expression, isRead: (path: string) => boolean): OddName | undefined {
  for (const { segments, up, own, written } of pathsOf(expression)) {
    const whole = written ?? segments.join('.')
    const [, last, first] = /^([\p{L}_]\w{0,60})(?:\.| of (?:the )?)([\p{L}_]\w{0,60})$/u.exec(whole) ?? []
    const path = `${first}.${last}`
    if (up !== undefined || own || first === undefined || !isRead(path)) continue
    return { message: `The template has "${path}", and no "${whole}".`, hint: `Write {${path}}.`, path: whole }
  }
  return undefined
}

/** `2total`, where the template has `total`: the sign of the calculation was left out. */
export function withFactor(expression: Expression, isRead: (path: string) => boolean): OddName | undefined {
  for (const { segments, up, own, written } of pathsOf(expression)) {
    const whole = written ?? segments.join('.')
    const [, factor, path = ''] = /^(\d{1,9})\s?(\p{L}[\p{L}\p{N}_.]{2,100})$/u.exec(whole) ?? []
    if (up !== undefined || own || factor === undefined || !isRead(path)) continue
    return {
      message: `"${whole}" is read as one name, and the template has "${path}".`,
      hint: `Write {${factor} * ${path}}, with the sign between, or {${path}}.`,
      path: whole,
    }
  }
  return undefined
}

/** Words before tests that are joined, which need none: `either paid or signed`. */
const beforeJoint = /^(either|both|neither|whether|entweder|weder|soit|ni)\s(\p{L}[\p{L}\p{N}_.]{0,100})$/iu

/** `{#if either paid or signed}`, where the template has `paid`: the word is read as a part of the name. */
export function withConjunction(
  expression: Expression,
  tag: string,
  isRead: (path: string) => boolean,
): OddName | undefined {
  for (const { segments, written } of pathsOf(expression)) {
    const whole = written ?? segments.join('.')
    const [, word = '', path] = beforeJoint.exec(whole) ?? []
    if (path === undefined || !isRead(path)) continue
    const isNeither = /^(?:neither|weder|ni)$/i.test(word)
    return {
      message: `"${whole}" is read as one name, and the template has "${path}".`,
      hint: isNeither
        ? `Write {#if not (${path} or …)}.`
        : `Write ${tag.replace(`${word} `, '')}: "and" and "or" alone join tests.`,
      path: whole,
    }
  }
  return undefined
}

/** What programs call all of the data. */
const rootName =
  /^(?:data|root|model|context|ctx|json|payload|doc|document|record|fields?|values?|vars?|variables|self|me)$/i

/** `data.total` beside `{total}`: the data has no name. `outer`: what `readsOutside` says. */
export function withRoot(
  expression: Expression,
  tag: string,
  isRead: (path: string) => boolean,
  outer: ReadonlySet<string>,
): OddName | undefined {
  for (const { segments, up, own } of pathsOf(expression)) {
    const [first = '', ...rest] = segments
    const path = rest.join('.')
    if (up !== undefined || own || rest.length === 0 || !rootName.test(first) || outer.has(first) || !isRead(path))
      continue
    return {
      message: `"${first}" is looked for in the data, which has no name itself.`,
      hint: `Write ${tag.replace(`${first}.`, '')}, as elsewhere in the template.`,
      path: segments.join('.'),
    }
  }
  return undefined
}

/** Words behind which a path may begin with its dot: `{#each .items}`, `{a and .b}`. */
const beforeDot = /(?:^|[^\p{L}])(?:if|each|unless|columns|and|or|not)$/u

/** `{client .name}`, and a name that a tab or the end of a line parts: the path goes on, and is hardly meant so. */
export function spaceBeforeDot(tag: string): OddName | undefined {
  if (!/\s\./.test(tag)) return undefined
  const unquoted = tag.replaceAll(/"[^"]*"/g, '""')
  for (const { index } of unquoted.matchAll(/(?<=[\p{L}\p{N}_])\s\s?\.\s?(?=[\p{L}_])/gu)) {
    const before = unquoted.slice(Math.max(0, index - 60), index)
    const [first = ''] = /[\p{L}\p{N}_.]{1,60}$/u.exec(before) ?? []
    if (beforeDot.test(before)) continue
    const [rest = ''] = /^[\p{L}\p{N}_.]{1,60}/u.exec(unquoted.slice(index).replace(/^\s*\.\s?/, '.')) ?? []
    const message = 'There is space within the path, before a dot.'
    return { message, hint: `Write {${first}${rest}}.`, path: `${first}${rest}` }
  }
  return undefined
}
