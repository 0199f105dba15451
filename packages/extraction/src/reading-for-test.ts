import { type DocumentModel, type DocumentType, type ExtractRequest, plainReading } from '@chancery/core'
import { expectModelInvariants } from '@chancery/port-contracts/text-extractor'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { createEmbeddedExtractor, type EmbeddedExtractorSettings } from './embedded.ts'

/** Reads a document with the embedded extractor, and has the invariants checked on the way. */
export async function readForTest(
  bytes: Uint8Array | string,
  type: DocumentType,
  request: Partial<ExtractRequest> = {},
  settings: EmbeddedExtractorSettings = {},
): Promise<DocumentModel> {
  const model = await createEmbeddedExtractor(settings).extract(
    vettedForTest(bytes, type),
    { ...plainReading, ...request },
    { signal: new AbortController().signal },
  )
  expectModelInvariants(model)
  return model
}

/** Blocks as lines: "heading 1 | Offer". */
export const outline = ({ text, blocks }: DocumentModel): string[] =>
  blocks.map(({ type, level, marker, span }) =>
    [[type, level, marker].filter((part) => part !== undefined).join(' '), text.slice(span.start, span.end)].join(
      ' | ',
    ),
  )
