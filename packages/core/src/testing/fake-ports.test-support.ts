/**
 * Small ports in memory, for tests of what an operation does with them. A document here is a text that begins with its type
 * (`docx:Dear {name}`), so that a test can read what was made; tags are `{path}` in documents and `{{path}}` in e-mails.
 */
import type * as z from 'zod'
import { identifierKey, identifiersOf } from '../clients/client-identifiers.ts'
import type { ClientRecord } from '../clients/client-record.ts'
import type { Context } from '../context.ts'
import { Content } from '../documents/content.ts'
import { contentTypes, type DocumentType } from '../documents/document-type.ts'
import type { DocumentModel } from '../documents/document-model.ts'
import { modelOfText } from '../documents/model-of-text.ts'
import type { VettedDocument } from '../documents/vetted-document.ts'
import { ChanceryError } from '../errors.ts'
import type { Json, JsonObject } from '../json.ts'
import { commonProblems, execute, type Operation, type Outcome, parseInput } from '../operation.ts'
import type { ArchivePiece, Archiver } from '../ports/archiver.ts'
import type { ClientDirectory, ClientIdentifier } from '../ports/client-directory.ts'
import type { ColumnMapping, ClientNormalizer } from '../ports/client-normalizer.ts'
import type { ClientSource, ReadClientsRequest, SourceRow } from '../ports/client-source.ts'
import type { DocumentConverter } from '../ports/document-converter.ts'
import type { DocumentGuard } from '../ports/document-guard.ts'
import type { DocumentStore, StoreEntry, StoredDocument } from '../ports/document-store.ts'
import type {
  DocumentTemplates,
  FilledTemplate,
  FillOutcome,
  FillRequest,
  InduceRequest,
  InducedTemplate,
  InspectRequest,
  TemplateReport,
} from '../ports/document-templates.ts'
import type { EmailLedger } from '../ports/email-ledger.ts'
import type { EmailContent, EmailTemplates } from '../ports/email-templates.ts'
import type { EmailTransport, OutgoingEmail, Receipt } from '../ports/email-transport.ts'
import type { FieldIdentifier, Identification, IdentifyRequest } from '../ports/field-identifier.ts'
import type { Ports } from '../ports/index.ts'
import { providers } from '../ports/providers.ts'
import { defaultSettings, type Settings } from '../ports/settings.ts'
import type { ExtractRequest, TextExtractor } from '../ports/text-extractor.ts'
import type { Finding } from '../shapes/finding.ts'

/** Monday, 2 March 2026, 09:00 UTC. */
export const now = Date.UTC(2026, 2, 2, 9)

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** What went out and in, in its order: `put a.txt`, `send m1`. */
export type Events = string[]

/** 64 hexadecimal digits of all bytes: FNV-1a from eight beginnings. No SHA-256, which the core cannot tell. */
export const digestOf = (bytes: Uint8Array | readonly Uint8Array[]): string => {
  const pieces = bytes instanceof Uint8Array ? [bytes] : bytes
  return Array.from({ length: 8 }, (_, seed) => {
    let hash = 0x811c9dc5 ^ (seed * 0x9e3779b1)
    for (const piece of pieces) for (const byte of piece) hash = Math.imul(hash ^ byte, 0x01000193)
    return (hash >>> 0).toString(16).padStart(8, '0')
  }).join('')
}

/** The type that a text says of itself; what holds a zero byte is of none. */
const typeOf = (bytes: Uint8Array): DocumentType => {
  const named = /^(\w+):/.exec(textOf(bytes))?.[1]
  if (named !== undefined && named in contentTypes) return named as DocumentType
  return bytes.includes(0) || bytes.length === 0 ? 'unknown' : 'text'
}

/** A remark that every opened document has where its text says `[remark]`. */
export const remark: Finding = { code: 'remark', severity: 'info', message: 'Something is odd.' }

/**
 * `[broken]` is corrupt, `[locked]` wants the password "secret", `[fault]` has a part that is not well-formed, `[remark]` is
 * remarked upon.
 */
export function fakeGuard() {
  const asked: Parameters<DocumentGuard['vet']>[1][] = []
  const guard: DocumentGuard = {
    identify: typeOf,
    async vet(bytes, options) {
      options.signal.throwIfAborted()
      asked.push(options)
      const type = typeOf(bytes)
      const text = textOf(bytes)
      if (options.accept !== undefined && !options.accept.includes(type)) {
        const details = { supported: options.accept }
        throw new ChanceryError('unsupported_document', 'This operation takes other documents.', { details })
      }
      if (text.includes('[broken]') || (text.includes('[fault]') && options.faults !== 'report'))
        throw new ChanceryError('document_corrupt', 'The document is damaged.')
      if (text.includes('[locked]') && options.password !== 'secret') {
        const details = { reason: options.password === undefined ? 'password_missing' : 'password_wrong' }
        throw new ChanceryError('document_encrypted', 'The document is encrypted.', { details })
      }
      const { filename } = options
      const document = {
        bytes,
        type,
        contentType: contentTypes[type],
        findings: text.includes('[remark]') ? [remark] : [],
        ...(filename === undefined ? {} : { filename }),
      }
      // The brand of what a guard has made.
      return document as unknown as VettedDocument
    },
  }
  return { ...guard, asked }
}

/** Documents as text, by path. @param versions whether it keeps older ones */
export function fakeStore(events: Events = [], id = 'memory', versions = false) {
  const kept = new Map<string, { document: StoredDocument; bytes: Uint8Array }[]>()
  let writes = 0
  const latest = (path: string) => kept.get(path)?.at(-1)
  const missing = (path: string): ChanceryError =>
    new ChanceryError('document_not_found', 'No document is stored at that path.', { details: { path } })

  const store: DocumentStore = {
    id,
    capabilities: { versions },
    async put({ path, content, sha256, contentType, metadata, condition }, { signal }) {
      signal.throwIfAborted()
      const before = latest(path)
      if (condition === 'absent' && before !== undefined)
        throw new ChanceryError('document_exists', 'A document is stored at that path.', { details: { path } })
      if (typeof condition === 'object' && before?.document.version !== condition.version)
        throw new ChanceryError('write_conflict', 'Another version is stored there.')
      if (sha256 !== undefined && sha256 !== digestOf(content.chunks)) throw new TypeError('not its checksum')
      const at = new Date(now + ++writes).toISOString()
      const document: StoredDocument = {
        path,
        provider: id,
        size: content.byteLength,
        contentType,
        sha256: digestOf(content.chunks),
        crc32c: 'AAAAAA==',
        version: `${writes}`,
        createdAt: before?.document.createdAt ?? at,
        updatedAt: at,
        metadata,
      }
      kept.set(path, [...(versions ? (kept.get(path) ?? []) : []), { document, bytes: content.bytes.slice() }])
      events.push(`put ${path}`)
      return document
    },
    async read(path, { version, maxBytes, signal }) {
      signal.throwIfAborted()
      if (version !== undefined && !versions)
        throw new ChanceryError('unsupported_option', 'This store keeps no versions.')
      const found =
        version === undefined ? latest(path) : kept.get(path)?.find(({ document }) => document.version === version)
      if (found === undefined) throw missing(path)
      if (maxBytes !== undefined && found.bytes.length > maxBytes)
        throw new ChanceryError('payload_too_large', 'The document is larger than allowed.')
      events.push(`read ${path}`)
      return found
    },
    async stat(path, { signal }) {
      signal.throwIfAborted()
      return latest(path)?.document
    },
    async *list(folder, { after, signal }) {
      const folders = new Set<string>()
      for (const path of kept.keys()) {
        const names = path.split('/')
        for (let depth = 1; depth < names.length; depth++) folders.add(names.slice(0, depth).join('/'))
      }
      const entries: StoreEntry[] = [...folders].map((path) => ({ kind: 'folder', path }))
      for (const [path, each] of kept) {
        const { size, contentType, updatedAt } = each.at(-1)?.document ?? { size: 0, contentType: '', updatedAt: '' }
        entries.push({ kind: 'document', path, size, contentType, updatedAt })
      }
      const keyOf = ({ kind, path }: StoreEntry): string => (kind === 'folder' ? `${path}/` : path)
      entries.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      for (const entry of entries) {
        signal.throwIfAborted()
        const isBelow = folder === '' || entry.path.startsWith(`${folder}/`)
        if (isBelow && (after === undefined || keyOf(entry) > after)) yield entry
      }
    },
    async check({ signal }) {
      signal.throwIfAborted()
    },
  }
  return {
    ...store,
    /** Puts a document there as it stands. */
    async keep(path: string, text: string, contentType: string = contentTypes[typeOf(bytesOf(text))]) {
      const request = {
        path,
        content: new Content([bytesOf(text)]),
        contentType,
        metadata: {},
        condition: 'any' as const,
      }
      const stored = await store.put(request, { signal: new AbortController().signal })
      events.length = 0
      return stored
    },
    /** What is stored, as text. */
    texts: () =>
      Object.fromEntries([...kept.keys()].sort().map((path) => [path, textOf(latest(path)?.bytes ?? bytesOf(''))])),
    document: (path: string) => latest(path)?.document,
  }
}

/** Reads any text document; `model` says what else it is to have found. */
export function fakeExtractor(id = 'reader') {
  const asked: ExtractRequest[] = []
  const found: { model: Partial<DocumentModel>; fault: unknown } = { model: {}, fault: undefined }
  const extractor: TextExtractor = {
    id,
    types: ['text', 'docx', 'pdf'],
    async extract({ bytes, contentType }, request, { signal }) {
      signal.throwIfAborted()
      asked.push(request)
      if (found.fault !== undefined) throw found.fault
      return { ...modelOfText(textOf(bytes)), contentType, extractor: id, ...found.model }
    },
  }
  return { ...extractor, asked, found }
}

const nothingFound: Identification = { fields: [], keyValues: [], entities: [], missing: [], profile: 'other' }

export function fakeIdentifier(id = 'rules') {
  const asked: IdentifyRequest[] = []
  const found: { outcome: Identification } = { outcome: nothingFound }
  const identifier: FieldIdentifier = {
    id,
    async identify(request, { signal }) {
      signal.throwIfAborted()
      asked.push(request)
      return found.outcome
    },
  }
  return { ...identifier, asked, found }
}

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
  ...(email.html === undefined ? {} : { html: write(email.html, 'html') }),
  ...(email.text === undefined ? {} : { text: write(email.text, 'text') }),
})

export function fakeEmailTemplates() {
  const asked: {
    fills: FillRequest[]
    inspect: { template: EmailContent; request: InspectRequest }[]
    induce: { samples: readonly EmailContent[]; request: InduceRequest }[]
  } = { fills: [], inspect: [], induce: [] }
  const found: { report: TemplateReport & { preview?: EmailContent }; induced: InducedTemplate<EmailContent> } = {
    report: noReport,
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

/** Takes all; `found.fault` is what it throws instead. */
export function fakeTransport(events: Events = [], id = 'outbox') {
  const sent: OutgoingEmail[] = []
  const found: { fault: unknown; beforeSending: (() => void) | undefined } = {
    fault: undefined,
    beforeSending: undefined,
  }
  const transport: EmailTransport = {
    id,
    capabilities: { deduplicates: false, schedule: true, tags: true, metadata: true, maxBytes: 1000 },
    async send(email, { signal }) {
      signal.throwIfAborted()
      found.beforeSending?.()
      if (found.fault !== undefined) throw found.fault
      sent.push(email)
      events.push(`send ${email.id}`)
      return {
        status: email.sendAt === undefined ? 'sent' : 'scheduled',
        providerMessageId: `p-${email.id}`,
        accepted: [...email.to, ...email.cc, ...email.bcc].map(({ address }) => address),
        rejected: [],
      }
    },
    async check({ signal }) {
      signal.throwIfAborted()
    },
  }
  return { ...transport, sent, found }
}

export function fakeLedger(events: Events = []) {
  const rows = new Map<string, { readonly fingerprint: string; receipt?: Receipt }>()
  const ledger: EmailLedger = {
    async claim(id, fingerprint, { signal }) {
      signal.throwIfAborted()
      const row = rows.get(id)
      if (row === undefined) {
        rows.set(id, { fingerprint })
        events.push(`claim ${id}`)
        return { state: 'claimed' }
      }
      if (row.fingerprint !== fingerprint) return { state: 'mismatch' }
      return row.receipt === undefined ? { state: 'in-doubt' } : { state: 'settled', receipt: row.receipt }
    },
    async settle(id, receipt) {
      const row = rows.get(id)
      if (row !== undefined) row.receipt ??= receipt
      events.push(`settle ${id}`)
    },
    async release(id) {
      rows.delete(id)
      events.push(`release ${id}`)
    },
  }
  return { ...ledger, rows }
}

export function fakeDirectory(events: Events = []) {
  const records = new Map<string, ClientRecord>()
  const spaces: (string | undefined)[] = []
  const matching = (identifiers: readonly ClientIdentifier[]): readonly ClientRecord[] => {
    const keys = new Set(identifiers.map(identifierKey))
    return [...records.values()].filter((record) => identifiersOf(record).some((each) => keys.has(identifierKey(each))))
  }
  const directory: ClientDirectory = {
    id: 'directory',
    async get(id, { signal, space }) {
      signal.throwIfAborted()
      spaces.push(space)
      return records.get(id)
    },
    async match(identifiers, { signal }) {
      signal.throwIfAborted()
      return matching(identifiers)
    },
    async change(identifiers, decide, { signal }) {
      signal.throwIfAborted()
      const decision = decide(matching(identifiers))
      if (decision.some(({ id, version }) => (records.get(id)?.version ?? 0) !== version - 1))
        throw new ChanceryError('write_conflict', 'It has changed since.')
      for (const record of decision) records.set(record.id, record)
      events.push(`change ${decision.length}`)
      return decision
    },
    async check({ signal }) {
      signal.throwIfAborted()
    },
  }
  return { ...directory, records, spaces }
}

/** A client with what matters to a test. */
export const aClient = (id: string, parts: Partial<ClientRecord> = {}): ClientRecord => ({
  id,
  version: 1,
  kind: 'person',
  name: 'Ada Lovelace',
  emails: [],
  phones: [],
  custom: {},
  externalIds: [],
  rows: [],
  createdAt: new Date(now).toISOString(),
  updatedAt: new Date(now).toISOString(),
  ...parts,
})

/** One column a name; `found.rows` are its rows, and reading begins behind the cursor. */
export function fakeSource(id: string, fromDocument: boolean) {
  const asked: ReadClientsRequest[] = []
  const found: {
    columns: readonly string[]
    rows: readonly SourceRow[]
    findings: readonly Finding[]
    fault: unknown
    /** Thrown behind the last row. */
    endsWith: unknown
  } = { columns: ['Name', 'Email'], rows: [], findings: [], fault: undefined, endsWith: undefined }
  const source: ClientSource = {
    id,
    fromDocument,
    async read(request, { signal }) {
      signal.throwIfAborted()
      asked.push(request)
      if (found.fault !== undefined) throw found.fault
      const start =
        request.cursor === undefined ? 0 : found.rows.findIndex(({ cursor }) => cursor === request.cursor) + 1
      async function* rows() {
        yield* found.rows.slice(start)
        if (found.endsWith !== undefined) throw found.endsWith
      }
      return { columns: found.columns, rows: rows(), findings: found.findings }
    },
  }
  return { ...source, asked, found }
}

/** A row with a name and an e-mail address, or either. */
export const aRow = (row: number, cells: Readonly<Record<string, string>>): SourceRow => ({
  row,
  values: Object.entries(cells).map(([column, value]) => ({ column, value })),
  faults: [],
  cursor: `at-${row}`,
})

/** Reads cells as they are; a row without a name is no client. */
export function fakeNormalizer() {
  const asked: {
    map: { columns: readonly string[]; given: Readonly<Record<string, string>>; sample: number }[]
    normalize: { rows: number; country?: string; locale: string }[]
  } = { map: [], normalize: [] }
  const normalizer: ClientNormalizer = {
    async map(columns, sample, given) {
      asked.map.push({ columns, given, sample: sample.length })
      return columns.map((column): ColumnMapping => {
        const field = given[column] === 'notes' ? 'notes' : column === 'Email' ? 'email' : 'name'
        return { column, field, confidence: 1, reason: column in given ? 'given' : 'name' }
      })
    },
    async normalize(rows, _mapping, options) {
      asked.normalize.push({ rows: rows.length, ...options })
      return rows.map(({ values, externalId }) => {
        const cell = (name: string): string | undefined => values.find(({ column }) => column === name)?.value
        const name = cell('Name')
        if (name === undefined)
          return { errors: [{ code: 'no_name', severity: 'error', message: 'There is no name.' }], warnings: [] }
        const [email, phone] = [cell('Email'), cell('Phone')]
        return {
          data: {
            kind: 'person',
            name,
            emails: email === undefined ? [] : [email],
            phones: phone === undefined ? [] : [phone],
            custom: {},
          },
          ...(externalId === undefined ? {} : { externalId }),
          errors: [],
          warnings: [],
        }
      })
    },
  }
  return { ...normalizer, asked }
}

/** `docx:` to `pdf:`; `parallel` at once. */
export function fakeConverter(parallel = 1) {
  const asked: { from: DocumentType; to: DocumentType }[] = []
  const running = { now: 0, most: 0 }
  const converter: DocumentConverter = {
    id: 'office',
    parallel,
    async convert(bytes, types, { signal }) {
      signal.throwIfAborted()
      asked.push(types)
      running.most = Math.max(running.most, ++running.now)
      await Promise.resolve()
      running.now--
      if (textOf(bytes).includes('[unprintable]'))
        throw new ChanceryError('document_corrupt', 'The document cannot be converted.')
      return bytesOf(textOf(bytes).replace(`${types.from}:`, `${types.to}:`))
    },
  }
  return { ...converter, asked, running }
}

/** Not a zip: a line for each piece, `name=text` for a file and `name+text` for text that is appended. */
const archiver: Archiver = {
  async *zip(pieces: AsyncIterable<ArchivePiece>) {
    for await (const piece of pieces)
      yield bytesOf(
        'content' in piece ? `${piece.name}=${textOf(piece.content.bytes)}\n` : `${piece.name}+${piece.text}`,
      )
  },
}

/** All ports of a test; those of one kind that a test wants otherwise are given. */
export function fakePorts(given: Partial<Ports> = {}, settings: Partial<Settings> = {}) {
  const events: Events = []
  const fakes = {
    events,
    store: fakeStore(events),
    versioned: fakeStore(events, 'versioned', true),
    guard: fakeGuard(),
    extractor: fakeExtractor(),
    otherExtractor: fakeExtractor('other-reader'),
    identifier: fakeIdentifier(),
    otherIdentifier: fakeIdentifier('other-rules'),
    documentTemplates: fakeDocumentTemplates(),
    emailTemplates: fakeEmailTemplates(),
    transport: fakeTransport(events),
    otherTransport: fakeTransport(events, 'other-outbox'),
    ledger: fakeLedger(events),
    directory: fakeDirectory(events),
    csv: fakeSource('csv', true),
    crm: fakeSource('crm', false),
    normalizer: fakeNormalizer(),
    converter: fakeConverter(),
    clock: { at: now },
    fetched: [] as { url: string; maxBytes: number }[],
    lines: [] as unknown[],
  }
  let ids = 0
  const ports: Ports = {
    stores: providers({ memory: fakes.store, versioned: fakes.versioned }),
    guard: fakes.guard,
    remoteDocuments: {
      async fetch(url, { maxBytes, signal }) {
        signal.throwIfAborted()
        fakes.fetched.push({ url, maxBytes })
        if (!url.startsWith('https://example.com/'))
          throw new ChanceryError('url_not_allowed', 'This address is not allowed.')
        return { bytes: bytesOf('docx:From afar'), filename: 'afar.docx', contentType: 'text/odd' }
      },
    },
    extractors: providers({ reader: fakes.extractor, 'other-reader': fakes.otherExtractor }),
    identifiers: providers({ rules: fakes.identifier, 'other-rules': fakes.otherIdentifier }),
    documentTemplates: fakes.documentTemplates,
    converters: providers({ office: fakes.converter }),
    archiver,
    emailTemplates: fakes.emailTemplates,
    transports: providers({ outbox: fakes.transport, 'other-outbox': fakes.otherTransport }),
    emailLedger: fakes.ledger,
    clientSources: providers({ csv: fakes.csv, crm: fakes.crm }),
    clientNormalizer: fakes.normalizer,
    clientDirectory: fakes.directory,
    clock: { now: () => fakes.clock.at },
    ids: { next: () => `id${++ids}` },
    hasher: { sha256: digestOf },
    logger: { log: (...line) => void fakes.lines.push(line) },
    telemetry: { span: async (_name, _attributes, run) => await run() },
    settings: { ...defaultSettings, ...settings },
    ...given,
  }
  return { ...fakes, ports }
}

/** Bounds of a call, with those of a test. */
export const limits = (some: Partial<Settings['limits']>): Partial<Settings> => ({
  limits: { ...defaultSettings.limits, ...some },
})

export const aContext = (changes: Partial<Context> = {}): Context => ({
  principal: { id: 'caller', operations: '*' },
  requestId: 'request-1',
  signal: new AbortController().signal,
  deadline: now + 60_000,
  ...changes,
})

/** A call whose caller has left already. */
export const leftAlready = (): Context => aContext({ signal: AbortSignal.abort() })

type AnyOperation = Operation<string, z.ZodType, z.ZodType, never> | Operation

/**
 * The answer of a whole call, as a delivery layer makes it.
 * @throws where it is not what its contract says, or fails with a code that its contract does not name
 */
export async function answerOf<Op extends AnyOperation>(
  operation: Op,
  input: unknown,
  ports: Ports,
  context: Partial<Context> = {},
): Promise<Outcome<z.output<Op['output']>>> {
  let outcome: Outcome<z.output<Op['output']>>
  try {
    outcome = await execute(operation, input, ports as Parameters<Op['run']>[1], aContext(context))
  } catch (error) {
    const named: readonly string[] = [...commonProblems, ...operation.problems, 'cancelled']
    if (ChanceryError.is(error) && !named.includes(error.code))
      throw new TypeError(`the contract does not name ${error.code}`, { cause: error })
    throw error
  }
  const told = JSON.stringify(operation.output.parse(outcome.data))
  if (told.length !== JSON.stringify(outcome.data).length) throw new TypeError('the contract does not name all of it')
  return outcome
}

/** What a call fails with. @throws where it does not, or with anything else */
export async function faultOf(call: Promise<unknown>): Promise<ChanceryError> {
  try {
    await call
  } catch (error) {
    if (ChanceryError.is(error)) return error
    throw error
  }
  throw new TypeError('the call did not fail')
}

/** Where and why an input does not fit its contract; empty where it does. */
export function violationsOf(operation: Pick<Operation, 'input'>, input: object): (readonly [string, string])[] {
  try {
    parseInput(operation.input, input)
    return []
  } catch (error) {
    if (!ChanceryError.is(error)) throw error
    return error.violations.map(({ pointer, code }) => [pointer, code] as const)
  }
}

/** An inline document. */
export const inline = (text: string, more: object = {}) => ({ content: bytesOf(text), ...more })
