import type { EmailContent, Finding, Location } from '@chancery/core'

/** A part of the e-mail, what it is made of, or a partial. */
export type FieldName = PartName | 'mjml' | `partials/${string}`
export type PartName = 'subject' | 'preheader' | 'from' | 'html' | 'text'

/** One field of an e-mail template, with its lines, so that offsets become places. */
export interface SourceField {
  readonly name: FieldName
  readonly source: string
  /** Offset at which each line begins. */
  readonly lines: readonly number[]
  /** Where it was made of another that somebody wrote. */
  readonly origin?: Origin
}

/** What a field was made of. */
export interface Origin {
  readonly field: SourceField
  /** Where a stretch of what was made stands in it; nothing where it does not. */
  placeOf(start: number, end: number): readonly [start: number, end: number] | undefined
}

/** A field that is a part of the e-mail itself. */
export type PartField = SourceField & { readonly name: PartName }

export function sourceField<Name extends FieldName>(
  name: Name,
  source: string,
  origin?: Origin,
): SourceField & { readonly name: Name } {
  let lines: readonly number[] | undefined
  return {
    name,
    source,
    ...(origin === undefined ? {} : { origin }),
    // Only what is told of a template asks for its lines.
    get lines() {
      return (lines ??= linesOf(source))
    },
  }
}

function linesOf(source: string): readonly number[] {
  const lines = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) lines.push(at + 1)
  return lines
}

/** The fields that the template has, in the order subject, preheader, from, text, html. */
export const fieldsOf = (template: EmailContent, origin?: Origin): readonly PartField[] => [
  sourceField('subject', template.subject),
  ...(template.preheader === undefined ? [] : [sourceField('preheader', template.preheader)]),
  ...(template.from === undefined ? [] : [sourceField('from', template.from)]),
  ...(template.text === undefined ? [] : [sourceField('text', template.text)]),
  ...(template.html === undefined ? [] : [sourceField('html', template.html, origin)]),
]

/** A stretch as whoever wrote the template knows it: of what a field was made of, where it stands there. */
export function asWritten(
  field: SourceField,
  start: number,
  end: number,
): { readonly field: SourceField; readonly start: number; readonly end: number } {
  const place = field.origin?.placeOf(start, end)
  if (field.origin === undefined || place === undefined) return { field, start, end }
  return { field: field.origin.field, start: place[0], end: place[1] }
}

/** The index of the line that an offset is in, by binary search. */
export function lineOf({ lines }: Pick<SourceField, 'lines'>, offset: number): number {
  let low = 0
  let high = lines.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lines[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** Line and column, both from 1. */
function placeOf(field: SourceField, offset: number): { readonly line: number; readonly column: number } {
  const line = lineOf(field, offset)
  return { line: line + 1, column: offset - (field.lines[line] ?? 0) + 1 }
}

/** The place of a stretch of a field, with the text that stands there (its first 80 characters). */
export function locationOf(made: SourceField, from: number, to: number): Location {
  const { field, start, end } = asWritten(made, from, to)
  const text = field.source.slice(start, Math.min(end, start + 80)).trim()
  return { field: field.name, ...placeOf(field, start), start, end, ...(text === '' ? {} : { text }) }
}

/** A finding at a stretch of a field. */
export const findingAt = (
  field: SourceField,
  [start, end]: readonly [start: number, end: number],
  severity: Finding['severity'],
  code: string,
  message: string,
  hint?: string,
): Finding => ({
  code,
  severity,
  message,
  ...(hint === undefined ? {} : { hint }),
  location: locationOf(field, start, end),
})
