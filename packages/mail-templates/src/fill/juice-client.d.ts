/** The part of juice that fetches nothing, as it is used here; its types are of the whole alone. */
declare module 'juice/client' {
  interface Juice {
    (html: string): string
    /** Delimiters of tags that it leaves alone, by name. */
    readonly codeBlocks: Record<string, { start: string; end: string }>
  }
  const juice: Juice
  export default juice
}
