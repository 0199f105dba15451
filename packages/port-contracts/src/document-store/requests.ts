import { createHash } from 'node:crypto'
import { Content, type PutRequest } from '@chancery/core'
import { expect } from 'vitest'

/** Of a caller who never cancels. */
export const signal: AbortSignal = new AbortController().signal

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Larger than any buffer on the way, and not a multiple of one. */
export const large = new Uint8Array(5_000_011).map((_, index) => (index * 2_654_435_761) >>> 13)

/** Larger than what any store writes in one piece. */
export const largest = new Uint8Array(8 * 1024 * 1024 + 5).map((_, index) => (index * 2_654_435_761) >>> 15)

export const request = (path: string, content: string | Uint8Array, more: Partial<PutRequest> = {}): PutRequest => ({
  path,
  content: new Content([typeof content === 'string' ? utf8(content) : content]),
  contentType: 'text/plain',
  metadata: {},
  condition: 'absent',
  ...more,
})

export const problem = (code: string): unknown => expect.objectContaining({ name: 'ChanceryError', code })
