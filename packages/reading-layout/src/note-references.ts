import type { BlockTraits, CellContent } from '@chancery/reading/model/block-sink'
import type { LookStretch } from './line-looks.ts'

type References = NonNullable<BlockTraits['references']>

/** A number or sign alone, in brackets or not; behind a note's own number a stop may stand. */
const mark = /^[[(]?(\d{1,3}|[*†‡§]{1,3})[\]).]?$/u

/** A note is known by its page and its mark: each page may begin with 1. */
export function noteName(page: number, marker: string): string | undefined {
  const own = mark.exec(marker.normalize('NFKC'))?.[1]
  return own === undefined ? undefined : `${page}:${own}`
}

/**
 * Raised marks within a text, as references to the notes of their page; those that no note has say nothing.
 * @param pageOf the page that an offset into the text stands on
 */
export function noteReferences(
  text: string,
  looks: readonly LookStretch[],
  pageOf: (offset: number) => number,
): References {
  return looks.flatMap(({ start, end, script }) => {
    const to = script === 'super' && start > 0 ? noteName(pageOf(start), text.slice(start, end)) : undefined
    return to === undefined ? [] : [{ start, end, to }]
  })
}

/** A cell with its references to notes. */
export function withReferences(cell: CellContent, page: number): CellContent {
  const references = noteReferences(cell.text, cell.runs ?? [], () => page)
  return references.length === 0 ? cell : { ...cell, references }
}
