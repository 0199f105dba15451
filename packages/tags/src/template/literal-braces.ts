import { findFormatter } from '../formatters/registry.ts'
import type { TagFault } from '../syntax/fault.ts'
import { isKnownElsewhere } from './expressed-here.ts'
import { asWrittenHere } from './other-engines.ts'
import { writtenRight } from './written-right.ts'

/**
 * Text in braces that is data or code of some other language: `{"a": 1}`, `{ return x; }`, `{1, 2}`, `{\rtf1`, `{…}`. What
 * stands in quotation marks, or between them behind a pipe, is an argument of a formatter's.
 */
export const isCodeLike = (source: string): boolean =>
  // No other language begins so.
  !/^[#^]\s?(?:if|unless|each)\s|^[#^]?\s?[\p{L}_][\p{L}\p{N}_.]*\.(?:filter|map|sort|slice|find|reduce|forEach|some|every)\(/u.test(
    source,
  ) &&
  (/^\s*(?:["'\d[\\<*{§…]|(?:\.{3,}|[-–—?•·]+)\s*$)/.test(source) ||
    /[;{]|^[^|?]*"\s*:|=>|\\|^\s*[\p{L}_][\p{L}\p{N}_]*\s*:\s/u.test(source.replaceAll(/"[^"]*"/g, '""')))

/** The registry form of an id, which programs leave in texts: `{FF2B5EF4-FFF2-40B4-BE49-F238E27FC236}`. */
export const isGuid = (source: string): boolean => /^[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}$/i.test(source)

/** A formatter that there is, here or elsewhere, behind a bar or an arrow at the end. */
const isFormatted = (source: string): boolean => {
  const name = /(?:\||=>)\s*(\p{L}+)(?!\p{L})[^|]*$/u.exec(source)?.[1]
  return name !== undefined && (findFormatter(name) !== undefined || isKnownElsewhere(name))
}

/**
 * A name with one sign that no name has, such as `{first name; last name}`, `{Bank: IBAN}`, `{name\\}`, `{*name}`, or a text
 * whose quotation marks do not end it (`{"name}`, `{'It's late'}`), a text put beside a name (`{"Dear " & name}`), a call
 * alone (`{if(paid; "yes")}`, `{", ".join(names)}`), a name or statement in square brackets (`{[list Items]}`), a value by its number
 * (`{1.name}`, `{0:N2}`), or anything behind which a formatter stands (`{1.000,50 | currency}`): hardly code.
 */
export const isHardlyText = (source: string): boolean =>
  /^\s*\p{L}[\p{L}\p{N}_.]*\s*\([^{}]*\)\s*$/u.test(source) ||
  ((/^\s*[*<\\;§]?\s*[\p{L}_][\p{L}\p{N}_. ]{1,60}(?:[;:\\]\s*(?:[\p{L}_][\p{L}\p{N}_. +*/()]{1,60})?)?$/u.test(
    source,
  ) ||
    /^\s*["'][\p{L}_][\p{L}\p{N}_. '-]{1,60}["']?\s*$/u.test(source) ||
    /^\s*"[^"]*"\s*(?:[&.]\s*)?[\p{L}_][\p{L}\p{N}_.]*\s*(?:\([^(){}]*\)\s*)?$/u.test(source) ||
    /^\s*\[\s*[#^/]?[\p{L}_][\p{L}\p{N}_.]*(?:\s+[\p{L}_][^[\],;"]{0,60}|\|[^[\]{}]{0,60})?\s*\]\s*$/u.test(source) ||
    /^\s*\d{1,3}(?:\.[\p{L}_][\p{L}\p{N}_.]{0,100}(?::[^{}]{0,30})?|:[\p{L}#0][^{}]{0,30})\s*$/u.test(source) ||
    // A choice.
    /^\s*[\p{L}_][\p{L}\p{N}_. ]{0,60}\?\s*["“„][^"“”„]*["”“]\s*[;,:]/u.test(source) ||
    // A choice with its signs changed round.
    /^[^?:"]{1,100}(?:"[^"]{0,60}"\s*)?:\s*"[^"]{0,60}"\s*\?\s*"[^"]{0,60}"\s*$/u.test(source) ||
    // A program's text with a comma, colon or question mark of another keyboard.
    (/[؟،؛；，：｜＝？]/u.test(source) && /[A-Za-z]{2}/.test(source)) ||
    // A text of the translations.
    /^\s*t\s*:\s*["'“„][^"'“”„]*["'”“]\s*$/u.test(source) ||
    isFormatted(source)) &&
    !/\b(?:return|var|let|const|if|for|while|function|class|void|int)\b/.test(source))

/** What is said of it. */
const plainText = {
  code: 'literal_braces',
  message: 'What stands in these braces is no tag, and stays as it is.',
  hint: 'If a value is meant, write its path alone; of a name with other signs {this["…"]}.',
} as const

/** `\\{name\\}`, as programs write braces that are none. */
const isEscaped = /^[^\\]*[\p{L}\p{N}]\s*\\$/u

/** What is written instead, by a sign of what was meant. */
const hints: readonly (readonly [sign: RegExp, hint: string])[] = [
  [/\|[^|";]*;/, 'Write ":" before what a formatter takes.'],
  [/^\s*\W?\s*page[ _]?break\s*$/i, 'A page break is {pageBreak}.'],
  [/"\.\p{L}+\(/u, 'Nothing is called in a tag: formatters are written {value | formatter:argument}.'],
  [/\\/, 'A formatter stands behind "|", the names of a path behind dots, and the end of a section is {/x}.'],
]

/** The same, with what is written instead of a sign that stands where a formatter or its argument begins. */
export function notTag(source: string): { readonly code: string; readonly message: string; readonly hint: string } {
  if (isEscaped.test(source))
    return { ...plainText, hint: `Take out the "\\" before the braces: {${source.slice(0, -1).trim()}}.` }
  const inBrackets =
    /^\s*(?:\[\s*([\p{L}_][\p{L}\p{N}_.]{0,100})\s*\]|<\s*([\p{L}_][\p{L}\p{N}_.]{0,100})\s*>)\s*$/u.exec(source)
  if (inBrackets !== null)
    return { ...plainText, hint: `Write {${inBrackets[1] ?? inBrackets[2] ?? ''}}, without brackets inside.` }
  const here = asWrittenHere(source)
  if (here !== undefined) return { ...plainText, hint: `Write ${here}.` }
  const right = writtenRight(source)
  const hint = right === undefined ? hints.find(([sign]) => sign.test(source))?.[1] : `Write {${right}}.`
  return hint === undefined ? plainText : { ...plainText, hint }
}

/** The author meant a tag: a name, with or without a sign, stands right behind the delimiter. */
const startsLikeTag = (source: string): boolean =>
  /^[#^/%~]?\s?[\p{L}_$][\p{L}\p{M}\p{N}_.]*(?:[}\s|,.:!?]|$)/u.test(source)

/**
 * Whether a brace without its partner, or with something that is no tag inside, is plain text rather than a fault. In a
 * template that has tags only what looks like another language is; where there are no tags, all but what begins like one.
 */
export function isLiteral(
  fault: Pick<TagFault, 'code' | 'start' | 'end'>,
  text: string,
  width: number,
  hasTags: boolean,
): boolean {
  const behind = text.slice(fault.start + width, fault.start + width + 200).split('{')[0] ?? ''
  const before = text.slice(Math.max(0, fault.start - 200), fault.start)
  switch (fault.code) {
    case 'unclosed_tag':
      return (
        isCodeLike(behind.slice(0, 60)) ||
        (!hasTags && (!startsLikeTag(behind) || (/[\p{L}\p{N})]\s?$/u.test(before) && !/\s$/.test(before))))
      )
    case 'unopened_tag':
      return (
        (/[;\d"'\]}]\s*$/.test(before) && !isFormatted(before.slice(before.lastIndexOf('{') + 1))) ||
        before.trim() === '' ||
        (!hasTags && !/(?:^|\s)[\p{L}_][\p{L}\p{M}\p{N}_.]*$/u.test(before))
      )
    default:
      return false
  }
}

/** Faults that only a tag can have: whatever stands in braces by chance is no formatter. */
export const meantCodes: ReadonlySet<string> = new Set([
  'unknown_formatter',
  'wrong_argument',
  'forbidden_name',
  'raw_xml_not_allowed',
  'unsupported_tag',
])
