import { decodeHTML } from 'entities'
import type { AdviceCode } from '../advice.ts'
import { structure } from '../advice/html-advice.ts'
import type { HtmlToken } from '../../parse/html-tokens.ts'
import { htmlRule, holdsTag } from '../rule.ts'

/** Errors of the tokenizer that are told under a name of ours (HTML standard, 13.2.2); the rest are matters of taste. */
const renamed: Readonly<Record<string, AdviceCode>> = {
  'unknown-named-character-reference': 'unknown_entity',
  'missing-semicolon-after-character-reference': 'entity_without_semicolon',
  'control-character-reference': 'control_character',
  'control-character-in-input-stream': 'control_character',
  'null-character-reference': 'control_character',
  'noncharacter-character-reference': 'control_character',
  'surrogate-character-reference': 'control_character',
  'character-reference-outside-unicode-range': 'control_character',
  'absence-of-digits-in-numeric-character-reference': 'unknown_entity',
  'invalid-first-character-of-tag-name': 'stray_less_than',
  'eof-before-tag-name': 'stray_less_than',
  'incorrectly-opened-comment': 'odd_comment',
  'abrupt-closing-of-empty-comment': 'odd_comment',
  'incorrectly-closed-comment': 'odd_comment',
  'cdata-in-html-content': 'odd_comment',
  'unexpected-question-mark-instead-of-tag-name': 'odd_comment',
  'end-tag-with-attributes': 'odd_end_tag',
  'end-tag-with-trailing-solidus': 'odd_end_tag',
  'missing-end-tag-name': 'odd_end_tag',
  'unexpected-solidus-in-tag': 'stray_solidus',
}

/** An attribute's value that took in tags, because its quotation mark is missing. */
const swallowed = /^[^]{0,2000}?(?:>[^<>]{0,500}<[/a-z]|<\/?[a-z][\w-]{0,20}[\s>])/i

/** What cannot be read as html, and attributes and ids that are there twice. */
export const htmlSyntax = htmlRule(({ errors, starts, parsed, tokens, page, straight }, tell) => {
  const { source } = parsed.field
  // What comes after a missing quotation mark is read wrongly, and told of once.
  let brokenUntil = -1
  const broken: (readonly [start: number, end: number])[] = []
  for (const tag of starts) {
    if (tag.start < brokenUntil) continue
    for (const [name, place] of tag.attributes) {
      if (name === 'srcdoc' || !/[<>]/.test(place.value) || !swallowed.test(place.value)) continue
      const line = source.indexOf('\n', place.start)
      tell('unclosed_quote', { start: place.start, end: line === -1 ? place.end : Math.min(line, place.end) })
      broken.push([tag.start, tag.end])
      brokenUntil = tag.end
      break
    }
  }
  const comments = tokens.filter(({ kind }) => kind === 'comment')
  const lastEnd = tokens.at(-1)?.end ?? 0
  let comment = 0
  let next = 0
  for (const { code, start, end } of errors) {
    if (code === 'duplicate-attribute') continue
    while (next < broken.length && (broken[next]?.[1] ?? 0) < start) next += 1
    if ((broken[next]?.[0] ?? Infinity) <= start) continue
    if (code === 'nested-comment') {
      while ((comments[comment]?.end ?? Infinity) < start) comment += 1
      const outer = comments[comment]
      const message = 'A comment is not closed before the next one begins.'
      // `<!--[if !mso]><!-- -->` is Outlook's way of showing to all others.
      if (outer !== undefined && !isOutlooks(outer))
        tell('eof_in_comment', { start: outer.start, end: outer.start + 4 }, { message })
      continue
    }
    const name = renamed[code] ?? code.replaceAll('-', '_')
    if (!(name in structure)) continue
    const advised = name as AdviceCode
    if (advised === 'eof_in_tag') tell(advised, { start: lastEnd, end: Math.min(lastEnd + 80, source.length) })
    else if (advised === 'eof_in_comment')
      tell(advised, { start: tokens.at(-1)?.start ?? 0, end: (tokens.at(-1)?.start ?? 0) + 4 })
    else if (advised === 'eof_in_script_html_comment_like_text') {
      const script = starts.at(-1)
      if (script !== undefined) tell(advised, script)
    } else if (advised === 'odd_comment' && isCondition(source, start)) continue
    else if (/entity/.test(advised) && isInAddress(source, start)) tell('unencoded_ampersand', { start, end })
    else if (advised === 'stray_less_than')
      tell(advised, { start: Math.max(0, start - 1), end: Math.max(end, start + 1) })
    else tell(advised, { start, end: Math.max(end, start + 1) })
  }
  for (const text of tokens) {
    if (text.kind !== 'text' || text.element !== '') continue
    const said = straight.slice(text.start, text.end)
    const arrow = said.indexOf('-->')
    if (arrow !== -1)
      tell(
        'odd_comment',
        { start: text.start + arrow, end: text.start + arrow + 3 },
        { message: 'The end of a comment stands where none is open; readers see it.', hint: 'Take it out.' },
      )
    if (!text.text.includes('&')) continue
    for (const { 0: written, index } of said.matchAll(/&\s+(?:nbsp|amp|lt|gt|quot|copy|reg|euro|[mn]dash|#\d{2,6});/gi))
      tell(
        'unknown_entity',
        { start: text.start + index, end: text.start + index + written.length },
        {
          message: 'A space stands in an entity; it is shown as it is written.',
          hint: 'Take the space out.',
        },
      )
    for (const { 0: written, index } of said.matchAll(/&[a-z]{3,8}(?![\w;=])/gi))
      // Those that need no semicolon are known to the tokenizer.
      if (decodeHTML(`${written};`).length < 3 && decodeHTML(`${written} `) === `${written} `)
        tell('entity_without_semicolon', { start: text.start + index, end: text.start + index + written.length })
  }
  for (const tag of page.tokens) {
    if (tag.kind !== 'start' || !tag.repeatsAttribute) continue
    for (const { name, first, second, place } of repeatedAttributes(straight, tag)) {
      const how = first === second ? 'the same value' : 'different values; the second is ignored'
      tell(first === second ? 'repeated_attribute' : 'duplicate_attribute', place, {
        message: `The attribute ${name} is given twice with ${how}.`,
      })
    }
  }
  const ids = new Set<string>()
  for (const tag of page.tokens) {
    if (tag.kind !== 'start') continue
    const id = tag.attributes.get('id')
    if (id === undefined || id.value === '' || holdsTag(parsed, id.start, id.end)) continue
    if (ids.has(id.value)) tell('duplicate_id', id, { message: `The id "${id.value.slice(0, 60)}" is given twice.` })
    ids.add(id.value)
  }
})

const isOutlooks = (token: HtmlToken): boolean => token.kind === 'comment' && /^\s*\[if/i.test(token.text)

/** Outlook's conditions are comments of their own kind. */
const isCondition = (source: string, at: number): boolean =>
  /^<!\[(?:if|endif)/i.test(source.slice(Math.max(0, at - 3), at + 12).replace(/^[^<]*/, ''))

/** Whether an entity is the `&` of an address in an attribute. */
function isInAddress(source: string, at: number): boolean {
  const before = source.slice(Math.max(0, at - 300), at)
  return /[?&][^\s"'<>]*$/.test(before) && /(?:href|src|action|background)\s*=\s*["']?[^"'<>]*$/i.test(before)
}

interface Repeated {
  readonly name: string
  readonly first: string
  readonly second: string
  readonly place: { readonly start: number; readonly end: number }
}

const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]+)))?/g

/** Attributes that a tag has twice; the tokenizer keeps the first alone. */
function* repeatedAttributes(
  source: string,
  tag: {
    readonly name: string
    readonly start: number
    readonly end: number
    readonly attributes: ReadonlyMap<string, { value: string; start: number; end: number }>
  },
): Generator<Repeated> {
  const from = tag.start + 1 + tag.name.length
  const text = source.slice(from, tag.end)
  const seen = new Map<string, string>()
  for (const found of text.matchAll(attribute)) {
    const [all, name = '', double, single, bare] = found
    const value = double ?? single ?? bare ?? ''
    const key = name.toLowerCase()
    const first = seen.get(key)
    if (first === undefined) seen.set(key, value)
    else {
      const start = from + found.index
      yield { name: key, first, second: value, place: { start, end: start + all.length } }
    }
  }
}
