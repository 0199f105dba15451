import { comparesInWords, comparisonHint } from './foreign-tag.ts'
import type { Expression } from '../syntax/expression.ts'
import { checkContent, checkExpression } from './check-expression.ts'
import { tagFault, type TagFault } from '../syntax/fault.ts'
import { parseExpression } from '../syntax/parse-expression.ts'
import { isBuiltIn } from '../data/scope.ts'
import type { ValueKind } from './template-node.ts'
import { unseenSigns } from '../syntax/unseen.ts'
import { writtenRight } from './written-right.ts'

/** What a section of a document repeats, where its tag says so instead of its place. */
export type RepeatedElement = 'paragraph' | 'row' | 'columns' | 'table'

/**
 * What one tag does. `open` begins a section: shown once, for every item of a list, or not at all; `mode` says whether
 * the template insists (`#each`, `#if`, `#unless`). `close` ends one, by name or (empty name) the nearest.
 */
export type Tag =
  | {
      readonly kind: ValueKind
      readonly expression: Expression
      /** Centred in a paragraph of its own: `%%image`. */
      readonly isCentred?: true
    }
  | {
      readonly kind: 'open'
      readonly expression: Expression
      readonly inverted: boolean
      readonly mode: 'auto' | 'each' | 'if'
      readonly over?: 'entries' | 'whole'
      readonly label?: string
      /** What the closing tag may repeat. */
      readonly name: string
      /** The path alone, where formatters follow it or a word stands before it: `{#items | sort:"name"}…{/items}`. */
      readonly path?: string
      readonly repeats?: RepeatedElement
    }
  | { readonly kind: 'close'; readonly name: string }
  /** With the condition of `else if`. */
  | { readonly kind: 'else'; readonly condition?: Expression }
  | { readonly kind: 'comment' }

/** Either the tag, or all its faults; never both. `opens`: of a section, what its closing tag may repeat. */
export type ParsedTag =
  | { readonly ok: true; readonly tag: Tag }
  | { readonly ok: false; readonly faults: readonly TagFault[]; readonly opens?: readonly string[] }

const fail = (...faults: readonly TagFault[]): ParsedTag => ({ ok: false, faults })

const unseen = new RegExp(`[${unseenSigns}]`, 'g')
const spaceOrUnseen = new RegExp(String.raw`[\s${unseenSigns}]+`, 'g')

/** Same name for an opening and a closing tag: space, signs that nobody sees and quotation marks do not count. */
export const sectionName = (text: string): string =>
  text
    .replaceAll(spaceOrUnseen, '')
    .replaceAll(/[“”„‟«»]/g, '"')
    .replaceAll(/[‘’‚‛ʼ]/g, "'")

/**
 * Parses one tag from what stands between its delimiters: `name`, `#section`, `^inverted`, `/close`, `else`, `%image`,
 * `%%centred image`, `~rich`, `@raw`, `= name: value`, `!comment`; and the sections that name what they repeat: `#columns list`, as
 * docxtemplater writes them `-w:tr list`, `:vt#list`. All its faults at once; offsets are into `source`.
 */
export function parseTag(source: string): ParsedTag {
  const seen = source.replaceAll(unseen, ' ')
  const trimmed = seen.trim()
  const start = seen.indexOf(trimmed)
  if (trimmed === '')
    return fail(
      tagFault(
        'empty_tag',
        'The tag is empty.',
        0,
        source.length,
        'Write the name of a value between the delimiters, such as client.name, or remove them.',
      ),
    )
  const sigil = trimmed[0] ?? ''
  switch (sigil) {
    case '!':
      return isNegation(trimmed) ? valueTag('value', source, start) : { ok: true, tag: { kind: 'comment' } }
    case '{':
      return fail(
        tagFault(
          'duplicate_open',
          'There is a brace too many around the tag.',
          start,
          start + trimmed.length,
          'Write the delimiters once; values are escaped for Word in any case.',
        ),
      )
    case '/':
      return { ok: true, tag: { kind: 'close', name: sectionName(trimmed.slice(1)) } }
    case '#':
    case '^':
      return openTag(source, start, trimmed)
    case '-':
      return repeatingTag(source, start, trimmed) ?? valueTag('value', source, start)
    case ':':
      return verticalTag(source, start, trimmed) ?? valueTag('value', source, start)
    case '%':
      if (trimmed.endsWith('%') && trimmed.length > 1)
        return fail(
          tagFault(
            'foreign_statement',
            'This is a statement of another engine.',
            start,
            start + trimmed.length,
            'Write {#if x}…{/if} or {#each list}…{/each}, and the path alone for a value.',
          ),
        )
      return valueTag('image', source, start + (trimmed.startsWith('%%') ? 2 : 1))
    case '~':
      return valueTag('rich', source, start + (trimmed.startsWith('~~') ? 2 : 1))
    case '@':
      return valueTag('raw', source, start + 1)
    case '>':
      return fail(
        tagFault(
          'unsupported_tag',
          'Templates cannot include others by a tag.',
          start,
          start + trimmed.length,
          'Give the other document as a value, and write {file | document}.',
        ),
      )
    case '=':
      return assignTag(source, start, trimmed)
    case '&':
      return fail(
        tagFault(
          'unsupported_tag',
          'Unescaped values are not allowed.',
          start,
          start + trimmed.length,
          'Write the path alone.',
        ),
      )
    default:
      if (trimmed === 'else') return { ok: true, tag: { kind: 'else' } }
      if (/^[\p{L}_][\p{L}\p{N}_.]*\s?\/$/u.test(trimmed))
        return fail(
          tagFault(
            'bad_expression',
            'The "/" of a closing tag is its first sign.',
            start,
            start + trimmed.length,
            `Write {/${trimmed.slice(0, -1).trim()}}.`,
          ),
        )
      return elseIf(source) ?? valueTag('value', source, start)
  }
}

/** `!name` could be a comment or a negation; as in Mustache it is a comment, unless a pipe or a comparison follows. */
const isNegation = (text: string): boolean => /^!\s?[\p{L}_($][^|?=<>]*(?:\?[^?]|==|!=)/u.test(text)

function valueTag(kind: ValueKind, source: string, start: number): ParsedTag {
  const parsed = parseAt(source, start)
  if ('faults' in parsed) return fail(...parsed.faults)
  const unfit = kind === 'value' ? [] : checkContent(kind, parsed.expression)
  if (unfit.length > 0) return fail(...unfit.map((fault) => shifted(fault, start)))
  const isCentred = kind === 'image' && source[start - 2] === '%'
  return { ok: true, tag: { kind, expression: parsed.expression, ...(isCentred ? { isCentred } : {}) } }
}

/** `= name: expression`. */
function assignTag(source: string, start: number, trimmed: string): ParsedTag {
  const refuse = (message: string, hint: string): ParsedTag =>
    fail(tagFault('unsupported_tag', message, start, start + trimmed.length, hint))
  const [head, written = ''] = /^=\s*([^:|"=<>{}[\]()]{1,200}):/.exec(trimmed) ?? []
  if (head === undefined) {
    return trimmed.endsWith('=')
      ? refuse('Delimiters cannot be changed inside a template.', 'Give them with the call.')
      : refuse('A name is missing behind "=".', hintOfName(trimmed))
  }
  const name = parseExpression(written.trim())
  const path = name.ok && name.expression.kind === 'path' ? name.expression : undefined
  const [own] = path?.segments ?? []
  if (path === undefined || own === undefined || path.segments.length > 1 || path.own || isBuiltIn([own]))
    return refuse(
      'The name behind "=" cannot be given to a value.',
      'Write a name without dots, such as {= total: a + b}.',
    )
  const value = parseAt(source, start + head.length)
  if ('faults' in value) return fail(...value.faults)
  const expression = { kind: 'assign', name: own, value: value.expression, start, end: start + trimmed.length } as const
  return { ok: true, tag: { kind: 'value', expression } }
}

/** `= vat = total * 0.19`, whose second sign is to be a colon. */
function hintOfName(trimmed: string): string {
  const [, name, value] = /^=\s*([\p{L}_][\p{L}\p{N}_]{0,60})\s*=(?!=)\s*(\S.{0,200})$/u.exec(trimmed) ?? []
  if (name !== undefined) return `Write {= ${name}: ${value}}.`
  const alone = trimmed.slice(1).trim()
  const right = writtenRight(alone) ?? (/^[\p{L}_][\p{L}\p{N}_.]*$/u.test(alone) ? alone : undefined)
  return right === undefined
    ? 'Write {= name: value}; to write a value, the path or expression alone.'
    : `Write {${right}}; {= name: value} gives a value a name.`
}

/**
 * `#if x`, `#each items`, `#unless x` as Handlebars writes them, and `#columns months`; a path of that name alone is a
 * path.
 */
const helper = /^[#^]\s*(if|each|unless|columns)[\s\u00a0]+(?=[\p{L}_$.("'!\d-])/u

/** `else if x`, `elseif x`. */
function elseIf(source: string): ParsedTag | undefined {
  const word = /^\s*else[\s\u00a0]?if[\s\u00a0]+(?=[\p{L}_$.("'!\d-])/u.exec(source)
  if (word === null) return undefined
  const parsed = parseAt(source, word[0].length)
  return 'faults' in parsed ? fail(...parsed.faults) : { ok: true, tag: { kind: 'else', condition: parsed.expression } }
}

const elements: Readonly<Record<string, RepeatedElement>> = {
  p: 'paragraph',
  tr: 'row',
  tc: 'columns',
  tbl: 'table',
}

/** `-w:tr items`: docxtemplater's section over an element of Word's. */
function repeatingTag(source: string, start: number, trimmed: string): ParsedTag | undefined {
  const head = /^-\s*([a-z]+):([A-Za-z]+)[\s\u00a0]+(?=\S)/.exec(trimmed)
  if (head === null) return undefined
  const [{ length }, prefix, element = ''] = head
  const repeats = prefix === 'w' ? elements[element] : undefined
  if (repeats === undefined) {
    const message = `A section cannot repeat "${prefix}:${element}".`
    return fail(
      tagFault(
        'unsupported_tag',
        message,
        start,
        start + length,
        'Write -w:p, -w:tr, -w:tc or -w:tbl before the path.',
      ),
    )
  }
  return repeating(source, start + length, repeats)
}

/** `:vt#items` and `:vt/items`: docxtemplater's section over columns. */
function verticalTag(source: string, start: number, trimmed: string): ParsedTag | undefined {
  const [head = '', sign] = /^:vt([#/])/.exec(trimmed) ?? []
  if (sign === undefined) return undefined
  return sign === '/'
    ? { ok: true, tag: { kind: 'close', name: sectionName(trimmed.slice(head.length)) } }
    : repeating(source, start + head.length, 'columns')
}

function repeating(source: string, from: number, repeats: RepeatedElement): ParsedTag {
  const parsed = parseAt(source, from)
  if ('faults' in parsed) return fail(...parsed.faults)
  const name = sectionName(source.slice(from))
  return {
    ok: true,
    tag: { kind: 'open', expression: parsed.expression, inverted: false, mode: 'auto', name, repeats },
  }
}

function openTag(source: string, start: number, trimmed: string): ParsedTag {
  if (trimmed.length === 1)
    return {
      ok: false,
      faults: [
        tagFault(
          'bad_expression',
          'The section says neither what it shows nor when.',
          start,
          start + 1,
          `Write the name of a list or of a condition behind the "${trimmed}": {${trimmed}items}, {${trimmed}if paid}; the number of a turn in a loop is {$number}.`,
        ),
      ],
      opens: [''],
    }
  const word = helper.exec(trimmed)
  const from = start + (word?.[0].length ?? 1)
  const parsed = parseAt(source, from)
  const keyword = word?.[1]
  if ('faults' in parsed) {
    const hints = comparesInWords(trimmed) ? { hint: comparisonHint } : {}
    const [first = ''] = /^[^|\s]*/.exec(source.slice(from).trimStart()) ?? []
    return {
      ok: false,
      faults: parsed.faults.map((fault) => ({ ...fault, ...hints })),
      opens: [keyword ?? sectionName(trimmed.slice(1)), sectionName(first)],
    }
  }
  const isOfColumns = keyword === 'columns'
  return {
    ok: true,
    tag: {
      kind: 'open',
      expression: parsed.expression,
      inverted: trimmed.startsWith('^') !== (keyword === 'unless'),
      mode: keyword === 'each' ? 'each' : keyword === undefined || isOfColumns ? 'auto' : 'if',
      name: keyword ?? sectionName(trimmed.slice(1)),
      ...((keyword === undefined && parsed.expression.kind === 'pipe') || isOfColumns
        ? { path: sectionName(source.slice(from).split('|')[0] ?? '') }
        : {}),
      ...(isOfColumns ? { repeats: 'columns' } : {}),
    },
  }
}

function parseAt(
  source: string,
  start: number,
): { readonly expression: Expression } | { readonly faults: readonly TagFault[] } {
  const parsed = parseExpression(source.slice(start))
  if (!parsed.ok) return { faults: [shifted(parsed.fault, start)] }
  const faults = checkExpression(parsed.expression)
  return faults.length === 0
    ? { expression: parsed.expression }
    : { faults: faults.map((fault) => shifted(fault, start)) }
}

const shifted = (fault: TagFault, by: number): TagFault => ({
  ...fault,
  start: fault.start + by,
  end: fault.end + by,
})
