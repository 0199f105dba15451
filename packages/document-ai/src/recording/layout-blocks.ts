import type { BlockSink, BlockTraits, CellContent } from '@chancery/reading/model/block-sink'
import { CellText } from '@chancery/reading/model/cell-text'
import type { ModelBuilder } from '@chancery/reading/model/model-builder'
import type { LayoutBlock, LayoutRow } from './recorded-document.ts'
import { boxOf } from './text-anchors.ts'

const maxDepth = 100

/** Turns to a page, if the builder is not there yet. */
type TurnTo = (block: LayoutBlock) => void

/**
 * The layout parser's tree, block by block; a new page begins where a block says so. Its chunks, which say the same
 * again, are not asked for.
 * @param turnTo begins all pages up to this one of the answer, from 1; gives its number in the document
 */
export function addLayoutBlocks(
  builder: ModelBuilder,
  blocks: readonly LayoutBlock[],
  turnTo: (page: number) => number,
): void {
  let [current, number] = [0, 0]
  const turn: TurnTo = ({ pageSpan, imageBlock, boundingBox }) => {
    const start = pageSpan?.pageStart ?? 0
    if (start > current) number = turnTo((current = start))
    if (!imageBlock) return
    const box = boxOf(boundingBox)
    builder.figure({
      contentType: imageBlock.mimeType || 'image/*',
      ...(imageBlock.imageText ? { altText: imageBlock.imageText } : {}),
      ...(number === 0 ? {} : { page: number }),
      ...(box === undefined ? {} : { box }),
    })
  }
  for (const block of blocks) addBlock(builder, block, turn, 0)
}

function addBlock(sink: BlockSink, block: LayoutBlock, turn: TurnTo, depth: number): void {
  if (depth > maxDepth) return
  turn(block)
  const { textBlock, tableBlock, listBlock, imageBlock } = block
  const box = boxOf(block.boundingBox)
  const place = box === undefined ? {} : { box }
  if (textBlock) {
    addText(sink, textBlock.type ?? '', textBlock.text ?? '', place)
    for (const child of textBlock.blocks ?? []) addBlock(sink, child, turn, depth + 1)
  }
  if (tableBlock) {
    const headers = tableBlock.headerRows ?? []
    const caption = sink.block('caption', tableBlock.caption ?? '')
    sink.table([...headers, ...(tableBlock.bodyRows ?? [])].map(cellsOf), headers.length, {
      ...place,
      ...(caption === undefined ? {} : { parent: caption }),
    })
  }
  if (listBlock) addList(sink, listBlock, turn, depth, 1, place)
  // What stands in a picture is text of the document too.
  if (imageBlock) sink.block('paragraph', imageBlock.imageText ?? '', place)
}

function addList(
  sink: BlockSink,
  { listEntries, type }: NonNullable<LayoutBlock['listBlock']>,
  turn: TurnTo,
  depth: number,
  level: number,
  place: Pick<BlockTraits, 'box'>,
  parent?: number,
): void {
  if (depth > maxDepth) return
  for (const [index, { blocks = [] }] of (listEntries ?? []).entries()) {
    const text = new CellText()
    const nested: LayoutBlock[] = []
    for (const child of blocks ?? []) {
      turn(child)
      if (child.listBlock) nested.push(child)
      else addBlock(text, child, () => undefined, depth + 1)
    }
    const item = sink.block('list-item', text.toString(), {
      level,
      marker: type === 'ordered' ? `${index + 1}.` : '•',
      ...place,
      ...(parent === undefined ? {} : { parent }),
    })
    for (const { listBlock } of nested) {
      if (listBlock) addList(sink, listBlock, turn, depth + 1, level + 1, place, item ?? parent)
    }
  }
}

function addText(sink: BlockSink, type: string, text: string, place: Pick<BlockTraits, 'box'>): void {
  const level = /^heading-([1-9])$/.exec(type)?.[1]
  if (level !== undefined) sink.block('heading', text, { level: Math.min(Number(level), 6), ...place })
  else if (type === 'subtitle') sink.block('heading', text, { level: 2, ...place })
  else if (type === 'title' || type === 'header' || type === 'footer') sink.block(type, text, place)
  else sink.block('paragraph', text, place)
}

const cellsOf = ({ cells }: LayoutRow): CellContent[] =>
  (cells ?? []).map(({ blocks, rowSpan, colSpan }) => {
    const text = new CellText()
    for (const block of blocks ?? []) addBlock(text, block, () => undefined, 1)
    return { text: text.toString(), rowSpan: rowSpan || 1, columnSpan: colSpan || 1 }
  })
