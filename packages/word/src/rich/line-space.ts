import type { Inline } from './flow.ts'

/** Whether a space behind it would be the second one. */
export const endsWithSpace = (inline: Inline): boolean =>
  inline.kind === 'break' || (inline.kind === 'text' && inline.text.endsWith(' '))

/** Without white space at both ends, and without the line break that ends a paragraph. */
export function trimmed(given: readonly Inline[]): readonly Inline[] {
  const inlines = [...given]
  const last = inlines.at(-1)
  if (last?.kind === 'break' && inlines.length > 1) inlines.pop()
  for (let end = inlines.at(-1); end?.kind === 'text'; end = inlines.at(-1)) {
    const text = end.text.replace(/[ \t\n]+$/, '')
    inlines.pop()
    if (text === '') continue
    inlines.push({ ...end, text })
    break
  }
  for (let begin = inlines[0]; begin?.kind === 'text'; begin = inlines[0]) {
    const text = begin.text.replace(/^[ \t\n]+/, '')
    if (text === begin.text) break
    if (text !== '') {
      inlines[0] = { ...begin, text }
      break
    }
    inlines.shift()
  }
  return inlines
}
