import { contrast, type ElementLook, pixels } from '../../page/element-looks.ts'
import { wordsPlace } from '../../parse/html-tokens.ts'
import { htmlRule } from '../rule.ts'

/** Contrast that text must have, and large text (WCAG 2.2, 1.4.3). */
const least = { text: 4.5, large: 3 }

/** Lines closer than so many times the size of the letters run into each other. */
const leastLines = 0.95

/** How many times the size of the letters lines stand apart; nothing where it is not known. */
function linesApart(lineHeight: string | undefined, size: number | undefined): number | undefined {
  if (lineHeight === undefined || /^(?:normal|inherit|initial|unset)/.test(lineHeight)) return undefined
  if (/^[\d.]+$/.test(lineHeight)) return Number(lineHeight)
  if (/^[\d.]+(?:em|%)$/.test(lineHeight)) return pixels(lineHeight, 1) ?? 1
  const height = pixels(lineHeight, size)
  return size === undefined || height === undefined ? undefined : height / size
}

/** What says colours in an attribute. */
const sayColours = /(?:^|[;\s"'])(?:background(?:-color)?|color)\s*[:=]/

const haveSameColours = (one: ElementLook, other: ElementLook): boolean =>
  one.color === other.color && one.background === other.background
const haveSameSize = (one: ElementLook, other: ElementLook): boolean => one.size === other.size
const haveSameLines = (one: ElementLook, other: ElementLook): boolean =>
  one.lineHeight === other.lineHeight && one.size === other.size

/** How much the colours of a link and of the words around it differ at least, where nothing else tells them apart (WCAG 2.2, 1.4.1). */
const leastOfLinks = 3

/** Whether nothing tells a link apart from the words around it. */
const isLikeText = (around: ElementLook | undefined, link: ElementLook | undefined): boolean =>
  around?.color !== undefined &&
  link?.color !== undefined &&
  !link.isUnderlined &&
  link.hiddenBy === '' &&
  link.isBold === around.isBold &&
  link.background === around.background &&
  contrast(link.color, around.color) < leastOfLinks

/** Colours and sizes that cannot be read well. Once for each element that they come from. */
export const readability = htmlRule(({ page, looks, parsed }, tell) => {
  if (looks === undefined) return
  const told = new Set<number>()
  const sources = new Set<string>()
  const tellOnce: typeof tell = (code, place, words) => {
    const source = `${code} ${place.start}`
    if (!sources.has(source)) tell(code, place, words)
    sources.add(source)
  }
  /** Elements with words of their own. */
  const sentences = new Set<number>()
  for (const text of page.texts) {
    if (text.element === '' && /\p{L}{2}/u.test(text.text)) sentences.add(text.parent)
    const look = looks[text.parent]
    const element = page.elements[text.parent]
    if (look === undefined || element === undefined || told.has(text.parent)) continue
    if (text.element !== '' || look.hiddenBy !== '' || !/[\p{L}\p{N}]/u.test(text.text)) continue
    told.add(text.parent)
    const { color, background, size = 16, isBold } = look
    const place = wordsPlace(parsed.field.source, text)
    if (color !== undefined && background !== undefined) {
      const isLarge = size >= 24 || (isBold && size >= 18.66)
      const ratio = contrast(color, background)
      // What is of one colour with its ground is hidden, which is told by another rule.
      if (ratio >= 1.1 && ratio < (isLarge ? least.large : least.text)) {
        const message = `Text in #${color} on #${background} has a contrast of ${(Math.floor(ratio * 10) / 10).toFixed(1)}; ${isLarge ? '3' : '4.5'} is the least (WCAG 2.2, 1.4.3).`
        tellOnce('low_contrast', sourceOf(text.parent, sayColours, haveSameColours) ?? place, { message })
      }
    }
    const apart = linesApart(look.lineHeight, look.size)
    if (apart !== undefined && apart < leastLines && /\p{L}{2,}\s+\p{L}{2,}/u.test(text.text))
      tellOnce('tight_lines', sourceOf(text.parent, /line-height\s*:|font\s*:/, haveSameLines) ?? place)
    if (look.size !== undefined && look.size > 2 && look.size < 12)
      tellOnce('small_text', sourceOf(text.parent, /font(?:-size)?\s*:/, haveSameSize) ?? place, {
        message: `Text of ${Number(look.size.toFixed(1))} pixels is hard to read.`,
      })
  }

  for (const [index, { tag, parent }] of page.elements.entries()) {
    if (tag.name !== 'a' || !tag.attributes.has('href') || !sentences.has(parent)) continue
    const inner = page.elements[index + 1]?.parent === index ? looks[index + 1] : looks[index]
    if (isLikeText(looks[parent], inner)) tell('link_like_text', tag)
  }

  /**
   * Where a look comes from, rather than the text that inherits it: the tag of the outermost element that looks so, or what it
   * says of that itself.
   */
  function sourceOf(
    index: number,
    said: RegExp,
    isSame: (one: ElementLook, other: ElementLook) => boolean,
  ): { start: number; end: number } | undefined {
    let at = index
    for (let depth = 0; depth < 20; depth += 1) {
      const above = page.elements[at]?.parent ?? -1
      const [look, around] = [looks?.[at], looks?.[above]]
      if (look === undefined || around === undefined || !isSame(look, around)) break
      at = above
    }
    const tag = page.elements[at]?.tag
    const style = tag?.attributes.get('style') ?? tag?.attributes.get('color')
    if (style !== undefined && (said.test(style.value) || tag?.name === 'font')) return style
    return tag
  }
})
