import type { PartName } from '../parse/source-field.ts'
import type { EmailContent, InspectEmailRequest } from '@chancery/core'

/** A template with one defect, and the line that it stands on. */
export interface Seeded {
  readonly template: EmailContent
  readonly field: PartName
  /** Absent: the finding is about no line, such as a part that is missing. */
  readonly line: number | undefined
  readonly request?: Partial<InspectEmailRequest>
}

export interface DefectKind {
  readonly code: string
  readonly what: string
  /** Puts the defect in at the place that the number chooses; nothing where the template has no such place. */
  seed(template: EmailContent, place: number): Seeded | undefined
}

/** The line on which words are first found. */
export const lineOf = (source: string | undefined, words: string): number =>
  lineAt(source ?? '', Math.max(0, (source ?? '').indexOf(words)))

const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length

/** Replaces a stretch of one field. */
function changed(
  template: EmailContent,
  field: Seeded['field'],
  start: number,
  end: number,
  text: string,
  shift = 0,
): Seeded {
  const source = template[field] ?? ''
  const next = source.slice(0, start) + text + source.slice(end)
  return { template: { ...template, [field]: next }, field, line: lineAt(next, start + shift) }
}

/** Puts html on lines of its own, between two paragraphs that no other element or section surrounds. */
export const inserted = (code: string, what: string, html: string, mark = ''): DefectKind => ({
  code,
  what,
  seed(template, place) {
    const source = template.html ?? ''
    const ends = Array.from(source.matchAll(/<\/p>[ \t]*\n(?!\s*\{\{\/)/g), ({ 0: text, index }) => index + text.length)
    const at = ends[place % Math.max(1, ends.length)]
    if (at === undefined) return undefined
    const indent =
      /[ \t]*$/.exec(
        source
          .slice(0, source.lastIndexOf('</p>', at))
          .split('\n')
          .at(-1)
          ?.match(/^[ \t]*/)?.[0] ?? '',
      )?.[0] ?? ''
    return changed(
      template,
      'html',
      at,
      at,
      `${indent}${html}\n`,
      indent.length + (mark === '' ? 0 : html.indexOf(mark)),
    )
  },
})

/** Changes one of the places where a pattern is found in a field; `$&` and groups in the text as in `replace`. */
export const replaced = (
  code: string,
  what: string,
  field: Seeded['field'],
  pattern: RegExp,
  text: string | ((found: RegExpExecArray) => string),
  shift = 0,
): DefectKind => ({
  code,
  what,
  seed(template, place) {
    const source = template[field] ?? ''
    const all = [...source.matchAll(new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`))]
    const found = all[place % Math.max(1, all.length)]
    if (found === undefined) return undefined
    const next =
      typeof text === 'string'
        ? found[0].replace(new RegExp(pattern.source, pattern.flags.replace('g', '')), text)
        : text(found)
    return changed(template, field, found.index, found.index + found[0].length, next, shift)
  },
})

/** Puts a line into the text part. */
export const addedToText = (code: string, what: string, text: string): DefectKind => ({
  code,
  what,
  seed(template, place) {
    const source = template.text ?? ''
    const ends = Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)
    const at = ends[place % Math.max(1, ends.length)]
    return at === undefined ? undefined : changed(template, 'text', at, at, `${text}\n`)
  },
})

/** Writes the subject anew. */
export const subjectIs = (code: string, what: string, write: (subject: string) => string): DefectKind => ({
  code,
  what,
  seed: (template) => ({ template: { ...template, subject: write(template.subject) }, field: 'subject', line: 1 }),
})

/** Puts a rule into the style sheet of the head. */
export const styled = (code: string, what: string, rule: string, mark = ''): DefectKind => ({
  code,
  what,
  seed(template) {
    const source = template.html ?? ''
    const at = source.search(/<\/style>/i)
    return at === -1
      ? undefined
      : changed(template, 'html', at, at, `\n${rule}\n`, 1 + (mark === '' ? 0 : rule.indexOf(mark)))
  },
})

/** Leaves the template as it is, and asks with something that it does not fit. */
export const asked = (
  code: string,
  what: string,
  field: Seeded['field'],
  pattern: RegExp,
  request: Partial<InspectEmailRequest>,
): DefectKind => ({
  code,
  what,
  seed(template) {
    const at = (template[field] ?? '').search(pattern)
    return at === -1 ? undefined : { template, field, line: lineAt(template[field] ?? '', at), request }
  },
})
