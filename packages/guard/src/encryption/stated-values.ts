import type { ChanceryError } from '@chancery/core'
import { corrupt } from '../refusal.ts'

/** More than any salt, key or checksum takes in base64. */
const longest = 4096

/** A whole number as a document states it. @throws `document_corrupt` where it is none */
export function statedNumber(text: string | undefined): number {
  if (text === undefined || !/^\d{1,10}$/.test(text)) throw damaged()
  return Number(text)
}

/** Bytes as a document states them in base64. @throws `document_corrupt` where there are none, or too many to be honest */
export function statedBytes(text = ''): Buffer {
  const bytes = text.length > longest ? Buffer.alloc(0) : Buffer.from(text, 'base64')
  if (bytes.length === 0) throw damaged()
  return bytes
}

export const damaged = (): ChanceryError => corrupt('The description of the encryption is damaged.')
