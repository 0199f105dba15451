import type { EmailContent, EmailFinding, Finding } from '@chancery/core'
import { checkTemplate, type CheckedTemplate } from '../parse/checked-template.ts'
import type { Place } from '../parse/parse-template.ts'
import { locationOf } from '../parse/source-field.ts'
import { type AdviceCode, adviceOn } from './advice.ts'
import { writtenPaths } from './rules/names.ts'

type LocaleFinding = Finding & Pick<EmailFinding, 'locale'>

/** The faults of a template in another language, and where it differs from the first. */
export function localeFindings(
  template: EmailContent,
  checked: CheckedTemplate,
  locale: string,
  content: EmailContent,
): readonly LocaleFinding[] {
  const other = checkTemplate(content)
  const findings: LocaleFinding[] = other.faults.map((fault) => ({ ...fault, locale }))
  const add = (code: AdviceCode, message: string, location: NonNullable<Finding['location']>): void => {
    const {
      advice: [severity, , hint],
    } = adviceOn(code)
    findings.push({ code, severity, message, hint, location, locale })
  }
  const pathsOf = ({ fields }: CheckedTemplate) => {
    const paths = new Map<string, Place>()
    for (const { nodes } of fields) writtenPaths(nodes, paths)
    return paths
  }
  const [here, there] = [pathsOf(checked), pathsOf(other)]
  for (const [path, { field, start, end }] of here)
    if (!there.has(path))
      add('locale_value_missing', `"${path}" is missing in ${locale}.`, { ...locationOf(field, start, end), path })
  for (const [path, { field, start, end }] of there)
    if (!here.has(path))
      add('locale_value_added', `"${path}" is in ${locale} alone.`, { ...locationOf(field, start, end), path })
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
  const html = other.fields.find(({ field }) => field.name === 'html')?.field
  const language =
    html === undefined ? null : /<html\b[^<>]{0,2000}?\slang\s*=\s*["']?([\w-]+)/i.exec(html.source.slice(0, 20_000))
  const main = (tag: string): string => tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? ''
  if (html !== undefined && language !== null && main(language[1] ?? '') !== main(locale))
    add(
      'wrong_language',
      `The html of ${locale} says that it is in "${language[1]}".`,
      locationOf(html, language.index, language.index + language[0].length),
    )
  return findings
}
