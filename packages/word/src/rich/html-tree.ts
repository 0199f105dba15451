import type { HtmlNode } from '@chancery/formats/html'
import { RichFault } from './rich-fault.ts'

/** Of one value. Deeper than people write. */
const limits = { length: 5_000_000, elements: 50_000, depth: 200 } as const

/** Parses a piece of HTML as browsers do. Nothing in it runs or is fetched. @throws RichFault */
export async function parseHtml(html: string): Promise<readonly HtmlNode[]> {
  if (html.length > limits.length) throw tooMuch()
  const { parsePiece } = await import('@chancery/formats/html/parser')
  const beyond = (bound: 'elements' | 'depth'): Error =>
    bound === 'depth' ? new RichFault('The HTML is nested too deeply.') : tooMuch()
  return parsePiece(html, { elements: limits.elements, depth: limits.depth, beyond })
}

const tooMuch = (): RichFault =>
  new RichFault('The formatted text is too long.', `At most ${limits.elements} elements; part it into several values.`)
