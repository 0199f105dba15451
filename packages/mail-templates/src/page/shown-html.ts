import { htmlTokens } from '../parse/html-tokens.ts'
import { elementLooks } from './element-looks.ts'
import { htmlPage } from './html-page.ts'
import { elementStyles, readStyles } from './page-styles.ts'

/**
 * Html without the elements that its own styles hide: preheaders, and parts for screens or mail programs of one kind. As it is,
 * where it has too many styles to tell.
 */
export function shownHtml(html: string): string {
  const { tokens } = htmlTokens(html)
  const page = htmlPage(tokens)
  const styles = elementStyles(page, readStyles(html, tokens))
  if (styles === undefined) return html
  const looks = elementLooks(page, styles)
  const pieces: string[] = []
  let at = 0
  // Texts alone are left out, so that elements which show something inside of hidden ones do.
  for (const { start, end, parent, element } of page.texts) {
    if (element !== '' || (looks[parent]?.hiddenBy ?? '') === '') continue
    pieces.push(html.slice(at, start))
    at = end
  }
  return pieces.join('') + html.slice(at)
}
