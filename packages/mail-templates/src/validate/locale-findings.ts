import type { EmailContent, EmailFinding, Finding } from '@chancery/core'
import { checkTemplate, type CheckedTemplate } from '../parse/checked-template.ts'
import type { Place } from '../parse/parse-template.ts'
import { locationOf } from '../parse/source-field.ts'
import { type AdviceCode, adviceOn } from './advice.ts'
import { hostOf } from './rules/link-address.ts'
import { numbersIn, otherNumber } from './locale-numbers.ts'
import { htmlTokens, wordsPlace } from '../parse/html-tokens.ts'
import { maskedSource } from './masked-source.ts'
import { conditionsOf, listsOf, readsOf } from './locale-sections.ts'
import { otherWriting } from './locale-writing.ts'
import { type Html, ownWords } from './rule.ts'
import { writtenPaths } from './rules/names.ts'

type LocaleFinding = Finding & Pick<EmailFinding, 'locale'>

/**
 * Where a template in another language differs from the first.
 * @param first the first, as far as it is read already
 * @param other the same of the other language
 */
export function localeFindings(
  { template, checked, html }: ReadEmail,
  locale: string,
  { template: content, checked: other, html: otherHtml }: ReadEmail,
): readonly LocaleFinding[] {
  const findings: LocaleFinding[] = []
  const add = (code: AdviceCode, message: string, location: NonNullable<Finding['location']>): void => {
    const {
      advice: [severity, , hint],
    } = adviceOn(code)
    findings.push({ code, severity, message, hint, location, locale })
  }
  const writtenIn = ({ fields }: CheckedTemplate) => {
    const paths = new Map<string, Place>()
    for (const { nodes } of fields) writtenPaths(nodes, paths)
    return paths
  }
  const [here, there] = [writtenIn(checked), writtenIn(other)]
  for (const [path, { field, start, end }] of here)
    if (!there.has(path))
      add('locale_value_missing', `"${path}" is missing in ${locale}.`, { ...locationOf(field, start, end), path })
  for (const [path, { field, start, end }] of there)
    if (!here.has(path))
      add('locale_value_added', `"${path}" is in ${locale} alone.`, { ...locationOf(field, start, end), path })
  const [ourLists, theirLists] = [listsOf(checked), listsOf(other)]
  for (const [path, { field, start, end }] of theirLists)
    if (!ourLists.has(path))
      add('locale_value_added', `The section of "${path}" is in ${locale} alone.`, {
        ...locationOf(field, start, end),
        path,
      })
  for (const [path, { field, start, end }] of ourLists)
    if (!theirLists.has(path))
      add('locale_value_missing', `The section of "${path}" is missing in ${locale}.`, {
        ...locationOf(field, start, end),
        path,
      })
  const [ourReads, theirConditions] = [readsOf(checked.nodes), conditionsOf(other.nodes)]
  for (const [path, { field, start, end }] of theirConditions)
    if (!ourReads.has(path) && !there.has(path))
      add('locale_value_added', `"${path}" is asked for in ${locale} alone.`, {
        ...locationOf(field, start, end),
        path,
      })
  for (const { field, nodes } of checked.fields) {
    const theirs = other.fields.find((each) => each.field.name === field.name)
    if (theirs === undefined || theirs.field.source.trim() === '') continue
    const written = writtenPaths(theirs.nodes)
    for (const [path, place] of writtenPaths(nodes))
      if (there.has(path) && !written.has(path))
        add('locale_value_missing', `"${path}" is missing in the ${field.name} of ${locale}.`, {
          ...locationOf(place.field, place.start, place.end),
          path,
        })
  }
  for (const { path, place, message } of otherWriting(checked, other))
    add('locale_value_differs', message, { ...locationOf(place.field, place.start, place.end), path })
  for (const part of ['preheader', 'html', 'text'] as const) {
    const mine = template[part]?.trim() ?? ''
    const theirs = content[part]?.trim() ?? ''
    if (mine !== '' && theirs === '') add('locale_part_missing', `${locale} has no ${part}.`, { field: part })
    else if (mine !== '' && mine === theirs && /\p{L}{3}/u.test(mine.replace(/\{\{[^{}]*\}\}/g, '')))
      add('not_translated', `The ${part} of ${locale} is that of the template.`, { field: part, line: 1, column: 1 })
  }
  if (
    template.subject.trim() === content.subject.trim() &&
    /\p{L}{3}/u.test(content.subject.replace(/\{\{[^{}]*\}\}/g, ''))
  )
    add('not_translated', `The subject of ${locale} is that of the template.`, { field: 'subject', line: 1, column: 1 })
  const [mine, theirs] = [linksAndTexts(html), linksAndTexts(otherHtml)]
  if (mine !== undefined && theirs !== undefined && content.html?.trim() !== template.html?.trim()) {
    if (theirs.links < mine.links)
      add(
        'locale_link_missing',
        `The html of ${locale} has ${theirs.links} links, that of the template ${mine.links}.`,
        {
          field: 'html',
        },
      )
    if (theirs.images < mine.images)
      add(
        'locale_link_missing',
        `The html of ${locale} has ${theirs.images} images, that of the template ${mine.images}.`,
        { field: 'html' },
      )
    for (const [language, [start, end]] of theirs.languages)
      if (language !== main(locale) && mine.languages.has(language))
        add(
          'wrong_language',
          `A link of ${locale} leads to a page in "${language}".`,
          locationOf(theirs.field, start, end),
        )
    for (const [label, [start, end]] of theirs.hosts)
      if (mine.hosts.size > 0 && !mine.hosts.has(label))
        add(
          'locale_link_missing',
          `A link of ${locale} leads to "${label}", where no link of the template does.`,
          locationOf(theirs.field, start, end),
        )
    for (const [words, [start, end]] of theirs.texts)
      if (mine.texts.has(words))
        add('not_translated', `A text of ${locale} is that of the template.`, locationOf(theirs.field, start, end))
  }
  for (const name of ['text', 'html'] as const) {
    const field = other.fields.find((each) => each.field.name === name)?.field
    const [pieces, others] = [wordsOf(checked, html, name), wordsOf(other, otherHtml, name)]
    const differing = otherNumber(numbersIn(pieces), numbersIn(others))
    if (field !== undefined && differing !== undefined)
      add(
        'locale_value_differs',
        `${locale} says "${differing[1].said}", and the template "${differing[0].said}".`,
        locationOf(field, differing[1].start, differing[1].end),
      )
  }
  const page = other.fields.find(({ field }) => field.name === 'html')?.field
  const language =
    page === undefined ? null : /<html\b[^<>]{0,2000}?\slang\s*=\s*["']?([\w-]+)/i.exec(page.source.slice(0, 20_000))
  if (page !== undefined && language !== null && main(language[1] ?? '') !== main(locale))
    add(
      'wrong_language',
      `The html of ${locale} says that it is in "${language[1]}".`,
      locationOf(page, language.index, language.index + language[0].length),
    )
  return findings
}

const main = (tag: string): string => tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? ''
/** The language of a page, as its address says it. */
const ofPage =
  /^https?:\/\/[^/?#]{1,253}(?:\/(?:[\w-]{1,40}\/)?|\/?\?(?:lang|locale|hl)=)(en|de|fr|es|it|nl|pt|pl|sv|da|fi|cs|ja|zh)(?:[-_][a-z]{2})?(?=[/?#&]|$)/i
/** Words of a text that a translation changes: some that begin with a small letter. */
const ofLanguage = /(?<![\p{L}./@-])(?!x{3})\p{Ll}[\p{L}'’]{1,40}(?![./@-]?\p{L})/gu

/** The part of a host that names its owner: the last but endings such as `com` and `co.uk`. */
const firmOf = (host: string): string =>
  /x{3}/.test(host)
    ? ''
    : (host
        .split('.')
        .slice(0, -1)
        .findLast((label) => label.length > 3) ?? '')

/** Html that is split into its tokens. */
type ReadHtml = Pick<Html, 'parsed' | 'tokens'>

/** An e-mail in one language, read as far as languages are compared. */
export interface ReadEmail {
  readonly template: EmailContent
  readonly checked: CheckedTemplate
  readonly html: ReadHtml | undefined
}

/** Reads an e-mail that is not checked for more. */
export function readEmail(template: EmailContent): ReadEmail {
  const checked = checkTemplate(template)
  const parsed = checked.fields.find(({ field }) => field.name === 'html')
  const html = parsed === undefined ? undefined : { parsed, tokens: htmlTokens(maskedSource(parsed)).tokens }
  return { template, checked, html }
}

/** What readers see of a part, without its values. */
function* wordsOf(
  { fields }: CheckedTemplate,
  html: ReadHtml | undefined,
  name: 'text' | 'html',
): Generator<readonly [words: string, at: number]> {
  const parsed = fields.find(({ field }) => field.name === name)
  if (parsed === undefined) return
  const words = ownWords(parsed)
  if (name === 'text') yield [words, 0]
  else
    for (const token of html?.tokens ?? [])
      if (token.kind === 'text' && token.element === '') yield [words.slice(token.start, token.end), token.start]
}

/** How many links the html has, and its texts of several words, each with its first place. */
function linksAndTexts(html: ReadHtml | undefined) {
  if (html === undefined) return undefined
  const { parsed, tokens } = html
  const links = tokens.filter((token) => token.kind === 'start' && token.name === 'a' && token.attributes.has('href'))
  const images = tokens.filter((token) => token.kind === 'start' && token.name === 'img').length
  const languages = new Map<string, readonly [start: number, end: number]>()
  const hosts = new Map<string, readonly [start: number, end: number]>()
  for (const token of links) {
    const href = token.kind === 'start' ? token.attributes.get('href') : undefined
    const language = ofPage.exec(href?.value.trim() ?? '')?.[1]?.toLowerCase()
    const label = href === undefined || !/^https?:/i.test(href.value.trim()) ? '' : firmOf(hostOf(href.value.trim()))
    if (href !== undefined && label !== '' && !hosts.has(label)) hosts.set(label, [href.start, href.end])
    if (href !== undefined && language !== undefined && !languages.has(language))
      languages.set(language, [href.start, href.end])
  }
  const texts = new Map<string, readonly [start: number, end: number]>()
  for (const text of tokens) {
    if (text.kind !== 'text' || text.element !== '' || (text.text.match(ofLanguage)?.length ?? 0) < 3) continue
    const { start, end } = wordsPlace(parsed.field.source, text)
    const words = text.text.replace(/\s+/g, ' ').trim()
    if (!texts.has(words)) texts.set(words, [start, end])
  }
  return { field: parsed.field, links: links.length, images, texts, languages, hosts }
}

/** The faults of a template in another language that is not checked for more. */
export const localeFaults = (locale: string, { checked }: ReadEmail): readonly LocaleFinding[] => {
  const {
    advice: [severity, message, hint],
  } = adviceOn('locale_hardly_checked')
  const faults = checked.faults.map((fault) => ({ ...fault, locale }))
  return [...faults, { code: 'locale_hardly_checked', severity, message, hint, location: { field: 'html' }, locale }]
}

/**
 * What the check of a template in another language found and is not told of the first one as often: most is the same in
 * all languages. Errors are told of each.
 * @param differences what `localeFindings` tells of it
 */
export function ofLocaleAlone(
  own: readonly EmailFinding[],
  first: readonly EmailFinding[],
  differences: readonly LocaleFinding[],
): readonly EmailFinding[] {
  const [exact, alike] = [counted(first, exactly), counted(first, kindOf)]
  const lacking = differences.flatMap(({ code, location }) =>
    code === 'locale_part_missing' ? (ofMissing[location?.field ?? ''] ?? []) : [],
  )
  const others = own.filter((finding) => {
    if (lacking.includes(finding.code)) return false
    const isThere = finding.severity !== 'error' && takeOne(exact, exactly(finding))
    if (isThere) takeOne(alike, kindOf(finding))
    return !isThere
  })
  return others.filter((finding) => finding.severity === 'error' || !takeOne(alike, kindOf(finding)))
}

/** What is told of a template that lacks a part. */
const ofMissing: Readonly<Record<string, string>> = { preheader: 'no_preheader', text: 'no_text_part' }

const kindOf = ({ code, message, feature }: EmailFinding): string => JSON.stringify([code, message, feature])
const exactly = (finding: EmailFinding): string => JSON.stringify([kindOf(finding), finding.location?.excerpt])

function counted(findings: readonly EmailFinding[], keyOf: (finding: EmailFinding) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const finding of findings) counts.set(keyOf(finding), (counts.get(keyOf(finding)) ?? 0) + 1)
  return counts
}

/** Whether there was one left. */
function takeOne(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0
  counts.set(key, count - 1)
  return count > 0
}
