/** A page that declares itself as XML is written in its syntax. */
const isXhtml = /^\ufeff?\s{0,64}<\?xml\s/

/** HTML's own elements without content; what else is written as empty needs an end tag. */
const voidElements = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

const marks = /<!--|<!\[CDATA\[|<([A-Za-z][\w:.-]{0,100})(?=[\s/])/g

/**
 * XHTML in the syntax of HTML, which knows neither empty elements (`<title/>` would take in all that follows) nor CDATA
 * sections. Any other page is returned as it is.
 */
export function inHtmlSyntax(page: string): string {
  if (!isXhtml.test(page.slice(0, 100))) return page
  const parts: string[] = []
  let at = 0
  for (const { 0: mark, 1: name, index } of page.matchAll(marks)) {
    if (index < at) continue
    const inside = index + mark.length
    if (name !== undefined) {
      const end = tagEnd(page, inside)
      if (page[end] !== '>' || page[end - 1] !== '/' || voidElements.has(name.toLowerCase())) continue
      parts.push(page.slice(at, end - 1), `></${name}>`)
      at = end + 1
      continue
    }
    const closing = mark === '<!--' ? '-->' : ']]>'
    const found = page.indexOf(closing, inside)
    const end = found === -1 ? page.length : found
    const after = Math.min(end + closing.length, page.length)
    const content = page.slice(inside, end)
    parts.push(page.slice(at, index))
    parts.push(mark === '<!--' ? page.slice(index, after) : content.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
    at = after
  }
  parts.push(page.slice(at))
  return parts.join('')
}

/** Where a tag ends: at its ">", or at a "<", which XML has in no tag. */
function tagEnd(page: string, from: number): number {
  let quote = ''
  for (let at = from; at < page.length; at++) {
    const sign = page[at] ?? ''
    if (sign === '<' || (sign === '>' && quote === '')) return at
    if (sign === quote) quote = ''
    else if (quote === '' && (sign === '"' || sign === "'")) quote = sign
  }
  return page.length
}
