import type { Box, ImageReference, Region, Word } from '@chancery/core'
import type { CellContent, TableTraits } from '@chancery/reading/model/block-sink'
import type { ModelBuilder } from '@chancery/reading/model/model-builder'
import type { Hyphenation } from './hyphenation.ts'
import { type BlockPart, type LineBlock, placeOf } from './line-blocks.ts'
import { type LookStretch, ownLooks, withLook } from './line-looks.ts'
import { markedLine } from './marked-line.ts'
import { PageNotes, type PagePlace } from './page-notes.ts'
import { lineBreak, type TextLine } from './text-lines.ts'
import type { Typography } from './typography.ts'

/** A table before it has its place in the text. */
export interface TableBlock {
  readonly kind: 'table'
  readonly rows: readonly (readonly CellContent[])[]
  readonly headerRows: number
  readonly page: number
  readonly box: Box
  /** Letters by the size of their type, rounded; absent where it is not known. */
  readonly sizes?: ReadonlyMap<number, number>
}

export type PageBlock = LineBlock | TableBlock

/** Where a block begins, to find what a bookmark leads to. */
export interface BlockPlace {
  readonly start: number
  /** Fraction of the page's height. */
  readonly bottom: number
}

interface ListLevel {
  readonly edge: number
  readonly index: number | undefined
}

/** Blocks that are set apart by their type. */
const titles: ReadonlySet<string> = new Set(['heading', 'title', 'term', 'caption', 'header', 'footer'])

/** Puts blocks into the model, in the order in which they come: lines joined, lists nested, captions with tables. */
export class BlockWriter {
  /** By page. */
  readonly places = new Map<number, BlockPlace[]>()
  private readonly builder: ModelBuilder
  private readonly hyphenation: Hyphenation
  private readonly isBold: boolean
  private readonly notes = new PageNotes()
  private list: ListLevel[] = []
  private before: { readonly type: string; readonly index: number | undefined; readonly page: number } | undefined

  /** @param typography `isBold`: type of that weight says nothing */
  constructor(builder: ModelBuilder, hyphenation: Hyphenation, { isBold }: Pick<Typography, 'isBold'>) {
    this.builder = builder
    this.hyphenation = hyphenation
    this.isBold = isBold
  }

  /** Tells the blocks of a page before they are written: what refers to a note comes before it. */
  expect(blocks: readonly PageBlock[]): void {
    for (const block of blocks) {
      const [part] = block.kind === 'text' && block.type === 'footnote' ? block.parts : []
      if (part !== undefined && block.kind === 'text') this.notes.expect(block.marker ?? '', topOf(regionOf(part)))
    }
  }

  write(block: PageBlock): void {
    if (block.kind === 'table') this.writeTable(block)
    else this.writeLines(block)
  }

  /** A picture where it stands in the text. */
  writeFigure(image: ImageReference): void {
    this.list = []
    const page = image.page ?? 0
    this.before = { type: 'figure', index: this.builder.figure(image), page }
  }

  private writeTable({ rows, headerRows, page, box }: TableBlock): void {
    this.list = []
    const traits: TableTraits = { box }
    const cells = rows.map((row) =>
      row.map((cell) => this.notes.withReferences(cell, { page, y: (cell.box ?? box).y })),
    )
    this.remember(page, box)
    this.before = { type: 'table', index: this.builder.table(cells, headerRows, traits), page }
  }

  private writeLines(block: LineBlock): void {
    const { parts, type, layer } = block
    const [first] = parts
    if (first === undefined) return
    const { text, words, looks, starts } = joinedLines(block, this.hyphenation)
    const runs = this.isBold || titles.has(type) ? ownLooks(looks, text.length) : looks
    const regions = parts.map(regionOf)
    const [region] = regions
    if (region === undefined) return
    const { level, parent } = this.nesting(block, first)
    const note = type === 'footnote' ? this.notes.own(block.marker ?? '', topOf(region)) : undefined
    const placeAt = (at: number) => topOf(regions[starts.findLastIndex((start) => start <= at)] ?? region)
    const references = type === 'footnote' ? [] : this.notes.references(text, looks, placeAt)
    const confidence = meanConfidence(parts)
    this.remember(first.page, region.box)
    const index = this.builder.block(type, text, {
      box: region.box,
      ...(level === undefined ? {} : { level }),
      ...(block.marker === undefined ? {} : { marker: block.marker, marked: true }),
      ...(parent === undefined ? {} : { parent }),
      ...(layer === undefined ? {} : { layer }),
      ...(block.quote === undefined ? {} : { quote: block.quote }),
      ...(regions.length > 1 ? { regions } : {}),
      ...(confidence === undefined ? {} : { confidence }),
      ...(runs.length === 0 ? {} : { runs }),
      ...(note === undefined ? {} : { note }),
      ...(references.length === 0 ? {} : { references }),
      words,
    })
    if (type === 'list-item' && index !== undefined) this.list.push({ edge: edgeOf(first), index })
    else if (type !== 'footnote') this.list = []
    this.before = { type, index, page: first.page }
  }

  /** List items further in than those above belong to them; a caption under a table or figure belongs to it. */
  private nesting(block: LineBlock, part: BlockPart): { readonly level?: number; readonly parent?: number } {
    if (block.type === 'caption') {
      const { before } = this
      return (before?.type === 'table' || before?.type === 'figure') &&
        before.index !== undefined &&
        before.page === part.page
        ? { parent: before.index }
        : {}
    }
    if (block.type !== 'list-item') return block.level === undefined ? {} : { level: block.level }
    const edge = edgeOf(part)
    const tolerance = 0.6 * (part.lines[0]?.size ?? 10)
    while ((this.list.at(-1)?.edge ?? -Infinity) > edge - tolerance) this.list.pop()
    const parent = this.list.at(-1)?.index
    const level = block.level !== undefined && block.level > 1 ? block.level : this.list.length + 1
    return { level, ...(parent === undefined ? {} : { parent }) }
  }

  private remember(page: number, box: Box): void {
    const place = { start: this.builder.position, bottom: box.y + box.height }
    const places = this.places.get(page)
    if (places === undefined) this.places.set(page, [place])
    else places.push(place)
  }
}

/** How far in a block begins, in the direction of its text. */
function edgeOf({ lines, frame }: BlockPart): number {
  const [line] = lines
  return line === undefined ? 0 : line.rightToLeft ? frame.width - line.right : line.left
}

const topOf = ({ page, box: { y } }: Region): PagePlace => ({ page, y })

const regionOf = ({ page, frame, lines }: BlockPart): Region => ({ page, box: frame.box(placeOf(lines)) })

function meanConfidence(parts: readonly BlockPart[]): number | undefined {
  const known = parts.flatMap(({ lines }) => lines.flatMap(({ confidence }) => confidence ?? []))
  if (known.length === 0) return undefined
  return Math.round((known.reduce((sum, each) => sum + each, 0) / known.length) * 1000) / 1000
}

interface JoinedLines {
  readonly text: string
  readonly words: readonly Word[]
  readonly looks: readonly LookStretch[]
  /** Where in the text each part begins. */
  readonly starts: readonly number[]
}

/** Lines read on as one text, those of code each for itself; a word that was parted at a line's end is whole again. */
function joinedLines({ parts, type, marker, markerLength }: LineBlock, hyphenation: Hyphenation): JoinedLines {
  // Not one growing string: looking at its end at every line would take ever longer.
  const pieces: string[] = []
  let length = 0
  const words: Word[] = []
  const looks: LookStretch[] = []
  let above: TextLine | undefined
  const add = (piece: string): void => {
    pieces.push(piece)
    length += piece.length
  }
  const indents = type === 'code' ? indentsOf(parts) : undefined
  const starts: number[] = []
  for (const { lines, page, frame } of parts) {
    starts.push(length)
    for (const given of lines) {
      const isMarked = above === undefined && marker !== undefined
      const line: TextLine = isMarked ? markedLine(given, marker, markerLength) : given
      const own = line.text
      if (above !== undefined) {
        const before = pieces.at(-1) ?? ''
        if (type === 'code' || (above.endedByHand === true && !above.hyphenated)) add('\n')
        else if (!above.hyphenated) add(lineBreak(before, own))
        else if (hyphenation.joins(before, own)) {
          pieces[pieces.length - 1] = before.slice(0, -1)
          length--
          cutLast(words, length)
          const look = looks.at(-1)
          if (look !== undefined && look.end > length) looks[looks.length - 1] = { ...look, end: length }
        } else if (hyphenation.hangs(before, own)) add(' ')
      }
      const indent = indents?.get(given) ?? 0
      if (indent > 0) add(' '.repeat(indent))
      for (const { start, word } of line.words ?? []) {
        const at = length + start
        const span = { start: at, end: at + word.text.length, page, box: frame.box(word) }
        words.push(word.confidence === undefined ? { span } : { span, confidence: word.confidence })
      }
      for (const { start, end, ...look } of line.looks) withLook(looks, length + start, length + end, look)
      add(own)
      above = line
    }
  }
  return { text: pieces.join(''), words, looks, starts }
}

const mostIndent = 80

/** How many characters of its typeface each line of code stands to the right of the leftmost one. */
function indentsOf(parts: readonly BlockPart[]): ReadonlyMap<TextLine, number> {
  const lines = parts.flatMap((part) => part.lines)
  const left = lines.reduce((least, line) => Math.min(least, line.left), Infinity)
  return new Map(
    lines.map((line) => {
      const indent = Math.round((line.left - left) / ((line.right - line.left) / line.text.length))
      return [line, indent > 0 && indent <= mostIndent ? indent : 0] as const
    }),
  )
}

/** The last word loses its hyphen, too. */
function cutLast(words: Word[], end: number): void {
  const last = words.at(-1)
  if (last !== undefined && last.span.end > end) words[words.length - 1] = { ...last, span: { ...last.span, end } }
}
