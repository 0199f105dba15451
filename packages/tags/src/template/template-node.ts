import type { Expression } from '../syntax/expression.ts'

/** What a value tag puts in: text (or what its formatters make), `{%image}`, `{~formatted}`, `{@xml}`. */
export type ValueKind = 'value' | 'image' | 'rich' | 'raw'

/** One tag with its place, or literal text. `Place` is whatever the kind of template knows of places. */
export interface ValueNode<Place> {
  readonly kind: ValueKind
  readonly expression: Expression
  /** As written, with its delimiters. */
  readonly tag: string
  readonly place: Place
  /** Centred in a paragraph of its own: `%%image`. */
  readonly isCentred?: true
  /**
   * In a merge of several records on a sheet: the record, from 0 in the list `records` of the data, whose fields go before
   * those of the data.
   */
  readonly record?: number
}

/** `children` are written once, for each item of a list, or not at all; see `Tag` for `mode`. */
export interface SectionNode<Place> {
  readonly kind: 'section'
  readonly expression: Expression
  readonly inverted: boolean
  readonly mode: 'auto' | 'each' | 'if'
  /** Of Handlebars' blocks: `entries` turns over an object too, by its keys; `whole` never turns, and a list is its scope. */
  readonly over?: 'entries' | 'whole'
  /** What paths call the scopes that it opens: see `PathExpression`. */
  readonly label?: string
  readonly tag: string
  readonly place: Place
  readonly closePlace: Place
  readonly children: readonly TemplateNode<Place>[]
  /** After `else`; shown where the section is not. */
  readonly otherwise: readonly TemplateNode<Place>[]
  /** Of the `else`. An `else if` is a section of its own in `otherwise`, with the same place. */
  readonly elsePlace?: Place
  /** How much text one turn writes besides its values, so that the whole can be bounded beforehand. */
  readonly size: number
  /** See `ValueNode`. */
  readonly record?: number
}

/** What stands between tags; it is written as it is. */
export interface LiteralNode {
  readonly kind: 'literal'
  readonly text: string
}

/** A template is a list of these in the order of its text. */
export type TemplateNode<Place> = LiteralNode | ValueNode<Place> | SectionNode<Place>
