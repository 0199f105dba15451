import type { Context } from '../context.ts'
import { ChanceryError, invalidRequest } from '../errors.ts'
import type {
  DocumentStore,
  PutRequest,
  StoredDocument,
  StreamedContent,
  WriteCondition,
} from '../ports/document-store.ts'
import type { Content } from '../model/content.ts'
import type { OnConflict } from '../shapes/document-target.ts'
import { numberedPath } from '../model/document-path.ts'
import { versionConflict } from './stored-version.ts'

export interface PutOrder {
  readonly path: string
  readonly content: Content | StreamedContent
  /** Hex, of `content`. */
  readonly sha256: string
  /** Of a stream, where it is known. */
  readonly crc32c?: string
  readonly contentType: string
  readonly metadata: Readonly<Record<string, string>>
  readonly onConflict: OnConflict
  /** The version that must be there; with `overwrite` and `keep-both-versions`. */
  readonly ifVersion?: string | undefined
  readonly dryRun: boolean
}

export interface PutOutcome {
  /** In a dry run: what would be stored. */
  readonly document: StoredDocument
  /** Nothing was at the path before. */
  readonly created: boolean
  /** What was asked for was there already, and nothing was (or would be) written. */
  readonly unchanged: boolean
  /** The version that was (or would be) replaced. */
  readonly previousVersion?: string
}

/** Names, or looks at a document that others write all the time. */
const maxAttempts = 1000
/** So often the very version that was seen is to be replaced; then whatever is there. */
const maxComparisons = 20

/**
 * Stores bytes by a conflict policy. The store decides each condition in one step with the write, so of many callers
 * that race for a path with `fail`, one wins, and what is said of a document that was replaced is true of it.
 * @throws `document_exists`, `write_conflict`, `unsupported_option` (versions where there are none), `provider_*`.
 */
export async function putDocument(
  store: DocumentStore,
  order: PutOrder,
  now: number,
  { signal }: Context,
): Promise<PutOutcome> {
  const { onConflict, ifVersion, dryRun } = order
  const replaces = onConflict === 'overwrite' || onConflict === 'keep-both-versions'
  if (onConflict === 'keep-both-versions' && !store.capabilities.versions) throw noVersions(store)
  const content = watched(order.content)
  const request: Omit<PutRequest, 'path' | 'condition'> = {
    content: content.content,
    sha256: order.sha256,
    ...(order.crc32c === undefined ? {} : { crc32c: order.crc32c }),
    contentType: order.contentType,
    metadata: order.metadata,
    ...(onConflict === 'keep-both-versions' ? { keepReplaced: true } : {}),
  }
  /** @returns what was stored; `undefined` where the condition was not met */
  const written = async (path: string, condition: WriteCondition): Promise<StoredDocument | undefined> => {
    if (dryRun) return plannedDocument(store, { ...order, path }, now)
    try {
      return await store.put({ ...request, path, condition }, { signal })
    } catch (error) {
      // A stream may meet a conflict itself, which is none at the path.
      if (content.fault() !== undefined) throw content.fault()
      if (ChanceryError.is(error) && (error.code === 'document_exists' || error.code === 'write_conflict'))
        return undefined
      throw error
    }
  }

  let path = order.path
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    // A create of a free path is the common case: one step, without looking first.
    if (!dryRun && !replaces) {
      const document = await written(path, 'absent')
      if (document !== undefined) return { document, created: true, unchanged: false }
    }
    const existing = await store.stat(path, { signal })
    if (ifVersion !== undefined && existing?.version !== ifVersion) throw versionConflict(path, existing?.version)
    if (existing === undefined) {
      if (!replaces && !dryRun) continue
      const document = await written(path, 'absent')
      if (document !== undefined) return { document, created: true, unchanged: false }
      continue
    }
    if (isSame(existing, order)) return { document: existing, created: false, unchanged: true }
    if (replaces) {
      const { version } = existing
      const document = await written(path, attempt <= maxComparisons || ifVersion !== undefined ? { version } : 'any')
      if (document !== undefined) return { document, created: false, unchanged: false, previousVersion: version }
    } else if (onConflict === 'rename') path = numberedPath(order.path, attempt + 1)
    else throw documentExists(store, path, isSame(existing, { ...order, onConflict: 'skip-if-same' }))
  }
  throw invalidRequest('/path', 'no_free_name', `No free name was found in ${maxAttempts} tries.`)
}

/** The same content, and what its stream threw. */
function watched(content: PutOrder['content']): { readonly content: PutOrder['content']; fault(): unknown } {
  let fault: unknown
  if (!('pieces' in content)) return { content, fault: () => fault }
  const { byteLength } = content
  const pieces: StreamedContent['pieces'] = async function* (options) {
    try {
      yield* content.pieces(options)
    } catch (error) {
      fault = error
      throw error
    }
  }
  return { content: { byteLength, pieces }, fault: () => fault }
}

/** By `skip-if-same` the bytes alone count: what is kept beside them stays as it is. */
const isSame = (existing: StoredDocument, order: PutOrder): boolean =>
  existing.sha256 === order.sha256 &&
  existing.size === order.content.byteLength &&
  (order.onConflict === 'skip-if-same' ||
    (existing.contentType === order.contentType && hasSameTexts(existing.metadata, order.metadata)))

type Metadata = StoredDocument['metadata']
const hasSameTexts = (some: Metadata, others: Metadata): boolean =>
  JSON.stringify(Object.entries(some).sort()) === JSON.stringify(Object.entries(others).sort())

/**
 * What another call stored of the same order, of which only the digest is known: where the order said it should be, or where
 * `rename` had to put it. `undefined`: it is not there.
 */
export async function storedOf(
  store: DocumentStore,
  order: Pick<PutOrder, 'path' | 'sha256' | 'onConflict'> & {
    readonly contentType?: string | undefined
    readonly metadata?: StoredDocument['metadata'] | undefined
  },
  { signal }: Context,
): Promise<StoredDocument | undefined> {
  const { sha256, contentType, metadata = {}, onConflict } = order
  const most = onConflict === 'rename' ? maxAttempts : 1
  for (let attempt = 1; attempt <= most; attempt++) {
    const there = await store.stat(attempt === 1 ? order.path : numberedPath(order.path, attempt), { signal })
    if (there === undefined) return undefined
    if (there.sha256 !== sha256) continue
    if (onConflict === 'skip-if-same') return there
    const hasItsType = contentType === undefined || there.contentType === contentType
    if (hasItsType && hasSameTexts(there.metadata, metadata)) return there
  }
  return undefined
}

const plannedDocument = (store: DocumentStore, order: PutOrder, now: number): StoredDocument => ({
  path: order.path,
  provider: store.id,
  size: order.content.byteLength,
  contentType: order.contentType,
  sha256: order.sha256,
  crc32c: '',
  version: '',
  createdAt: new Date(now).toISOString(),
  updatedAt: new Date(now).toISOString(),
  metadata: order.metadata,
})

/** @param hasSameBytes only what is kept beside them differs */
function documentExists(store: DocumentStore, path: string, hasSameBytes: boolean): ChanceryError {
  const message = hasSameBytes
    ? 'The same bytes are at this path, with another content type or other metadata.'
    : 'Another document is at this path.'
  const choices = ['overwrite', 'rename', ...(store.capabilities.versions ? ['keep-both-versions'] : [])]
  const hint = `Choose another path, or say by \`onConflict\` what becomes of it: ${choices.map((each) => `\`${each}\``).join(', ')}.`
  return new ChanceryError('document_exists', message, {
    violations: [{ pointer: '/path', code: 'document_exists', message, hint }],
    details: { path, provider: store.id },
  })
}

function noVersions(store: DocumentStore): ChanceryError {
  const message = 'This store keeps no versions.'
  return new ChanceryError('unsupported_option', message, {
    violations: [
      {
        pointer: '/onConflict',
        code: 'unsupported_option',
        message,
        hint: 'Use `rename` to keep both, or `overwrite`.',
      },
    ],
    details: { provider: store.id },
  })
}
