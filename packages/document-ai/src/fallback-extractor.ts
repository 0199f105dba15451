import { ChanceryError, type Finding, type TextExtractor } from '@chancery/core'

/** What answers while the service does not. */
export interface FallbackSettings {
  /** Reads what the first extractor cannot while its service is not there. */
  readonly fallback: TextExtractor
  /** Also where the quota is used up. Default false. */
  readonly onQuota?: boolean
}

/**
 * An extractor over a service, with another that answers while the service cannot be reached; its model carries the
 * warning `degraded` then, and its own name. Faults of the document or of the set-up stay errors.
 */
export const withFallback = (
  extractor: TextExtractor,
  { fallback, onQuota = false }: FallbackSettings,
): TextExtractor => ({
  id: extractor.id,
  types: extractor.types,
  async extract(document, request, options) {
    try {
      return await extractor.extract(document, request, options)
    } catch (error) {
      const warning = degraded(error, onQuota)
      if (warning === undefined || options.signal.aborted || !fallback.types.includes(document.type)) throw error
      const model = await fallback.extract(document, request, options)
      return { ...model, warnings: [warning, ...model.warnings] }
    }
  },
})

function degraded(error: unknown, onQuota: boolean): Finding | undefined {
  if (!ChanceryError.is(error) || error.code !== 'provider_unavailable') return undefined
  const isQuota = error.details['reason'] === 'quota'
  if (isQuota && !onQuota) return undefined
  return {
    code: 'degraded',
    severity: 'warning',
    message: `${error.message} The document was read without it.`,
    hint: 'Read it again later for the answer of the chosen provider.',
  }
}
