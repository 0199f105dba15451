const tagOf = /<(\/?)([\w:.-]+)(?:"[^"]*"|'[^']*'|[^"'<>])*>/g

/**
 * What a stretch of XML closes and then opens again, the innermost first, such as `w:t` and `w:r` in
 * `</w:t></w:r><w:r><w:t>`. `undefined` where it does not leave everything as open as it was: then it can be neither left out
 * nor repeated within a well-formed document.
 */
export function reopenedBy(xml: string): readonly string[] | undefined {
  const opened: string[] = []
  const closed: string[] = []
  for (const [tag, slash, name = ''] of xml.matchAll(tagOf)) {
    if (tag.endsWith('/>')) continue
    if (slash === '') opened.push(name)
    else if (opened.length === 0) closed.push(name)
    else if (opened.pop() !== name) return undefined
  }
  const isWhole = closed.length === opened.length && closed.every((name, index) => opened.at(-1 - index) === name)
  return isWhole ? closed : undefined
}
