import type { ParsedField } from '../parse/parse-template.ts'
import type { Stretch } from './ways.ts'

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

/** The source of a field as html without tags of the template, offsets kept: a value becomes letters, anything else blanks. */
export function maskedSource({ field, tags }: ParsedField): string {
  const { source } = field
  const pieces: string[] = []
  let at = 0
  for (const { kind, start, end } of tags) {
    pieces.push(
      source.slice(at, start),
      kind === 'value' || kind === 'raw' ? 'x'.repeat(end - start) : blank(source.slice(start, end)),
    )
    at = end
  }
  return pieces.join('') + source.slice(at)
}

/** A masked source with stretches of it blanked, which come in their order and do not overlap. */
export function withoutStretches(masked: string, stretches: readonly Stretch[]): string {
  const pieces: string[] = []
  let at = 0
  for (const [start, end] of stretches) {
    pieces.push(masked.slice(at, start), blank(masked.slice(start, end)))
    at = end
  }
  return pieces.join('') + masked.slice(at)
}
