import { hasLongPart, pieceItems, pieceUnits } from './long-parts.ts'

/** JSON of a value, as `JSON.stringify` would have it, in pieces: of each long array some items at a time, of each long text some units. */
export function* jsonPieces(value: unknown, depth = 0): Generator<string> {
  if (!hasLongPart(value, depth)) yield JSON.stringify(value) ?? 'null'
  else if (typeof value === 'string') yield* piecesOfText(value)
  else if (Array.isArray(value)) yield* piecesOfArray(value, depth)
  else yield* piecesOfObject(value as object, depth)
}

/** A pair of surrogates that is parted comes as two escapes, which mean the same. */
function* piecesOfText(text: string): Generator<string> {
  yield '"'
  for (let at = 0; at < text.length; at += pieceUnits)
    yield JSON.stringify(text.slice(at, at + pieceUnits)).slice(1, -1)
  yield '"'
}

function* piecesOfArray(items: readonly unknown[], depth: number): Generator<string> {
  yield '['
  if (items.length > pieceItems) {
    for (let at = 0; at < items.length; at += pieceItems) {
      yield `${at === 0 ? '' : ','}${JSON.stringify(items.slice(at, at + pieceItems)).slice(1, -1)}`
    }
  } else {
    for (const [index, item] of items.entries()) {
      if (index > 0) yield ','
      yield* jsonPieces(item, depth + 1)
    }
  }
  yield ']'
}

function* piecesOfObject(value: object, depth: number): Generator<string> {
  let before = '{'
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue
    yield `${before}${JSON.stringify(key)}:`
    before = ','
    yield* jsonPieces(item, depth + 1)
  }
  yield before === '{' ? '{}' : '}'
}
