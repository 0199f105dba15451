import type { Archiver } from './archiver.ts'
import type { ClientDirectory } from './client-directory.ts'
import type { ClientNormalizer } from './client-normalizer.ts'
import type { ClientSource } from './client-source.ts'
import type { Clock } from './clock.ts'
import type { DocumentConverter } from './document-converter.ts'
import type { DocumentGuard } from './document-guard.ts'
import type { DocumentStore } from './document-store.ts'
import type { DocumentTemplates } from './document-templates.ts'
import type { EmailLedger, EmailSchedule } from './email-ledger.ts'
import type { EmailTemplates } from './email-templates.ts'
import type { EmailTransport } from './email-transport.ts'
import type { EventTeller } from './event-outbox.ts'
import type { FieldIdentifier } from './field-identifier.ts'
import type { Hasher } from './hasher.ts'
import type { Claims } from './idempotency-store.ts'
import type { Ids } from './ids.ts'
import type { Logger } from './logger.ts'
import type { Providers } from './providers.ts'
import type { RemoteDocuments } from './remote-documents.ts'
import type { Settings } from './settings.ts'
import type { SuppressionList } from './suppression-list.ts'
import type { Telemetry } from './telemetry.ts'
import type { TextExtractor } from './text-extractor.ts'
import type { UnsubscribeLinks } from './unsubscribe-links.ts'

/** Everything that the twelve operations need from outside; each names the few that it uses in `needs`. */
export interface Ports {
  readonly stores: Providers<DocumentStore>
  /** The same stores, of which a call sees the folder where parts of documents lie until they are whole. */
  readonly uploads: Providers<DocumentStore>
  readonly guard: DocumentGuard
  readonly remoteDocuments: RemoteDocuments
  readonly extractors: Providers<TextExtractor>
  readonly identifiers: Providers<FieldIdentifier>
  readonly documentTemplates: DocumentTemplates
  readonly converters: Providers<DocumentConverter>
  readonly archiver: Archiver
  readonly emailTemplates: EmailTemplates
  readonly transports: Providers<EmailTransport>
  readonly emailLedger: EmailLedger
  readonly emailSchedule: EmailSchedule
  readonly suppressions: SuppressionList
  readonly unsubscribeLinks: UnsubscribeLinks
  readonly eventTeller: EventTeller
  readonly clientSources: Providers<ClientSource>
  readonly clientNormalizer: ClientNormalizer
  readonly clientDirectory: ClientDirectory
  readonly claims: Claims
  readonly clock: Clock
  readonly ids: Ids
  readonly hasher: Hasher
  readonly logger: Logger
  readonly telemetry: Telemetry
  readonly settings: Settings
}
