import type { Finding } from '@chancery/core'
import { findingAt } from '../../parse/source-field.ts'
import type { Rule } from '../rule.ts'

/** What looks like a tag that a slip or an editor has spoilt. */
const slips: readonly (readonly [RegExp, string, string])[] = [
  [/(?<!\{)\{ +\{/g, 'A space stands between the braces of a tag.', 'Write {{.'],
  [
    /(?<![{}$\w])\{[\p{L}_][\p{L}\p{N}_.]{0,60}\}(?!\})/gu,
    'A tag has single braces; it will be sent as it is.',
    'Write {{name}}.',
  ],
  [/(?<!\})\}\}(?!\})/g, 'Two braces close no tag.', 'Write {{ before it, or take it out.'],
  [
    /\[\[[\p{L}_][\p{L}\p{N}_. ]{0,60}\]\]|%%[\p{L}_][\p{L}\p{N}_]{0,60}%%|\*\|[\p{L}_][\p{L}\p{N}_:]{0,60}\|\*/gu,
    'This is a tag of another system; it will be sent as it is.',
    'Write {{name}}.',
  ],
]

/** Braces that were surely meant as tags. Style sheets, which are full of braces, are left out. */
export const strayBraces: Rule = ({ checked }) => {
  const findings: Finding[] = []
  for (const { field, tags } of checked.fields) {
    let text = ''
    let at = 0
    for (const { start, end } of tags) {
      text += field.source.slice(at, start) + ' '.repeat(end - start)
      at = end
    }
    text += field.source.slice(at)
    if (field.name === 'html') text = withoutStyles(text)
    for (const [pattern, message, hint] of slips) {
      for (const { 0: found, index } of text.matchAll(pattern)) {
        if (findings.length >= 200) return findings
        findings.push(findingAt(field, [index, index + found.length], 'warning', 'stray_braces', message, hint))
      }
    }
  }
  return findings
}

/** Blanks `style` and `script` elements and comments; offsets stay. Linear. */
function withoutStyles(html: string): string {
  const pieces: string[] = []
  const lower = html.toLowerCase()
  let at = 0
  for (const { 0: open, index } of html.matchAll(/<(?:style|script)\b|<!--/gi)) {
    if (index < at) continue
    const close = open === '<!--' ? '-->' : `</${open.slice(1).toLowerCase()}`
    const found = lower.indexOf(close, index)
    const end = found === -1 ? html.length : found + close.length
    pieces.push(html.slice(at, index), ' '.repeat(end - index))
    at = end
  }
  return pieces.join('') + html.slice(at)
}
