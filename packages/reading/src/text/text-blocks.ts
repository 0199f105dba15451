import { headingAt, HeadingStyles, isInCapitals } from './text-headings.ts'
import type { BlockTraits } from '../model/block-sink.ts'
import type { ModelBuilder } from '../model/model-builder.ts'
import { ListSigns, OpenList, type TextItem, textItems } from './text-lists.ts'
import { type TextTable, tableAt } from './text-tables.ts'

/** What is common to all blocks of a text. */
export interface TextTraits extends Pick<BlockTraits, 'quote'> {
  /** Lines in capitals are headings: of documents, not of mails, where they are said loudly. */
  readonly capitals?: boolean
}

/** A part of a run of lines that are not blank. */
type Piece =
  | { readonly kind: 'paragraph'; readonly lines: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly TextItem[] }
  | { readonly kind: 'heading'; readonly text: string; readonly style: string }
  | { readonly kind: 'table'; readonly table: TextTable }

/** Adds the blocks of a plain text: what blank lines part, and the headings, lists and tables that its signs tell of. */
export function addTextBlocks(
  builder: ModelBuilder,
  text: string,
  { capitals = false, ...traits }: TextTraits = {},
  styles = new HeadingStyles(),
): void {
  const runs = runsOf(text)
  const pieces = runs.flatMap((run, at) => piecesOf(run, capitals && at < runs.length - 1))
  const signs = new ListSigns(pieces.flatMap((piece) => (piece.kind === 'list' ? piece.items : [])))
  const open = new OpenList()
  for (const piece of pieces) {
    if (piece.kind === 'list' && signs.areList(piece.items)) {
      for (const { marker, text: own, indent } of piece.items) {
        const { level, ...place } = open.placeFor(indent)
        open.add(indent, builder.block('list-item', own, { marker, level, ...traits, ...place }))
      }
      continue
    }
    if (piece.kind === 'table') builder.table(piece.table.rows, piece.table.headerRows, traits)
    else if (piece.kind === 'heading')
      builder.block('heading', piece.text, { level: styles.levelOf(piece.style), ...traits })
    else {
      const lines = piece.kind === 'list' ? piece.items.flatMap((item) => item.lines) : piece.lines
      const place = open.insideAt(lines)
      if (place !== undefined) {
        builder.block('paragraph', lines.map((line) => line.trim()).join('\n'), { ...traits, ...place })
        continue
      }
      builder.block('paragraph', lines.join('\n'), traits)
    }
    open.end()
  }
}

/** The lines between blank ones. */
function runsOf(text: string): readonly (readonly string[])[] {
  const runs: string[][] = []
  let run: string[] = []
  for (const line of [...text.split('\n'), '']) {
    if (line.trim() !== '') run.push(line.trimEnd())
    else if (run.length > 0) {
      runs.push(run)
      run = []
    }
  }
  return runs
}

function piecesOf(run: readonly string[], capitals: boolean): readonly Piece[] {
  const pieces: Piece[] = []
  let plain: string[] = []
  const flush = (): void => {
    if (plain.length > 0) pieces.push(plainPiece(plain, capitals && plain.length === run.length))
    plain = []
  }
  for (let at = 0; at < run.length;) {
    const heading = plain.length === 0 ? headingAt(run, at) : undefined
    const table = heading === undefined ? tableAt(run, at, plain.length) : undefined
    if (heading !== undefined) pieces.push({ kind: 'heading', text: heading.text, style: heading.style })
    else if (table === undefined) plain.push(run[at] ?? '')
    else {
      plain.length -= table.linesAbove
      flush()
      pieces.push({ kind: 'table', table })
    }
    at += heading?.lines ?? table?.lines ?? 1
  }
  flush()
  return pieces
}

function plainPiece(lines: readonly string[], capitals: boolean): Piece {
  const [first = ''] = lines
  if (capitals && lines.length === 1 && isInCapitals(first))
    return { kind: 'heading', text: first.trim(), style: /^\s*\d/.test(first) ? 'numbered' : 'capitals' }
  const items = textItems(lines)
  return items === undefined ? { kind: 'paragraph', lines } : { kind: 'list', items }
}
