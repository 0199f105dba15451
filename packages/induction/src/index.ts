/** Templates out of samples: alignment, options, loops, names. Knows no format; adapters read, write and fill. */
export { induceTemplate, type InductionOptions } from './induce-template.ts'
export type { InductionFormat, Refill } from './induction-format.ts'
export type { HeldName } from './name-template.ts'
export { partWithFields } from './lone-part.ts'
export { leavesOf, textOf, type SampleGroup, type SampleLeaf, type SampleNode, type SlotPurpose } from './sample.ts'
export {
  pieceText,
  type Piece,
  type TemplateGroup,
  type TemplateLeaf,
  type TemplateLoop,
  type TemplateNode,
} from './template.ts'
