import type { PdfWord } from '@chancery/reading-layout/pdf-word'

/**
 * The parts of a word that other text objects begin, as words that no space parts; those beside each other of which the
 * same is true stay one.
 */
export function partsAtSeams(word: PdfWord, is: (part: PdfWord) => boolean): readonly PdfWord[] {
  const { seams = [], text } = word
  const edges = [
    { at: 0, x: word.left },
    ...seams.filter(({ at, x }) => at > 0 && at < text.length && x > word.left && x < word.right),
    { at: text.length, x: word.right },
  ]
  const parts: PdfWord[] = []
  let from = edges[0]
  let before: boolean | undefined
  for (const [index, edge] of edges.entries()) {
    const next = edges[index + 1]
    if (next === undefined) break
    const isSo = is({ ...word, left: edge.x, right: next.x })
    if (before !== undefined && isSo !== before && from !== undefined) {
      parts.push(partOf(word, from, edge))
      from = edge
    }
    before = isSo
  }
  if (from?.at === 0 || from === undefined) return [word]
  parts.push(partOf(word, from, { at: text.length, x: word.right }))
  return parts
}

type Edge = NonNullable<PdfWord['seams']>[number]

function partOf(word: PdfWord, from: Edge, to: Edge): PdfWord {
  const { seams: _, scripts = [], styled, ...rest } = word
  const within = <T extends { readonly start: number; readonly end: number }>(stretch: T): T => ({
    ...stretch,
    start: Math.min(Math.max(stretch.start, from.at), to.at) - from.at,
    end: Math.min(Math.max(stretch.end, from.at), to.at) - from.at,
  })
  const own = scripts.map(within).filter(({ start, end }) => end > start)
  return {
    ...rest,
    text: word.text.slice(from.at, to.at),
    left: from.x,
    right: to.x,
    break: from.at === 0 ? word.break : 'none',
    hyphenated: word.hyphenated && to.at === word.text.length,
    ...(styled === undefined ? {} : { styled: within(styled) }),
    ...(own.length === 0 ? {} : { scripts: own }),
  }
}
