import {
  ChanceryError,
  type DocumentTemplateReport,
  type DocumentTemplates,
  type FillRequest,
  type InducedTemplate,
} from '@chancery/core'
import { createDocumentGuard, rememberingGuard } from '@chancery/guard'
import type { JobTools } from '../child/serve-jobs.ts'
import { inducedWith } from './facts.ts'
import { sentFilled } from './filled-pieces.ts'
import { templateOf } from './kept-templates.ts'
import type { Induced, JobPayloads, ReadingSettings, SentFilled, SentFillRequest } from './payloads.ts'

/** For the life of the process, since they keep what they have compiled; by the limit of documents, of which a service has one. */
const made = new Map<number, Promise<DocumentTemplates>>()
function templates({ documentBytes }: ReadingSettings): Promise<DocumentTemplates> {
  const known = made.get(documentBytes)
  if (known !== undefined) return known
  // What values bring in is vetted here: this process is the one in which it can do no harm.
  const guard = rememberingGuard(createDocumentGuard({ limits: { documentBytes } }))
  const making = import('@chancery/word').then(({ createWordTemplates }) => createWordTemplates({ guard }))
  made.set(documentBytes, making)
  return making
}

const received = ({ opens, ...request }: SentFillRequest, call: JobTools['call']): FillRequest =>
  opens ? { ...request, open: (source) => call('open', source) } : request

/** Word templates. */
export const wordJobs = {
  async fill(
    { template: sent, request, settings }: JobPayloads['fill'],
    { signal, call }: JobTools,
  ): Promise<SentFilled> {
    const [word, template] = [await templates(settings), await templateOf(sent, call)]
    return sentFilled(await word.fill(template, received(request, call), { signal }), template.bytes)
  },

  async fillMany(
    { template: sent, requests, settings }: JobPayloads['fillMany'],
    { signal, call }: JobTools,
  ): Promise<readonly (SentFilled | ChanceryError)[]> {
    const [word, template] = [await templates(settings), await templateOf(sent, call)]
    const own = requests.map((request) => received(request, call))
    const filled = await word.fillMany(template, own, { signal })
    return filled.map((each) => (ChanceryError.is(each) ? each : sentFilled(each, template.bytes)))
  },

  merge: async ({ documents, settings }: JobPayloads['merge'], { signal }: JobTools) =>
    (await templates(settings)).merge(documents, { signal }),

  inspect: async (
    { template, request, settings }: JobPayloads['inspect'],
    { signal }: JobTools,
  ): Promise<DocumentTemplateReport> => (await templates(settings)).inspect(template, request, { signal }),

  induce: async (
    { samples, request, settings }: JobPayloads['induce'],
    { signal }: JobTools,
  ): Promise<Induced<InducedTemplate<{ readonly bytes: Uint8Array; readonly contentType: string }>>> => {
    const word = await templates(settings)
    return await inducedWith(request, (own) => word.induce(samples, own, { signal }))
  },
}
