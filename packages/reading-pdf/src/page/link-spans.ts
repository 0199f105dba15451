import type { Box, Link, Word } from '@chancery/core'
import { boxOf, type PageGeometry } from '@chancery/reading-layout/page-geometry'
import type { PageLink } from './page-annotations.ts'

/** Links times words of one page; beyond, the last links are left out. */
const maxComparisons = 10_000_000

/** The links of one page over the words that stand under them, in order of the text; without words there is none. */
export function linksOver(
  links: readonly PageLink[],
  words: readonly Word[],
  geometry: Pick<PageGeometry, 'width' | 'height'>,
): Link[] {
  const found: Link[] = []
  for (const { places, target } of links.slice(0, Math.ceil(maxComparisons / (words.length + 1)))) {
    const boxes = places.map((place) => boxOf(place, geometry))
    let open: Link['span'] | undefined
    const lead = 'url' in target ? { url: target.url } : { page: target.page }
    const end = (): void => {
      if (open !== undefined) found.push({ span: open, ...lead })
      open = undefined
    }
    for (const { span } of words) {
      const { box } = span
      const [x, y] = box === undefined ? [-1, -1] : [box.x + box.width / 2, box.y + box.height / 2]
      const isUnder = boxes.some(
        (each) => x >= each.x && x <= each.x + each.width && y >= each.y && y <= each.y + each.height,
      )
      if (!isUnder) end()
      else if (open === undefined) open = { ...span }
      else
        open = {
          ...open,
          end: span.end,
          ...(open.box !== undefined && box !== undefined ? { box: union(open.box, box) } : {}),
        }
    }
    end()
  }
  return found.sort((a, b) => a.span.start - b.span.start)
}

function union(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  }
}
