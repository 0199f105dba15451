import type { CssRule, Declaration } from '../../page/read-css.ts'
import { holdsTag, htmlRule } from '../rule.ts'

/** Shorthands, and what they set anew besides what begins with their name. */
const shorthands: ReadonlyMap<string, readonly string[]> = new Map([
  ['margin', []],
  ['padding', []],
  ['font', ['line-height']],
  ['list-style', []],
  ['border', ['border-top', 'border-right', 'border-bottom', 'border-left']],
])
/** Begins as `border` does, and is none of its parts. */
const ofItsOwn = /^border-(?:radius|collapse|spacing|image|(?:top|bottom)-(?:left|right)-radius)/

const important = /!\s*important\s*$/i

/** What is alike of values that programs understand alike: of two such, the first is never used. */
const shapeOf = (value: string): string =>
  value
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/#[\da-f]{3,8}\b/g, '#')
    .replace(/\d*\.?\d+/g, '0')

/** Words by which one program after the other is served: `display: block; display: flex`. */
const isFallback = (name: string): boolean => /^(?:display|src|filter|background(?:-image)?|cursor)$|^-/.test(name)

/** Declarations of one rule of which a later one leaves nothing, and rules with nothing in them. */
export const cssOverrides = htmlRule(({ sheets, inline, parsed, masked }, tell) => {
  const check = ({ declarations }: CssRule): void => {
    if (declarations.length < 2) return
    const before = new Map<string, Declaration>()
    for (const later of declarations) {
      if (holdsTag(parsed, later.start, later.end)) continue
      const isFlagged = important.test(later.value)
      const tellOf = (name: string): void => {
        const first = before.get(name)
        if (first === undefined || important.test(first.value) !== isFlagged) return
        if (first.name === later.name && shapeOf(first.value) !== shapeOf(later.value)) return
        before.delete(name)
        tell('overridden_css', first, {
          message: `"${first.name}" has no effect: "${later.name}" comes behind it in the same rule.`,
          ...(first.value === later.value ? { severity: 'info' } : {}),
        })
      }
      if (!isFallback(later.name)) tellOf(later.name)
      const more = shorthands.get(later.name)
      if (more !== undefined)
        for (const name of before.keys())
          if ((name.startsWith(`${later.name}-`) && !ofItsOwn.test(name)) || more.includes(name)) tellOf(name)
      before.set(later.name, later)
    }
  }
  for (const { rules } of sheets)
    for (const rule of rules) {
      if (rule.within.some(({ name }) => name === 'font-face')) continue
      check(rule)
      if (
        rule.selector !== '' &&
        rule.declarations.length === 0 &&
        /^\s*\{\s*\}/.test(masked.slice(rule.end, rule.end + 100)) &&
        !holdsTag(parsed, rule.start, rule.end + 100)
      )
        tell('empty_css_rule', rule)
    }
  for (const { rules } of inline.values()) rules.forEach(check)
})
