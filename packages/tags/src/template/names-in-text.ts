import { type Finding, fold, type Location } from '@chancery/core'
import { findFormatter } from '../formatters/registry.ts'
import type { Delimiters } from './scan-text.ts'
import type { SignedText } from './signed-text.ts'

/** Most findings: of a text that is full of them, all are alike. */
const mostFindings = 50

/** What joins the words of a program's name. */
const joint = /[._]\p{L}|\p{Ll}\p{Lu}/gu
const joined = /\p{L}[._]\p{L}|\p{Ll}\p{Lu}/u
const holdsSign = /[<>[\]«»‹›＜＞［］【】〔〕|~#%$]/u

/** Words, and those that dots and underscores join: `matter_no`, `client.name`. */
const word = /\p{L}[\p{L}\p{N}]*(?:[._][\p{L}\p{N}]+)*/uy
/** `client.name`, `matter_no`, `lastName`: no word of a sentence. */
const isOfProgram = (name: string): boolean => /^\p{L}[\p{L}\p{N}._]*$/u.test(name) && joined.test(name)
/** Longest first word of a name. */
const maxWord = 100

/** Up to three signs, a name of up to sixty letters, and the first of the signs behind it. */
const between = /([<[«‹＜［【〔%|~#$]{1,3})(\s?)(\p{L}[\p{L}\p{M}\p{N} _.'’/&-]{0,60}?)\s?([>\]»›＞］】〕%|~#$]{1,3})/gu
/** Brackets of any kind: they are mixed up, too. */
const opening = '<[«‹＜［【〔'
const closing = '>]»›＞］】〕'
/** A name behind a sign that is no currency's and no percentage's there. */
const behindSign = /[%$](\p{L}[\p{L}\p{N}]*)/gu
/** What is written around the name of a value that somebody is to put in. */
const invitations =
  /^(?:(?:please|insert|enter|type|add|give|fill in|the|your|full|bitte|eintragen|einfügen|hier|der|die|das|ihr|ihre)\s{1,3}){1,5}|(?:\s{1,3}(?:here|hier|einfügen|eintragen|angeben)){1,3}$/giu

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
  const ofPrograms = new Set([...known].filter(isOfProgram))
  const joints = [...new Set([...ofPrograms].flatMap((name) => name.match(joint) ?? []))]
  const anyJoint = new RegExp(joints.map((each) => each.replace('.', String.raw`\.`)).join('|'), 'g')
  const folded = new Map([...known].filter((name) => name.length > 2).map((name) => [foldedName(name), name]))
  const found: Finding[] = []
  for (const text of texts) {
    if (found.length >= mostFindings) break
    const rest = withoutTags(text)
    const bare = ofPrograms.size > 0 ? bareNames(rest, ofPrograms, anyJoint) : []
    const signed = holdsSign.test(rest) ? signedNames(rest, known, folded) : []
    const piped = rest.includes('|') ? formattedNames(rest, known) : []
    const others = [...piped, ...signed]
    const places = others.length === 0 ? bare : [...bare, ...others].toSorted((one, other) => one.start - other.start)
    let behind = 0
    for (const { start, end, name } of places) {
      if (start < behind) continue
      behind = end
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

/** Whether the texts have a word between their tags, in small letters; they are read where one is asked for. */
export function wordsOfText(texts: () => readonly SignedText[]): (word: string) => boolean {
  let words: Set<string> | undefined
  return (asked) => {
    words ??= new Set(
      texts().flatMap((text) => (withoutTags(text).match(/\p{L}{4,30}/gu) ?? []).map((each) => each.toLowerCase())),
    )
    return words.has(asked)
  }
}

interface Named {
  readonly start: number
  readonly end: number
  readonly name: string
}

/** The text with blanks in the place of its tags, of the same length. */
function withoutTags({ text, tags }: SignedText): string {
  if (tags.length === 0) return text
  const pieces: string[] = []
  let at = 0
  for (const { start, end } of tags) {
    pieces.push(text.slice(at, start), ' '.repeat(Math.max(0, end - Math.max(at, start))))
    at = Math.max(at, end)
  }
  return pieces.join('') + text.slice(at)
}

/**
 * The words of a text that any of these joints hold together, each once. Few words of a text have one of the names' joints,
 * and to look for these alone takes a tenth of the time that it takes to look for any.
 */
function joinedWords(text: string, joints: RegExp): readonly { readonly name: string; readonly start: number }[] {
  const found: { readonly name: string; readonly start: number }[] = []
  let behind = 0
  for (const { index } of text.matchAll(joints)) {
    if (index < behind) continue
    let start = index
    while (start > Math.max(behind, index - maxWord) && /[\p{L}\p{N}]/u.test(text[start - 1] ?? '')) start--
    // The joint may be none: a line to write on, and a name behind it.
    if (!/\p{L}/u.test(text[start] ?? '')) start = index + 1
    word.lastIndex = start
    const name = word.exec(text)?.[0] ?? ''
    behind = start + name.length
    if (name !== '') found.push({ name, start })
  }
  return found
}

/** Names of programs, whatever is around them but what makes an address of them. */
function bareNames(text: string, known: ReadonlySet<string>, joints: RegExp): readonly Named[] {
  return joinedWords(text, joints).flatMap(({ name, start }) => {
    if (!known.has(name)) return []
    const end = start + name.length
    const isWhole = !/[\p{L}\p{N}@]/u.test(text[end] ?? '') && !/^[/-][\p{L}\p{N}]/u.test(text.slice(end, end + 2))
    const isAddress = /(?:[\p{L}\p{N}][@./\\-]|[/:]\/|[\p{L}\p{N}])$/u.test(text.slice(Math.max(0, start - 2), start))
    return isWhole && !isAddress ? [{ start, end, name }] : []
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

/** `(fee | currency)`: a name and a formatter behind it, between any brackets. */
const formatted =
  /[([<«‹＜［【〔]\s?(\p{L}[\p{L}\p{N}_.]{0,60})\s?\|\s?(\p{L}{2,20})(:[^()[\]<>«»|]{1,40})?\s?[)\]>»›＞］】〕]/gu

const formattedNames = (text: string, known: ReadonlySet<string>): readonly Named[] =>
  [...text.matchAll(formatted)].flatMap((match) => {
    const [whole, name = '', formatter = '', given = ''] = match
    if (!known.has(name) || findFormatter(formatter) === undefined) return []
    return [{ start: match.index, end: match.index + whole.length, name: `${name} | ${formatter}${given}` }]
  })

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
  (((one.start ?? 0) < (other.end ?? Infinity) && (other.start ?? 0) < (one.end ?? Infinity)) || isInTag(one, other))

/** Whether a name stands in a tag of which a fault is told further on: `{client.name | lenght}`. */
const isInTag = ({ tag: name = '', start = 0, end = 0 }: Location, fault: Location): boolean =>
  fault.tag !== undefined &&
  fault.tag.length > name.length &&
  fault.tag.includes(name) &&
  start >= (fault.end ?? 0) - fault.tag.length &&
  end <= (fault.start ?? 0) + fault.tag.length
