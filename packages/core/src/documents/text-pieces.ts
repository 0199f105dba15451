import { isLong, unitsOfStretch } from './text-stretches.ts'

/** Pieces with what stands around them; short ones are one piece together. */
export function* within(open: string, pieces: Iterable<string>, close: string): Generator<string> {
  let held = [open]
  let units = open.length
  for (const piece of pieces) {
    held.push(piece)
    units += piece.length
    if (units < unitsOfStretch) continue
    yield held.join('')
    held = []
    units = 0
  }
  held.push(close)
  yield held.join('')
}

/** Each piece as `change` has it, long ones cut wherever it comes: a change is one of single characters. */
export const changed = (pieces: Iterable<string>, change: (piece: string) => string): Iterable<string> =>
  Array.isArray(pieces) && pieces.every(isShort) ? pieces.map(change) : changedInTurn(pieces, change)

const isShort = (piece: string): boolean => !isLong(piece)

function* changedInTurn(pieces: Iterable<string>, change: (piece: string) => string): Generator<string> {
  for (const piece of pieces) {
    for (const slice of slicesOf(piece)) yield change(slice)
  }
}

/** A long text in slices, wherever it may be cut. */
export function* slicesOf(text: string): Generator<string> {
  const step = isLong(text) ? unitsOfStretch : Math.max(text.length, 1)
  for (let at = 0; at < text.length; at += step) yield text.slice(at, at + step)
}

/** Without the space at both ends, as `trim` leaves it; no piece is empty. */
export function* trimmed(pieces: Iterable<string>): Generator<string> {
  let hasBegun = false
  const spaces: string[] = []
  for (const piece of pieces) {
    const text = hasBegun ? piece : piece.trimStart()
    if (text === '') continue
    hasBegun = true
    const { length } = text.trimEnd()
    if (length > 0) {
      if (spaces.length > 0) yield* spaces.splice(0)
      yield text.slice(0, length)
    }
    if (length < text.length) spaces.push(text.slice(length))
  }
}
