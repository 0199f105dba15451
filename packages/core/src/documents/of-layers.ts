import type { Span } from '../model/span.ts'
import {
  type Block,
  type BlockLayer,
  blockLayers,
  type DocumentModel,
  type Entity,
  type Table,
} from '../model/document-model.ts'

/**
 * The document without the blocks of other layers: a model whose text, spans and indices are those of what is left.
 * `images`, `formFields`, `revisions` (then without a place), `outline` (likewise) and `attachments` stay whole.
 * @param layers absent: the body with its footnotes
 */
export function ofLayers(model: DocumentModel, layers?: readonly BlockLayer[]): DocumentModel {
  const kept = layers === undefined ? bodyAndItsNotes(model) : model.blocks.map(({ layer }) => layers.includes(layer))
  return kept.includes(false) ? cut(model, kept) : model
}

/** Layers of a document, and those of which a cut of it has left out something. */
export interface ShownLayers {
  readonly shown: readonly BlockLayer[]
  readonly leftOut: readonly BlockLayer[]
}

export function shownLayers(whole: DocumentModel, shown: DocumentModel): ShownLayers {
  const count = ({ blocks }: DocumentModel, wanted: BlockLayer): number =>
    blocks.reduce((sum, { layer }) => (layer === wanted ? sum + 1 : sum), 0)
  return {
    shown: blockLayers.filter((layer) => count(shown, layer) > 0),
    leftOut: blockLayers.filter((layer) => count(whole, layer) > count(shown, layer)),
  }
}

/**
 * A footnote belongs to the text that refers to it, and to the body where its reader knows of no reference; what a speaker
 * noted under a slide belongs to none.
 */
function bodyAndItsNotes({ blocks, notes }: DocumentModel): boolean[] {
  const kept = blocks.map(({ layer }) => layer === 'body')
  const places = new BlockPlaces(blocks)
  const referred = new Set<number>()
  for (const { span, block } of notes) {
    referred.add(block)
    if (blocks[places.at(span.start)]?.layer === 'body') kept[block] = true
  }
  for (const [index, { type, layer, parent }] of blocks.entries()) {
    if (layer !== 'note') continue
    // The further paragraphs of a note are as its first.
    if (parent !== undefined && blocks[parent]?.layer === 'note') kept[index] = kept[parent] === true
    else if (type === 'footnote' && !referred.has(index)) kept[index] = true
  }
  return kept
}

/** Finds blocks by where they stand. */
class BlockPlaces {
  private readonly blocks: readonly Pick<Block, 'span'>[]

  constructor(blocks: readonly Pick<Block, 'span'>[]) {
    this.blocks = blocks
  }

  /** Index of the last block that begins at or before an offset; -1 for none. */
  at(offset: number): number {
    let [low, high] = [0, this.blocks.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.blocks[middle]?.span.start ?? Infinity) <= offset) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}

/** How far to the front the text of a block moves, and its new index. */
interface Move {
  readonly by: number
  readonly index: number
}

function cut(model: DocumentModel, kept: readonly boolean[]): DocumentModel {
  const { blocks } = model
  const { text, moves, ends } = joined(model, kept)
  const places = new BlockPlaces(blocks)
  const moved = (span: Span): Span | undefined => {
    const at = places.at(span.start)
    const move = moves.get(at)
    const end = blocks[at]?.span.end ?? 0
    if (move === undefined || span.start > end) return undefined
    return {
      ...span,
      start: span.start - move.by,
      end: span.end <= end ? span.end - move.by : (ends[places.at(span.end)] ?? 0),
    }
  }
  const movedAll = <Each extends { readonly span: Span }>(items: readonly Each[]): Each[] =>
    items.flatMap((item) => {
      const span = moved(item.span)
      return span === undefined ? [] : [{ ...item, span }]
    })
  return {
    ...model,
    text,
    pages: model.pages.map((page) => ({ ...page, span: pageSpan(page.span, blocks, moves, places, ends) })),
    ...blocksAndTables(model, moves, moved),
    runs: movedAll(model.runs),
    formulas: movedAll(model.formulas),
    links: movedAll(model.links),
    notes: movedAll(model.notes).flatMap(({ span, block }) => {
      const index = moves.get(block)?.index
      return index === undefined ? [] : [{ span, block: index }]
    }),
    keyValues: model.keyValues.flatMap((pair) => {
      const [keySpan, valueSpan] = [moved(pair.keySpan), moved(pair.valueSpan)]
      return keySpan === undefined || valueSpan === undefined ? [] : [{ ...pair, keySpan, valueSpan }]
    }),
    revisions: model.revisions.map(({ span, ...revision }) => withSpan(revision, span && moved(span))),
    entities: model.entities.map((entity) => movedEntity(entity, moved)),
    outline: model.outline.map(({ start, ...entry }) => {
      const place = start === undefined ? undefined : moved({ start, end: start })
      return place === undefined ? entry : { ...entry, start: place.start }
    }),
    ...(model.words === undefined ? {} : { words: movedAll(model.words) }),
  }
}

/** The text of the blocks that are left, and by the index of each block where the text that is left of it and before ends. */
function joined({ blocks, text }: DocumentModel, kept: readonly boolean[]) {
  const pieces: string[] = []
  const moves = new Map<number, Move>()
  const ends: number[] = []
  let length = 0
  for (const [index, { span }] of blocks.entries()) {
    if (kept[index] === true) {
      const own = text.slice(span.start, span.end)
      if (own !== '' && length > 0) {
        pieces.push('\n')
        length++
      }
      moves.set(index, { by: span.start - length, index: moves.size })
      pieces.push(own)
      length += own.length
    }
    ends.push(length)
  }
  return { text: pieces.join(''), moves, ends }
}

function blocksAndTables(
  model: DocumentModel,
  moves: ReadonlyMap<number, Move>,
  moved: (span: Span) => Span | undefined,
): Pick<DocumentModel, 'blocks' | 'tables'> {
  const [blocks, tables]: [Block[], Table[]] = [[], []]
  for (const [index, { span, parent, about, table, ...rest }] of model.blocks.entries()) {
    const move = moves.get(index)
    if (move === undefined) continue
    const shifted = <Each extends Span>(each: Each): Each => ({
      ...each,
      start: each.start - move.by,
      end: each.end - move.by,
    })
    const own = table === undefined ? undefined : model.tables[table]
    const above = parent === undefined ? undefined : moves.get(parent)?.index
    const place = about === undefined ? undefined : moved(about)
    blocks.push({
      ...rest,
      span: shifted(span),
      ...(own === undefined ? {} : { table: tables.length }),
      ...(above === undefined ? {} : { parent: above }),
      ...(place === undefined ? {} : { about: place }),
    })
    if (own !== undefined) {
      const cells = move.by === 0 ? own.cells : own.cells.map((cell) => ({ ...cell, span: shifted(cell.span) }))
      tables.push({ ...own, span: shifted(own.span), cells })
    }
  }
  return { blocks, tables }
}

const withSpan = <Each extends object>(item: Each, span: Span | undefined): Each & { readonly span?: Span } =>
  span === undefined ? item : { ...item, span }

function movedEntity({ span, properties, ...entity }: Entity, moved: (span: Span) => Span | undefined): Entity {
  return withSpan({ ...entity, properties: properties.map((each) => movedEntity(each, moved)) }, span && moved(span))
}

/** From the first to the last of its blocks that are left; empty, behind what stands before it, where there are none. */
function pageSpan(
  page: Span,
  blocks: readonly Block[],
  moves: ReadonlyMap<number, Move>,
  places: BlockPlaces,
  ends: readonly number[],
): Span {
  const before = places.at(page.start - 1)
  let start: number | undefined
  let end = ends[before] ?? 0
  for (let index = before + 1; (blocks[index]?.span.end ?? Infinity) <= page.end; index++) {
    const move = moves.get(index)
    if (move === undefined) continue
    const { span } = blocks[index] as Block
    start ??= span.start - move.by
    end = span.end - move.by
  }
  return { ...page, start: start ?? end, end }
}
