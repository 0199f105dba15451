/** Of two moments (ISO 8601, UTC) the later one; one that is not known is before all others. */
export const laterOf = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one
