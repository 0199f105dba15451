import { wordsPlace } from '../../parse/html-tokens.ts'
import { htmlRule } from '../rule.ts'

/** `&amp;nbsp;`, and tags whose signs were made entities: `&lt;b&gt;`. */
const escapedTwice =
  /&amp;(?:amp|nbsp|lt|gt|quot|apos|euro|copy|reg|trade|ndash|mdash|hellip|bull|[rl][sd]quo|[A-Za-z](?:uml|acute|grave|circ|tilde|cedil|ring)|szlig|#\d{2,6}|#x[\da-f]{2,6});|&lt;\/?(?:a|b|br|div|em|font|h[1-6]|i|img|li|ol|p|span|strong|table|tbody|td|th|tr|u|ul)(?:\s(?:(?!&[lg]t;)[^<>]){0,200})?\/?&gt;/gi

/** Elements that show html on purpose. */
const shown = new Set(['code', 'pre', 'kbd', 'samp', 'xmp'])
/** Elements around a text that are looked at. */
const depth = 20

/** What an editor has escaped once more: readers see its signs. */
export const escapedWords = htmlRule(({ page, parsed }, tell) => {
  const { source } = parsed.field
  for (const text of page.texts) {
    if (text.element !== '') continue
    const { start, end } = wordsPlace(source, text)
    const written = source.slice(start, end)
    if (!/&(?:amp|lt);/i.test(written) || isShown(text.parent)) continue
    for (const { 0: sign, index } of written.matchAll(escapedTwice))
      tell(
        'escaped_twice',
        { start: start + index, end: start + index + sign.length },
        { message: `Readers see "${seen(sign)}" as it is written.` },
      )
  }

  function isShown(element: number): boolean {
    let at = element
    for (let up = 0; at !== -1 && up < depth; up += 1) {
      const around = page.elements[at]
      if (around === undefined) return false
      if (shown.has(around.tag.name)) return true
      at = around.parent
    }
    return false
  }
})

const seen = (sign: string): string =>
  sign
    .slice(0, 60)
    .replace(/^&amp;/i, '&')
    .replaceAll(/&lt;/gi, '<')
    .replaceAll(/&gt;/gi, '>')
