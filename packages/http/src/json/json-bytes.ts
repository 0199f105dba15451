import { nextTurn } from '@chancery/core'
import { pieceUnits } from './long-parts.ts'

/** Values, and bytes, that are counted before others have their turn: some ms of work. */
const valuesOfTurn = 4000
const bytesOfTurn = 4 * 1024 * 1024

interface Frame {
  readonly items: readonly unknown[]
  next: number
}

/**
 * Bytes that a value takes as JSON in UTF-8, without writing it. Counting ends as soon as there are more than `most`; then
 * it is some number above that.
 */
export async function jsonBytes(value: unknown, most: number): Promise<number> {
  const frames: Frame[] = [{ items: [value], next: 0 }]
  let bytes = 0
  let values = 0
  let turnAt = bytesOfTurn
  for (let frame = frames.at(-1); frame !== undefined && bytes <= most; frame = frames.at(-1)) {
    if (frame.next >= frame.items.length) {
      frames.pop()
      continue
    }
    const item = frame.items[frame.next++]
    const small = bytesOfSmall(item, smallDepth)
    if (small !== undefined) bytes += small
    else {
      const written = inJson(item)
      if (typeof written === 'string') {
        bytes += written.length > pieceUnits ? await bytesOfLongText(written, most - bytes) : bytesOfText(written)
      } else if (typeof written !== 'object' || written === null) bytes += bytesOfScalar(written)
      else {
        const keys = Array.isArray(written) ? [] : keysOf(written)
        const items: readonly unknown[] = Array.isArray(written)
          ? written
          : keys.map((key) => written[key as keyof typeof written])
        bytes += 2 + Math.max(0, items.length - 1)
        for (const key of keys) bytes += bytesOfText(key) + 1
        frames.push({ items, next: 0 })
      }
    }
    if (++values % valuesOfTurn === 0 || bytes > turnAt) {
      turnAt = bytes + bytesOfTurn
      await nextTurn()
    }
  }
  return bytes
}

/** Levels of what is counted in one go, and items of each: the cell of a table has two, and some ten. */
const [smallDepth, smallItems, smallUnits] = [2, 20, 1000] as const

/** What is small, and there are very many of them; `undefined` for all that is not. Nothing is made on the way. */
function bytesOfSmall(value: unknown, depth: number): number | undefined {
  switch (typeof value) {
    case 'string':
      return value.length > smallUnits || special.test(value) ? undefined : 2 + Buffer.byteLength(value)
    case 'number':
      return Number.isFinite(value) ? `${value}`.length : 4
    case 'boolean':
      return value ? 4 : 5
    case 'object':
      break
    default:
      return undefined
  }
  if (value === null) return 4
  if (depth === 0 || Object.getPrototypeOf(value) !== Object.prototype || 'toJSON' in value) return undefined
  let bytes = 1
  let items = 0
  for (const key in value) {
    const item = (value as Record<string, unknown>)[key]
    if (item === undefined) continue
    const [ofKey, ofItem] = [bytesOfSmall(key, 0), bytesOfSmall(item, depth - 1)]
    if (++items > smallItems || ofKey === undefined || ofItem === undefined) return undefined
    // The colon, and a comma or the last brace.
    bytes += ofKey + ofItem + 2
  }
  return Math.max(2, bytes)
}

/** What is written in place of an object that says so itself: dates, buffers. */
const inJson = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
    ? (value.toJSON() as unknown)
    : value

/** Of what is written; anything else has no JSON. */
const keysOf = (object: object): readonly string[] =>
  Object.entries(object).flatMap(([key, item]) =>
    item === undefined || typeof item === 'function' || typeof item === 'symbol' ? [] : [key],
  )

/** As `null` what has no JSON, which only lists keep. */
const bytesOfScalar = (value: unknown): number => (JSON.stringify(value) ?? 'null').length

// What is not written as it is, and halves of characters, that count otherwise.
const special = /[\u0000-\u001f"\\\ud800-\udfff]/ // oxlint-disable-line no-control-regex

/** With its quotes. */
const bytesOfText = (text: string): number =>
  special.test(text) ? Buffer.byteLength(JSON.stringify(text)) : 2 + Buffer.byteLength(text)

/** In pieces, as it is written; after some of them, others have their turn. */
async function bytesOfLongText(text: string, most: number): Promise<number> {
  let bytes = 2
  let turnAt = bytesOfTurn
  for (let at = 0; at < text.length && bytes <= most; at += pieceUnits) {
    bytes += bytesOfText(text.slice(at, at + pieceUnits)) - 2
    if (bytes < turnAt) continue
    turnAt = bytes + bytesOfTurn
    await nextTurn()
  }
  return bytes
}
