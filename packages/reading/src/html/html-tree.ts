import type { HtmlPage } from '@chancery/formats/html'
import { parsePage } from '@chancery/formats/html/parser'
import { beyondLimit } from '../reading-errors.ts'
import { inHtmlSyntax } from './xhtml-syntax.ts'

/** Deeper than people write. */
const maxDepth = 400

/** Parses HTML, or XHTML, as browsers do. @throws `payload_too_large` */
export const parseHtml = (html: string, maxElements: number): HtmlPage =>
  parsePage(inHtmlSyntax(html), {
    elements: maxElements,
    depth: maxDepth,
    beyond: (bound) =>
      bound === 'depth' ? beyondLimit('depth of nested elements', maxDepth) : beyondLimit('HTML elements', maxElements),
  })
