import type { DocumentType, VettedDocument } from '@chancery/core'

/** Time on a processor that a job may use, in ms, before it counts as stuck: an ample multiple of what was measured. */
const baseMs = 2500
/** For each `<` of the bytes: the slowest reader takes some 10 µs a tag. */
const perTagMs = 0.04
/** Of everything else: images to be copied, streams to be inflated. */
const perByteMs = 0.001
/** What is compressed, as PDFs and packages are, holds many times its bytes. */
const perCompressedByteMs = 0.005
/** Of packages, for each start and each end tag: three times what a sheet of 300,000 cells takes, which is 16 kB of them. */
const perPackageTagMs = 0.0025
/** Of pictures, for each pixel: three times what it takes to make one of 100 million ready to be read. */
const perPixelMs = 0.00004
/** For each value of the data that fills a template. */
const perValueMs = 0.5

/**
 * The time for one job, by what its documents and data hold.
 * @param factor for work that compares documents with each other
 * @param maxMs the deadline of an operation
 */
export function jobBudget(
  documents: readonly VettedDocument[],
  maxMs: number,
  { values = 0, factor = 1 }: { readonly values?: number; readonly factor?: number } = {},
): number {
  const cost = documents.reduce((sum, document) => sum + costOf(document), values * perValueMs)
  return Math.min(maxMs, baseMs + factor * cost)
}

/** For each UTF-16 unit of an e-mail template, in ms: an ample multiple of what was measured. */
const perUnitMs = 0.002

/** The time for a job on e-mails of so many UTF-16 units. @param factor, maxMs as for `jobBudget` */
export const emailBudget = (
  units: number,
  maxMs: number,
  { values = 0, factor = 1 }: { readonly values?: number; readonly factor?: number } = {},
): number => Math.min(maxMs, baseMs + factor * units * perUnitMs + values * perValueMs)

/** The time for vetting bytes of which nothing is known yet. */
export const vettingBudget = (bytes: Uint8Array, maxMs: number): number =>
  Math.min(maxMs, baseMs + vettingCost(bytes, maxMs))

/** The same as part of a job, which has the time of a job already. */
export const vettingCost = (bytes: Uint8Array, maxMs: number): number =>
  Math.min(maxMs, bytes.length * perCompressedByteMs)

const compressed: ReadonlySet<DocumentType> = new Set(['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'])
/** What may hold such documents, as its attachments. */
const mails: ReadonlySet<DocumentType> = new Set(['eml', 'msg'])

const costOf = ({ bytes, type, tags = 0, pixels = 0 }: VettedDocument): number =>
  bytes.length * (compressed.has(type) || mails.has(type) ? perCompressedByteMs : perByteMs) +
  (compressed.has(type) ? tags * perPackageTagMs : tagsIn(bytes) * perTagMs) +
  pixels * perPixelMs

function tagsIn(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(0x3c); at !== -1; at = bytes.indexOf(0x3c, at + 1)) count++
  return count / 2
}

/** How many values there are in data, containers too. */
export function valuesIn(data: unknown): number {
  let count = 0
  const left: unknown[] = [data]
  while (left.length > 0) {
    const value = left.pop()
    count++
    if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) left.push(each)
  }
  return count
}
