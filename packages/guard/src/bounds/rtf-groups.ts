import type { Finding } from '@chancery/core'
import type { GuardLimits } from '../guard-limits.ts'
import { corrupt, tooLarge } from '../refusal.ts'

const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d

/** Bytes at the end of a file, and how they end where nothing but the last brace is not there: with a group or a paragraph. */
const tail = 64
const wholeEnd = /(?:\}|\\(?:par|row|cell|sect|page))[\s\0]*$/

/**
 * Counts the groups of an RTF file that lie inside each other; binary data (`\binN`) is passed over (RTF 1.9.1).
 * @returns a finding where the outermost group alone has no end, behind a whole group or paragraph: some programs leave it out
 * @throws `document_corrupt` where the file ends elsewhere inside a group, `payload_too_large` above `limits.depth`.
 */
export function checkRtfGroups(bytes: Uint8Array, limits: GuardLimits): readonly Finding[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let depth = 0
  let at = 0
  for (; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === backslash) {
      const binary =
        bytes[at + 1] === 0x62 ? /^bin(\d{1,12})(?!\d) ?/.exec(buffer.toString('latin1', at + 1, at + 20)) : null
      at += binary === null ? 1 : binary[0].length + Number(binary[1])
    } else if (byte === openBrace) {
      if (++depth > limits.depth) throw tooLarge('levels of groups', limits.depth, depth)
    } else if (byte === closeBrace && --depth <= 0) return []
  }
  if (depth === 1 && at === bytes.length && wholeEnd.test(buffer.toString('latin1', Math.max(0, at - tail))))
    return [{ code: 'rtf_cut_off', severity: 'warning', message: 'The file has no end; its last part may be missing.' }]
  throw corrupt('The file ends before its groups do; it was probably cut off.')
}
