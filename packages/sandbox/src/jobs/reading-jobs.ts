import type { DocumentModel, Identification, Progress } from '@chancery/core'
import type { CutPdf } from '@chancery/document-ai'
import type { OcrEngine } from '@chancery/reading'
import { createDocumentGuard } from '@chancery/guard'
import { searchedParts } from '@chancery/identification/searched-parts'
import type { JobTools } from '../child/serve-jobs.ts'
import { type PackedModel, packedModel } from '../messages/packed-tables.ts'
import type { JobPayloads, RecognizePayload, Vetted } from './payloads.ts'

/** Documents: vetted, read, cut, and searched for facts. */
export const readingJobs = {
  async vet({ bytes, options, settings }: JobPayloads['vet'], { signal }: JobTools): Promise<Vetted> {
    const guard = createDocumentGuard({ limits: { documentBytes: settings.documentBytes } })
    const { bytes: mended, ...document } = await guard.vet(bytes, { ...options, signal })
    return mended === bytes ? { document } : { document, mended }
  },

  async extract(
    { document, request, settings, ocr, mammoth, progress }: JobPayloads['extract'],
    { signal, call }: JobTools,
  ): Promise<PackedModel> {
    const { embeddedExtractor, mammothExtractor } = await import('./embedded-extractor.ts')
    if (mammoth !== undefined) {
      return packedModel(await mammothExtractor(settings, mammoth).extract(document, request, { signal }))
    }
    const engine: OcrEngine = {
      id: 'service',
      recognize: (picture, { languages, doubtMs }) => {
        const wanted = { languages, ...(doubtMs === undefined ? {} : { doubtMs }) }
        return call('recognize', { picture, ...wanted } satisfies RecognizePayload)
      },
    }
    // It is only told: the pages do not wait for it.
    const work = { progress: (now: Progress) => void call('progress', now).catch(() => undefined) }
    const options = progress ? { signal, work } : { signal }
    const model = await embeddedExtractor(settings, ocr ? engine : undefined).extract(document, request, options)
    return packedModel(request.searched ? searchedModel(model) : model)
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

/** What is searched for facts, and nothing else crosses to the service and from it: the cells of a large table are most of a model. */
const searchedModel = (model: DocumentModel): DocumentModel => ({
  ...model,
  ...searchedParts(model),
  blocks: [],
  images: [],
  notes: [],
  formulas: [],
  links: [],
  outline: [],
  revisions: [],
  attachments: [],
  entities: [],
})
