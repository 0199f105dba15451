import { ChanceryError, largestOf } from '@chancery/core'
import type { RecordedPart } from '../recording/model-of-recording.ts'
import { numberOf, type RecordedDocument } from '../recording/recorded-document.ts'

const incomplete = (message: string, details: object): ChanceryError =>
  new ChanceryError('provider_failed', message, {
    details: { provider: 'document-ai', reason: 'incomplete', ...details },
    retryable: true,
  })

/**
 * The files of one answer in the order of their pages: they come in any order, some may come twice.
 * @param pages numbers of the pages that were sent
 * @throws `provider_failed` where a file or a page is missing: a part of a document is not the document
 */
export function partsOfShards(
  files: readonly RecordedDocument[],
  pages: readonly number[] | undefined,
): RecordedPart[] {
  const byIndex = new Map<number, RecordedDocument>()
  for (const file of files) {
    const index = numberOf(file.shardInfo?.shardIndex)
    if (!byIndex.has(index)) byIndex.set(index, file)
  }
  const expected = Math.max(1, largestOf(files.map(({ shardInfo }) => numberOf(shardInfo?.shardCount))))
  if (byIndex.size < expected) {
    throw incomplete('Some files of the answer of Document AI are missing.', {
      what: 'files',
      expected,
      actual: byIndex.size,
    })
  }
  const shards = [...byIndex].sort(([a], [b]) => a - b).map(([, shard]) => shard)
  const count = shards.reduce((sum, shard) => sum + (shard.pages?.length ?? 0), 0)
  if (count === 0) return [withoutPages(shards, pages)]
  if (pages === undefined || count !== pages.length) {
    if (pages !== undefined && count < pages.length) {
      throw incomplete('Some pages are missing in the answer of Document AI.', {
        what: 'pages',
        expected: pages.length,
        actual: count,
      })
    }
    return shards.map((document) => ({ document }))
  }
  let at = 0
  return shards.map((document) => ({
    document,
    pageNumbers: pages.slice(at, (at += document.pages?.length ?? 0)),
  }))
}

/** The layout parser counts its pages over all files. */
const withoutPages = (shards: readonly RecordedDocument[], pages: readonly number[] | undefined): RecordedPart => ({
  document: {
    text: shards.map(({ text }) => text ?? '').join(''),
    documentLayout: { blocks: shards.flatMap(({ documentLayout }) => documentLayout?.blocks ?? []) },
  },
  ...(pages === undefined ? {} : { pageNumbers: pages }),
})
