/** A text of which stretches are written anew, in their order; what stands between them is copied. */
export class Splice {
  private readonly text: string
  private readonly pieces: string[] = []
  private copied = 0

  constructor(text: string) {
    this.text = text
  }

  /** Offsets are UTF-16 units into the text; each stretch begins where the one before it ends, or later. */
  put(from: number, until: number, replacement: string): void {
    this.pieces.push(this.text.slice(this.copied, from), replacement)
    this.copied = until
  }

  toString(): string {
    return this.pieces.join('') + this.text.slice(this.copied)
  }
}
