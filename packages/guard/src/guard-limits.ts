/** What a document may cost at the most. Every refusal by one of them carries its value and the actual one. */
export interface GuardLimits {
  /** Bytes of the document as it comes in. */
  readonly documentBytes: number
  /** Entries of a zip package. */
  readonly parts: number
  /** Bytes of one part, inflated. */
  readonly partBytes: number
  /** Bytes of all parts, inflated. */
  readonly packageBytes: number
  /** Inflated by deflated bytes of all but pictures; looked at above `ratioFromBytes`. */
  readonly ratio: number
  readonly ratioFromBytes: number
  /** Elements inside each other, in XML; groups in RTF; values in JSON. */
  readonly depth: number
  /** Start and end tags of all XML parts together. */
  readonly tags: number
  /** Attributes of one element; some parsers compare each with each. */
  readonly attributes: number
  /** Width times height of an image. */
  readonly pixels: number
  /** Rounds in which a password is made a key: of one key; all keys of a document may have twenty times as many. */
  readonly keyRounds: number
}

const megabyte = 1024 * 1024

/** Wide enough for 1,429 of 1,435 usable real files (OOXML test corpora of thirteen projects). */
export const defaultGuardLimits: GuardLimits = {
  documentBytes: 32 * megabyte,
  parts: 2000,
  partBytes: 64 * megabyte,
  packageBytes: 256 * megabyte,
  ratio: 200,
  ratioFromBytes: 8 * megabyte,
  depth: 256,
  tags: 1_500_000,
  attributes: 1000,
  pixels: 150_000_000,
  keyRounds: 500_000,
}
