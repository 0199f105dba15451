import type { Context } from '../context.ts'
import { Content } from '../model/content.ts'
import { contentTypes } from '../model/document-type.ts'
import { ChanceryError } from '../errors.ts'
import type { ArchivePiece } from '../ports/archiver.ts'
import type { Ports } from '../ports/index.ts'
import { convertDocument } from './convert-document.ts'
import type { FailedRecord, FilledRecord } from './fill-records.ts'
import type { FilledFormat } from './template-format.ts'

/** What one answer holds as a whole at the most; a stream has no such bound. */
const maxBundleBytes = 256 * 1024 * 1024

const tooLarge = (hint: string): ChanceryError => {
  const message = 'The documents are too large for one bundle.'
  return new ChanceryError('payload_too_large', message, {
    violations: [{ pointer: '/records', code: 'too_large', message, hint }],
    details: { what: 'bytes of the bundle', limit: maxBundleBytes },
  })
}

/** The zip of documents, whole. @throws `payload_too_large` */
export async function zipOf(
  documents: readonly { readonly filename: string; readonly content: Content }[],
  { archiver }: Pick<Ports, 'archiver'>,
): Promise<Content> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of archiver.zip(filesOf(documents))) {
    size += chunk.length
    if (size > maxBundleBytes)
      throw tooLarge('Ask for it by `Accept: application/zip`, which streams it, or split the call.')
    chunks.push(chunk)
  }
  return new Content(chunks)
}

async function* filesOf(
  documents: readonly { readonly filename: string; readonly content: Content }[],
): AsyncGenerator<ArchivePiece> {
  for (const { filename, content } of documents) yield { name: filename, content }
}

/** The documents as one. @throws `payload_too_large`, and as `merge` and `convert` */
export async function mergedOf(
  documents: readonly Content[],
  format: FilledFormat,
  ports: Pick<Ports, 'documentTemplates' | 'converters'>,
  context: Context,
): Promise<{ readonly content: Content; readonly contentType: string }> {
  const size = documents.reduce((sum, { byteLength }) => sum + byteLength, 0)
  if (size > maxBundleBytes) throw tooLarge('Split the call.')
  const { bytes, contentType } = await ports.documentTemplates.merge(
    documents.map(({ bytes }) => bytes),
    { signal: context.signal },
  )
  if (format !== 'pdf') return { content: new Content([bytes]), contentType }
  const converted = await convertDocument(bytes, 'docx', 'pdf', ports.converters, context)
  return { content: new Content([converted]), contentType: contentTypes.pdf }
}

/** In a streamed zip, where the answer has no other place for it: what became of each record. */
export const reportName = 'report.json'

/** The files of a streamed zip, and the report of all records as its last. */
export async function* filesWithReport(
  records: AsyncIterable<FilledRecord | FailedRecord>,
): AsyncGenerator<ArchivePiece, void, undefined> {
  let separator = '{"documents":['
  for await (const record of records) {
    if (!('error' in record)) yield { name: record.filename, content: record.content }
    yield { name: reportName, text: `${separator}\n${JSON.stringify(reportOf(record))}` }
    separator = ','
  }
  yield { name: reportName, text: '\n]}\n' }
}

/** What an answer says of a record besides its document. */
export function reportOf(record: FilledRecord | FailedRecord) {
  if ('error' in record) return { filled: [], missing: [], unused: [], findings: [], error: record.error }
  const { filename, filled, missing, unused, findings, delimiters } = record
  return { filename, filled, missing, unused, findings, delimiters }
}
