import { type DefaultTreeAdapterMap, parse } from 'parse5'
import { escapeHtml } from './escape.ts'

/** Mail programs take the first text of an e-mail for the line beside its subject, whether it is shown or not. */
const hidden = 'display:none;max-height:0;max-width:0;overflow:hidden;mso-hide:all'

/** Html with a text at the beginning of its body that nobody sees in the e-mail itself. */
export function withPreheader(html: string, preheader: string): string {
  const at = bodyStart(html)
  const line = escapeHtml(preheader.replaceAll(/\s+/g, ' '))
  return `${html.slice(0, at)}<div style="${hidden}">${line}</div>${html.slice(at)}`
}

type Node = DefaultTreeAdapterMap['childNode']

/** Behind the start tag of the body; where that is not written, before the first that stands in it. */
function bodyStart(html: string): number {
  const root = parse(html, { sourceCodeLocationInfo: true }).childNodes.find(({ nodeName }) => nodeName === 'html')
  const body = childrenOf(root).find(({ nodeName }) => nodeName === 'body')
  const tag = body && 'tagName' in body ? body.sourceCodeLocation?.startTag : undefined
  if (tag) return tag.endOffset
  return (
    childrenOf(body).find(({ sourceCodeLocation }) => sourceCodeLocation)?.sourceCodeLocation?.startOffset ??
    html.length
  )
}

const childrenOf = (node: Node | undefined): readonly Node[] => (node && 'childNodes' in node ? node.childNodes : [])
