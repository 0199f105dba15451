import { attributeOf, type HtmlElement } from '@chancery/formats/html'
import type { RunLook } from '../model/run-look.ts'

const byElement: ReadonlyMap<string, RunLook> = new Map<string, RunLook>(
  Object.entries({
    b: { bold: true },
    strong: { bold: true },
    i: { italic: true },
    em: { italic: true },
    cite: { italic: true },
    dfn: { italic: true },
    var: { italic: true },
    u: { underline: true },
    ins: { underline: true },
    s: { strike: true },
    strike: { strike: true },
    del: { strike: true },
    code: { code: true },
    kbd: { code: true },
    samp: { code: true },
    tt: { code: true },
    sup: { script: 'super' },
    sub: { script: 'sub' },
  } satisfies Readonly<Record<string, RunLook>>),
)

/** What an element does to the look of the text in it, by its name alone. */
export const lookOfTag = (name: string): RunLook | undefined => byElement.get(name.toLowerCase())

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
