/** A value that cannot be put in, said so that the caller can mend it; never with the value itself. */
export class RichFault extends Error {
  readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.hint = hint
  }
}
