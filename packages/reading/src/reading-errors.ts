import { ChanceryError } from '@chancery/core'

/** @param what the bound, in words: "pages", "cells" */
export const beyondLimit = (what: string, limit: number, actual?: number): ChanceryError =>
  new ChanceryError('payload_too_large', `The document goes beyond a limit: ${what}.`, {
    details: { what, limit, ...(actual === undefined ? {} : { actual }) },
  })

export const corruptDocument = (message: string, cause?: unknown): ChanceryError =>
  new ChanceryError('document_corrupt', message, cause === undefined ? {} : { cause })
