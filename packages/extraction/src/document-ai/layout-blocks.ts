import type { BlockSink } from '../model/block-sink.ts'
import { CellText } from '../model/cell-text.ts'
import type { ModelBuilder } from '../model/model-builder.ts'
import type { LayoutBlock, LayoutRow } from './recorded-document.ts'

const maxDepth = 100

/** The layout parser's tree, block by block; a new page begins where a block says so. */
export function addLayoutBlocks(builder: ModelBuilder, blocks: readonly LayoutBlock[]): void {
  let page = 0
  const turnTo = (block: LayoutBlock): void => {
    const start = block.pageSpan?.pageStart ?? page
    if (start > page) builder.beginPage({ number: (page = start) })
  }
  for (const block of blocks) addBlock(builder, block, turnTo, 0)
}

function addBlock(sink: BlockSink, block: LayoutBlock, turnTo: (block: LayoutBlock) => void, depth: number): void {
  if (depth > maxDepth) return
  turnTo(block)
  const { textBlock, tableBlock, listBlock } = block
  if (textBlock) {
    addText(sink, textBlock.type ?? '', textBlock.text ?? '')
    for (const child of textBlock.blocks ?? []) addBlock(sink, child, turnTo, depth + 1)
  }
  if (tableBlock) {
    sink.block('caption', tableBlock.caption ?? '')
    const headers = tableBlock.headerRows ?? []
    sink.table([...headers, ...(tableBlock.bodyRows ?? [])].map(cellsOf), headers.length)
  }
  for (const [index, entry] of (listBlock?.listEntries ?? []).entries()) {
    const text = new CellText()
    for (const child of entry.blocks ?? []) addBlock(text, child, () => undefined, depth + 1)
    sink.block('list-item', text.toString(), {
      level: 1,
      marker: listBlock?.type === 'ordered' ? `${index + 1}.` : '•',
    })
  }
}

function addText(sink: BlockSink, type: string, text: string): void {
  const level = /^heading-([1-9])$/.exec(type)?.[1]
  if (level !== undefined) sink.block('heading', text, { level: Math.min(Number(level), 6) })
  else if (type === 'title') sink.block('heading', text, { level: 1 })
  else if (type === 'header' || type === 'footer') sink.block(type, text)
  else sink.block('paragraph', text)
}

const cellsOf = ({ cells }: LayoutRow): { text: string; rowSpan: number; columnSpan: number }[] =>
  (cells ?? []).map(({ blocks, rowSpan, colSpan }) => {
    const text = new CellText()
    for (const block of blocks ?? []) addBlock(text, block, () => undefined, 1)
    return { text: text.toString(), rowSpan: rowSpan || 1, columnSpan: colSpan || 1 }
  })
