/** A paragraph's indents (`\li`, `\fi`), in twips. */
export interface Indents {
  readonly left: number
  readonly firstLine: number
}

export const noIndents: Indents = { left: 0, firstLine: 0 }

/** A bullet or number and a tab. */
const typed = /^\s*([•◦▪■●○‣–—*-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])\t\s*\S/u

/**
 * Items of lists whose signs are typed into their text, as pandoc writes them: a sign and a tab stand in the room that the
 * first line has before the others.
 */
export class TypedItems {
  /** Where the open lists are indented to, the outer ones first. */
  private readonly open: number[] = []

  /** What makes the next paragraph an item, with its level from 1; `undefined`, and the lists end, where it is none. */
  next(text: string, { left, firstLine }: Indents): { readonly marker: string; readonly level: number } | undefined {
    const marker = firstLine < 0 ? typed.exec(text)?.[1] : undefined
    if (marker === undefined) {
      this.open.length = 0
      return undefined
    }
    while ((this.open.at(-1) ?? -Infinity) > left) this.open.pop()
    if ((this.open.at(-1) ?? -Infinity) < left) this.open.push(left)
    return { marker, level: Math.min(this.open.length, 9) }
  }
}
