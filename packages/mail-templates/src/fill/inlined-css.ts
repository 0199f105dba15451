import juice from 'juice/client'
import { htmlTokens } from '../parse/html-tokens.ts'

// Tags are filled by now, and what looks like one is a value: nothing is set aside.
for (const name of Object.keys(juice.codeBlocks)) delete juice.codeBlocks[name]
// No attribute says what stands before or behind an element's content.
juice.ignoredPseudos.push('before', 'after')

/**
 * Filled html with its style sheets written into the elements that they style, as `style` attributes. What an attribute
 * cannot say (media queries, imports, fonts, key frames, states) stays in the sheet; so do rules for what is not in the html:
 * mail programs add elements and attributes of their own (`[data-ogsc]`, `#outlook`). Nothing is fetched; character references,
 * and with them the escaping of values, stay as they are.
 */
export const inlinedCss = (html: string): string =>
  juice(withPlainSheets(html), { removeStyleTags: false, removeInlinedSelectors: true })

/** Sheets for some media alone are marked as to be left as they are, and those of old without the comment signs around them. */
function withPlainSheets(html: string): string {
  const pieces: string[] = []
  let at = 0
  for (const token of htmlTokens(html).tokens) {
    if (token.kind === 'start' && token.name === 'style') {
      const media = token.attributes.get('media')?.value ?? ''
      if (media.split(',').some((each) => /^(?:all|screen)?$/i.test(each.trim()))) continue
      pieces.push(html.slice(at, token.end - 1), ' data-embed>')
      at = token.end
    } else if (token.kind === 'text' && token.element === 'style' && token.text.includes('<!--')) {
      // CSS Syntax 3, 5.4.1: outside of rules, these signs are nothing.
      pieces.push(html.slice(at, token.start), html.slice(token.start, token.end).replaceAll(/<!--|-->/g, ''))
      at = token.end
    }
  }
  return pieces.join('') + html.slice(at)
}
