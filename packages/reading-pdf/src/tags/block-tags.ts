import type { TextType } from '@chancery/reading-layout/line-blocks'
import type { TagNode } from './tag-tree.ts'

/** What tags of text are (ISO 32000-1, 14.8.4). */
export const textTypes: Readonly<Record<string, TextType>> = {
  P: 'paragraph',
  BlockQuote: 'paragraph',
  TOCI: 'paragraph',
  Figure: 'text-box',
  Title: 'title',
  Caption: 'caption',
  Note: 'footnote',
  FENote: 'footnote',
  Code: 'code',
  Formula: 'formula',
}

const blockTypes = new Set([...Object.keys(textTypes), 'H', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'L', 'LI', 'Table'])

/** Whether something in it is a block of its own. */
export const hasBlocks = (node: TagNode): boolean => {
  const isText = isSentenceWithCode(node)
  return node.children.some(
    (child) => typeof child !== 'number' && !(isText && child.type === 'Code') && isOrHasBlocks(child),
  )
}

/** Code beside other text of a paragraph is a part of it (ISO 32000-1, 14.8.4.4); alone in it, it is all that there is. */
const isSentenceWithCode = ({ type, children }: TagNode): boolean =>
  type === 'P' && children.some((child) => typeof child === 'number' || child.type !== 'Code')

export const isOrHasBlocks = (node: TagNode): boolean => blockTypes.has(node.type) || hasBlocks(node)

/** Rows of a table, also of its head, body and foot. */
export const rowsOf = (table: TagNode): TagNode[] =>
  table.children.flatMap((child) =>
    typeof child === 'number'
      ? []
      : child.type === 'TR'
        ? [child]
        : /^T(?:Head|Body|Foot)$/.test(child.type)
          ? rowsOf(child)
          : [],
  )

export const cellsOf = (row: TagNode): TagNode[] =>
  row.children.flatMap((child) =>
    typeof child !== 'number' && (child.type === 'TD' || child.type === 'TH') ? [child] : [],
  )
