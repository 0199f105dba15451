export interface ListLine {
  readonly marker: string
  readonly text: string
  /** From 1, by how far it is indented. */
  readonly level: number
}

const item = /^([ \t]{0,20})([-*•‣–·]|\d{1,3}[.)]|[a-z][.)])[ \t]{1,8}(\S.*)$/

/**
 * The items of a run of lines that is certainly a list: at least two, the first line one of them, every other line one
 * too or indented under one.
 */
export function listLinesOf(lines: readonly string[]): readonly ListLine[] | undefined {
  const items: { readonly marker: string; readonly indent: number; text: string }[] = []
  for (const line of lines) {
    const [, blanks, marker, text] = item.exec(line) ?? []
    const last = items.at(-1)
    if (blanks !== undefined && marker !== undefined && text !== undefined) {
      items.push({ marker, indent: blanks.replaceAll('\t', '    ').length, text })
    } else if (last !== undefined && /^[ \t]/.test(line)) last.text += `\n${line.trim()}`
    else return undefined
  }
  if (items.length < 2) return undefined
  const indents = [...new Set(items.map(({ indent }) => indent))].sort((a, b) => a - b)
  return items.map(({ marker, indent, text }) => ({
    marker,
    text,
    level: indents.indexOf(indent) + 1,
  }))
}
