import {
  ChanceryError,
  type DocumentGuard,
  type DocumentTemplateReport,
  type DocumentTemplates,
  type FillRequest,
  type InducedTemplate,
  type VettedDocument,
} from '@chancery/core'
import { createDocumentGuard, rememberingGuard } from '@chancery/guard'
import type { JobTools } from '../child/serve-jobs.ts'
import { inducedWith } from './facts.ts'
import { sentFilled } from './filled-pieces.ts'
import { templateOf } from './kept-templates.ts'
import type { Induced, JobPayloads, ReadingSettings, SentFilled, SentFillRequest } from './payloads.ts'

/** Templates by the type of their document: Word's, and OpenDocument texts, whose package is loaded with the first. */
async function templatesByType(guard: DocumentGuard): Promise<DocumentTemplates> {
  const { createWordTemplates } = await import('@chancery/word')
  const word = createWordTemplates({ guard })
  let odt: Promise<DocumentTemplates> | undefined
  const of = ({ type }: Pick<VettedDocument, 'type'>): Promise<DocumentTemplates> | DocumentTemplates => {
    if (type !== 'odt') return word
    odt ??= import('@chancery/odt-templates').then(({ createOdtTemplates }) => createOdtTemplates({ guard }))
    return odt
  }
  return {
    ...word,
    fill: async (template, ...rest) => (await of(template)).fill(template, ...rest),
    fillMany: async (template, ...rest) => (await of(template)).fillMany(template, ...rest),
    inspect: async (template, ...rest) => (await of(template)).inspect(template, ...rest),
    takesRecords: async (template, ...rest) => (await of(template)).takesRecords(template, ...rest),
    merge: async (documents, ...rest) => {
      const type = documents.some(isOpenDocument) ? 'odt' : 'docx'
      return (await of({ type })).merge(documents, ...rest)
    },
  }
}

/** The type is the first file of the package, and not packed (ODF 1.3 part 2, 3.3). */
const isOpenDocument = (bytes: Uint8Array): boolean => {
  const head = Buffer.from(bytes.subarray(30, 100)).toString('latin1')
  return head.startsWith('mimetypeapplication/vnd.oasis.opendocument.text')
}

/** For the life of the process, since they keep what they have compiled; by the limit of documents, of which a service has one. */
const made = new Map<number, Promise<DocumentTemplates>>()
function templates({ documentBytes }: ReadingSettings): Promise<DocumentTemplates> {
  const known = made.get(documentBytes)
  if (known !== undefined) return known
  // What values bring in is vetted here: this process is the one in which it can do no harm.
  const guard = rememberingGuard(createDocumentGuard({ limits: { documentBytes } }))
  const making = templatesByType(guard)
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

  takesRecords: async (
    { template, delimiters, settings }: JobPayloads['takesRecords'],
    { signal }: JobTools,
  ): Promise<boolean> =>
    (await templates(settings)).takesRecords(template, {
      signal,
      ...(delimiters === undefined ? {} : { delimiters }),
    }),

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
