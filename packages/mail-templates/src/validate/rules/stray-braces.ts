import { meantTag, mostMeant } from '../meant-tag.ts'
import { type Rule, wordsOutsideStyles } from '../rule.ts'

/** What looks like a tag that a slip or an editor has spoilt. */
const slips: readonly (readonly [RegExp, 'stray_braces' | 'escaped_braces', string])[] = [
  [/(?<!\{)\{[ \u00A0]+\{/g, 'stray_braces', 'A space stands between the braces of a tag.'],
  [
    /(?<![{}$\w!])\{[\p{L}_][\p{L}\p{N}_.]{0,60}\}(?!\})/gu,
    'stray_braces',
    'A tag has single braces; it will be sent as it is.',
  ],
  [/(?<![{}$\w!#%])\{[\p{L}_][\p{L}\p{N}_.]{0,60}\}\}/gu, 'stray_braces', 'A brace is missing before this tag.'],
  [/(?<!\})\}\}(?!\})/g, 'stray_braces', 'Two braces close no tag.'],
  [/(?<!\})\}[ \u00A0]+\}(?!\})/g, 'stray_braces', 'A space stands between the braces of a tag.'],
  [
    /(?:&#123;|&#x7b;|&lbrace;|&lcub;){2}/gi,
    'escaped_braces',
    'The braces of a tag are written as entities; it will not be filled.',
  ],
  [/%7B%7B/gi, 'escaped_braces', 'The braces of a tag are written in percent codes; it will not be filled.'],
  [/｛｛?[^｛｝\n]{1,60}｝｝?/g, 'escaped_braces', 'The braces of a tag are wide characters; it will not be filled.'],
  [
    /\(\([ ]?[\p{L}_][\p{L}\p{N}_.]{0,60}[ ]?\)\)|<\{|\}>/gu,
    'stray_braces',
    'This looks like a tag with other brackets.',
  ],
]

/** Braces that were surely meant as tags. Style sheets, which are full of braces, are left out. */
export const strayBraces: Rule = ({ checked, tell }) => {
  for (const parsed of checked.fields) {
    const { field } = parsed
    const words = wordsOutsideStyles(parsed)
    const taken: boolean[] = []
    let told = 0
    for (const { start, end, kind } of parsed.tags) {
      if (
        kind === 'comment' &&
        /\{\{(?!!--)/.test(field.source.slice(start + 2, end)) &&
        !(field.source.startsWith('{{!--', start) && /--~?\}\}$/.test(field.source.slice(end - 5, end)))
      )
        tell('stray_braces', field, [start, start + 3], {
          message: 'A comment is not closed, and ends with the next tag, which is lost.',
          hint: 'Write }} behind it.',
        })
      if (
        kind === 'comment' &&
        field.source.startsWith('{{!--', start) &&
        !/--~?\}\}$/.test(field.source.slice(Math.max(start + 5, end - 5), end))
      )
        tell('stray_braces', field, [start, end], {
          message: 'A comment begins with {{!-- and does not end with --}}; other programs look for that end.',
          hint: 'Write --}} behind it.',
        })
      if (words[end] !== '}' || words[start - 1] === '{' || field.source[end - 3] === '}') continue
      taken[end] = true
      tell('stray_braces', field, [start, end + 1], { message: 'A brace too many stands behind this tag.' })
    }
    for (const [pattern, code, message] of slips) {
      for (const { 0: found, index } of words.matchAll(pattern)) {
        if (taken[index] === true) continue
        for (let at = index; at < index + found.length; at += 1) taken[at] = true
        const meant = told++ < mostMeant ? meantTag(found) : undefined
        tell(code, field, [index, index + found.length], {
          message,
          ...(meant === undefined ? {} : { hint: `Write ${meant}.` }),
        })
      }
    }
  }
}
