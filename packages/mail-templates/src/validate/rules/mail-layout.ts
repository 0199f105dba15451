import type { AdviceCode } from '../advice.ts'
import { byDeclaration } from '../../page/by-declaration.ts'
import type { HtmlTag } from '../../parse/html-tokens.ts'
import type { Declaration } from '../../page/read-css.ts'
import { htmlRule } from '../rule.ts'

/** Fonts that every machine has one of. */
const generic =
  /(?:^|,)\s*["']?(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|arial|helvetica|verdana|tahoma|trebuchet ms|georgia|times|times new roman|courier|courier new|inherit|initial)\b/i

const pixelsOf = (value: string | undefined): number => Number(/^\s*(\d{1,6})(?:px)?\s*$/.exec(value ?? '')?.[1] ?? 0)

/** Habits that Outlook or Gmail punish, beyond single features. */
export const mailLayout = htmlRule(({ starts, sheets, inline, page }, tell) => {
  const declarationsOf = (tag: HtmlTag) =>
    inline.get(tag.start)?.rules.flatMap(({ declarations }) => declarations) ?? []
  const habitOf = byDeclaration((name, value): AdviceCode | undefined => {
    if (name === 'font-family' && value !== '' && !generic.test(value)) return 'font_without_fallback'
    if (name === 'text-align' && /^justify\b/i.test(value)) return 'justified_text'
    return name.startsWith('margin') && /(?:^|\s)-0*(?:\.0*)?[1-9]/.test(value) ? 'negative_margin' : undefined
  })
  const checkDeclaration = (declaration: Declaration): void => {
    const code = habitOf(declaration)
    if (code !== undefined) tell(code, declaration)
  }
  const headEnd = page.elements.find(({ tag }) => tag.name === 'head')?.end ?? 0
  const hasHead = headEnd > 0
  for (const tag of starts) {
    const { name, attributes } = tag
    const rel = attributes.get('rel')?.value ?? ''
    if (name === 'link' && /\bstylesheet\b/i.test(rel) && !/fonts\./i.test(attributes.get('href')?.value ?? ''))
      tell('external_stylesheet', tag)
    if (name === 'style' && hasHead && tag.start > headEnd) tell('style_in_body', tag)
    const own = declarationsOf(tag)
    const picture = own.find(({ name: each, value }) => /^background(?:-image)?$/.test(each) && /url\(/i.test(value))
    const place = attributes.get('background') ?? picture
    const hasColor =
      attributes.has('bgcolor') ||
      own.some(
        ({ name: each, value }) =>
          each === 'background-color' ||
          (each === 'background' &&
            /#[\da-f]{3}|rgb|hsl|^\s*[a-z]+\s|\s[a-z]{3,}$/i.test(
              value.replace(
                /url\([^)]*\)|no-repeat|repeat(?:-[xy])?|center|top|bottom|left|right|cover|contain|fixed|scroll/gi,
                '',
              ),
            )),
      )
    if (place !== undefined && !hasColor) tell('background_without_color', place)
    if (/^(?:table|td|th|div|img|body|center)$/.test(name)) {
      const width = attributes.get('width')
      const styled = own.find(({ name: each, value }) => /^(?:min-)?width$/.test(each) && pixelsOf(value) > 700)
      const limited = own.some(({ name: each }) => each === 'max-width')
      if (width !== undefined && pixelsOf(width.value) > 700 && !limited) tell('wide_layout', width)
      else if (styled !== undefined && !limited) tell('wide_layout', styled)
    }
    const face = attributes.get('face')
    if (name === 'font' && face !== undefined && !generic.test(face.value)) tell('font_without_fallback', face)
    for (const declaration of own) checkDeclaration(declaration)
  }
  for (const { rules, text, start } of sheets) {
    for (const { declarations, within } of rules) {
      // A font that is being defined needs no other.
      if (within.some(({ name }) => name === 'font-face')) continue
      for (const declaration of declarations) checkDeclaration(declaration)
    }
    if (text.length > 8192) tell('long_style', { start, end: start + 1 })
  }
})
