import type { AdviceCode } from '../advice.ts'
import { structure } from '../advice/html-advice.ts'
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

/** What cannot be read as html, and attributes and ids that are there twice. */
export const htmlSyntax = htmlRule(({ errors, starts, parsed }, tell) => {
  const { source } = parsed.field
  for (const { code, start, end } of errors) {
    if (code === 'duplicate-attribute') continue
    const name = renamed[code] ?? code.replaceAll('-', '_')
    if (!(name in structure)) continue
    const advised = name as AdviceCode
    // In an address, an & is no entity; and Outlook's conditions are comments of their own kind.
    if (
      advised === 'odd_comment' &&
      /^<!\[(?:if|endif)/i.test(source.slice(Math.max(0, start - 3), start + 12).replace(/^[^<]*/, ''))
    )
      continue
    if (advised === 'unknown_entity' && isInAddress(source, start)) {
      tell('unencoded_ampersand', { start, end })
      continue
    }
    if (advised === 'entity_without_semicolon' && isInAddress(source, start)) {
      tell('unencoded_ampersand', { start, end })
      continue
    }
    tell(advised, {
      start: Math.max(0, start - (advised === 'stray_less_than' ? 1 : 0)),
      end: Math.max(end, start + 1),
    })
  }
  const ids = new Set<string>()
  for (const tag of starts) {
    for (const { name, first, second, place } of repeatedAttributes(source, tag))
      tell(first === second ? 'repeated_attribute' : 'duplicate_attribute', place, {
        message:
          first === second
            ? `The attribute ${name} is given twice with the same value.`
            : `The attribute ${name} is given twice with different values; the second is ignored.`,
      })
    const id = tag.attributes.get('id')
    if (id === undefined || id.value === '' || holdsTag(parsed, id.start, id.end)) continue
    if (ids.has(id.value)) tell('duplicate_id', id, { message: `The id "${id.value.slice(0, 60)}" is given twice.` })
    ids.add(id.value)
  }
})

/** Whether an entity stands in an attribute. */
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
