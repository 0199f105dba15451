import type { Expression } from './expression.ts'

/** One tag with its place, or literal text. `Place` is whatever the kind of template knows of places. */
export interface ValueNode<Place> {
  readonly kind: 'value' | 'image' | 'rich'
  readonly expression: Expression
  /** As written, with its delimiters. */
  readonly tag: string
  readonly place: Place
}

export interface SectionNode<Place> {
  readonly kind: 'section'
  readonly expression: Expression
  readonly inverted: boolean
  readonly mode: 'auto' | 'each' | 'if'
  readonly tag: string
  readonly place: Place
  readonly closePlace: Place
  readonly children: readonly TemplateNode<Place>[]
  /** After `else`; shown where the section is not. */
  readonly otherwise: readonly TemplateNode<Place>[]
  /** How much text one turn writes besides its values, so that the whole can be bounded beforehand. */
  readonly size: number
}

export interface LiteralNode {
  readonly kind: 'literal'
  readonly text: string
}

export type TemplateNode<Place> = LiteralNode | ValueNode<Place> | SectionNode<Place>
