/**
 * Documents as texts that begin with their type (`docx:Dear {name}`), so that a test can read what was made.
 */
import { contentTypes, type DocumentType } from '../model/document-type.ts'

/** Monday, 2 March 2026, 09:00 UTC. */
export const now = Date.UTC(2026, 2, 2, 9)

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** 64 hexadecimal digits of all bytes: FNV-1a from eight beginnings. No SHA-256, which the core cannot tell. */
export const digestOf = (bytes: Uint8Array | readonly Uint8Array[]): string => {
  const pieces = bytes instanceof Uint8Array ? [bytes] : bytes
  return Array.from({ length: 8 }, (_, seed) => {
    let hash = 0x811c9dc5 ^ (seed * 0x9e3779b1)
    for (const piece of pieces) for (const byte of piece) hash = Math.imul(hash ^ byte, 0x01000193)
    return (hash >>> 0).toString(16).padStart(8, '0')
  }).join('')
}

/** The type that a text says of itself; what holds a zero byte is of none. */
export const typeOf = (bytes: Uint8Array): DocumentType => {
  const named = /^(\w+):/.exec(textOf(bytes))?.[1]
  if (named !== undefined && named in contentTypes) return named as DocumentType
  return bytes.includes(0) || bytes.length === 0 ? 'unknown' : 'text'
}

/** An inline document. */
export const inline = (text: string, more: object = {}) => ({ content: bytesOf(text), ...more })
