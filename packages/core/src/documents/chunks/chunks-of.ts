import type { Block, BlockLayer, DocumentModel, DocumentPage } from '../../model/document-model.ts'
import type { Span } from '../../model/span.ts'
import type { Chunk, ChunkSizes } from './chunk.ts'
import { OpenChunk, type Stretch } from './open-chunk.ts'
import { tableParts } from './table-parts.ts'
import { afterSpace, cutAfter, tailStart } from './text-cuts.ts'

/** What repeats on every page, remarks of others and what nobody sees is not searched for. */
const layers: ReadonlySet<BlockLayer> = new Set(['body', 'note'])
/** Longer headings are cut in the path, not in the text. */
const maxHeading = 500

/**
 * The text of a document in chunks, in reading order. A chunk holds blocks of one section, as many as fit; a table is a chunk
 * by itself, with its caption. What is longer than a chunk is cut between sentences, a table between its rows. A note belongs
 * to the section that refers to it. Without overlap, each character of the body and its notes is in one chunk; only captions
 * and header rows of tables are repeated. Time and memory grow with the model alone.
 */
export function* chunksOf(model: DocumentModel, sizes: ChunkSizes): Generator<Chunk> {
  yield* new Chunking(model, sizes).chunks()
}

interface Section {
  readonly level: number
  readonly headings: readonly string[]
}

const top: Section = { level: -1, headings: [] }

class Chunking {
  private readonly model: DocumentModel
  private readonly sizes: ChunkSizes
  /** Sections inside each other that are open here. */
  private path: Section[] = []
  /** Of each block before this one, the headings over it. */
  private readonly over: (readonly string[])[] = []
  private open: OpenChunk
  /** Whether what is open has nothing but headings so far. */
  private isHead = false
  /** Whether what is open has nothing but the end of the chunk before it. */
  private isFresh = true
  /** A caption that was or will be taken up by its table. */
  private caption: { readonly index: number; readonly stretch: Stretch } | undefined

  constructor(model: DocumentModel, sizes: ChunkSizes) {
    this.model = model
    this.sizes = sizes
    this.open = new OpenChunk(model.text, top.headings)
  }

  *chunks(): Generator<Chunk> {
    const { blocks } = this.model
    for (const [index, block] of blocks.entries()) {
      const isHeading = block.layer === 'body' && (block.type === 'title' || block.type === 'heading')
      if (isHeading) yield* this.heading(block)
      this.over.push(this.headingsOver(block))
      if (isHeading || !layers.has(block.layer) || this.isBlank(block)) continue
      yield* this.block(block, index)
    }
    if (!this.open.isEmpty) yield this.open.close()
  }

  /** A table of empty cells is nothing to search for. */
  private isBlank({ span }: Block): boolean {
    return this.model.text.slice(span.start, span.end).trim() === ''
  }

  private headingsOver({ layer, parent }: Block): readonly string[] {
    const referring = layer === 'note' && parent !== undefined ? this.over[parent] : undefined
    return referring ?? this.path.at(-1)?.headings ?? top.headings
  }

  private *block(block: Block, index: number): Generator<Chunk> {
    if (this.caption?.index === index) return
    const stretch = stretchOf(block, this.model.pages)
    const headings = this.over[index] ?? top.headings
    if (headings !== this.open.headings) yield* this.begin(headings)
    const next = this.model.blocks[index + 1]
    if (block.type === 'caption' && next?.type === 'table' && next.parent === index) this.caption = { index, stretch }
    else if (block.table !== undefined) yield* this.table(block.table, stretch, index)
    else yield* this.text(stretch)
  }

  /** A heading right under another one stands in its chunk. */
  private *heading(block: Block): Generator<Chunk> {
    const level = block.type === 'title' ? 0 : (block.level ?? 1)
    const isUnder = this.isHead && level > (this.path.at(-1)?.level ?? top.level)
    while ((this.path.at(-1)?.level ?? top.level) >= level) this.path.pop()
    const { start, end } = block.span
    const name = this.model.text
      .slice(start, Math.min(end, start + maxHeading))
      .replaceAll(/\s+/g, ' ')
      .trim()
    const headings = [...(this.path.at(-1)?.headings ?? []), name.toWellFormed()]
    this.path.push({ level, headings })
    const above = isUnder ? this.open.stretches : []
    if (!isUnder && !this.open.isEmpty) yield this.open.close()
    this.open = new OpenChunk(this.model.text, headings)
    for (const stretch of above) this.open.add(stretch)
    this.isHead = true
    this.isFresh = above.length === 0
    yield* this.pieces(stretchOf(block, this.model.pages))
    this.isHead = true
  }

  private *begin(headings: readonly string[]): Generator<Chunk> {
    if (!this.open.isEmpty) yield this.open.close()
    this.open = new OpenChunk(this.model.text, headings)
    this.isHead = false
    this.isFresh = true
  }

  private *text(stretch: Stretch): Generator<Chunk> {
    const isLong = stretch.end - stretch.start > this.sizes.maxCharacters
    if (!isLong && !this.isHead && this.open.lengthWith(stretch) > this.sizes.maxCharacters) {
      yield* this.goOn(stretch.end - stretch.start)
    }
    yield* this.pieces(stretch)
    this.isHead = false
  }

  /** Adds a text, cut where it does not fit. */
  private *pieces({ start, end, pages }: Stretch): Generator<Chunk> {
    const max = this.sizes.maxCharacters
    for (let at = start; at < end;) {
      const rest = { start: at, end, pages }
      const room = max - (this.open.lengthWith(rest) - (end - at))
      // Of a long text, no small piece is left behind what stands before it.
      if (end - at > room && room < max / 2 && !this.isFresh) {
        yield* this.goOn(Math.min(end - at, max / 2))
        continue
      }
      const cut = cutAfter(this.model.text, at, end, room)
      this.open.add({ start: at, end: cut, pages })
      this.isFresh = false
      at = afterSpace(this.model.text, cut, end)
    }
  }

  /** Begins the next chunk of the same section, with the end of this one where there is room beside `length`. */
  private *goOn(length: number): Generator<Chunk> {
    const { text } = this.model
    const { maxCharacters, overlap } = this.sizes
    const { last, headings } = this.open
    const isText = !this.isHead
    yield* this.begin(headings)
    const room = Math.min(overlap, maxCharacters - length - 1)
    if (!isText || last === undefined || room <= 0) return
    const start = tailStart(text, last.start, last.end, room)
    if (start < last.end) this.open.add({ ...last, start })
  }

  private *table(table: number, stretch: Stretch, index: number): Generator<Chunk> {
    const grid = this.model.tables[table]
    if (grid === undefined) return
    const max = this.sizes.maxCharacters
    const above = this.caption?.index === index - 1 ? [this.caption.stretch] : []
    const below = this.captionBelow(index)
    const { headings } = this.open
    const whole = new OpenChunk(this.model.text, headings)
    for (const each of [...(this.isHead ? this.open.stretches : []), ...above, stretch, ...below]) whole.add(each)
    const fits = whole.length <= max
    if (!this.open.isEmpty && !(fits && this.isHead)) yield this.open.close()
    if (fits) yield whole.close(table)
    else {
      const lead = [...above, ...below]
      yield* tableParts(this.model.text, grid, lead, { headings, index: table, max, pages: stretch.pages })
    }
    this.open = new OpenChunk(this.model.text, headings)
    this.isHead = false
    this.isFresh = true
  }

  /** A caption that belongs to the table right above it; pictures of its cells may stand between. */
  private captionBelow(table: number): readonly Stretch[] {
    const { blocks } = this.model
    let index = table + 1
    while (blocks[index]?.type === 'figure' && blocks[index]?.parent === table) index++
    const block = blocks[index]
    if (block?.type !== 'caption' || block.parent !== table || block.layer !== blocks[table]?.layer) return []
    const stretch = stretchOf(block, this.model.pages)
    this.caption = { index, stretch }
    return [stretch]
  }
}

/** A block that goes on over pages names the one where it begins; where the others begin, the pages say. */
function stretchOf({ span, regions = [] }: Block, pages: readonly DocumentPage[]): Stretch {
  const own = regions.length > 0 ? regions.map(({ page }) => page) : span.page === undefined ? [] : [span.page]
  return { start: span.start, end: span.end, pages: [...new Set([...own, ...pagesBegunIn(span, pages)])] }
}

/** Numbers of the pages, which stand in the order of the text, that begin within a stretch and not at its start. */
function pagesBegunIn({ start, end }: Span, pages: readonly DocumentPage[]): number[] {
  let [low, high] = [0, pages.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pages[middle]?.span.start ?? Infinity) <= start) low = middle + 1
    else high = middle
  }
  const begun: number[] = []
  for (let at = low; (pages[at]?.span.start ?? Infinity) < end; at++) begun.push(pages[at]?.number ?? 0)
  return begun
}
