const bookmarkStart = /<w:bookmarkStart\b([^<>]*)\/>/g
const bookmarkName = /\sw:name="([^"]*)"/
const leading = /\sw:anchor="([^"]*)"|\sw:instr="([^"]*)"|<w:instrText\b[^<>]*>([^<]*)</g

/** Names of the bookmarks in the parts of a document, but for those that programs give (`_Toc12`, `_GoBack`). */
function bookmarksOf(parts: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const xml of parts) {
    for (const [, attributes = ''] of xml.matchAll(bookmarkStart)) {
      const name = bookmarkName.exec(attributes)?.[1] ?? ''
      if (name !== '' && !name.startsWith('_')) names.add(name)
    }
  }
  return names
}

/**
 * The parts of a document without bookmarks that not all samples have and nothing in it leads to: their names may be a
 * client's. Those that links and fields lead to stay.
 * @param parts of the document by name
 * @param others the parts of each other sample
 */
export function withoutOwnBookmarks(
  parts: ReadonlyMap<string, string>,
  others: readonly (readonly string[])[],
): Map<string, string> {
  const inAll = others.map(bookmarksOf)
  const own = [...bookmarksOf([...parts.values()])].filter((name) => !inAll.every((names) => names.has(name)))
  if (own.length === 0) return new Map(parts)
  const led = new Set<string>()
  for (const xml of parts.values()) {
    for (const [, anchor, simple, code] of xml.matchAll(leading))
      for (const word of (anchor ?? simple ?? code ?? '').split(/[\s"\\]+|&quot;/)) led.add(word)
  }
  const gone = new Set(own.filter((name) => !led.has(name)))
  return new Map(
    [...parts].map(([name, xml]) => {
      const ids = new Set<string | undefined>()
      for (const [, attributes = ''] of xml.matchAll(bookmarkStart))
        if (gone.has(bookmarkName.exec(attributes)?.[1] ?? '')) ids.add(/\sw:id="([^"]*)"/.exec(attributes)?.[1])
      const cleaned = xml.replaceAll(/<w:bookmark(?:Start|End)\b([^<>]*)\/>/g, (mark, attributes: string) =>
        ids.has(/\sw:id="([^"]*)"/.exec(attributes)?.[1]) ? '' : mark,
      )
      return [name, ids.size === 0 ? xml : cleaned] as const
    }),
  )
}
