import type { BlockTraits, CellContent } from '@chancery/reading/model/block-sink'
import type { LookStretch } from './line-looks.ts'

type References = NonNullable<BlockTraits['references']>

/** Where on a page something stands: how far down, as a fraction of its height. */
export interface PagePlace {
  readonly page: number
  readonly y: number
}

/** A number or sign alone, in brackets or not; behind a note's own number a stop may stand. */
const mark = /^[[(]?(\d{1,3}|[*†‡§]{1,3})[\]).]?$/u
/** No page has more notes with one mark. */
const mostOfOneMark = 50

/** The notes of a document, each known by its page, its mark, and its place among those with that mark. */
export class PageNotes {
  private readonly places = new Map<string, number[]>()

  /** Each page may begin with 1, and below each table of it. */
  expect(marker: string, { page, y }: PagePlace): void {
    const name = nameOf(page, marker)
    if (name === undefined) return
    const places = this.places.get(name)
    if (places === undefined) this.places.set(name, [y])
    else if (places.length < mostOfOneMark) places.push(y)
  }

  /** What a note is called that stands here. */
  own(marker: string, { page, y }: PagePlace): string | undefined {
    const name = nameOf(page, marker)
    return name === undefined ? undefined : `${name}:${Math.max((this.places.get(name) ?? []).indexOf(y), 0)}`
  }

  /**
   * Raised marks within a text, as references to the next note below that has them; those that none has say nothing.
   * @param placeOf of an offset into the text
   */
  references(text: string, looks: readonly LookStretch[], placeOf: (offset: number) => PagePlace): References {
    return looks.flatMap(({ start, end, script }) => {
      if (script !== 'super' || start === 0) return []
      const { page, y } = placeOf(start)
      const name = nameOf(page, text.slice(start, end))
      if (name === undefined) return []
      const below = (this.places.get(name) ?? []).findIndex((place) => place > y)
      return [{ start, end, to: `${name}:${Math.max(below, 0)}` }]
    })
  }

  /** A cell with its references to notes. */
  withReferences(cell: CellContent, place: PagePlace): CellContent {
    const references = this.references(cell.text, cell.runs ?? [], () => place)
    return references.length === 0 ? cell : { ...cell, references }
  }
}

function nameOf(page: number, marker: string): string | undefined {
  const own = mark.exec(marker.normalize('NFKC'))?.[1]
  return own === undefined ? undefined : `${page}:${own}`
}
