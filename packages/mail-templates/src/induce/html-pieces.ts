/** A stretch of html: text, one tag, or what stays whole (comments, scripts, styles). */
export interface HtmlPiece {
  readonly kind: 'text' | 'open' | 'close' | 'fixed'
  /** Lower case name of the element. */
  readonly name: string
  readonly start: number
  readonly end: number
}

const wholeElements = new Set(['script', 'style', 'svg', 'math', 'xmp', 'noframes', 'template'])
const nameAt = /<\/?([a-zA-Z][^\s/>]*)/y

/** Where a tag ends; quotation marks count only in attribute values. */
const endOfTag = (html: string, start: number): number => {
  let quote = ''
  for (let at = start + 1; at < html.length; at += 1) {
    const character = html[at]!
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '>') return at + 1
    else if ((character === '"' || character === "'") && /[=\s]/.test(html[at - 1]!)) quote = character
  }
  return -1
}

/** Cuts html into pieces without loss, in linear time; what is no tag is text. */
export const htmlPieces = (html: string): HtmlPiece[] => {
  const lower = html.toLowerCase()
  const pieces: HtmlPiece[] = []
  const add = (kind: HtmlPiece['kind'], name: string, start: number, end: number): void => {
    const last = pieces.at(-1)
    if (kind === 'text' && last?.kind === 'text') pieces[pieces.length - 1] = { ...last, end }
    else if (end > start) pieces.push({ kind, name, start, end })
  }
  let unclosed = false
  for (let at = 0; at < html.length;) {
    const start = unclosed ? -1 : html.indexOf('<', at)
    if (start === -1) {
      add('text', '', at, html.length)
      break
    }
    add('text', '', at, start)
    nameAt.lastIndex = start
    const name = nameAt.exec(html)?.[1]?.toLowerCase()
    if (html.startsWith('<!--', start)) {
      const close = html.indexOf('-->', start + 4)
      at = close === -1 ? html.length : close + 3
      add('fixed', '', start, at)
    } else if (name === undefined && !/^<[!?]/.test(html.slice(start, start + 2))) {
      at = start + 1
      add('text', '', start, at)
    } else {
      const end = endOfTag(html, start)
      if (end === -1) {
        // No tag ends from here on, so what is left is text.
        unclosed = true
        at = start
        continue
      }
      const isOpen = name !== undefined && html[start + 1] !== '/'
      at = end
      if (isOpen && wholeElements.has(name)) {
        const close = lower.indexOf(`</${name}`, end)
        const closeEnd = close === -1 ? -1 : html.indexOf('>', close)
        at = closeEnd === -1 ? html.length : closeEnd + 1
        add('fixed', name, start, at)
      } else add(name === undefined ? 'fixed' : isOpen ? 'open' : 'close', name ?? '', start, at)
    }
  }
  return pieces
}
