import type { ValueStep } from '../compile/program.ts'
import { escaped, inMailAddress } from './escape.ts'
import { isSettled, type Stretch, withSafeSchemes } from './url-scheme.ts'

type Value = ValueStep['node']

/** The values in the addresses of one field: each is escaped for its place, and then all are looked at as they have become. */
export class AddressValues {
  readonly #unsafe: Value[] = []
  readonly #stretches: (Stretch & { readonly node: Value })[] = []
  /** Whether what is around a value may make another address of it. */
  #mayChange = false

  /** A value as it is written at that offset of the filled field. */
  written({ node, context, beginsAttribute }: ValueStep, value: string, at: number): string {
    const { text, safe } = escaped(context, value)
    if (!safe) this.#unsafe.push(node)
    const isLeading = context.kind === 'url-start' || context.kind === 'url-scheme'
    if (text !== '' && (isLeading || context.kind === 'url-rest')) {
      this.#mayChange ||= isLeading && !(beginsAttribute && isSettled(text))
      this.#stretches.push({
        start: at,
        end: at + text.length,
        isLeading,
        asMail: () => inMailAddress(context, value),
        node,
      })
    }
    return text
  }

  /** The filled field without what its values made unsafe together, and all values that were. */
  checked(filled: string): { readonly text: string; readonly unsafe: readonly Value[] } {
    if (!this.#mayChange) return { text: filled, unsafe: this.#unsafe }
    const { html, unsafe } = withSafeSchemes(filled, this.#stretches)
    return { text: html, unsafe: [...this.#unsafe, ...unsafe.map(({ node }) => node)] }
  }
}
