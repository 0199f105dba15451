import { attributeOf, type HtmlElement, lookOfTag } from '@chancery/formats/html'
import type { RunLook } from '../model/run-look.ts'

/** What an element does to the look of the text in it: by its name, or by its own style; `undefined` for nothing. */
export function lookOfElement(element: HtmlElement): RunLook | undefined {
  const own = lookOfTag(element.tagName)
  const style = attributeOf(element, 'style')
  if (style === undefined) return own
  const look = { ...own, ...lookOfStyle(style.slice(0, 2000)) }
  return Object.keys(look).length === 0 ? undefined : look
}

function lookOfStyle(style: string): RunLook {
  const value = (name: string): string | undefined =>
    new RegExp(`(?:^|;)\\s{0,20}${name}\\s{0,20}:\\s{0,20}([^;]{1,100})`, 'i').exec(style)?.[1]?.trim().toLowerCase()
  const [weight, slant, align] = [value('font-weight'), value('font-style'), value('vertical-align')]
  const decoration = value('text-decoration(?:-line)?')
  return {
    ...(weight === undefined ? {} : { bold: /^bold|^[6-9]00/.test(weight) }),
    ...(slant === undefined ? {} : { italic: /^(?:italic|oblique)/.test(slant) }),
    ...(decoration?.includes('line-through') === true ? { strike: true } : {}),
    ...(decoration?.includes('underline') === true ? { underline: true } : {}),
    ...(align === 'super' || align === 'sub' ? { script: align } : {}),
  }
}
