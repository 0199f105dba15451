import type { TextExtractor } from '@chancery/core'
import { createDocumentAiExtractor, withFallback } from '@chancery/document-ai'
import { type JobRunner, sandboxedCutter } from '@chancery/sandbox'
import type { Configuration } from '../settings/configuration.ts'

/** The reader over Document AI that the configuration asks for, with the embedded one behind it if so. */
export function documentAiExtractor(
  configuration: Configuration,
  jobs: JobRunner,
  embedded: () => TextExtractor,
): TextExtractor {
  const {
    CHANCERY_DOCUMENT_AI_PROJECT: projectId = '',
    CHANCERY_DOCUMENT_AI_LOCATION: location,
    CHANCERY_DOCUMENT_AI_PROCESSOR: processorId = '',
    CHANCERY_DOCUMENT_AI_ENDPOINT: apiEndpoint,
    CHANCERY_DOCUMENT_AI_KIND: processorKind,
    CHANCERY_DOCUMENT_AI_TRANSPORT: transport,
    CHANCERY_DOCUMENT_AI_BUCKET: bucket,
    CHANCERY_DOCUMENT_AI_FALLBACK: fallback,
    CHANCERY_GCS_ENDPOINT: storageEndpoint,
  } = configuration
  const extractor = createDocumentAiExtractor({
    projectId,
    location,
    processorId,
    transport,
    maxPages: Math.min(configuration.CHANCERY_DOCUMENT_AI_MAX_PAGES, configuration.CHANCERY_MAX_PAGES),
    pagesPerCall: configuration.CHANCERY_DOCUMENT_AI_PAGES_PER_CALL,
    // The caller's deadline ends it earlier; a batch has no other end.
    timeoutMs: configuration.CHANCERY_DEADLINE_MS,
    cutPdf: sandboxedCutter(jobs, configuration.CHANCERY_DEADLINE_MS),
    ...(apiEndpoint === undefined ? {} : { apiEndpoint }),
    ...(processorKind === undefined ? {} : { processorKind }),
    ...(bucket === undefined
      ? {}
      : { batch: { bucket, ...(storageEndpoint === undefined ? {} : { apiEndpoint: storageEndpoint }) } }),
  })
  return fallback === 'off'
    ? extractor
    : withFallback(extractor, { fallback: embedded(), onQuota: fallback === 'embedded-and-quota' })
}
