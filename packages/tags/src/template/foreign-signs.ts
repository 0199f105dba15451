import type { Finding } from '@chancery/core'
import { pathsOf } from '../data/reads.ts'
import { parseExpression } from '../syntax/parse-expression.ts'
import { isHardlyText, notTag } from './literal-braces.ts'
import type { Delimiters } from './scan-text.ts'
import { elsewhere, namesInText } from './names-in-text.ts'
import { asWrittenHere } from './other-engines.ts'
import {
  anySign,
  besideTags,
  blocks,
  certain,
  doubleSigned,
  encodedBraces,
  inBraces,
  leftOut,
  lookAlike,
  mirrorSigned,
  nakedField,
  placeholder,
  namesAlone,
  typedValue,
  remarked,
  shownRule,
  type Sign,
  starred,
  statements,
  typedField,
  valueAsRemark,
} from './sign-patterns.ts'
import type { SignedText } from './signed-text.ts'
import { statementHere } from './statement-in-text.ts'
import { signsAtTags } from './signs-at-tags.ts'

/** What is said of a date or an amount in braces. */
const noName = {
  code: 'literal_braces',
  severity: 'warning',
  message: 'What stands in these braces is no name, and stays as it is.',
  hint: 'Write the name of a value in the braces, or the text without them.',
} as const

type Draft = Omit<Finding, 'location'>
const mostOfOneKind = 50

/**
 * What looks like a tag and is none: braces of another keyboard, delimiters of another engine.
 * @param isWord whether the document is Word's, which has fields
 */
export function foreignSigns(
  texts: readonly SignedText[],
  { open, close }: Delimiters,
  isWord: boolean,
): readonly Finding[] {
  const signedTexts = texts.filter(({ text }) => anySign.test(text))
  const whole = signedTexts.map(({ text }) => text).join('\n')
  const find = (signs: readonly Sign[], finding: Draft, inTags = false): readonly Finding[] => {
    const found: Finding[] = []
    // Most stand nowhere: to look for each in each paragraph takes much longer than in all at once.
    const met = signs.filter(({ pattern }) => whole.search(pattern) !== -1)
    for (const text of met.length === 0 ? [] : signedTexts) {
      if (found.length >= mostOfOneKind) break
      const places = new Set<number | undefined>()
      for (const each of met)
        for (const item of findSign(each, text, finding, inTags)) {
          if (places.has(item.location?.start)) continue
          places.add(item.location?.start)
          found.push(item)
        }
    }
    return found.slice(0, mostOfOneKind)
  }
  const isTemplate = texts.some(({ tags }) => tags.length > 0)
  const own = pathsIn(texts)
  const signs = isTemplate ? [...certain, ...besideTags, doubleSigned, mirrorSigned] : certain
  const signsAlone = isTemplate
    ? []
    : find(namesAlone, {
        code: 'other_delimiters',
        severity: 'info',
        message: 'This looks like a place for a value, and stays as it is: the document has no tag.',
        hint: `Write ${open}name${close}, where a value is meant.`,
      })
  const signsOfOthers = find(signs, {
    code: 'other_delimiters',
    severity: 'warning',
    message: `This looks like a tag in other delimiters than ${open} ${close}, and stays as it is.`,
    hint: isTemplate ? `Write ${open}name${close}.` : 'Give the delimiters with the call, or write braces.',
  })
  const typed = {
    code: 'typed_field',
    severity: 'warning',
    message: 'This is the code of a field, written as text: Word sees no field in it.',
    hint: `Insert the field with Ctrl+F9 or Insert > Quick Parts > Field, or write ${open}name${close}.`,
  } as const
  const places = isTemplate
    ? find([placeholder], {
        code: 'other_delimiters',
        severity: 'info',
        message: 'This looks like a place for a value, and stays as it is.',
        hint: `Write ${open}name${close}, where a value is meant.`,
      })
    : []
  // What stands in the template's own delimiters and is no tag has a fault, which is told where tags are read.
  const told = signsOfOthers.map((finding): Finding => {
    const here = statementHere(finding.location?.tag ?? '', { open, close }) ?? nameBetween(finding, { open, close })
    if (here === undefined) return finding
    return { ...finding, hint: isTemplate ? `Write ${here}.` : `Write ${here}, or give the delimiters with the call.` }
  })
  const written = told.filter((finding, index) => finding !== signsOfOthers[index])
  // A name in a statement is told with it.
  const named = elsewhere(namesInText(texts, own, { open, close }, 'the template'), written)
  const fields = isWord ? find(isTemplate ? [nakedField, shownRule] : [shownRule], typed) : []
  const others = elsewhere(told, [...named, ...fields]).filter(
    ({ location }) => location?.tag?.startsWith(open) !== true,
  )
  const remark = {
    code: 'foreign_statement',
    severity: 'warning',
    message: 'This is a remark, and leaves nothing in the document; another engine has a value there.',
    hint: `Write ${open}name${close}, without "!".`,
  } as const
  const starredComment = {
    code: 'foreign_statement',
    severity: 'warning',
    message: 'This is a remark of another engine, and stays as it is.',
    hint: `A remark is ${open}!text${close}.`,
  } as const
  return [
    ...named,
    ...elsewhere(signsAlone, others).map((finding): Finding => {
      const here = nameBetween(finding, { open, close })
      return here === undefined ? finding : { ...finding, hint: `Write ${here}, where a value is meant.` }
    }),
    ...others.map((finding): Finding => ({
      ...finding,
      // One alone, in a document without tags, may be anything.
      severity: isTemplate || others.length > 1 ? 'warning' : 'info',
    })),
    ...elsewhere(places, [...named, ...others]),
    ...signsAtTags(texts, { open, close }).slice(0, mostOfOneKind),
    ...(isWord ? find([typedField], typed, true) : []),
    ...fields,
    ...find(
      [valueAsRemark, { ...remarked, suits: (text) => isOfOwn(text, own) || /\s\?\s*\S.*\s?:/.test(text) }],
      remark,
      true,
    ).map(asValue),
    ...find([starred], starredComment),
    ...(isTemplate && open === '{' ? find([typedValue], noName) : []),
    // It may be meant as text.
    ...(isTemplate && open === '{' ? find([leftOut], { ...noName, severity: 'info' }) : []),
    ...(isTemplate
      ? find([{ ...inBraces, suits: (text) => namesOwn(text, own) }], { ...notTag(''), severity: 'warning' }).map(
          (finding): Finding => ({ ...finding, ...notTag(finding.location?.tag?.slice(1, -1) ?? '') }),
        )
      : []),
    ...(open === '{' && isTemplate
      ? []
      : find([open === '{' ? blocks : statements], {
          code: 'foreign_statement',
          severity: 'warning',
          message: 'This is a statement of another engine, and stays as it is.',
          hint: `Write ${open}#each list${close} or ${open}#if x${close}, and close it by ${open}/${close}.`,
        }).map((finding): Finding => {
          const here = asWrittenHere((finding.location?.tag ?? '').slice(1, -1))
          // It has single braces, and others stand in none of what it writes.
          const own = here?.replaceAll('{', open).replaceAll('}', close)
          return own === undefined ? finding : { ...finding, hint: `Write ${own}.` }
        })),
    ...find([encodedBraces], {
      code: 'look_alike_delimiters',
      severity: 'warning',
      message: 'These are braces as a page of the web or an address has them, and the tag is not filled.',
      hint: `Write ${open} and ${close}.`,
    }),
    ...find([lookAlike], {
      code: 'look_alike_delimiters',
      severity: 'warning',
      message: 'This looks like a tag in braces of another keyboard, and is not filled.',
      hint: `Write ${open} and ${close}.`,
    }).map((finding): Finding => {
      const here = nameBetween(finding, { open, close })
      return here === undefined ? finding : { ...finding, hint: `Write ${here}.` }
    }),
  ]
}

/** A remark that was meant as a value, with the value in its hint. */
function asValue(finding: Finding): Finding {
  const [, opening, inner, closing] =
    /^(\{+)!+\s*\$?([\p{L}_][\p{L}\p{N}_.]{0,100}(?:\s?\|[^{}!]{1,100})?)\s*!*(\}+)$/u.exec(
      finding.location?.tag ?? '',
    ) ?? []
  return inner === undefined
    ? finding
    : { ...finding, hint: `Write ${opening}${inner}${closing}, without "!", where the value is to stand.` }
}

/** `{client.name}` of `@client.name@` and `{#items}` of `<<#items>>`: a name between signs of any other kind. */
function nameBetween({ location }: Finding, { open, close }: Delimiters): string | undefined {
  const [, before = '', name, behind = ''] =
    /^([^\p{L}\p{N}\s]{1,3})\s?(?:INS\s+)?(\p{L}[\p{L}\p{N}]*(?:[._][\p{L}\p{N}]+)*)\s?([^\p{L}\p{N}.\s]{0,3})$/u.exec(
      location?.tag ?? '',
    ) ?? []
  if (name === undefined) return undefined
  const isSection = before.length > 1 && /[#/^]$/.test(before) && !/[#/^]/.test(behind)
  return `${open}${isSection ? before.slice(-1) : ''}${name}${close}`
}

/** Whether a remark is an expression over nothing but values of the template: `{!paid!}`, `{!fee | currency}`. */
function isOfOwn(remark: string, own: ReadonlySet<string>): boolean {
  const parsed = parseExpression(remark.replace(/[\s!]{1,10}$/, ''))
  const paths = parsed.ok ? pathsOf(parsed.expression) : []
  return paths.length > 0 && paths.every(({ segments }) => own.has(segments.join('.')))
}

/** Whether a text in braces has a path of the template in it. */
const namesOwn = (text: string, own: ReadonlySet<string>): boolean =>
  !isHardlyText(text) &&
  (
    text.match(/(?<!["'\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*(?!["'\p{L}\p{N}_.])/gu) ?? []
  ).some((path) => path.length > 2 && own.has(path))

/** Paths that the template's own tags read, dotted. */
export function pathsIn(texts: readonly SignedText[]): ReadonlySet<string> {
  const paths = new Set<string>()
  for (const { tags } of texts)
    for (const { parsed } of tags)
      if (parsed?.kind === 'value' || parsed?.kind === 'open')
        for (const { segments } of pathsOf(parsed.expression)) paths.add(segments.join('.'))
  return paths
}

function findSign({ pattern, suits }: Sign, { text, tags, locate }: SignedText, finding: Draft, inTags: boolean) {
  const found: Finding[] = []
  for (const match of text.matchAll(pattern)) {
    const { index, 0: tag, 1: inner } = match
    const end = index + tag.length
    if (suits !== undefined && inner !== undefined && !suits(inner, match)) continue
    if (!inTags && tags.some((own) => own.start < end && own.end > index)) continue
    found.push({ ...finding, location: locate(index, end, tag) })
  }
  return found
}
