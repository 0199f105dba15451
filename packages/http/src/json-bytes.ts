import { nextTurn } from '@chancery/core'
import { pieceUnits } from './long-parts.ts'

/** Values, and bytes, that are counted before others have their turn: some ms of work. */
const valuesOfTurn = 20_000
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
    const item = inJson(frame.items[frame.next++])
    if (typeof item === 'string') bytes += bytesOfText(item, most - bytes)
    else if (typeof item !== 'object' || item === null) bytes += bytesOfScalar(item)
    else {
      const keys = Array.isArray(item) ? [] : keysOf(item)
      const items: readonly unknown[] = Array.isArray(item) ? item : keys.map((key) => item[key as keyof typeof item])
      bytes += 2 + Math.max(0, items.length - 1)
      for (const key of keys) bytes += bytesOfText(key, most) + 1
      frames.push({ items, next: 0 })
    }
    if (++values % valuesOfTurn === 0 || bytes > turnAt) {
      turnAt = bytes + bytesOfTurn
      await nextTurn()
    }
  }
  return bytes
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

/** With its quotes; in pieces, as it is written. */
function bytesOfText(text: string, most: number): number {
  let bytes = 2
  for (let at = 0; at < text.length && bytes <= most; at += pieceUnits) {
    const piece = text.length <= pieceUnits ? text : text.slice(at, at + pieceUnits)
    bytes += special.test(piece) ? Buffer.byteLength(JSON.stringify(piece)) - 2 : Buffer.byteLength(piece)
  }
  return bytes
}
