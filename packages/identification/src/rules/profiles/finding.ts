import type { Conventions } from '../conventions.ts'
import type { Option } from '../fields/option.ts'
import type { Values } from '../read-values.ts'
import type { TextIndex } from '../text-index.ts'

/** What a finder works on: it knows where papers of a kind say a thing when no label does. */
export interface Finding {
  readonly index: TextIndex
  readonly values: Values
  readonly how: Conventions
  readonly profile: string
}

export type Finder = (finding: Finding) => Option[]
