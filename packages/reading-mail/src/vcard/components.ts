import { type ContentLine, contentLineReader, unfoldedLines } from '@chancery/formats/content-lines'

export interface Component {
  /** VCARD, VEVENT … */
  readonly name: string
  readonly lines: readonly ContentLine[]
}

/** The components of a text in the order in which they end, each with its own lines. */
export function componentsOf(text: string): Component[] {
  const components: Component[] = []
  const open: { readonly name: string; readonly lines: ContentLine[] }[] = []
  const read = contentLineReader()
  for (const line of unfoldedLines(text)) {
    const parsed = read(line.text)
    if (parsed === undefined) continue
    if (parsed.name === 'BEGIN') open.push({ name: parsed.raw.trim().toUpperCase(), lines: [] })
    else if (parsed.name === 'END') {
      const ended = open.pop()
      if (ended !== undefined) components.push(ended)
    } else open.at(-1)?.lines.push(parsed)
  }
  // What is cut off is better than nothing.
  return [...components, ...open.toReversed()]
}
