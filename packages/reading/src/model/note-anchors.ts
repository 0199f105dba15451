import type { Block, NoteReference, Span } from '@chancery/core'

/** Ties references in the text to the notes and comments that they name, whichever of the two is read first. */
export class NoteAnchors {
  private readonly places = new Map<string, Span[]>()
  private readonly blocks = new Map<string, number>()

  /** The text refers to a note at this place. */
  refer(name: string, span: Span): void {
    const places = this.places.get(name)
    if (places === undefined) this.places.set(name, [span])
    else places.push(span)
  }

  /** The note of this name begins with this block. */
  add(name: string, block: number): void {
    if (!this.blocks.has(name)) this.blocks.set(name, block)
  }

  /** The references in reading order, and the blocks, where comments know what they are about. */
  resolve(blocks: readonly Block[]): { readonly blocks: readonly Block[]; readonly notes: readonly NoteReference[] } {
    const notes: NoteReference[] = []
    const known = [...blocks]
    for (const [name, block] of this.blocks) {
      const places = this.places.get(name) ?? []
      const note = blocks[block]
      if (note === undefined || places.length === 0) continue
      const parent = note.parent ?? blockAt(blocks, places[0]?.start ?? 0)
      const above = parent < block ? { parent } : {}
      if (note.type === 'comment') known[block] = { ...note, ...above, about: around(places) }
      else {
        known[block] = { ...note, ...above }
        for (const span of places) notes.push({ span, block })
      }
    }
    return { blocks: known, notes: notes.sort((a, b) => a.span.start - b.span.start) }
  }
}

/** Index of the last block that begins at or before an offset. */
function blockAt(blocks: readonly Block[], offset: number): number {
  let [low, high] = [0, blocks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((blocks[middle]?.span.start ?? Infinity) <= offset) low = middle + 1
    else high = middle
  }
  return Math.max(low - 1, 0)
}

/** From the first place to the last; it begins on the page of the first. */
function around(places: readonly Span[]): Span {
  const inOrder = places.toSorted((a, b) => a.start - b.start)
  const [first = { start: 0, end: 0 }] = inOrder
  return { ...first, end: inOrder.reduce((end, place) => Math.max(end, place.end), first.end) }
}
