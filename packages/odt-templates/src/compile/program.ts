import type { ValueNode, SectionNode } from '@chancery/tags'
import type { OdtPlace } from '../template/odt-template.ts'

/** A part as a flat program: what stands still as text, what a fill decides as steps. */
export type Step = TextStep | ValueStep | AddressStep | SectionStep

export interface TextStep {
  readonly kind: 'text'
  readonly xml: string
}

export interface ValueStep {
  readonly kind: 'value'
  readonly node: ValueNode<OdtPlace>
  /** Links do not nest. */
  readonly isInLink: boolean
}

/** The address of a link: what stands still in it, and its values. */
export interface AddressStep {
  readonly kind: 'address'
  readonly pieces: readonly (string | ValueNode<OdtPlace>)[]
}

export interface SectionStep {
  readonly kind: 'section'
  readonly node: SectionNode<OdtPlace>
  readonly body: readonly Step[]
  readonly otherwise: readonly Step[]
}

/** A part that a fill changes. */
export interface PartProgram {
  readonly name: string
  readonly steps: readonly Step[]
  /** Tables and lists may lose all that they have. */
  readonly repeatsElements: boolean
}
