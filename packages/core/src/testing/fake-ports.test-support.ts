/** All ports of an operation, in memory. What only one test looks at is given to `fakePorts`. */
import type { DocumentType } from '../model/document-type.ts'
import { ChanceryError } from '../errors.ts'
import type { ArchivePiece, Archiver } from '../ports/archiver.ts'
import type { DocumentConverter } from '../ports/document-converter.ts'
import type { Claims } from '../ports/idempotency-store.ts'
import type { Ports } from '../ports/index.ts'
import { providers } from '../ports/providers.ts'
import { defaultSettings, type Settings } from '../ports/settings.ts'
import { bytesOf, digestOf, now, textOf } from './document-texts.test-support.ts'
import { fakeDirectory, fakeNormalizer, fakeSource } from './fake-clients.test-support.ts'
import { fakeLedger, fakeSuppressions, fakeTransport } from './fake-email.test-support.ts'
import { fakeExtractor, fakeGuard, fakeIdentifier } from './fake-reading.test-support.ts'
import { allOf, type Events, fakeStore } from './fake-store.test-support.ts'
import { fakeDocumentTemplates, fakeEmailTemplates } from './fake-templates.test-support.ts'

/** `docx:` to `pdf:`; `parallel` at once. */
export function fakeConverter(parallel = 1) {
  const asked: { from: DocumentType; to: DocumentType }[] = []
  const running = { now: 0, most: 0 }
  const converter: DocumentConverter = {
    id: 'office',
    parallel,
    check: async () => undefined,
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

/** Held until they are released. */
function fakeClaims(): Claims {
  const held = new Set<string>()
  return {
    async claim({ key: token, fingerprint, leaseMs: retryAfterMs }) {
      if (held.has(token)) return { state: 'in-flight', fingerprint, retryAfterMs }
      held.add(token)
      return { state: 'claimed', token }
    },
    release: async (token) => void held.delete(token),
  }
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
    suppressions: fakeSuppressions(),
    directory: fakeDirectory(events),
    csv: fakeSource('csv', true),
    crm: fakeSource('crm', false),
    normalizer: fakeNormalizer(),
    converter: fakeConverter(),
    clock: { at: now },
    fetched: [] as { url: string; maxBytes: number }[],
    lines: [] as unknown[],
    /** Templates that others were told of. */
    told: [] as unknown[],
  }
  let ids = 0
  const ports: Ports = {
    stores: providers({ memory: fakes.store, versioned: fakes.versioned }),
    uploads: providers({ memory: fakes.store, versioned: fakes.versioned }),
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
    emailSchedule: fakes.ledger,
    suppressions: fakes.suppressions,
    unsubscribeLinks: {
      linkFor: (address) => `https://chancery.example/unsubscribe/${address}`,
      recipientOf: () => undefined,
    },
    eventTeller: {
      async templateGenerated(...template) {
        fakes.told.push(template)
      },
    },
    clientSources: providers({ csv: fakes.csv, crm: fakes.crm }),
    clientNormalizer: fakes.normalizer,
    clientDirectory: fakes.directory,
    claims: fakeClaims(),
    clock: { now: () => fakes.clock.at },
    ids: { next: () => `id${++ids}` },
    hasher: { sha256: digestOf, sha256OfStream: async (pieces) => digestOf(await allOf(pieces)) },
    logger: { log: (...line) => void fakes.lines.push(line), within: (_fields, run) => run() },
    telemetry: {
      span: async (_name, _options, run) => await run({ note: () => undefined }),
      count: () => undefined,
      record: () => undefined,
      gauge: () => undefined,
    },
    settings: { ...defaultSettings, ...settings },
    ...given,
  }
  return { ...fakes, ports }
}

/** Bounds of a call, with those of a test. */
export const limits = (some: Partial<Settings['limits']>): Partial<Settings> => ({
  limits: { ...defaultSettings.limits, ...some },
})
