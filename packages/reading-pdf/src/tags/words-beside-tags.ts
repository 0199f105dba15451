import type { PdfWord } from '@chancery/reading-layout/pdf-word'

/** In sizes of the font: what stands further from a text is none of its. */
const widestGap = 3

/**
 * Words without a tag, right before tagged ones of their line in the file, belong to what those are tagged with: browsers
 * tag no text that a style sheet adds, such as the numbers of clauses.
 * @param tagged the numbers of all contents that the tree holds
 */
export function withWordsBesideTags(words: readonly PdfWord[], tagged: ReadonlySet<number>): readonly PdfWord[] {
  const found = [...words]
  let next: PdfWord | undefined
  for (let at = words.length - 1; at >= 0; at--) {
    const word = words[at]
    if (word === undefined || word.artifact) continue
    if (!tagged.has(word.content) && next !== undefined && standsBefore(word, next)) {
      next = { ...word, content: next.content }
      found[at] = next
    } else next = tagged.has(word.content) ? word : undefined
  }
  return found
}

function standsBefore(word: PdfWord, next: PdfWord): boolean {
  const size = Math.max(word.size, next.size)
  const gap = next.rightToLeft ? word.left - next.right : next.left - word.right
  return Math.abs(word.baseline - next.baseline) < 0.2 * size && gap > -0.2 * size && gap < widestGap * size
}
