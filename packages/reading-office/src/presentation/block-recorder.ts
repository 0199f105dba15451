import type { ImageReference } from '@chancery/core'
import type { BlockSink, BlockTraits, TableRows, TableTraits } from '@chancery/reading/model/block-sink'
import type { ModelBuilder } from '@chancery/reading/model/model-builder'

type TextBlock = Parameters<BlockSink['block']>[0]
type Recorded =
  | { readonly type: TextBlock; readonly text: string; readonly traits: BlockTraits }
  | { readonly type: 'figure'; readonly image: ImageReference; readonly traits: TableTraits }
  | { readonly type: 'table'; readonly rows: TableRows; readonly headerRows: number; readonly traits: TableTraits }

/** Keeps what a shape says until it is known where in the reading order the shape comes. */
export class BlockRecorder implements BlockSink {
  private readonly recorded: Recorded[] = []

  block(type: TextBlock, text: string, traits: BlockTraits = {}): number | undefined {
    if (text.trim() === '') return undefined
    return this.recorded.push({ type, text, traits }) - 1
  }

  table(rows: TableRows, headerRows: number, traits: TableTraits = {}): number {
    return this.recorded.push({ type: 'table', rows, headerRows, traits }) - 1
  }

  figure(image: ImageReference, traits: TableTraits = {}): number {
    return this.recorded.push({ type: 'figure', image, traits }) - 1
  }

  get isEmpty(): boolean {
    return this.recorded.length === 0
  }

  /** Whether it has pictures and nothing else. */
  get isPicture(): boolean {
    return this.recorded.every(({ type }) => type === 'figure')
  }

  /** Whether it says one thing, which is no item of a list. */
  get isLine(): boolean {
    const [first, ...others] = this.recorded
    return others.length === 0 && (first?.type === 'text-box' || first?.type === 'paragraph')
  }

  /** The same texts as headings of the first level. Looks that all of it has say nothing there. */
  asHeading(): BlockRecorder {
    const heading = new BlockRecorder()
    for (const each of this.recorded)
      if ('text' in each) {
        const { runs = [], ...traits } = each.traits
        const own = runs.filter(({ start, end }) => start > 0 || end < each.text.trimEnd().length)
        heading.block('heading', each.text, { ...traits, ...(own.length === 0 ? {} : { runs: own }), level: 1 })
      }
    return heading
  }

  /** The text of the first block. */
  get firstText(): string {
    const [first] = this.recorded
    return first !== undefined && 'text' in first ? first.text.trim() : ''
  }

  /** @param traits what all of its blocks have in common, such as their place */
  replay(builder: ModelBuilder, { box, layer }: Pick<BlockTraits, 'box' | 'layer'>): void {
    const indices: (number | undefined)[] = []
    const shared = { ...(box === undefined ? {} : { box }), ...(layer === undefined ? {} : { layer }) }
    for (const each of this.recorded) {
      const { parent: local, ...own } = each.traits
      const parent = local === undefined ? undefined : indices[local]
      const traits = { ...own, ...shared, ...(parent === undefined ? {} : { parent }) }
      indices.push(
        each.type === 'figure'
          ? builder.figure(box === undefined ? each.image : { ...each.image, box }, traits)
          : each.type === 'table'
            ? builder.table(each.rows, each.headerRows, traits)
            : builder.block(each.type, each.text, traits),
      )
    }
  }
}
