/** As it is used here; the package has no types of its own. */
declare module 'html-to-text' {
  interface Selector {
    readonly selector: string
    readonly format?: string
    readonly options?: Readonly<Record<string, unknown>>
  }
  interface Element {
    readonly attribs: Readonly<Record<string, string | undefined>>
    readonly children: readonly Element[]
  }
  interface Builder {
    addInline(text: string): void
  }
  type Walk = (elements: readonly Element[], builder: Builder) => void
  interface Options {
    readonly wordwrap: number | false
    readonly limits: { readonly maxDepth: number }
    readonly formatters: Readonly<Record<string, (element: Element, walk: Walk, builder: Builder) => void>>
    readonly selectors: readonly Selector[]
  }
  export function compile(options: Options): (html: string) => string
}
