import { colorOf } from '@chancery/tags'
import { contrast } from '../../page/element-looks.ts'
import type { CssRule, Declaration } from '../../page/read-css.ts'
import { htmlRule } from '../rule.ts'

/** The least contrast of any text (WCAG 2.2, 1.4.3). */
const least = 3

const isForDark = ({ within }: CssRule): boolean =>
  within.some(({ name, prelude }) => name === 'media' && /prefers-color-scheme\s*:\s*dark/i.test(prelude))

/** The colours that a rule gives its text and the ground below, with the declarations. */
function coloursOf({ declarations }: CssRule) {
  const last = (names: RegExp) => declarations.findLast(({ name }) => names.test(name))
  return { text: told(last(/^color$/)), ground: told(last(/^background(?:-color)?$/)) }
}

interface Told {
  readonly declaration: Declaration
  /** Six hexadecimal digits; nothing where it is not known. */
  readonly color: string | undefined
}

const told = (declaration: Declaration | undefined): Told | undefined =>
  declaration && { declaration, color: colorOf(declaration.value.replace(/\s*!\s*important/i, '').trim()) }

const selectorsOf = ({ selector }: CssRule): readonly string[] => selector.split(',').map((each) => each.trim())

/**
 * Rules for dark screens that leave text and ground of colours too near to each other: both given at once, or text made light
 * where all grounds stay as they are.
 */
export const darkMode = htmlRule(({ sheets }, tell) => {
  const rules = sheets.flatMap((sheet) => sheet.rules)
  const dark = rules.filter(isForDark).map((rule) => ({ rule, colours: coloursOf(rule) }))
  const groundsStay = dark.every(({ colours }) => colours.ground === undefined)
  const light = new Map<string, string | undefined>()
  if (dark.length > 0 && groundsStay)
    for (const rule of rules) {
      const { ground } = rule.within.length === 0 ? coloursOf(rule) : {}
      if (ground !== undefined) for (const each of selectorsOf(rule)) light.set(each, ground.color)
    }
  for (const { rule, colours } of dark) {
    const color = colours.text?.color
    const staying = selectorsOf(rule).map((each) => light.get(each))
    const ground = colours.ground === undefined ? staying.find((each) => each !== undefined) : colours.ground.color
    if (colours.text === undefined || color === undefined || ground === undefined) continue
    const ratio = contrast(color, ground)
    if (ratio < least)
      tell('low_contrast', colours.text.declaration, {
        message: `On dark screens, #${color} on #${ground} has a contrast of ${ratio.toFixed(1)}.`,
        ...(colours.ground === undefined ? { hint: 'Give it a dark background there, too.' } : {}),
      })
  }
})
