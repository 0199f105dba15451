import { type Finding, fold, type Location } from '@chancery/core'
import type { Delimiters } from './scan-text.ts'
import type { SignedText } from './signed-text.ts'

/** Most findings: of a text that is full of them, all are alike. */
const mostFindings = 50

/** What a text must have that could hold a name of a program's, or any name between signs. */
const holdsJoint = /\p{L}[._]\p{L}|\p{Ll}\p{Lu}/u
const holdsSign = /[<>[\]«»‹›＜＞［］【】〔〕|~#%$]/u

/** Words, and those that dots and underscores join: `matter_no`, `client.name`. */
const words = /\p{L}[\p{L}\p{N}]*(?:[._][\p{L}\p{N}]+)*/gu
/** `client.name`, `matter_no`, `lastName`: no word of a sentence. */
const isOfProgram = (name: string): boolean => /^\p{L}[\p{L}\p{N}._]*$/u.test(name) && holdsJoint.test(name)

/** Up to three signs, a name of up to sixty letters, and the first of the signs behind it. */
const between = /([<[«‹＜［【〔%|~#$]{1,3})(\s?)(\p{L}[\p{L}\p{M}\p{N} _.'’/&-]{0,60}?)\s?([>\]»›＞］】〕%|~#$]{1,3})/gu
/** Brackets of any kind: they are mixed up, too. */
const opening = '<[«‹＜［【〔'
const closing = '>]»›＞］】〕'
/** A name behind a sign that is no currency's and no percentage's there. */
const behindSign = /[%$](\p{L}[\p{L}\p{N}]*)/gu
/** What is written around the name of a value that somebody is to put in. */
const invitations =
  /^(?:(?:please|insert|enter|type|add|give|fill in|the|your|full|bitte|eintragen|einfügen|hier|der|die|das|ihr|ihre)\s+)+|(?:\s+(?:here|hier|einfügen|eintragen|angeben))+$/giu

/**
 * Names of values that stand in the text, in no tag: the braces were forgotten, or are signs of any other kind. What the
 * template or its data calls a value by is the evidence, so that it takes no list of signs. Linear in the texts.
 * @param names dotted paths, as they are written
 * @param whose where the names are known from, in words
 */
export function namesInText(
  texts: readonly SignedText[],
  names: Iterable<string>,
  { open, close }: Delimiters,
  whose: string,
): readonly Finding[] {
  const known = new Set(names)
  const ofPrograms = [...known].some(isOfProgram)
  const folded = new Map([...known].filter((name) => name.length > 2).map((name) => [foldedName(name), name]))
  const found: Finding[] = []
  for (const text of texts) {
    if (found.length >= mostFindings) break
    const places = [
      ...(ofPrograms && holdsJoint.test(text.text) ? bareNames(text.text, known) : []),
      ...(holdsSign.test(text.text) ? signedNames(text.text, known, folded) : []),
    ]
    const taken = text.tags.map(({ start, end }) => ({ start, end }))
    for (const { start, end, name } of places) {
      if (taken.some((other) => other.start < end && other.end > start)) continue
      taken.push({ start, end })
      found.push({
        code: 'other_delimiters',
        severity: 'warning',
        message: `"${name}" stands here as text, and is a value of ${whose}.`,
        hint: `Write ${open}${name}${close}.`,
        location: text.locate(start, end, text.text.slice(start, end)),
      })
    }
  }
  return found.slice(0, mostFindings)
}

interface Named {
  readonly start: number
  readonly end: number
  readonly name: string
}

/** Names of programs, whatever is around them but what makes an address of them. */
function bareNames(text: string, known: ReadonlySet<string>): readonly Named[] {
  return [...text.matchAll(words)].flatMap(({ 0: name, index: start }) => {
    const end = start + name.length
    const isWhole = !/[\p{L}\p{N}@]/u.test(text[end] ?? '') && !/^[/-][\p{L}\p{N}]/u.test(text.slice(end, end + 2))
    const isAddress = /(?:[\p{L}\p{N}][@./\\-]|[/:]\/|[\p{L}\p{N}])$/u.test(text.slice(Math.max(0, start - 2), start))
    return known.has(name) && isOfProgram(name) && isWhole && !isAddress ? [{ start, end, name }] : []
  })
}

/** Any name between signs that are each other's mirror, or behind one. */
function signedNames(text: string, known: ReadonlySet<string>, folded: ReadonlyMap<string, string>): readonly Named[] {
  const pairs = [...text.matchAll(between)].flatMap((match) => {
    const [whole, before = '', space = '', written = '', behind = ''] = match
    const [start, end] = [match.index, match.index + whole.length]
    const isBracket = opening.includes(before.at(-1) ?? '') && closing.includes(behind[0] ?? '')
    // A sign that is its own mirror stands in sentences too, with space on one side.
    if (!isBracket && (before.at(-1) !== behind[0] || space !== '')) return []
    // An index of a program's, a link in Markdown.
    if (/[\p{L}\p{N}\])]/u.test(text[start - 1] ?? '') || /[\p{L}\p{N}([]/u.test(text[end] ?? '')) return []
    const name = isBracket
      ? (folded.get(foldedName(written)) ?? folded.get(foldedName(written.replaceAll(invitations, ''))))
      : known.has(written) && written.length > 2
        ? written
        : undefined
    return name === undefined ? [] : [{ start, end, name }]
  })
  const lone = [...text.matchAll(behindSign)].flatMap((match) => {
    const [whole, name = ''] = match
    const isMeant = known.has(name) && name.length > 3 && !/[\p{L}\p{N}%$]/u.test(text[match.index - 1] ?? '')
    return isMeant ? [{ start: match.index, end: match.index + whole.length, name }] : []
  })
  return [...pairs, ...lone]
}

/** `Tenant Name`, `tenant_name` and `tenant.name` are one. */
const foldedName = (name: string): string => fold(name).replaceAll(/[.'’]/g, '')

/** Findings that stand where none of others does. */
export const elsewhere = (findings: readonly Finding[], others: readonly Finding[]): readonly Finding[] =>
  others.length === 0
    ? findings
    : findings.filter(
        ({ location }) => !others.some((other) => location !== undefined && overlaps(location, other.location)),
      )

const overlaps = (one: Location, other: Location | undefined): boolean =>
  other !== undefined &&
  one.part === other.part &&
  one.paragraph === other.paragraph &&
  (one.start ?? 0) < (other.end ?? Infinity) &&
  (other.start ?? 0) < (one.end ?? Infinity)
