import type { DocumentModel, Identification, Progress, VettedDocument } from '@chancery/core'
import type { CutPdf } from '@chancery/document-ai'
import type { OcrEngine } from '@chancery/reading'
import { createDocumentGuard } from '@chancery/guard'
import type { JobTools } from '../child/serve-jobs.ts'
import type { JobPayloads, RecognizePayload } from './payloads.ts'

/** Documents: vetted, read, cut, and searched for facts. */
export const readingJobs = {
  vet: ({ bytes, options, settings }: JobPayloads['vet'], { signal }: JobTools): Promise<VettedDocument> =>
    createDocumentGuard({ limits: { documentBytes: settings.documentBytes } }).vet(bytes, { ...options, signal }),

  async extract(
    { document, request, settings, ocr, mammoth, progress }: JobPayloads['extract'],
    { signal, call }: JobTools,
  ): Promise<DocumentModel> {
    const { embeddedExtractor, mammothExtractor } = await import('./embedded-extractor.ts')
    if (mammoth !== undefined) return await mammothExtractor(settings, mammoth).extract(document, request, { signal })
    // Which languages there are is for the service to know.
    const engine: OcrEngine = {
      id: 'service',
      languages: [],
      recognize: (picture, { languages, doubtMs }) => {
        const wanted = { languages, ...(doubtMs === undefined ? {} : { doubtMs }) }
        return call('recognize', { picture, ...wanted } satisfies RecognizePayload)
      },
    }
    // It is only told: the pages do not wait for it.
    const work = { progress: (now: Progress) => void call('progress', now).catch(() => undefined) }
    const options = progress ? { signal, work } : { signal }
    return await embeddedExtractor(settings, ocr ? engine : undefined).extract(document, request, options)
  },

  async cutPdf({ bytes, request }: JobPayloads['cutPdf'], { signal }: JobTools): Promise<CutPdf> {
    const { cutPdf } = await import('@chancery/document-ai')
    return await cutPdf(bytes, request, { signal })
  },

  async identify({ request, settings }: JobPayloads['identify'], { signal }: JobTools): Promise<Identification> {
    const { createRuleIdentifier } = await import('@chancery/identification')
    return await createRuleIdentifier(settings).identify(request, { signal })
  },
}
