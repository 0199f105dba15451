import type { ParsedField } from '../parse/parse-template.ts'

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

/**
 * The source of a field as html without tags of the template, offsets kept: a value becomes letters, anything else
 * blanks. `alternatives: false` leaves out what stands after `else`, which comes instead of what is before it.
 */
export function maskedSource({ field, tags, alternatives }: ParsedField, withAlternatives: boolean): string {
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
  let masked = pieces.join('') + source.slice(at)
  if (withAlternatives) return masked
  // From the outermost in, so that each stretch is blanked once.
  let covered = 0
  const rest: string[] = []
  for (const [start, end] of [...alternatives].sort((a, b) => a[0] - b[0])) {
    if (end <= covered) continue
    rest.push(masked.slice(covered, start), blank(masked.slice(start, end)))
    covered = end
  }
  masked = rest.join('') + masked.slice(covered)
  return masked
}
