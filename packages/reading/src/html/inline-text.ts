import type { Link } from '@chancery/core'
import { RichText } from '../model/rich-text.ts'

/** Stands for <br> until white space has been collapsed. */
export const lineBreak = '\u000b'

/** White space, line breaks, and what is neither. */
// oxlint-disable-next-line no-control-regex -- the sign of a line break is one
const collapsible = /[ \t\n\r\f]+|\u000b|[^ \t\n\r\f\u000b]+/g

type LinkTarget = Omit<Link, 'span'>

/** The text between two edges of block elements as it is gathered, and where parts of it lead. */
export class InlineText {
  private pieces: { readonly text: string; readonly link: LinkTarget | undefined; readonly latex?: string }[] = []

  add(text: string, link: LinkTarget | undefined): void {
    this.pieces.push({ text, link })
  }

  /** A formula: its text on one line, and as LaTeX. */
  formula(text: string, latex: string, link: LinkTarget | undefined): void {
    const line = text.replaceAll(/\s+/g, ' ').trim()
    if (line !== '') this.pieces.push({ text: line, link, latex })
  }

  /** What was gathered, white space collapsed as CSS does (`white-space: normal`), or kept as it stands. */
  take(isPreformatted: boolean): RichText {
    const rich = new RichText()
    const { pieces } = this
    this.pieces = []
    let pending = ''
    let open: { readonly link: LinkTarget; readonly start: number } | undefined
    const closeLink = (): void => {
      if (open !== undefined) rich.link(open.start, open.link)
      open = undefined
    }
    for (const { text, link, latex } of pieces) {
      if (open?.link !== link) closeLink()
      for (const part of isPreformatted || latex !== undefined ? [text] : (text.match(collapsible) ?? [])) {
        if (!isPreformatted && part === lineBreak) pending = pending.startsWith('\n') ? `${pending}\n` : '\n'
        else if (!isPreformatted && latex === undefined && /^[ \t\n\r\f]/.test(part)) pending ||= ' '
        else {
          if (rich.length > 0) rich.add(pending)
          pending = ''
          if (link !== undefined) open ??= { link, start: rich.length }
          const start = rich.length
          rich.add(part)
          if (latex !== undefined) rich.formula(start, latex)
        }
      }
    }
    closeLink()
    return rich
  }
}
