import type { Location } from '@chancery/core'
import type { Tag } from './tag.ts'

/** A paragraph of a template, with the tags in it; offsets are UTF-16 units of its text, with the delimiters. */
export interface SignedText {
  readonly text: string
  /** An entry of a list: a section that is the whole of it repeats the entry. */
  readonly isEntry?: boolean
  readonly tags: readonly {
    readonly start: number
    readonly end: number
    readonly tag: string
    /** Absent where it is not written in the text, and stands for something else in it. */
    readonly parsed?: Tag
  }[]
  readonly locate: (start: number, end: number, tag: string) => Location
}
