import type { Context } from '../context.ts'
import { ChanceryError } from '../errors.ts'
import type { Ports } from '../ports/index.ts'
import type { OnConflict } from '../shapes/document-target.ts'
import type { Finding } from '../model/finding.ts'
import { twinsOfStored } from './case-twins.ts'
import { Content } from '../model/content.ts'
import { contentTypes, type DocumentType, extensionOf } from '../model/document-type.ts'
import type { IncomingBytes } from '../model/incoming-bytes.ts'
import { putDocument, type PutOrder, type PutOutcome } from './put-document.ts'

/** Where the bytes of a caller go, and with what. */
export interface Keeping {
  readonly path: string
  readonly provider?: string | undefined
  readonly onConflict: OnConflict
  readonly ifVersion?: string | undefined
  readonly contentType?: string | undefined
  readonly metadata?: Readonly<Record<string, string>> | undefined
  /** The bytes must have it. */
  readonly sha256?: string | undefined
  readonly dryRun: boolean
}

/** What became of them, and what was noticed. */
export interface Kept {
  readonly outcome: PutOutcome
  readonly warnings: readonly Finding[]
}

/** Bytes of a caller that nobody may hold as a whole. */
export interface IncomingContent extends Omit<IncomingBytes, 'bytes'> {
  readonly content: PutOrder['content']
  /** Hex; a stream is held to it by who writes it. */
  readonly sha256: string
  /** As the bytes say it. */
  readonly type: DocumentType
}

/**
 * Keeps bytes as they come: their type is looked at, no document is refused for what is in it.
 * @param origin where they stand in the request, and the type that the request states there
 */
export async function keepBytes(
  { bytes, ...said }: IncomingBytes,
  origin: Origin,
  keeping: Keeping,
  ports: Pick<Ports, 'stores' | 'guard' | 'hasher' | 'clock'>,
  context: Context,
): Promise<Kept> {
  const sha256 = ports.hasher.sha256(bytes)
  checkStatedDigest(keeping.sha256, sha256)
  const content = new Content([bytes])
  return await keepContent(
    { content, sha256, type: ports.guard.identify(bytes), ...said },
    origin,
    keeping,
    ports,
    context,
  )
}

interface Origin {
  readonly pointer: string
  readonly stated?: string | undefined
}

/** As `keepBytes`, of what may be a stream. @throws `checksum_mismatch` where the stream has another digest, and was written */
export async function keepContent(
  { content, sha256, type, filename, contentType: sourceType }: IncomingContent,
  { pointer, stated }: Origin,
  keeping: Keeping,
  ports: Pick<Ports, 'stores' | 'clock'>,
  context: Context,
): Promise<Kept> {
  const { contentType } = keeping
  const claimed = contentType ?? (type === 'unknown' ? sourceType : undefined)
  const warnings: Finding[] = []
  const named = typesByName.get(((contentType ?? stated)?.split(';')[0] ?? '').trim().toLowerCase())
  if (type !== 'unknown' && differs(named, type)) {
    warnings.push({
      code: 'type_mismatch',
      severity: 'warning',
      message: `The bytes are ${type}, the content type says ${named}.`,
      location: { pointer: contentType === undefined ? `${pointer}/contentType` : '/contentType' },
    })
  }
  const name = filename ?? keeping.path
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (type !== 'unknown' && differs(endings.get(ending), type)) {
    warnings.push({
      code: 'type_mismatch',
      severity: 'warning',
      message: `The bytes are ${type}, the name says .${ending}.`,
      hint: `The ending of this type is .${extensionOf(type)}.`,
      location: { pointer },
    })
  }
  const store = ports.stores.get(keeping.provider)
  const outcome = await putDocument(
    store,
    {
      path: keeping.path,
      content,
      sha256,
      contentType: claimed ?? contentTypes[content.byteLength === 0 ? typeOfEmpty(ending) : type],
      metadata: keeping.metadata ?? {},
      onConflict: keeping.onConflict,
      ifVersion: keeping.ifVersion,
      dryRun: keeping.dryRun,
    },
    ports.clock.now(),
    context,
  )
  const twins = outcome.created ? await twinsOfStored(store, outcome.document.path, '/path', context.signal) : []
  return { outcome, warnings: [...warnings, ...twins] }
}

/** @throws `checksum_mismatch` */
export function checkStatedDigest(stated: string | undefined, sha256: string): void {
  if (stated === undefined || stated.toLowerCase() === sha256) return
  throw new ChanceryError('checksum_mismatch', 'The bytes do not have the stated SHA-256.', {
    violations: [{ pointer: '/sha256', code: 'checksum_mismatch', message: `The bytes have ${sha256}.` }],
  })
}

const endings = new Map(
  (Object.keys(contentTypes) as (keyof typeof contentTypes)[]).map((type) => [extensionOf(type), type]),
)

/** Nothing but its name says what an empty text is. */
function typeOfEmpty(ending: string): keyof typeof contentTypes {
  const type = endings.get(ending)
  return type !== undefined && textual.has(type) ? type : 'unknown'
}

const typesByName = new Map<string, string>(Object.entries(contentTypes).map(([type, name]) => [name, type]))

const textual = new Set<string>(['text', 'markdown', 'csv', 'tsv', 'json', 'xml', 'html', 'svg', 'vcard', 'eml'])

/** A known type that is another one; text types are not told apart by this, their bytes are too alike. */
const differs = (stated: string | undefined, type: string): boolean =>
  stated !== undefined && stated !== 'unknown' && stated !== type && !(textual.has(stated) && textual.has(type))
