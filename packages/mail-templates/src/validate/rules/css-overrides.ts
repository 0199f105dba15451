import type { CssRule, Declaration } from '../../page/read-css.ts'
import { holdsTag, htmlRule } from '../rule.ts'

const sides = ['top', 'right', 'bottom', 'left']
const ofBorder = ['width', 'style', 'color']

/** Shorthands, and what they set anew. */
const shorthands: ReadonlyMap<string, readonly string[]> = new Map([
  ['margin', sides.map((side) => `margin-${side}`)],
  ['padding', sides.map((side) => `padding-${side}`)],
  ['font', ['font-size', 'font-family', 'font-weight', 'font-style', 'font-variant', 'line-height']],
  ['list-style', ['list-style-type', 'list-style-position', 'list-style-image']],
  ['border', [...ofBorder, ...sides].map((part) => `border-${part}`)],
])

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

/** Whether any declaration of a rule may set anew what one before it says; most rules do not. */
function setsAnew(declarations: readonly Declaration[]): boolean {
  const seen = new Set<string>()
  for (const { name } of declarations) {
    if (seen.has(name) || shorthands.get(name)?.some((each) => seen.has(each)) === true) return true
    seen.add(name)
  }
  return false
}

function isUndone(first: Declaration, later: Declaration): boolean {
  if (important.test(first.value) !== important.test(later.value)) return false
  return first.name !== later.name || (!isFallback(first.name) && shapeOf(first.value) === shapeOf(later.value))
}

/** Declarations of one rule of which a later one leaves nothing, and rules with nothing in them. */
export const cssOverrides = htmlRule(({ sheets, inline, parsed, masked }, tell) => {
  const check = ({ declarations }: CssRule): void => {
    if (!setsAnew(declarations)) return
    const before = new Map<string, Declaration>()
    for (const later of declarations) {
      if (holdsTag(parsed, later.start, later.end)) continue
      for (const name of [later.name, ...(shorthands.get(later.name) ?? [])]) {
        const first = before.get(name)
        if (first === undefined || !isUndone(first, later)) continue
        before.delete(name)
        tell('overridden_css', first, {
          message: `"${first.name}" has no effect: "${later.name}" comes behind it in the same rule.`,
          ...(first.value === later.value ? { severity: 'info' } : {}),
        })
      }
      before.set(later.name, later)
    }
  }
  for (const { rules } of sheets)
    for (const rule of rules) {
      if (rule.within.some(({ name }) => name === 'font-face')) continue
      check(rule)
      if (rule.selector === '' || rule.declarations.length > 0) continue
      const block = /^\s*\{\s*\}/.exec(masked.slice(rule.end, rule.end + 100))?.[0]
      if (block !== undefined && !holdsTag(parsed, rule.start, rule.end + block.length)) tell('empty_css_rule', rule)
    }
  for (const { rules } of inline.values()) rules.forEach(check)
})
