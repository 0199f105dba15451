/** What an answer may still have. A view is written no further than that: its rest could only be refused. */
export class AnswerRoom {
  private left: number
  private readonly refusal: () => Error

  /**
   * @param units UTF-16 units, each of which is a byte at least
   * @param refusal what is thrown once there are more
   */
  constructor(units: number, refusal: () => Error) {
    this.left = units
    this.refusal = refusal
  }

  /** @throws what it was made with */
  take(units: number): void {
    this.left -= units
    if (this.left < 0) throw this.refusal()
  }

  /** The same pieces, each taken room for. */
  *holding(pieces: Iterable<string>): Generator<string> {
    for (const piece of pieces) {
      this.take(piece.length)
      yield piece
    }
  }
}
