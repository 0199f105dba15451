const tagOf = /<(\/?)([\w:.-]+)(?:"[^"]*"|'[^']*'|[^"'<>])*>/g

/**
 * Whether a stretch of XML leaves everything as open as it was: what it closes it opens again. Then it can be left out or
 * repeated within a well-formed document, such as `</w:t></w:r><w:r><w:t>` within a run.
 */
export function isRepeatable(xml: string): boolean {
  const opened: string[] = []
  const closed: string[] = []
  for (const [tag, slash, name = ''] of xml.matchAll(tagOf)) {
    if (tag.endsWith('/>')) continue
    if (slash === '') opened.push(name)
    else if (opened.length === 0) closed.push(name)
    else if (opened.pop() !== name) return false
  }
  return closed.length === opened.length && closed.every((name, index) => opened.at(-1 - index) === name)
}
