import { contentName, type PartialContent } from './partial-content.ts'
import { type SourceField, sourceField } from './source-field.ts'

/** How deep a partial may stand in itself. */
const maxRecursion = 10
/** UTF-16 units of all partials of a template, each counted as often as it is put in. */
const maxLength = 2_000_000

/** What a name stands for: a field of its own, or a piece of one. */
export type PartialSource = SourceField | PartialContent

/** What a partial was called with, and what the one around it was. */
interface Content {
  readonly source: PartialContent
  readonly outer: Content | undefined
}

/** The partials of a template while it is read: each is put in where its tag stands. */
export class SourcePartials {
  readonly #fields: ReadonlyMap<string, SourceField>
  /** Those that the fields around name themselves, innermost last. */
  readonly #inline: ReadonlyMap<string, PartialContent>[] = []
  readonly #around: string[] = []
  #content: Content | undefined
  #left = maxLength

  constructor(partials: Readonly<Record<string, string>> = {}) {
    this.#fields = new Map(
      Object.entries(partials).map(([name, source]) => [name, sourceField(`partials/${name}`, source)]),
    )
  }

  get names(): readonly string[] {
    return [...this.#fields.keys(), ...this.#inline.flatMap((each) => [...each.keys()])]
  }

  /** What `read` makes of a field that has such partials of its own. */
  naming<T>(inline: ReadonlyMap<string, PartialContent>, read: () => T): T {
    this.#inline.push(inline)
    const made = read()
    this.#inline.pop()
    return made
  }

  /**
   * What `read` makes of a partial; `unknown` where there is none of that name, `deeper` where it stands in itself too
   * often, `too-long` where all that was put in is more than a template may have.
   * @param content what it is called with, for `{{> @partial-block}}`
   */
  within<T>(
    name: string,
    read: (source: PartialSource) => T,
    content?: PartialContent,
  ): T | 'unknown' | 'deeper' | 'too-long' {
    const source = this.#named(name)
    if (source === undefined) return 'unknown'
    if (this.#around.filter((each) => each === name).length >= maxRecursion || this.#around.length >= 32)
      return 'deeper'
    this.#left -= ('start' in source ? source.end - source.start : source.source.length) + 1
    if (this.#left < 0) return 'too-long'
    this.#around.push(name)
    const before = this.#content
    if (name === contentName) this.#content = before?.outer
    else if (content !== undefined) this.#content = { source: content, outer: before }
    const made = read(source)
    this.#content = before
    this.#around.pop()
    return made
  }

  #named(name: string): PartialSource | undefined {
    if (name === contentName) return this.#content?.source
    return this.#inline.findLast((each) => each.has(name))?.get(name) ?? this.#fields.get(name)
  }
}
