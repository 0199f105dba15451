import { ChanceryError, type JsonSchema, type Translations } from '@chancery/core'

/** What formatters write with. */
export interface FormatContext {
  /** BCP 47. */
  readonly locale: string
  /** IANA name. */
  readonly timeZone: string
  /** ISO 4217. */
  readonly currency: string
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Texts in other languages, by language tag and key: what `t` writes. */
  readonly translations?: Translations
}

export interface FormatterArgument {
  readonly name: string
  readonly kind: 'text' | 'number' | 'any'
  readonly optional?: true
  /** A value that is right, for sample data where a template reads the argument from the data. */
  readonly sample: string | number
  /** What is wrong with a value, if anything: one sentence. */
  fault?(value: string | number): string | undefined
  /** What is hardly meant by a value that would do: told of what a template writes out, never of data. */
  doubt?(value: string | number): string | undefined
  /** What was meant by a value that is wrong or in doubt, where that is known. */
  meant?(value: string | number): string | undefined
}

/** One formatter, as the validator and the documentation list it. */
export interface Formatter {
  readonly name: string
  readonly summary: string
  readonly example: string
  /** What it takes: a value of another kind is a fault. */
  readonly takes: 'text' | 'number' | 'date' | 'list' | 'any'
  /** What it gives, for the formatter after it. */
  readonly gives: 'text' | 'number' | 'date' | 'list' | 'rich' | 'any'
  readonly args: readonly FormatterArgument[]
  /** JSON Schema of what it takes. */
  readonly schema: JsonSchema
  /** The same where arguments that the template writes out decide on it. */
  schemaFor?(args: readonly unknown[]): JsonSchema
  /** What is wrong with arguments together, as far as a template writes them out; `undefined` for those of the data. */
  argsFault?(args: readonly unknown[]): string | undefined
  /** How often it goes over what it takes, where that is more than once; see `Steps.work`. */
  readonly weight?: number
  /** Whether an empty text is missing, as null is; where it takes numbers or dates it is. */
  readonly wantsContent?: boolean
  /** It is also called where the value is missing. */
  readonly fillsMissing?: true
  /** @throws {FormatterFault} */
  format(value: unknown, args: readonly (string | number)[], context: FormatContext): unknown
}

/** A value or argument that the formatter cannot work with. */
export class FormatterFault extends Error {
  readonly code: 'wrong_kind' | 'wrong_argument'
  readonly hint: string | undefined
  constructor(code: 'wrong_kind' | 'wrong_argument', message: string, hint?: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}

/** Longest text that one formatter makes, in UTF-16 units. */
export const maxText = 20_000_000

/** What a formatter would have to do is too much. */
export const tooLarge = (formatter: string, what: string, limit: number, actual: number): ChanceryError =>
  new ChanceryError('payload_too_large', `"${formatter}" has too much to do.`, { details: { what, limit, actual } })

/** A whole number within bounds. */
export const wholeNumber =
  (least: number, most: number) =>
  (value: string | number): string | undefined =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
      ? undefined
      : `Must be a whole number from ${least} to ${most}.`
