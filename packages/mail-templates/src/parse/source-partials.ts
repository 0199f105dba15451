import { type SourceField, sourceField } from './source-field.ts'

/** How deep a partial may stand in itself. */
const maxRecursion = 10
/** UTF-16 units of all partials of a template, each counted as often as it is put in. */
const maxLength = 2_000_000

/** The partials of a template while it is read: each is put in where its tag stands. */
export class SourcePartials {
  readonly #fields: ReadonlyMap<string, SourceField>
  readonly #around: string[] = []
  #left = maxLength

  constructor(partials: Readonly<Record<string, string>> = {}) {
    this.#fields = new Map(
      Object.entries(partials).map(([name, source]) => [name, sourceField(`partials/${name}`, source)]),
    )
  }

  get names(): readonly string[] {
    return [...this.#fields.keys()]
  }

  /**
   * What `read` makes of a partial; `unknown` where there is none of that name, `deeper` where it stands in itself too
   * often, `too-long` where all that was put in is more than a template may have.
   */
  within<T>(name: string, read: (field: SourceField) => T): T | 'unknown' | 'deeper' | 'too-long' {
    const field = this.#fields.get(name)
    if (field === undefined) return 'unknown'
    if (this.#around.filter((each) => each === name).length >= maxRecursion || this.#around.length >= 32)
      return 'deeper'
    this.#left -= field.source.length + 1
    if (this.#left < 0) return 'too-long'
    this.#around.push(name)
    const made = read(field)
    this.#around.pop()
    return made
  }
}
