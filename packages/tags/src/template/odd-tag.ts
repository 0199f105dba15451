import type { SectionNode, ValueNode } from './template-node.ts'

/** A tag that can be filled, and hardly says what was meant. */
export interface OddTag<Place> {
  /** By its kind; `foreign_statement` also of an item that is read by a name, as `item` in a loop over `items`. */
  readonly code: 'foreign_statement' | 'outside_loop' | 'empty_section' | 'conflicting_use' | 'constant_text'
  readonly message: string
  readonly hint: string
  readonly node: ValueNode<Place> | SectionNode<Place>
  /** Dotted, where it is about one. */
  readonly path?: string
}
