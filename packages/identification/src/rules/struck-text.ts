import type { Run } from '@chancery/core'

/**
 * The text with blanks for what is struck out, which does not hold any more: all other offsets stay as they are.
 * @param runs those without `strike` are left as they are
 */
export function withoutStruckText(text: string, runs: readonly Run[]): string {
  const struck = runs.filter(({ strike }) => strike === true).toSorted((a, b) => a.span.start - b.span.start)
  if (struck.length === 0) return text
  const pieces: string[] = []
  let at = 0
  for (const { span } of struck) {
    const start = Math.max(at, span.start)
    if (span.end <= start) continue
    pieces.push(text.slice(at, start), text.slice(start, span.end).replaceAll(/[^\n]/g, ' '))
    at = span.end
  }
  return pieces.join('') + text.slice(at)
}
