import type { Finding } from '@chancery/core'
import type { Expression } from '../syntax/expression.ts'
import { findFormatter } from '../formatters/registry.ts'
import { ofText } from './name-within-name.ts'
import type { SignedText } from './signed-text.ts'
import { singularOf } from './singular.ts'

type OwnTag = SignedText['tags'][number]

/** Most findings of this kind. */
const mostFindings = 50

const glued = (message: string, hint: string) => ({ code: 'glued_text', severity: 'warning', message, hint }) as const

/** Longest word that is looked at beside a tag. */
const maxWord = 30

/**
 * Values that run into the text beside them, or into each other: `Dear{name}`, `{name}agrees`, `{zip}{city}`, and the
 * items of a list with nothing between; and one tag that stands twice in a row.
 */
export function textAtTags(texts: readonly SignedText[]): readonly Finding[] {
  const found: Finding[] = []
  for (const { text, tags, locate, isEntry = false } of texts) {
    if (found.length >= mostFindings) break
    for (const [index, tag] of tags.entries()) {
      const outside = formatterOutside(text, tag)
      if (outside !== undefined) found.push({ ...outside, location: locate(tag.start, tag.end, tag.tag) })
      const path = pathOf(tag)
      if (path === undefined) continue
      const next = tags[index + 1]
      const told = besideWords(text, tag) ?? (next === undefined ? undefined : besideTag(text, path, tag, next))
      const items =
        told === undefined && !(isEntry && isWhole(text, tags, index)) ? runTogether(tags, index, path) : undefined
      if (told !== undefined) found.push({ ...told, location: locate(tag.start, tag.end, tag.tag) })
      else if (items !== undefined) found.push({ ...items, location: locate(tag.start, tag.end, tag.tag) })
    }
  }
  return found.slice(0, mostFindings)
}

/** `{total} | currency`: a formatter behind the tag, which stays as text. */
function formatterOutside(
  text: string,
  { end, tag, parsed }: OwnTag,
): Pick<Finding, 'code' | 'severity' | 'message' | 'hint'> | undefined {
  if (parsed?.kind !== 'value') return undefined
  const [behind = '', name = '', given = ''] =
    /^\s?\|\s?(\p{L}{2,20})(?!\p{L})((?::(?:"[^"]{0,60}"|“[^“”]{0,60}”|-?\d{1,9}))*)/u.exec(
      text.slice(end, end + 200),
    ) ?? []
  if (behind === '' || findFormatter(name) === undefined) return undefined
  const [, inner = '', close = ''] = /^(.*[^}\s])\s*(\}+|\S{1,3})$/su.exec(tag) ?? []
  const written = `${inner} | ${name}${given.replaceAll(/[“”]/g, '"')}${close}`
  return {
    code: 'foreign_statement',
    severity: 'warning',
    message: `The formatter "${name}" stands behind the tag, and stays there as text.`,
    hint: `Write ${written}.`,
  }
}

/** The dotted path alone that a tag writes. */
function pathOf({ parsed }: OwnTag): string | undefined {
  const expression: Expression | undefined = parsed?.kind === 'value' ? parsed.expression : undefined
  return expression?.kind === 'path' &&
    expression.segments.length > 0 &&
    expression.segments[0] !== 'pageBreak' &&
    !(expression.segments[0] ?? '').startsWith('$')
    ? expression.segments.join('.')
    : undefined
}

/** A word of letters right before a tag, or in small ones right behind it. */
function besideWords(
  text: string,
  { start, end }: OwnTag,
): Pick<Finding, 'code' | 'severity' | 'message' | 'hint'> | undefined {
  const before = /(?:^|[\s(“„"«])(\p{L}{2,30}\p{Ll})$/u.exec(text.slice(Math.max(0, start - maxWord - 2), start))?.[1]
  if (before !== undefined)
    return glued(`There is no space between "${before}" and the tag.`, 'Put a space before the tag.')
  const behind = /^(\p{Ll}{3,30})(?=[\s.,;:!?)]|$)/u.exec(text.slice(end, end + maxWord + 1))?.[1]
  return behind === undefined
    ? undefined
    : glued(`There is no space between the tag and "${behind}".`, 'Put a space behind the tag.')
}

/** Another value right behind, or the same one once more. */
function besideTag(
  text: string,
  path: string,
  tag: OwnTag,
  next: OwnTag,
): Pick<Finding, 'code' | 'severity' | 'message' | 'hint'> | undefined {
  const second = pathOf(next)
  if (second === undefined) return undefined
  const between = text.slice(tag.end, next.start)
  if (second === path)
    return /^,?\s?$/.test(between)
      ? {
          code: 'doubled_text',
          severity: 'warning',
          message: 'The same tag stands here twice in a row.',
          hint: 'Take one of the two out.',
        }
      : undefined
  return between === '' && (ofText.test(path) || ofText.test(second))
    ? glued(`There is nothing between ${tag.tag} and ${next.tag}.`, 'Put a space between the two tags.')
    : undefined
}

/** Whether the tags around a tag are all that stands beside it. */
const isWhole = (text: string, tags: readonly OwnTag[], index: number): boolean =>
  text.slice(0, tags[index - 1]?.start).trim() === '' && text.slice(tags[index + 1]?.end).trim() === ''

/** `{#heirs}{name}{/heirs}` in a line: its items have nothing between them. */
function runTogether(
  tags: readonly OwnTag[],
  index: number,
  path: string,
): Pick<Finding, 'code' | 'severity' | 'message' | 'hint'> | undefined {
  const [open, tag, close] = [tags[index - 1], tags[index], tags[index + 1]]
  if (open?.parsed?.kind !== 'open' || close?.parsed?.kind !== 'close' || tag === undefined) return undefined
  const { expression } = open.parsed
  if (open.end !== tag.start || tag.end !== close.start || expression.kind !== 'path') return undefined
  const list = expression.segments.join('.')
  const isList = open.parsed.mode === 'each' || (open.parsed.mode === 'auto' && singularOf(list).length > 0)
  // A loop of another engine is told as such.
  return isList && !list.includes(' ')
    ? glued(
        'The items of the list stand in a line with nothing between them.',
        path === ''
          ? `Write {${list} | join}.`
          : `Write {${list} | map:"${path}" | join}, or put a space, comma or paragraph into the section.`,
      )
    : undefined
}
