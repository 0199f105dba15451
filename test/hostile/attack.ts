import type { ProblemCodeName } from '@chancery/core'

/** A document made to hang, crash, exhaust or mislead whoever reads it. */
export interface Attack {
  readonly name: string
  readonly bytes: Uint8Array
  readonly filename: string
  /** The code with which the guard must refuse it; absent: it may let it pass to a reader that can cope. */
  readonly expect?: ProblemCodeName
  /** Sent along, to those who take one. */
  readonly password?: string
}

export const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
