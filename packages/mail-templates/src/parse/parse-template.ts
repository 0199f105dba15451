import type { Finding } from '@chancery/core'
import {
  type LiteralNode,
  nestTags,
  type ParsedTag,
  parseTag,
  type PlacedTag,
  type Tag,
  type TemplateNode,
} from '@chancery/tags'
import { findingAt, locationOf, type SourceField } from './source-field.ts'
import { type TagToken, templateTokens } from './template-tokens.ts'

/** Where a tag stands, and what the tag language of e-mails adds to that of documents. */
export interface Place {
  readonly field: SourceField
  readonly start: number
  readonly end: number
  /** How many `../` were before the path. */
  readonly up: number
  /** `{{{x}}}` or `{{&x}}`. */
  readonly raw: boolean
}

export type Node = TemplateNode<Place>

export interface ParsedField {
  readonly field: SourceField
  readonly nodes: readonly Node[]
  /** What makes the field impossible to fill, all of it. */
  readonly faults: readonly Finding[]
  readonly tags: readonly TagToken[]
  /** Offsets of what stands between an `else` and its section's end: instead of what is before, not after it. */
  readonly alternatives: readonly (readonly [start: number, end: number])[]
}

/** Entities that editors write into a tag in html: `{{total | currency:&quot;EUR&quot;}}`. */
const entities: Readonly<Record<string, string>> = {
  quot: '"',
  '#34': '"',
  '#39': "'",
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  '#160': ' ',
}
const decoded = (body: string): string =>
  body.replace(/&(quot|#34|#39|apos|amp|lt|gt|nbsp|#160);/g, (_, name: string) => entities[name] ?? '')

/** Handlebars' names for what the loop knows, in the names that `@chancery/tags` has for it; same length. */
const loopNames = (body: string): string =>
  body.replace(/@key\b/g, '@index').replace(/@(?=(?:index|first|last)\b)/g, '$')

/** SendGrid's comparing blocks (`{{#equals a b}}`) as conditions. */
const comparisons: Readonly<Record<string, string>> = {
  equals: '==',
  notEquals: '!=',
  greaterThan: '>',
  lessThan: '<',
  and: 'and',
  or: 'or',
}
const comparing = /^(equals|notEquals|greaterThan|lessThan|and|or)\s+("[^"]*"|'[^']*'|\S+)\s+("[^"]*"|'[^']*'|\S+)$/

/** `../../name` is `name`, two contexts further out. */
function withoutParents(text: string): { readonly text: string; readonly up: number } {
  const parents = /^(\s*(?:(?:if|each|unless|with)\s+)?)((?:\.\.\/)+)/.exec(text)
  if (parents === null) return { text, up: 0 }
  const [all, keyword = '', steps = ''] = parents
  return { text: keyword + text.slice(all.length), up: steps.length / 3 }
}

interface Reading {
  readonly parsed: ParsedTag
  readonly up: number
}

const section = (sign: '#' | '^', body: string, name?: string): Reading => {
  const { text, up } = withoutParents(body)
  const parsed = parseTag(`${sign}${text}`)
  if (!parsed.ok || parsed.tag.kind !== 'open' || name === undefined) return { parsed, up }
  return { parsed: { ok: true, tag: { ...parsed.tag, name } }, up }
}

function openSection(sign: '#' | '^', body: string): Reading {
  if (/^(?:if|each|unless|with)$/.test(body)) {
    const hint = `Such as {{#${body} client}}.`
    const fault = { code: 'empty_condition', message: `The block {{#${body}}} names no value.`, hint, start: 0, end: 0 }
    return { parsed: { ok: false, faults: [fault] }, up: 0 }
  }
  const compared = comparing.exec(body)
  if (compared !== null) {
    const [, word = '', left, right] = compared
    return section(sign, `if ${left} ${comparisons[word]} ${right}`, word)
  }
  const inside = /^with\s+(\S.*)$/s.exec(body)
  return inside === null ? section(sign, body) : section(sign, inside[1] ?? '', 'with')
}

function read(token: TagToken, body: string): Reading {
  switch (token.kind) {
    case 'open':
      return openSection('#', body)
    case 'inverted':
      return openSection('^', body)
    case 'close':
      return { parsed: parseTag(`/${withoutParents(body).text}`), up: 0 }
    case 'comment':
      return { parsed: { ok: true, tag: { kind: 'comment' } }, up: 0 }
    case 'partial':
      return { parsed: parseTag('>'), up: 0 }
    case 'delimiters':
      return { parsed: parseTag(`=${body}`), up: 0 }
    default: {
      const { text, up } = withoutParents(body)
      return { parsed: parseTag(text), up }
    }
  }
}

/** Only what Mustache and Handlebars know; images, rich text and sections over rows or columns belong to documents. */
const isOfEmails = (tag: Tag): boolean =>
  tag.kind === 'open' ? tag.repeats === undefined : tag.kind !== 'image' && tag.kind !== 'rich' && tag.kind !== 'raw'

type Row = readonly (PlacedTag<Place> | LiteralNode)[]

/**
 * Parses one field: Mustache, Handlebars' built-in blocks, and the expressions and formatters of `@chancery/tags`.
 * All faults at once; a tag with a fault is left out of the tree.
 */
export function parseTemplate(field: SourceField): ParsedField {
  const { source } = field
  const { tags, faults: tokenFaults } = templateTokens(source)
  const faults: Finding[] = tokenFaults.map(({ start, end, code, message, hint }) =>
    findingAt(field, [start, end], 'error', code, message, hint),
  )
  const row: (PlacedTag<Place> | LiteralNode)[] = []
  const literal = (from: number, to: number): void => {
    if (to > from) row.push({ kind: 'literal', text: source.slice(from, to) })
  }
  const alternatives: (readonly [number, number])[] = []
  /** The open sections: where their `else` is, and how many `else if`, each a section of its own that closes with it. */
  const open: { otherwise: number | undefined; chained: number }[] = []
  let at = 0
  for (const token of tags) {
    literal(at, token.cutStart)
    at = Math.max(at, token.cutEnd)
    const { start, end } = token
    const tag = source.slice(start, end)
    const body = loopNames(field.name === 'html' ? decoded(token.body) : token.body)
    const place = (up: number): Place => ({ field, start, end, up, raw: token.kind === 'raw' })
    const push = (parsed: Tag, up = 0): void => {
      row.push({ kind: 'tag', parsed, tag, place: place(up), offset: start })
    }
    const fail = (code: string, message: string, hint?: string, from = start, to = end): void => {
      faults.push(findingAt(field, [from, to], 'error', code, message, hint))
    }

    if (token.kind !== 'comment' && field.name === 'html' && /<\/?[a-zA-Z][^<]*>/.test(token.body)) {
      fail(
        'tag_split_by_html',
        'Formatting stands inside a tag.',
        'Write the tag without formatting, then format all of it at once.',
      )
      continue
    }
    if (token.kind === 'else') {
      push({ kind: 'else' })
      const top = open.at(-1)
      if (top !== undefined) top.otherwise ??= start
      const condition = /^else\s+(?:if\s+)?(\S.*)$/s.exec(body)?.[1]
      if (condition === undefined) continue
      const { parsed, up } = section('#', `if ${condition}`)
      if (!parsed.ok) {
        for (const fault of parsed.faults) fail(fault.code, fault.message, fault.hint)
        continue
      }
      push(parsed.tag, up)
      if (top !== undefined) top.chained += 1
      continue
    }
    const { parsed, up } = read(token, body)
    if (!parsed.ok) {
      for (const fault of parsed.faults) fail(fault.code, fault.message, fault.hint)
      // A section whose tag has a fault is still opened, so that its end is not a second fault.
      if (token.kind === 'open' || token.kind === 'inverted') {
        const name = /^(?:if|each|unless|with|equals|notEquals|greaterThan|lessThan|and|or)(?=\s|$)/.exec(body)?.[0]
        push({
          kind: 'open',
          inverted: false,
          mode: 'auto',
          name: name ?? body.replace(/\s+/g, ''),
          expression: nothing,
        })
        open.push({ otherwise: undefined, chained: 0 })
      }
      continue
    }
    if (!isOfEmails(parsed.tag)) {
      fail(
        'unsupported_tag',
        'Images, rich text, and sections over rows or columns are for documents only.',
        'In html, write <img src="{{url}}">.',
      )
      continue
    }
    if (parsed.tag.kind === 'close') {
      const closed = open.pop()
      for (let count = closed?.chained ?? 0; count > 0; count -= 1) push({ kind: 'close', name: '' })
      if (closed?.otherwise !== undefined) alternatives.push([closed.otherwise, start])
    }
    if (parsed.tag.kind === 'open') open.push({ otherwise: undefined, chained: 0 })
    push(parsed.tag, up)
  }
  literal(at, source.length)

  const { nodes, faults: nesting } = nestTags<Place>(row satisfies Row)
  for (const { code, message, hint, place, related } of nesting) {
    const finding = findingAt(field, [place.start, place.end], 'error', code, message, hint)
    const other = related === undefined ? undefined : locationOf(field, related.place.start, related.place.end)
    const words =
      other === undefined ? {} : { related: `line ${other.line}, column ${other.column}: ${other.text ?? ''}` }
    faults.push({ ...finding, location: { ...finding.location, ...words } })
  }
  faults.sort((a, b) => (a.location?.start ?? 0) - (b.location?.start ?? 0))
  // What is too deep is refused, and would only overflow the walks over it.
  const isTooDeep = nesting.some(({ code }) => code === 'too_deep')
  return { field, nodes: isTooDeep ? [] : nodes, faults, tags, alternatives }
}

const nothing = { kind: 'literal', value: null, start: 0, end: 0 } as const
