import { outside } from '@chancery/tags'

/** A command of LaTeX before its first group, `\frac{` or `\sqrt[3]{`. */
const command = /\\[A-Za-z]{2,}\*?(?:\[[^\][{}]{0,20}\])?\{/g
/** In a text with commands: groups that stand raised or lowered. */
const script = /[\^_]\{/g

/**
 * A text of the same length with blanks for what stands in braces in formulas, such as `{a}{b}` of `\frac{a}{b}`: it is no tag.
 * A name behind an underscore alone may well be one, so only texts with commands have formulas.
 */
export function withoutFormulas(text: string): string {
  if (!text.includes('\\')) return text
  const groups = groupsAfter(text, command)
  if (groups.length === 0) return text
  const rest = outside(text, groups)
  return outside(rest, groupsAfter(rest, script))
}

function groupsAfter(text: string, before: RegExp): { readonly start: number; readonly end: number }[] {
  const groups: { start: number; end: number }[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(before)) {
    let start = index + found.length - 1
    if (start < done) continue
    for (let end = endOfGroup(text, start); end !== undefined; end = endOfGroup(text, start)) {
      groups.push({ start, end })
      done = start = end
    }
  }
  return groups
}

/** A longer group is none that a formula has. */
const maxLength = 300

/** Where the group ends that begins here, with those in it; `undefined` where none does. */
function endOfGroup(text: string, start: number): number | undefined {
  if (text[start] !== '{') return undefined
  let depth = 0
  for (let at = start; at < Math.min(text.length, start + maxLength); at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at + 1
  }
  return undefined
}
