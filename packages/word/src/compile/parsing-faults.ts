import type { Finding, Location } from '@chancery/core'

/** Most findings that are made of one error. */
const maxFindings = 100

/**
 * Anything that docxtemplater or pizzip throws when it parses, as findings; its own texts are never shown.
 * @param placeOf where a tag stands, by its number
 */
export function findingsOf(
  error: unknown,
  partLabel: (file: string) => string | undefined,
  placeOf: (tag: number) => Location | undefined,
): readonly Finding[] {
  return errorsIn(error)
    .slice(0, maxFindings)
    .map(propertiesOf)
    .map(({ id = '', file = '', tag }): Finding => {
      const part = partLabel(file)
      const location = (tag === undefined ? undefined : placeOf(tag)) ?? (part === undefined ? undefined : { part })
      return {
        code: codes[id] ?? 'template_not_fillable',
        severity: 'error',
        message: messages[id] ?? 'A part of the template cannot be filled.',
        hint: 'Save the document anew in Word; begin and end every section in the same paragraph, cell, row, table or content control.',
        ...(location === undefined ? {} : { location }),
      }
    })
}

const codes: Readonly<Record<string, string>> = {
  unbalanced_loop_tags: 'loop_position_invalid',
  loop_position_invalid: 'loop_position_invalid',
  malformed_xml: 'malformed_xml',
  file_has_invalid_xml: 'malformed_xml',
  unclosed_loop: 'unclosed_section',
  unopened_loop: 'unopened_section',
  closing_tag_does_not_match_opening_tag: 'section_mismatch',
}

const messages: Readonly<Record<string, string>> = {
  unbalanced_loop_tags: 'A section begins and ends in places that do not belong together.',
  loop_position_invalid: 'A section begins and ends in places that do not belong together.',
  malformed_xml: 'A part of the document is no well-formed XML.',
  file_has_invalid_xml: 'A part of the document is no well-formed XML.',
}

interface Properties {
  readonly id?: string
  readonly file?: string
  /** The number that stood between docxtemplater's delimiters. */
  readonly tag?: number
}

/** The error itself, and all that it wraps. */
function errorsIn(error: unknown): readonly unknown[] {
  const { errors, rootError } = inner(error)
  if (Array.isArray(errors) && errors.length > 0) return errors.flatMap(errorsIn)
  return rootError === undefined ? [error] : [rootError, error]
}

const inner = (error: unknown): { readonly errors?: unknown; readonly rootError?: unknown } => {
  const properties = typeof error === 'object' && error !== null && 'properties' in error ? error.properties : undefined
  return typeof properties === 'object' && properties !== null ? properties : {}
}

function propertiesOf(error: unknown): Properties {
  const { id, file, xtag, pair } = inner(error) as { readonly [key in 'id' | 'file' | 'xtag' | 'pair']?: unknown }
  const left = typeof pair === 'object' && pair !== null && 'left' in pair ? pair.left : undefined
  const tag = Number.parseInt(String(xtag ?? left), 10)
  return {
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof file === 'string' ? { file } : {}),
    ...(Number.isNaN(tag) ? {} : { tag }),
  }
}
