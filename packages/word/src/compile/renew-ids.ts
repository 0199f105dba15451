/** What a loop must not repeat: ids of drawings, bookmarks with their names, and ids of paragraphs. */
const ids = /<wp:docPr\b[^>]*>|<w:bookmark(?:Start|End)\b[^>]*>| w14:paraId="[^"]*"/g
const holdsIds = /<wp:docPr\b|<w:bookmarkStart\b| w14:paraId="/

/** Whether a repeated stretch of XML would repeat ids. */
export const hasIds = (xml: string): boolean => holdsIds.test(xml)

/** Above this, Word itself does not go. */
const largestId = 0x7fffffff

/** The largest id of a drawing or bookmark in some XML; 0 where there is none. */
export function largestIdIn(xml: string): number {
  let largest = 0
  for (const [, id] of xml.matchAll(/<(?:wp:docPr|w:bookmarkStart)\b[^>]*?\b(?:w:)?id="(\d{1,9})"/g)) {
    largest = Math.max(largest, Number(id))
  }
  return largest
}

/**
 * Gives every id that stands a second time a new one, above `largest`; a bookmark a new name too, and its end the id of
 * its start. Paragraphs lose theirs, which they need not have.
 */
export function renewIds(xml: string, largest: number): string {
  const drawings = new Set<string>()
  const bookmarks = new Set<string>()
  const names = new Set<string>()
  const paragraphs = new Set<string>()
  const renamed = new Map<string, string>()
  let next = largest
  const fresh = (): string => String(next < largestId ? ++next : next)
  return xml.replaceAll(ids, (found) => {
    if (found.startsWith(' w14')) {
      if (paragraphs.has(found)) return ''
      paragraphs.add(found)
      return found
    }
    const id = /\b(?:w:)?id="([^"]*)"/.exec(found)?.[1] ?? ''
    if (found.startsWith('<wp:docPr')) {
      if (!drawings.has(id)) {
        drawings.add(id)
        return found
      }
      return found.replace(/\bid="[^"]*"/, `id="${fresh()}"`)
    }
    if (found.startsWith('<w:bookmarkEnd')) {
      const own = renamed.get(id)
      return own === undefined ? found : found.replace(/w:id="[^"]*"/, `w:id="${own}"`)
    }
    if (!bookmarks.has(id)) {
      bookmarks.add(id)
      names.add(/w:name="([^"]*)"/.exec(found)?.[1] ?? '')
      return found
    }
    const own = fresh()
    renamed.set(id, own)
    return found
      .replace(/w:id="[^"]*"/, `w:id="${own}"`)
      .replace(/w:name="([^"]*)"/, (_, name: string) => `w:name="${freeName(name, names)}"`)
  })
}

/** Word takes at most 40 characters. */
const maxName = 40

function freeName(name: string, taken: Set<string>): string {
  for (let number = 2; ; number++) {
    const ending = `_${number}`
    const candidate = name.slice(0, maxName - ending.length) + ending
    if (taken.has(candidate)) continue
    taken.add(candidate)
    return candidate
  }
}
