import type { BlockTraits } from '@chancery/reading/model/block-sink'
import { listMarker } from '@chancery/reading-layout/line-blocks'
import type { PagePart, TextPart } from './page-parts.ts'

/** What a paragraph is to the document. */
export interface PartKind extends Pick<BlockTraits, 'level' | 'marker'> {
  readonly type: 'heading' | 'paragraph' | 'list-item' | 'header' | 'footer'
}

const paragraph: PartKind = { type: 'paragraph' }

/** "12.00 €" is no chapter. */
const amount = /^\d{1,2}\.\d{2}[ \t]/

const maxHeadingLength = 200
/** Boxes of scanned lines differ by a fifth with the letters that happen to stand in them. */
const headingRatio = 1.3
const firstLevelRatio = 1.7
/** Headers and footers stand in this part of the page. */
const edge = 0.12

/** Tells headings by the height of their lines, list items by their markers, headers and footers by coming again. */
export function partKinds(pages: readonly (readonly PagePart[])[]): (part: TextPart) => PartKind {
  const running = runningParts(pages)
  const bodyHeight = usualHeight(pages)
  return (part) => {
    const place = running.get(part)
    if (place !== undefined) return { type: place }
    const { text } = part.passage
    const ratio = bodyHeight === undefined || part.lineHeight === undefined ? 1 : part.lineHeight / bodyHeight
    if (ratio >= headingRatio && isTitleLike(text)) return { type: 'heading', level: ratio >= firstLevelRatio ? 1 : 2 }
    const item = listMarker(text)
    return item === undefined || amount.test(text) ? paragraph : { type: 'list-item', level: 1, marker: item.marker }
  }
}

const isTitleLike = (text: string): boolean =>
  text.length <= maxHeadingLength && /\p{L}{2}/u.test(text) && !/[.,;:]$/.test(text) && text.split('\n').length <= 3

/** The height of line that holds the most text. */
function usualHeight(pages: readonly (readonly PagePart[])[]): number | undefined {
  const heights = pages
    .flat()
    .flatMap((part) =>
      'passage' in part && part.lineHeight !== undefined ? [[part.lineHeight, part.passage.text.length] as const] : [],
    )
    .sort(([a], [b]) => a - b)
  const half = heights.reduce((sum, [, length]) => sum + length, 0) / 2
  let sum = 0
  return heights.find(([, length]) => (sum += length) >= half)?.[0]
}

/** Text that comes again at the same height of several pages; figures in it may differ, as page numbers do. */
function runningParts(pages: readonly (readonly PagePart[])[]): ReadonlyMap<PagePart, 'header' | 'footer'> {
  const groups = new Map<string, { readonly part: TextPart; readonly page: number }[]>()
  for (const [page, parts] of pages.entries()) {
    for (const part of parts) {
      if (!('passage' in part) || part.box === undefined || part.passage.text.length > maxHeadingLength) continue
      const { y, height } = part.box
      const place = y + height <= edge ? 'header' : y >= 1 - edge ? 'footer' : undefined
      if (place === undefined) continue
      const key = `${place} ${Math.round(y * 50)} ${part.passage.text.replaceAll(/\d+/g, '#')}`
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [{ part, page }])
      else group.push({ part, page })
    }
  }
  const enough = pages.length < 6 ? 2 : 3
  const found = new Map<PagePart, 'header' | 'footer'>()
  for (const [key, members] of groups) {
    if (new Set(members.map(({ page }) => page)).size < enough) continue
    for (const { part } of members) found.set(part, key.startsWith('header') ? 'header' : 'footer')
  }
  return found
}
