import { randomUUID } from 'node:crypto'

/** Versions of one millisecond that are told apart by their order. */
const mostOfMs = 36 ** 2

let last = 0
let count = 0

/** The name of a version: sorts by time, and within a millisecond by the order in which this process made them. */
export function newVersion(): string {
  const now = Date.now()
  count = now === last ? Math.min(count + 1, mostOfMs - 1) : 0
  last = now
  return now.toString(36) + count.toString(36).padStart(2, '0') + randomUUID().slice(-10)
}
