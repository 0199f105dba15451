import { createHash } from 'node:crypto'
import { Content, type PutRequest } from '@chancery/core'
import { expect } from 'vitest'

/** Of a caller who never cancels. */
export const signal: AbortSignal = new AbortController().signal

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Like no shift of itself, so that pieces in a wrong order are seen. */
const mixed = new Uint8Array(8 * 1024 * 1024 + 5).map((_, index) => (index * 2_654_435_761) >>> 15)

/** The large documents of the cases. @param inPieces whether they are as large as what a store takes to pieces */
export const largeDocuments = (inPieces: boolean) => ({
  /** Larger than any buffer on the way, and not a multiple of one. */
  large: mixed.subarray(0, inPieces ? 5_000_011 : 350_011),
  /** Larger than what any store writes in one piece. */
  largest: mixed.subarray(0, inPieces ? mixed.length : 380_011),
})

export const request = (path: string, content: string | Uint8Array, more: Partial<PutRequest> = {}): PutRequest => ({
  path,
  content: new Content([typeof content === 'string' ? utf8(content) : content]),
  contentType: 'text/plain',
  metadata: {},
  condition: 'absent',
  ...more,
})

export const problem = (code: string): unknown => expect.objectContaining({ name: 'ChanceryError', code })
