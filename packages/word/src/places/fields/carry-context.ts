import type { Finding } from '@chancery/core'
import type { CarriedPlaces } from '../../template/carried-places.ts'
import type { MergeStep } from './merge-steps.ts'
import type { CarriedTags } from '../../template/carried-tags.ts'

/** What a pass over a part collects. */
export interface CarryContext {
  readonly tags: CarriedTags
  readonly places: CarriedPlaces
  /** Columns of the template's data source, by the names that Word maps them to. */
  readonly columns: ReadonlyMap<string, string>
  /** What this part does with the records of a merge, as far as it is read. */
  readonly steps: MergeStep[]
  /** A part before has such steps: then this one reads the first record of its copy. */
  readonly isMerge: boolean
  /** Tells what could not be taken over, with the field as it is written. */
  note(fault: Pick<Finding, 'code' | 'message' | 'hint'>, tag: string, offset: number): void
}
