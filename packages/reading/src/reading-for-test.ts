import { contentStart, type DocumentModel, type DocumentType, type ExtractRequest, plainReading } from '@chancery/core'
import { expectModelInvariants } from '@chancery/port-contracts/text-extractor'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { createEmbeddedExtractor, type EmbeddedExtractorSettings, type ReaderTable } from './embedded.ts'
import { textReaders } from './text-readers.ts'

/** Reads a document with the embedded extractor, and has the invariants checked on the way. */
type ReadForTest = (
  bytes: Uint8Array | string,
  type: DocumentType,
  request?: Partial<ExtractRequest>,
  settings?: Partial<EmbeddedExtractorSettings>,
) => Promise<DocumentModel>

/** For the tests of a room: knows its readers. */
export const readerForTest =
  (readers: ReaderTable): ReadForTest =>
  async (bytes, type, request = {}, settings = {}) => {
    const model = await createEmbeddedExtractor({ readers, ...settings }).extract(
      vettedForTest(bytes, type),
      { ...plainReading, ...request },
      { signal: new AbortController().signal },
    )
    expectModelInvariants(model)
    return model
  }

export const readForTest = readerForTest(textReaders)

/** Blocks as lines: "heading 1 | Offer"; a marker, with which the text begins, stands before the line. */
export const outline = ({ text, blocks }: DocumentModel): string[] =>
  blocks.map((block) => {
    const { type, level, marker, span } = block
    const kind = [type, level, marker].filter((part) => part !== undefined).join(' ')
    return `${kind} | ${text.slice(contentStart(block, text), span.end)}`
  })
