import type { OutlineEntry } from '@chancery/core'
import type { BlockPlace } from '@chancery/reading-layout/block-writer'
import { type Destination, targetOf } from '../page/destinations.ts'
import type { PageGeometry } from '@chancery/reading-layout/page-geometry'
import type { PdfDocument } from '@chancery/reading/pdfium/pdfium'

/** Bookmarks may point at each other in circles; no honest outline is larger. */
const maxBookmarks = 10_000
const maxDepth = 20
const maxTitle = 1000

export interface Bookmark {
  readonly title: string
  /** From 1. */
  readonly level: number
  readonly destination?: Destination
}

/** The document's own table of contents, from top to bottom. */
export function bookmarksOf(document: PdfDocument): Bookmark[] {
  const { raw, handle } = document
  const found: Bookmark[] = []
  const seen = new Set<number>()
  const walk = (first: number, level: number): void => {
    for (let bookmark = first; bookmark !== 0; bookmark = raw.FPDFBookmark_GetNextSibling(handle, bookmark)) {
      if (seen.has(bookmark) || found.length >= maxBookmarks) return
      seen.add(bookmark)
      const title = document
        .string((at, size) => raw.FPDFBookmark_GetTitle(bookmark, at, size))
        .toWellFormed()
        .replaceAll(/[\s\p{Cc}]+/gu, ' ')
        .trim()
        .slice(0, maxTitle)
        .toWellFormed()
      const target = targetOf(
        document,
        raw.FPDFBookmark_GetDest(handle, bookmark),
        raw.FPDFBookmark_GetAction(bookmark),
      )
      const destination = target === undefined || 'url' in target ? undefined : target
      if (title !== '') found.push({ title, level, ...(destination === undefined ? {} : { destination }) })
      if (level < maxDepth) walk(raw.FPDFBookmark_GetFirstChild(handle, bookmark), level + 1)
    }
  }
  walk(raw.FPDFBookmark_GetFirstChild(handle, 0), 1)
  return found
}

/** With the place in the text: the first block that does not stand above the destination. */
export function outlineEntries(
  bookmarks: readonly Bookmark[],
  places: ReadonlyMap<number, readonly BlockPlace[]>,
  geometries: ReadonlyMap<number, PageGeometry>,
): OutlineEntry[] {
  return bookmarks.map(({ title, level, destination }) => {
    if (destination === undefined) return { title, level }
    const { page, point } = destination
    const geometry = geometries.get(page)
    const blocks = places.get(page) ?? []
    const top = point === undefined || geometry === undefined ? 0 : geometry.point(...point)[1] / geometry.height
    const start = (blocks.find(({ bottom }) => bottom > top + 0.002) ?? blocks[0])?.start
    return { title, level, page, ...(start === undefined ? {} : { start }) }
  })
}
