/**
 * The bytes of a document that was made, in pieces that follow one another: what a template and a filled document have in
 * common, such as pictures, is there once. Pieces may be views into the bytes of the template, and of what the data brought
 * along. Those must not be written to, or transferred, while a piece is still read; whoever keeps the document for longer
 * keeps `bytes`, or a copy.
 */
export class Content {
  readonly byteLength: number
  readonly chunks: readonly Uint8Array[]
  #bytes: Uint8Array | undefined

  constructor(chunks: readonly Uint8Array[]) {
    this.chunks = chunks
    this.byteLength = chunks.reduce((sum, { length }) => sum + length, 0)
    if (chunks.length === 1) this.#bytes = chunks[0]
  }

  /** All pieces in one, joined when they are first asked for. */
  get bytes(): Uint8Array {
    if (this.#bytes !== undefined) return this.#bytes
    const bytes = new Uint8Array(this.byteLength)
    let at = 0
    for (const chunk of this.chunks) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    return (this.#bytes = bytes)
  }
}
