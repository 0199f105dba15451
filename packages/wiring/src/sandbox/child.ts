/** The entry of the child processes: everything that takes a document apart runs here, and nothing else. */
import { ChanceryError, type DocumentTemplates, type FilledTemplate, type FillRequest } from '@chancery/core'
import type { OcrEngine } from '@chancery/reading'
import { createDocumentGuard } from '@chancery/safety'
import { failureOf, type JobTools, type Outcome, serveJobs } from '@chancery/safety/sandbox'
import type { embeddedExtractor } from './embedded-extractor.ts'
import type { JobPayloads, ReadingSettings, RecognizePayload, SentFilledTemplate, SentFillRequest } from './jobs.ts'
import { type SentModel, sentModel } from './sent-model.ts'
import { warmUp } from './warm-up.ts'

/** For the life of the child, since they keep what they have compiled; by the limit of documents, of which a service has one. */
const made = new Map<number, Promise<DocumentTemplates>>()
function templates({ documentBytes }: ReadingSettings): Promise<DocumentTemplates> {
  const known = made.get(documentBytes)
  if (known !== undefined) return known
  // What values bring in is vetted here: this process is the one in which it can do no harm.
  const guard = createDocumentGuard({ limits: { documentBytes } })
  const making = import('@chancery/word').then(({ createWordTemplates }) => createWordTemplates({ guard }))
  made.set(documentBytes, making)
  return making
}

/** Asked for anew, a module that is there takes as long as a small document. */
let reading: Promise<typeof embeddedExtractor> | undefined
const extractorMaker = (): Promise<typeof embeddedExtractor> =>
  (reading ??= import('./embedded-extractor.ts').then((module) => module.embeddedExtractor))

const received = ({ opens, ...request }: SentFillRequest, call: JobTools['call']): FillRequest =>
  opens ? { ...request, open: (source) => call('open', source) } : request

/** A message holds what content consists of, and not what it can do. */
const sent = ({ content, ...filled }: FilledTemplate): SentFilledTemplate => ({
  ...filled,
  content: { chunks: content.chunks },
})

serveJobs(
  {
    vet: ({ bytes, options, settings }: JobPayloads['vet'], { signal }) =>
      createDocumentGuard({ limits: { documentBytes: settings.documentBytes } }).vet(bytes, { ...options, signal }),

    async extract(
      { document, request, settings, ocr }: JobPayloads['extract'],
      { signal, call }: JobTools,
    ): Promise<SentModel> {
      const createExtractor = await extractorMaker()
      // Which languages there are is the parent's to know, and asked of nobody here.
      const engine: OcrEngine = {
        id: 'parent',
        languages: [],
        recognize: (picture, { languages, doubtMs }) => {
          const wanted = { languages, ...(doubtMs === undefined ? {} : { doubtMs }) }
          return call('recognize', { picture, ...wanted } satisfies RecognizePayload)
        },
      }
      return sentModel(await createExtractor(settings, ocr ? engine : undefined).extract(document, request, { signal }))
    },

    async cutPdf({ bytes, request }: JobPayloads['cutPdf'], { signal }: JobTools) {
      const { cutPdf } = await import('@chancery/document-ai')
      return await cutPdf(bytes, request, { signal })
    },

    fill: async ({ template, request, settings }: JobPayloads['fill'], { signal, call }: JobTools) =>
      sent(await (await templates(settings)).fill(template, received(request, call), { signal })),

    async fillMany(
      { template, requests, settings }: JobPayloads['fillMany'],
      { signal, call }: JobTools,
    ): Promise<Outcome[]> {
      const own = requests.map((request) => received(request, call))
      const filled = await (await templates(settings)).fillMany(template, own, { signal })
      return filled.map((each) => (ChanceryError.is(each) ? failureOf(each) : { ok: true, value: sent(each) }))
    },

    merge: async ({ documents, settings }: JobPayloads['merge'], { signal }) =>
      (await templates(settings)).merge(documents, { signal }),

    inspect: async ({ template, request, settings }: JobPayloads['inspect'], { signal }) =>
      (await templates(settings)).inspect(template, request, { signal }),

    async identify({ request, settings }: JobPayloads['identify'], { signal }) {
      const { createRuleIdentifier } = await import('@chancery/identification')
      return await createRuleIdentifier(settings).identify(request, { signal })
    },

    induce: async ({ samples, request, settings }: JobPayloads['induce'], { signal, call }: JobTools) =>
      (await templates(settings)).induce(
        samples,
        { ...request, identify: (text) => call('identify', text) },
        { signal },
      ),
  },
  warmUp,
)
