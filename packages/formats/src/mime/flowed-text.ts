/**
 * Joins the lines of format=flowed that a blank at their end lets go on (RFC 3676, 4). Quoted lines join only at the
 * same depth, and their marks are written once.
 */
export function joinFlowed(text: string, deletesSpace: boolean): string {
  const joined: string[] = []
  let line: { depth: number; readonly parts: string[] } | undefined
  const end = (): void => {
    if (line !== undefined)
      joined.push(line.depth > 0 ? `${'>'.repeat(line.depth)} ${line.parts.join('')}` : line.parts.join(''))
    line = undefined
  }
  for (const written of text.split(/\r?\n/)) {
    const depth = /^>*/.exec(written)?.[0].length ?? 0
    const content = written[depth] === ' ' ? written.slice(depth + 1) : written.slice(depth)
    if (line !== undefined && line.depth !== depth) end()
    line ??= { depth, parts: [] }
    const goesOn = content.endsWith(' ') && content !== '-- '
    line.parts.push(goesOn && deletesSpace ? content.slice(0, -1) : content)
    if (!goesOn) end()
  }
  end()
  return joined.join('\n')
}
