import type { FieldType } from '@chancery/core'
import type { SampleGroup, SampleLeaf } from './sample.ts'

/** Where data is read: the document, or one round of a loop. Members and values are indexed by `instances`. */
export interface Scope {
  readonly parent?: Scope
  /** Which sample an instance belongs to, and to which instance of the parent scope. */
  readonly instances: readonly { readonly sample: number; readonly parent: number }[]
}

/** One field: its value in each instance of its scope, absent where no text of that instance shows it. */
export interface Variable {
  name: string
  type: FieldType
  readonly scope: Scope
  readonly values: (string | undefined)[]
  /** Given by the caller or found by the identifier, with how sure that is. */
  given?: string
}

/** Whether something is there, in each instance of its scope. */
export interface Condition {
  name: string
  /** The section is written the other way round: shown where the value is false. */
  inverted: boolean
  readonly scope: Scope
  readonly present: readonly boolean[]
}

/** Fixed text, a field, or an inline section over more pieces. */
export type Piece =
  | { readonly kind: 'constant'; readonly text: string }
  | { readonly kind: 'variable'; variable: Variable }
  | { readonly kind: 'option'; condition: Condition; readonly pieces: readonly Piece[] }

/** A leaf of the template; `members` are the leaves of the samples that it stands for. */
export interface TemplateLeaf {
  readonly kind: 'leaf'
  readonly key: string
  readonly scope: Scope
  readonly members: readonly (SampleLeaf | undefined)[]
  readonly slots: readonly (readonly Piece[])[]
  /** How long it is to tell, as `descriptionBits` counts. */
  readonly bits: number
}

/** A group of the template; `members` are the groups of the samples that it stands for, by instance of its scope. */
export interface TemplateGroup {
  readonly kind: 'group'
  readonly key: string
  readonly scope: Scope
  readonly members: readonly (SampleGroup | undefined)[]
  readonly head?: TemplateLeaf
  readonly children: readonly TemplateNode[]
}

/** Nodes that only some instances have. */
export interface TemplateOption {
  readonly kind: 'option'
  readonly key: string
  condition: Condition
  readonly children: readonly TemplateNode[]
}

/** Nodes that repeat; its children live in `scope`, whose parent is the scope around. */
export interface TemplateLoop {
  readonly kind: 'loop'
  readonly key: string
  name: string
  readonly scope: Scope
  readonly children: readonly TemplateNode[]
}

/** In the order of the document; a format's `write` makes its own markup of them. */
export type TemplateNode = TemplateLeaf | TemplateGroup | TemplateOption | TemplateLoop

/** What a piece says in one instance. */
export const pieceText = (piece: Piece, instance: number): string =>
  piece.kind === 'constant'
    ? piece.text
    : piece.kind === 'variable'
      ? (piece.variable.values[instance] ?? '')
      : piece.condition.present[instance]
        ? piece.pieces.map((inner) => pieceText(inner, instance)).join('')
        : ''

/** Calls `visit` for every variable and condition piece of a slot, options' own pieces included. */
export const eachPiece = (pieces: readonly Piece[], visit: (piece: Piece) => void): void => {
  for (const piece of pieces) {
    visit(piece)
    if (piece.kind === 'option') eachPiece(piece.pieces, visit)
  }
}
