import { ChanceryError, type FilledTemplate, type FillRequest, type VettedDocument } from '@chancery/core'
import type { TemplateCache } from '../compile/template-cache.ts'
import type { Opening } from '../rich/open-source.ts'
import { fillSheets } from './fill-sheets.ts'

/** Fills a template once for each request; one that fails has its error in its place. See the port. */
export async function fillMany(
  document: VettedDocument,
  requests: readonly (FillRequest & Opening)[],
  cache: TemplateCache,
  signal: AbortSignal,
): Promise<readonly (FilledTemplate | ChanceryError)[]> {
  const outcomes: (FilledTemplate | ChanceryError)[] = []
  for (const request of requests) {
    try {
      outcomes.push(await fillSheets(document, request, cache, signal))
    } catch (error) {
      if (signal.aborted || !ChanceryError.is(error)) throw error
      outcomes.push(error)
    }
  }
  return outcomes
}
