import type { Finding, JsonObject } from '@chancery/core'
import type { HeldName } from './name-template.ts'
import type { SampleGroup } from './sample.ts'
import type { TemplateGroup } from './template.ts'

/** What a template filled again gave, compared with the sample. */
export interface Refill {
  readonly exact: boolean
  /** The filled document, read as the sample was; absent where it could not be filled at all. */
  readonly sample?: SampleGroup
  /** Names of sections for which it could not be filled, where it is known. */
  readonly refused?: readonly string[]
}

/** What induction needs of a format: to write a template, and to fill it with the real engine. */
export interface InductionFormat<Template> {
  write(root: TemplateGroup): Promise<Template>
  refill(template: Template, data: JsonObject, sample: number): Promise<Refill>
  /** What else is to be told of the template that was chosen, such as what a refill does not show. */
  findings?(root: TemplateGroup): readonly Finding[]
  /** Values that differ in the kind of their spaces alone are one field, as readers see no difference. */
  readonly foldSpaces?: boolean
  /** Names by which the template fills something that no field stands for. */
  readonly heldNames?: readonly HeldName[]
}
