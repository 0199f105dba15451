import type { VettedDocument } from '@chancery/core'
import type { SampleGroup } from '@chancery/induction'
import type { WordPackage } from '../package/open-package.ts'
import type { AttachedPlace } from './attached-places.ts'

/** A stretch of a paragraph's text and the element that holds it: a text, or one that stands for a character. */
export interface TextElement {
  readonly slot: number
  /** Offsets in the slot's text. */
  readonly start: number
  readonly end: number
  readonly isText: boolean
  /** The whole element in the part's XML. */
  readonly from: number
  readonly to: number
  /** Its visible formatting. */
  readonly format: string
  /** Where the innermost link, control or mark around its run begins; 0 for none. */
  readonly wrapper: number
}

/** A picture, a chart or another object, and what it shows: equal for equal contents. */
export interface EmbeddedObject {
  readonly contents: string
  readonly from: number
  readonly to: number
}

/** A field of Word's: its code, the text that it shows, and the elements that make that a field. */
export interface FieldCode {
  code: string
  readonly slot: number
  readonly start: number
  end: number
  /** It ends in the paragraph in which it begins. */
  isWhole: boolean
  readonly elements: { readonly from: number; readonly to: number }[]
}

/** Where text can be put into a slot that has none. */
export interface SlotAnchor {
  readonly offset: number
  readonly inRun: boolean
}

/** A node of a sample in its part's XML. */
export interface WordElement {
  readonly xml: string
  readonly part: string
  readonly start: number
  readonly end: number
  /** For paragraphs. */
  readonly texts: readonly TextElement[]
  readonly anchors: readonly SlotAnchor[]
  /** In the order of the slots behind those of text. */
  readonly attached: readonly AttachedPlace[]
  readonly objects: readonly EmbeddedObject[]
  readonly codes: readonly FieldCode[]
  readonly isEmptyTag: boolean
}

/** A Word file as induction reads it. */
export interface WordSample {
  readonly document: VettedDocument
  readonly file: WordPackage
  readonly parts: readonly { readonly name: string; readonly key: string; readonly group: SampleGroup }[]
  /** By `origin`. */
  readonly elements: readonly WordElement[]
}
