import type { Context } from '../context.ts'
import { ChanceryError, invalidRequest } from '../errors.ts'
import type { DocumentStore, StoredDocument } from '../ports/document-store.ts'
import type { Content } from './content.ts'
import type { OnConflict } from '../shapes/document-target.ts'
import { numberedPath } from './document-path.ts'

export interface PutOrder {
  readonly path: string
  readonly content: Content
  /** Hex, of `content`. */
  readonly sha256: string
  readonly contentType: string
  readonly metadata: Readonly<Record<string, string>>
  readonly onConflict: OnConflict
  readonly dryRun: boolean
}

export interface PutOutcome {
  /** In a dry run: what would be stored. */
  readonly document: StoredDocument
  /** Something was (or would be) written; false where the same bytes were there already. */
  readonly created: boolean
}

const maxRenames = 1000

/**
 * Stores bytes by a conflict policy. The store decides each condition in one step with the write, so of many callers
 * that race for a path with `fail`, one wins.
 * @throws `document_exists`, `write_conflict`, `unsupported_option` (versions where there are none), `provider_*`.
 */
export async function putDocument(
  store: DocumentStore,
  order: PutOrder,
  now: number,
  { signal }: Context,
): Promise<PutOutcome> {
  const { onConflict } = order
  if (onConflict === 'keep-both-versions' && !store.capabilities.versions) {
    throw new ChanceryError('unsupported_option', 'This store keeps no versions.', {
      violations: [
        {
          pointer: '/onConflict',
          code: 'unsupported_option',
          message: 'This store keeps no versions.',
          hint: 'Use `rename` to keep both, or `overwrite`.',
        },
      ],
      details: { provider: store.id },
    })
  }
  const request = {
    content: order.content,
    sha256: order.sha256,
    contentType: order.contentType,
    metadata: order.metadata,
  }
  const planned = (path: string): StoredDocument => ({
    path,
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

  let path = order.path
  for (let attempt = 1; attempt <= maxRenames; attempt++) {
    // A create of a free path is the common case: one step, without looking first.
    if (!order.dryRun && (onConflict === 'fail' || onConflict === 'rename')) {
      try {
        return { document: await store.put({ ...request, path, condition: 'absent' }, { signal }), created: true }
      } catch (error) {
        if (!ChanceryError.is(error) || error.code !== 'document_exists') throw error
      }
    }
    const existing = await store.stat(path, { signal })
    if (existing !== undefined && sameDocument(existing, order)) return { document: existing, created: false }
    if (onConflict === 'overwrite' || onConflict === 'keep-both-versions') {
      if (order.dryRun) return { document: planned(path), created: true }
      return { document: await store.put({ ...request, path, condition: 'any' }, { signal }), created: true }
    }
    if (existing === undefined && order.dryRun) return { document: planned(path), created: true }
    if (onConflict === 'fail' && existing !== undefined) {
      const message = 'Another document is at this path.'
      throw new ChanceryError('document_exists', message, {
        violations: [{ pointer: '/path', code: 'document_exists', message }],
        details: { path, provider: store.id },
      })
    }
    if (existing !== undefined) path = numberedPath(order.path, attempt + 1)
  }
  throw invalidRequest('/path', 'no_free_name', `No free name was found in ${maxRenames} tries.`)
}

const sameDocument = (existing: StoredDocument, order: PutOrder): boolean =>
  existing.sha256 === order.sha256 &&
  existing.size === order.content.byteLength &&
  existing.contentType === order.contentType &&
  JSON.stringify(Object.entries(existing.metadata).sort()) === JSON.stringify(Object.entries(order.metadata).sort())
