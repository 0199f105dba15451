/** Templates in memory: tags are `{path}` in documents and `{{path}}` in e-mails. */
import { Content } from '../model/content.ts'
import { contentTypes } from '../model/document-type.ts'
import type { VettedDocument } from '../model/vetted-document.ts'
import { ChanceryError } from '../errors.ts'
import type { Json, JsonObject } from '../json.ts'
import type {
  DocumentTemplates,
  FilledTemplate,
  FillOutcome,
  FillRequest,
  InducedTemplate,
  InduceRequest,
  InspectRequest,
  TemplateReport,
} from '../ports/document-templates.ts'
import type {
  EmailContent,
  EmailTemplateReport,
  EmailTemplates,
  InspectEmailRequest,
} from '../ports/email-templates.ts'
import { bytesOf, textOf } from './document-texts.test-support.ts'

const valueAt = (data: JsonObject, path: string): Json | undefined =>
  path.split('.').reduce<Json | undefined>((value, name) => (value as JsonObject | null | undefined)?.[name], data)

const namesIn = (data: JsonObject): string[] =>
  Object.entries(data).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? namesIn(value as JsonObject).map((inner) => `${name}.${inner}`)
      : [name],
  )

/** Fills tags; `{!}` is a fault of the template. @throws `template_invalid`, `data_incomplete` */
function fillTags(text: string, tag: RegExp, { data, missing }: FillRequest, pointer: string) {
  if (text.includes('{!}')) {
    const violations = [{ pointer, code: 'unclosed_tag', message: 'A tag is not closed.' }]
    throw new ChanceryError('template_invalid', 'The template has faults.', { violations })
  }
  const filled = new Set<string>()
  const absent = new Set<string>()
  const written = text.replaceAll(tag, (match, path: string) => {
    const value = valueAt(data, path) ?? undefined
    ;(value === undefined ? absent : filled).add(path)
    if (value !== undefined) return String(value)
    return missing === 'keep' ? match : missing === 'highlight' ? `*${path}*` : ''
  })
  if (missing === 'error' && absent.size > 0) {
    const violations = [...absent].map((path) => ({
      pointer: `/data/${path.replaceAll('.', '/')}`,
      code: 'missing_value',
      message: 'There is no value.',
      location: { path },
    }))
    throw new ChanceryError('data_incomplete', 'The data lacks values.', { violations })
  }
  const unused = namesIn(data).filter((path) => !filled.has(path))
  return { written, outcome: { filled: [...filled], missing: [...absent], unused, findings: [] } satisfies FillOutcome }
}

const documentTag = /\{([\w.]+)\}/g
const emailTag = /\{\{([\w.]+)\}\}/g

const noReport: TemplateReport = { findings: [], tags: [], schema: { type: 'object' }, sampleData: {} }
export const noEmailReport: EmailTemplateReport = {
  ...noReport,
  findings: [],
  summary: [],
  variables: [],
  matrix: [],
  clientDataDate: '2026-05-13',
  sizes: { html: 0, text: 0 },
}

export function fakeDocumentTemplates() {
  const asked: {
    fills: FillRequest[]
    inspect: InspectRequest[]
    induce: { samples: readonly VettedDocument[]; request: InduceRequest }[]
    /** How many were filled at once. */
    batches: number[]
  } = { fills: [], inspect: [], induce: [], batches: [] }
  const found: {
    report: TemplateReport
    annotated: Uint8Array | undefined
    induced: Omit<InducedTemplate<unknown>, 'template'>
    /** What a fill throws, by the text that it would have made. */
    faults: Map<string, unknown>
  } = {
    report: noReport,
    annotated: undefined,
    induced: { schema: { type: 'object' }, fields: [], samples: [], findings: [] },
    faults: new Map(),
  }
  const filledFrom = (template: VettedDocument, request: FillRequest): FilledTemplate => {
    asked.fills.push(request)
    const { written, outcome } = fillTags(textOf(template.bytes), documentTag, request, '/template')
    if (found.faults.has(written)) throw found.faults.get(written)
    const content = new Content([bytesOf(written)])
    return { ...outcome, content, contentType: contentTypes.docx, delimiters: { open: '{', close: '}' } }
  }
  const templates: DocumentTemplates = {
    id: 'words',
    async fill(template, request, { signal }) {
      signal.throwIfAborted()
      return filledFrom(template, request)
    },
    async fillMany(template, requests, { signal }) {
      signal.throwIfAborted()
      asked.batches.push(requests.length)
      return requests.map((request) => {
        try {
          return filledFrom(template, request)
        } catch (error) {
          if (ChanceryError.is(error)) return error
          throw error
        }
      })
    },
    async takesRecords(template, { signal }) {
      signal.throwIfAborted()
      return textOf(template.bytes).includes('NEXT')
    },
    async merge(documents, { signal }) {
      signal.throwIfAborted()
      const text = `docx:${documents.map((bytes) => textOf(bytes).replace('docx:', '')).join('|')}`
      return { bytes: bytesOf(text), contentType: contentTypes.docx }
    },
    async fillText(text, request) {
      const { written, outcome } = fillTags(text, documentTag, request, '')
      return { text: written, missing: outcome.missing }
    },
    async inspect(_template, request, { signal }) {
      signal.throwIfAborted()
      asked.inspect.push(request)
      const statistics = {
        parts: 1,
        paragraphs: 1,
        tables: 0,
        characters: 0,
        tags: 0,
        values: 0,
        loops: 0,
        conditions: 0,
        depth: 0,
        paths: 0,
        formatters: {},
      }
      const annotated = found.annotated && { bytes: found.annotated, contentType: contentTypes.docx }
      const report = { ...found.report, delimiters: { open: '{', close: '}' }, statistics }
      return request.annotate === true && annotated !== undefined ? { ...report, annotated } : report
    },
    async induce(samples, request, { signal }) {
      signal.throwIfAborted()
      asked.induce.push({ samples, request })
      return { ...found.induced, template: { bytes: bytesOf('docx:Dear {name}'), contentType: contentTypes.docx } }
    },
  }
  return { ...templates, asked, found }
}

/** Of what is given, without what is absent. */
const eachPart = (email: EmailContent, write: (text: string, part: keyof EmailContent) => string): EmailContent => ({
  subject: write(email.subject, 'subject'),
  ...(email.from === undefined ? {} : { from: write(email.from, 'from') }),
  ...(email.html === undefined ? {} : { html: write(email.html, 'html') }),
  ...(email.text === undefined ? {} : { text: write(email.text, 'text') }),
})

export function fakeEmailTemplates() {
  const asked: {
    fills: FillRequest[]
    inspect: { template: EmailContent; request: InspectEmailRequest }[]
    induce: { samples: readonly EmailContent[]; request: InduceRequest }[]
  } = { fills: [], inspect: [], induce: [] }
  const found: { report: EmailTemplateReport; induced: InducedTemplate<EmailContent> } = {
    report: noEmailReport,
    induced: {
      template: { subject: 'Hello', text: 'Dear {{name}}' },
      schema: { type: 'object' },
      fields: [],
      samples: [],
      findings: [],
    },
  }
  const templates: EmailTemplates = {
    id: 'mails',
    async fill(template, request, { signal }) {
      signal.throwIfAborted()
      asked.fills.push(request)
      const outcome: { filled: string[]; missing: string[]; unused: string[] } = { filled: [], missing: [], unused: [] }
      const email = eachPart(template, (text, part) => {
        const { written, outcome: of } = fillTags(text, emailTag, request, `/template/${part}`)
        outcome.filled.push(...of.filled)
        outcome.missing.push(...of.missing)
        return written
      })
      const unused = namesIn(request.data).filter((path) => !outcome.filled.includes(path))
      return { ...outcome, unused, findings: [], email }
    },
    async inspect(template, request, { signal }) {
      signal.throwIfAborted()
      asked.inspect.push({ template, request })
      return found.report
    },
    async induce(samples, request, { signal }) {
      signal.throwIfAborted()
      asked.induce.push({ samples, request })
      return found.induced
    },
    async read({ bytes, type }, { signal }) {
      signal.throwIfAborted()
      const [subject = '', ...lines] = textOf(bytes).replace(`${type}:`, '').split('\n')
      if (subject === '[odd]') throw new ChanceryError('document_corrupt', 'This is no e-mail.')
      return { subject, text: lines.join('\n') }
    },
  }
  return { ...templates, asked, found }
}
