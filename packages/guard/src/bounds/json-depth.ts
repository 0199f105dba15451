import type { GuardLimits } from '../guard-limits.ts'
import { tooLarge } from '../refusal.ts'

const quote = 0x22
const backslash = 0x5c

/** Bounds how deep arrays and objects lie inside each other, in one pass. @throws `payload_too_large` */
export function checkJsonDepth(bytes: Uint8Array, charset: string, limits: GuardLimits): void {
  // The signs of JSON are ASCII; in UTF-16 each stands in the unit of its own.
  const units = charset.startsWith('utf-16') ? asUnits(bytes, charset) : bytes
  let depth = 0
  let isInString = false
  for (let at = 0; at < units.length; at++) {
    const unit = units[at]
    if (unit === quote) isInString = !isInString
    else if (isInString) {
      if (unit === backslash) at++
    } else if (unit === 0x5b || unit === 0x7b) {
      if (++depth > limits.depth) throw tooLarge('levels of JSON values', limits.depth, depth)
    } else if (unit === 0x5d || unit === 0x7d) depth--
  }
}

function asUnits(bytes: Uint8Array, charset: string): Uint8Array {
  return new TextEncoder().encode(new TextDecoder(charset).decode(bytes))
}
