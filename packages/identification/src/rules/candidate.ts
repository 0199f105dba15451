import type { FieldType, Json } from '@chancery/core'

/** One way to read what is written. */
export interface Reading {
  readonly value: Json
  readonly confidence: number
}

/** A stretch of the text that reads as a value of a type. `confidence`: how sure it is of that type and value. */
export interface Candidate extends Reading {
  readonly type: FieldType
  readonly start: number
  readonly end: number
  /** The other readings, where it is ambiguous. */
  readonly alternatives: readonly Reading[]
  /** Too common to be listed as an entity of its own: a bare number. */
  readonly bare?: boolean
}

export const candidate = (
  type: FieldType,
  start: number,
  end: number,
  value: Json,
  confidence: number,
  alternatives: readonly Reading[] = [],
): Candidate => ({ type, start, end, value, confidence, alternatives })

/** One that is too common to be listed as an entity of its own. */
export const bareCandidate = (
  ...[type, start, end, value, confidence, alternatives = []]: Parameters<typeof candidate>
): Candidate => ({
  type,
  start,
  end,
  value,
  confidence,
  alternatives,
  bare: true,
})
