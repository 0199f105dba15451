import type { Length } from '@chancery/tags'

/** Formatted text as HTML and markdown mean it, before it becomes WordprocessingML. */
export interface TextFormat {
  readonly bold?: boolean
  readonly italic?: boolean
  readonly underline?: boolean
  readonly strike?: boolean
  readonly smallCaps?: boolean
  /** Letters shown in another case. */
  readonly letters?: 'upper' | 'lower' | 'title' | undefined
  readonly isRightToLeft?: boolean
  readonly raised?: 'superscript' | 'subscript'
  readonly isCode?: boolean
  /** Six hexadecimal digits. */
  readonly color?: string
  readonly background?: string
  /** In half points. */
  readonly size?: number
  readonly font?: string
  /** A safe address. */
  readonly link?: string
}

export type Inline =
  | { readonly kind: 'text'; readonly text: string; readonly format: TextFormat }
  | { readonly kind: 'break' }
  | { readonly kind: 'pageBreak' }
  | { readonly kind: 'image'; readonly image: FlowImage; readonly format: TextFormat }

export interface FlowImage {
  readonly bytes: Uint8Array
  readonly alt: string
  readonly width: Length | undefined
  readonly height: Length | undefined
}

export type Alignment = 'left' | 'center' | 'right' | 'both'

/** A list, and which of its levels; every list counts anew. */
export interface ListPlace {
  /** One object for each list. */
  readonly list: FlowList
  /** From 0. */
  readonly level: number
  /** A later paragraph of the item, without a mark of its own. */
  readonly isContinued: boolean
  /** The number of this item, where it does not follow from the one before. */
  readonly value?: number
}

export interface FlowList {
  readonly format: 'bullet' | 'decimal' | 'lowerLetter' | 'upperLetter' | 'lowerRoman' | 'upperRoman'
  readonly start: number
}

export interface FlowParagraph {
  readonly kind: 'paragraph'
  readonly role: 'text' | 'heading' | 'code' | 'rule' | 'caption'
  /** Of a heading, 1 to 6. */
  readonly level?: number
  /** How many quotations it stands in. */
  readonly quotes: number
  readonly align?: Alignment
  readonly list?: ListPlace
  /** Further in, in twentieths of a point; the first line more so. */
  readonly indent: number
  readonly firstLine: number
  readonly isRightToLeft: boolean
  readonly isOnNewPage?: boolean
  readonly inlines: readonly Inline[]
}

export interface FlowCell {
  readonly blocks: readonly Block[]
  readonly columns: number
  /** Cells below that it covers are marked as continued. */
  readonly merge?: 'restart' | 'continue'
  readonly isHeader: boolean
  readonly background?: string
  /** Where its content stands, if not at the top. */
  readonly upright?: 'center' | 'bottom'
}

export interface FlowTable {
  readonly kind: 'table'
  readonly rows: readonly { readonly cells: readonly FlowCell[]; readonly isHeader: boolean }[]
  /** How many columns there are. */
  readonly columns: number
  /** Widths as shares of the whole; absent: by content. */
  readonly widths?: readonly number[]
  /** Name or id of a style. */
  readonly style?: string
  readonly hasBorders: boolean
  readonly isRightToLeft: boolean
  /** Of the whole; absent: as wide as the line. */
  readonly width?: Length
  readonly align?: 'center' | 'right'
  readonly caption?: readonly Inline[]
}

export type Block = FlowParagraph | FlowTable

/** What a value makes: inline alone, which stands in the line, or blocks. */
export type Flow =
  | { readonly kind: 'inline'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'blocks'; readonly blocks: readonly Block[] }

/** The text alone, a line for each paragraph and row. */
export function textOfFlow(flow: Flow): string {
  const inlineText = (inlines: readonly Inline[]): string =>
    inlines.map((each) => (each.kind === 'text' ? each.text : each.kind === 'image' ? each.image.alt : '\n')).join('')
  const blockText = (block: Block): string =>
    block.kind === 'paragraph'
      ? inlineText(block.inlines)
      : block.rows.map(({ cells }) => cells.map((cell) => cell.blocks.map(blockText).join(' ')).join('\t')).join('\n')
  return flow.kind === 'inline' ? inlineText(flow.inlines) : flow.blocks.map(blockText).join('\n')
}
