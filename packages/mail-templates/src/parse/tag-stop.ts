/** Why a tag cannot be read; thrown where it is met, and told with the place of the whole tag. */
export class TagStop extends Error {
  readonly code: string
  readonly hint: string

  constructor(code: string, message: string, hint: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}
