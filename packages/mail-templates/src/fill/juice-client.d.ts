/** The part of juice that fetches nothing, as it is used here; its types are of the whole alone. */
declare module 'juice/client' {
  interface Juice {
    /** @param options what is left of style sheets: all but the selectors that were written into elements */
    (html: string, options: { readonly removeStyleTags: false; readonly removeInlinedSelectors: true }): string
    /** Delimiters of tags that it leaves alone, by name. */
    readonly codeBlocks: Record<string, { start: string; end: string }>
    /** Pseudo-classes and pseudo-elements whose rules stay in the sheet, without colons. */
    readonly ignoredPseudos: string[]
  }
  const juice: Juice
  export default juice
}
