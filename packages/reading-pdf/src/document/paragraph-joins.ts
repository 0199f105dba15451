import type { PageBlock } from '@chancery/reading-layout/block-writer'
import type { LineBlock } from '@chancery/reading-layout/line-blocks'

/** Ends a sentence, or announces something. */
const ended = /[.!?:;…。！？؟۔।"”»)\]]$/u

/**
 * Joins paragraphs that go on in the next column or on the next page: the last of one and the first of the next, if
 * the one ends within a sentence. Takes the blocks of each page in reading order.
 */
export function joinParagraphs(pages: readonly PageBlock[][]): void {
  let open: LineBlock | undefined
  for (const blocks of pages) {
    let isFirst = true
    for (let index = 0; index < blocks.length; index++) {
      const block = blocks[index]
      if (block === undefined || !isBody(block)) continue
      if (open !== undefined && block.kind === 'text' && goesOn(open, block, isFirst)) {
        for (const item of block.parts) open.parts.push(item)
        blocks.splice(index, 1)
        index--
      } else open = block.kind === 'text' && canGoOn(block) ? block : undefined
      isFirst = false
    }
  }
}

/** Headers, footers, notes and captions stand between the parts of a paragraph. */
const isBody = (block: PageBlock): boolean =>
  block.kind === 'table' ||
  (block.layer !== 'furniture' && !['header', 'footer', 'footnote', 'caption', 'comment'].includes(block.type))

const canGoOn = ({ type, level }: LineBlock): boolean =>
  (type === 'paragraph' && level === undefined) || type === 'list-item'

function goesOn(open: LineBlock, next: LineBlock, isNewPage: boolean): boolean {
  const part = open.parts.at(-1)
  const nextPart = next.parts[0]
  const last = part?.lines.at(-1)
  const first = nextPart?.lines[0]
  if (next.type !== 'paragraph' || last === undefined || first === undefined || part === undefined) return false
  // Within a column, the layout has already decided; the next one begins higher up.
  if (!isNewPage && first.top >= last.top) return false
  if (Math.abs(last.size - first.size) > 0.6 || last.bold !== first.bold || last.parts + first.parts > 2) return false
  if (last.rightToLeft !== first.rightToLeft || ended.test(last.text)) return false
  const isLower = /^["'«“(]?\p{Ll}/u.test(first.text)
  const isCaseless = /^\p{Lo}/u.test(first.text)
  const width = last.right - last.left
  const widest = part.lines.reduce((most, line) => Math.max(most, line.right - line.left), first.right - first.left)
  const isFull = width > 0.75 * widest
  return (
    isFull && (isLower || last.hyphenated || isCaseless || (/^\p{Lu}/u.test(first.text) && last.text.endsWith(',')))
  )
}
