/** What is wrong with a tag; `start` and `end` are UTF-16 offsets into the text that was parsed. */
export interface TagFault {
  readonly code: string
  readonly message: string
  readonly hint?: string
  /** What stands between `start` and `end` where it is right, as far as that is known. */
  readonly instead?: string
  readonly start: number
  readonly end: number
}

/** Longest text between two delimiters, in UTF-16 units. */
export const maxTagLength = 5000

/** Deepest nesting of brackets in one tag and of sections in one template, and most names of a path. */
export const maxDepth = 32

export const tagFault = (
  code: string,
  message: string,
  start: number,
  end: number,
  hint?: string,
  instead?: string,
): TagFault => ({
  code,
  message,
  start,
  end,
  ...(hint === undefined ? {} : { hint }),
  ...(instead === undefined ? {} : { instead }),
})
