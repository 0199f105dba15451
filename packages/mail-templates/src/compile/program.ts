import type { PlainPath, SectionNode, ValueNode } from '@chancery/tags'
import type { Place } from '../parse/parse-template.ts'
import type { PartName } from '../parse/source-field.ts'
import type { ValueContext } from '../parse/value-context.ts'

/** One field of a template as a flat list of steps: run one after the other, but for the jumps of sections. */
export interface FieldProgram {
  readonly name: PartName
  readonly steps: readonly Step[]
}

export type Step = TextStep | ValueStep | SectionStep | TurnStep | RefusalStep

/** Writes a text as it is. */
export interface TextStep {
  readonly kind: 'text'
  readonly text: string
}

/** Writes a value, escaped for its place. */
export interface ValueStep {
  readonly kind: 'value'
  readonly node: ValueNode<Place>
  /** Where it is one. */
  readonly path: PlainPath | undefined
  readonly context: ValueContext
  /** It surely is the first in an attribute, right behind its quotation mark. */
  readonly beginsAttribute: boolean
}

/** Shows the steps behind it once for each turn, up to its `TurnStep`; else goes on at `otherwise`, or at `end`. */
export interface SectionStep {
  readonly kind: 'section'
  readonly node: SectionNode<Place>
  /** Index of the first step that is shown instead; `end` where there is none. */
  readonly otherwise: number
  /** Index of the first step behind the section. */
  readonly end: number
}

/** The end of what a section shows: back for its next turn, or on at its end. */
export interface TurnStep {
  readonly kind: 'turn'
}

/** Stands where no data may lead: in a partial that stands in itself too often. */
export interface RefusalStep {
  readonly kind: 'refusal'
}
