/** JSON with the keys of every object in order: the same content gives the same text. */
export function sortedJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`
  const parts: string[] = []
  for (const key of Object.keys(value).sort()) {
    const item: unknown = value[key as keyof typeof value]
    if (item !== undefined) parts.push(`${JSON.stringify(key)}:${sortedJson(item)}`)
  }
  return `{${parts.join(',')}}`
}

/** UTF-16 units of one piece: some ms of work. */
const unitsOfPiece = 256 * 1024

/**
 * JSON with the keys of all objects in order, as `sortedJson` writes it, in pieces: a text of megabytes takes longer to be
 * written than others should wait.
 */
export function* sortedJsonPieces(value: unknown): Generator<string> {
  let gathered = ''
  for (const token of tokensOf(value)) {
    gathered += token
    if (gathered.length < unitsOfPiece) continue
    yield gathered
    gathered = ''
  }
  yield gathered
}

function* tokensOf(value: unknown): Generator<string> {
  if (typeof value === 'string' && value.length > unitsOfPiece) {
    yield '"'
    for (const part of wellCut(value)) yield JSON.stringify(part).slice(1, -1)
    yield '"'
  } else if (typeof value !== 'object' || value === null) {
    yield JSON.stringify(value) ?? 'null'
  } else if (Array.isArray(value)) {
    yield '['
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ','
      yield* tokensOf(item)
    }
    yield ']'
  } else {
    const known = Object.entries(value).filter(([, item]) => item !== undefined)
    yield '{'
    for (const [index, [key, item]] of known.sort(([one], [other]) => (one < other ? -1 : 1)).entries()) {
      yield `${index > 0 ? ',' : ''}${JSON.stringify(key)}:`
      yield* tokensOf(item)
    }
    yield '}'
  }
}

/** The parts of a long text, none of which begins within a pair of units. */
function* wellCut(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const cut = start + unitsOfPiece
    const end = isLowHalf(text.charCodeAt(cut)) ? cut + 1 : cut
    yield text.slice(start, end)
    start = end
  }
}

const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
