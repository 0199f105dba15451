import { colorOf } from '@chancery/tags'
import { contrast } from '../../page/element-looks.ts'
import { htmlRule } from '../rule.ts'

/** The least contrast of any text (WCAG 2.2, 1.4.3). */
const least = 3

/** Rules for dark screens that give text and ground at once, of colours too near to each other. */
export const darkMode = htmlRule(({ sheets }, tell) => {
  for (const { rules } of sheets)
    for (const { within, declarations } of rules) {
      if (!within.some(({ name, prelude }) => name === 'media' && /prefers-color-scheme\s*:\s*dark/i.test(prelude)))
        continue
      const last = (names: RegExp) => declarations.findLast(({ name }) => names.test(name))
      const colorIn = (declaration: { readonly value: string } | undefined): string | undefined =>
        declaration && colorOf(declaration.value.replace(/\s*!\s*important/i, '').trim())
      const text = last(/^color$/)
      const [color, ground] = [colorIn(text), colorIn(last(/^background(?:-color)?$/))]
      if (text === undefined || color === undefined || ground === undefined) continue
      const ratio = contrast(color, ground)
      if (ratio < least)
        tell('low_contrast', text, {
          message: `On dark screens, #${color} on #${ground} has a contrast of ${ratio.toFixed(1)}.`,
        })
    }
})
